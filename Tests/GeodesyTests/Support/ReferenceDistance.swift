// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reference distances of the Fixtures folder.
enum ReferenceDistance {
  /// The rows of one table of distances.json.
  static func rows(_ table: String) throws -> [[Double]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "Fixtures", "distances.json")
    let tables = try JSONDecoder().decode(
      [String: [[Double]]].self, from: Data(contentsOf: file))
    return tables[table] ?? []
  }
}
