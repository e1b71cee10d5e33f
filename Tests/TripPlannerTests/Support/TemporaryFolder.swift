// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A temporary folder that is deleted with this object.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into the folder.
  func file(_ name: String, _ text: String) throws -> URL {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Copies a fixture into the folder under a new name.
  func copy(_ fixture: String, as name: String) throws -> URL {
    let file = url.appending(path: name)
    try Fixture.data(fixture).write(to: file)
    return file
  }
}
