// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteTransaction: MaintenanceWriting {
  func isDue(_ task: String, at now: Int64, every interval: Int64) throws -> Bool {
    let statement = try statement("SELECT due FROM upkeep WHERE name = ?")
    defer { statement.reset() }
    try statement.bind(1, task)
    guard try statement.step() else { return true }
    let due = statement.integer(0)
    return due <= now || due > now + interval
  }

  func claim(_ task: String, at now: Int64, every interval: Int64) throws -> Bool {
    guard try isDue(task, at: now, every: interval) else { return false }
    try setDue(task, now + interval)
    return true
  }

  func setDue(_ task: String, _ moment: Int64) throws {
    let statement = try statement("INSERT OR REPLACE INTO upkeep (name, due) VALUES (?, ?)")
    try statement.bind(1, task)
    try statement.bind(2, moment)
    try statement.run()
  }
}

/// The table of periodic maintenance tasks.
enum SQLiteMaintenanceTables {
  /// The name of the entry that retains asset files during a backup.
  static let copying = "copying assets"
  /// The maximum retention in milliseconds; a later time is due to a wrong clock.
  static let maximumCopyingTime: Int64 = 600_000

  static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE upkeep (
          name TEXT PRIMARY KEY NOT NULL, due INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
