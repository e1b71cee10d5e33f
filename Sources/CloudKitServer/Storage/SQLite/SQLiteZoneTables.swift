// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// What zones have had since their table was made.
enum SQLiteZoneTables {
  /// The number of the deletion of the zone that had the name before.
  static func addFormerZones(_ db: Database) throws {
    try db.execute(
      sql: "ALTER TABLE zones ADD COLUMN former_position INTEGER NOT NULL DEFAULT 0")
  }

  /// From where a zone counts that has the name of an earlier one.
  static func addFirstPositions(_ db: Database) throws {
    try db.execute(
      sql: "ALTER TABLE zones ADD COLUMN first_position INTEGER NOT NULL DEFAULT 0")
  }
}
