// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files beside a store that hold the large values of `.externalStorage` attributes.
///
/// A file is written before the transaction that names it, and removed after the one that ceases
/// to: whatever happens in between, no row names a file that is not there.
package struct ExternalFiles: Sendable {
  /// Values of up to 128 KiB stay in their row.
  static let threshold = 128 * 1024

  /// Nil for a store in memory, which keeps all values in its rows.
  let directory: URL?

  func read(_ name: String) throws -> Data {
    guard let directory else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: directory.appending(path: name), options: .mappedIfSafe)
  }

  func remove(_ names: [String]) {
    guard let directory else { return }
    for name in names { try? FileManager.default.removeItem(at: directory.appending(path: name)) }
  }

  /// The files that one save writes.
  final class Batch {
    private let directory: URL?
    private(set) var names: [String] = []

    init(_ files: ExternalFiles) { directory = files.directory }

    var isPossible: Bool { directory != nil }

    func write(_ data: Data) throws -> String {
      guard let directory else { throw CocoaError(.fileNoSuchFile) }
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let name = UUID().uuidString
      try data.write(to: directory.appending(path: name), options: .atomic)
      names.append(name)
      return name
    }
  }
}
