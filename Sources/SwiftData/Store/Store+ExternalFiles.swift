// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Store {
  /// Removes the external files that a killed process has left.
  ///
  /// Costs a look into a folder, where there is nothing to do.
  func removeLeftOverFiles() throws {
    let notes = externalFiles.leftOverNotes
    if notes.isEmpty { return }
    try write { connection in
      // Who puts a copy in the place of a store has it alone.
      DatabaseCopy(to: URL(filePath: name)).discard()
      try externalFiles.recover(notes) { name in
        try isNamed(name, connection)
      }
    }
  }

  /// Whether a row names an external file.
  private func isNamed(_ file: String, _ connection: Connection) throws -> Bool {
    for entity in layout.entities {
      for property in entity.ownProperties {
        guard case .attribute(_, isExternal: true) = property.storage else { continue }
        let found = try connection.integers(
          """
          SELECT EXISTS (SELECT 1 FROM \(identifier: entity.table) \
          WHERE typeof(\(identifier: property.column)) = 'text' \
          AND \(identifier: property.column) = \(value: .text(file)))
          """, store: name)
        if found.first == 1 { return true }
      }
    }
    return false
  }
}
