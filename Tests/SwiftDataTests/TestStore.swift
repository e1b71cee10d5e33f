// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A temporary folder for one test's store files, which is removed with the value.
final class TestStore {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "cairn-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  var url: URL { directory.appending(path: "test.store") }

  /// Returns the integer result of an SQL statement.
  func count(_ sql: String) throws -> Int {
    Int(try sqlite(sql).trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  /// Returns a new container on the store's file.
  func open() throws -> ModelContainer {
    try ModelContainer(
      for: Trip.self, Folder.self, Everything.self, configurations: ModelConfiguration(url: url))
  }

  static func inMemory() throws -> ModelContainer {
    try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
