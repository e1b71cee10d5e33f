// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Starts the history of a restored backup, which reuses no number of the lost history.
enum RestoredHistory {
  /// The first epoch, 2025-01-01, in seconds since 1970; epochs count seconds until 2059.
  private static let start: TimeInterval = 1_735_689_600

  /// The last epoch in a file; 0 if it was never restored, or is not a server's file.
  static func epoch(_ db: Database) throws -> UInt64 {
    guard try db.tableExists("zones"),
      try db.columns(in: "zones").contains(where: { $0.name == "position" })
    else { return 0 }
    let position = try Int64.fetchOne(
      db,
      sql: """
        SELECT max(coalesce((SELECT max(position) FROM zones), 0),
          coalesce((SELECT max(position) FROM databases), 0))
        """)
    return SequenceEpoch.of(UInt64(max(0, position ?? 0)))
  }

  /// The number of low bits that count rows within one epoch, in row numbers of zones and others.
  private static let numberBits: Int64 = 24

  /// The epoch in which a zone's number was assigned.
  static func epoch(ofNumber number: Int64) -> UInt64 { UInt64(max(0, number) >> numberBits) }

  /// Continues the sequences of all zones and databases in a new epoch.
  ///
  /// The epoch is later than any known epoch, and not before the clock's.
  static func begin(_ db: Database, after known: UInt64, at date: Date) throws {
    let seconds = UInt64(max(0, date.timeIntervalSince1970 - start))
    let epoch = max(try self.epoch(db) + 1, known + 1, min(seconds, SequenceEpoch.last))
    guard epoch <= SequenceEpoch.last else {
      throw BackupError.failed(
        file: "the backup", reason: "its epochs are exhausted")
    }
    for table in ["zones", "databases"] {
      try db.execute(
        sql: "UPDATE \(table) SET position = ?",
        arguments: [Int64(epoch << SequenceEpoch.bits)])
    }
    for table in try numberedTables(db) {
      let number = Int64(epoch) << numberBits
      try db.execute(
        sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
        arguments: [number, table])
      if db.changesCount == 0 {
        try db.execute(
          sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, number])
      }
    }
    // The server then instructs polling devices to fetch from the start.
    try db.execute(sql: "DELETE FROM push_devices; DELETE FROM notifications")
    // Schedules of the backup's time do not apply.
    try db.execute(sql: "DELETE FROM upkeep")
  }

  /// The tables whose row numbers occur in tokens and URLs, which clients may have from the lost
  /// history; not tables whose numbers only administrators see.
  private static func numberedTables(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
          AND name NOT IN ('containers', 'users', 'api_tokens', 'record_indexes')
        """)
  }
}
