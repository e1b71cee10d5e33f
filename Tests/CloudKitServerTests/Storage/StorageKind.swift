// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The implementations that the conformance suites run on.
enum StorageKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case sqlite

  var testDescription: String { rawValue }

  func make() throws -> TestStorage {
    switch self {
    case .sqlite:
      let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
      let storage = try SQLiteServerStore(directory.appending(path: "cloud.sqlite"))
      return TestStorage(storage) {
        try SQLiteServerStore(directory.appending(path: "cloud.sqlite"))
      } cleanUp: {
        try? FileManager.default.removeItem(at: directory)
      }
    }
  }
}

/// A storage whose files are deleted with the last reference.
final class TestStorage: Sendable {
  let storage: any ServerStorage
  /// Opens a second storage on the same data, like another process.
  let another: @Sendable () throws -> any ServerStorage
  private let cleanUp: @Sendable () -> Void

  init(
    _ storage: any ServerStorage, another: @escaping @Sendable () throws -> any ServerStorage,
    cleanUp: @escaping @Sendable () -> Void
  ) {
    self.storage = storage
    self.another = another
    self.cleanUp = cleanUp
  }

  deinit { cleanUp() }

  func read<Value: Sendable>(_ body: @escaping @Sendable (any StorageReader) throws -> Value)
    async throws -> Value
  {
    try await storage.read(body)
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (any StorageWriter) throws -> Value)
    async throws -> Value
  {
    try await storage.write(body)
  }
}

extension DatabaseKey {
  static let alice = DatabaseKey(
    container: "iCloud.a", environment: .development, scope: .private, owner: "_alice")
}

struct Refusal: Error, Equatable {}
