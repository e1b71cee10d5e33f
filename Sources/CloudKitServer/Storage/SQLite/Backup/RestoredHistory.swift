// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Begins the history of a restored backup, of which no number was used by the history that was lost.
enum RestoredHistory {
  /// Seconds since 1970 of 2025-01-01: epochs count seconds from there, and reach to 2059.
  private static let start: TimeInterval = 1_735_689_600

  /// The last epoch that a file has numbers of; 0 if it was never restored, or is no server's.
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

  /// The bits of the numbers of zones and the like that count those of one epoch.
  private static let numberBits: Int64 = 24

  /// The epoch in which a number of a zone was given out.
  static func epoch(ofNumber number: Int64) -> UInt64 { UInt64(max(0, number) >> numberBits) }

  /// Lets every zone and database count on from a new epoch.
  ///
  /// The epoch is later than any that is known of, and that of the clock where nothing is.
  static func begin(_ db: Database, after known: UInt64, at date: Date) throws {
    let seconds = UInt64(max(0, date.timeIntervalSince1970 - start))
    let epoch = max(try self.epoch(db) + 1, known + 1, min(seconds, SequenceEpoch.last))
    guard epoch <= SequenceEpoch.last else {
      throw BackupError.failed(
        file: "the backup", reason: "its numbers are used up, which takes decades")
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
    // Devices that ask are told to fetch everything anew.
    try db.execute(sql: "DELETE FROM push_devices; DELETE FROM notifications")
    // What was due then says nothing about now.
    try db.execute(sql: "DELETE FROM upkeep")
  }

  /// The tables whose rows are named by their numbers in tokens and URLs, which the lost history has given
  /// to clients; not those whose numbers only administrators see.
  private static func numberedTables(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
          AND name NOT IN ('containers', 'users', 'api_tokens', 'record_indexes')
        """)
  }
}
