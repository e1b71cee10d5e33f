// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files of the Fixtures folder.
enum Fixture {
  static func url(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "Fixtures", name)
  }

  /// A fixture of ActivityFilesTests.
  static func activity(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(components: "ActivityFilesTests", "Fixtures", name)
  }

  static func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  /// The rows of one table of formulas.json.
  static func formulas(_ table: String) throws -> [[Double]] {
    let tables = try JSONDecoder().decode(
      [String: [[Double]]].self, from: data("formulas.json"))
    return tables[table] ?? []
  }
}
