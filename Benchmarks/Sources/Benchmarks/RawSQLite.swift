// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// SQLite through its C functions alone: the baseline of the figures.
final class RawSQLite {
  struct Failure: Error {
    let code: Int32
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  private var handle: OpaquePointer?

  init(path: String) throws {
    try check(sqlite3_open(path, &handle))
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
  }

  deinit { sqlite3_close(handle) }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  func createTable() throws {
    try execute(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, a REAL NOT NULL, b REAL NOT NULL,
      c REAL NOT NULL, d REAL NOT NULL, e REAL NOT NULL, f INTEGER, g INTEGER, name TEXT NOT NULL,
      ts REAL NOT NULL) STRICT
      """)
  }

  func insert(_ rows: [SampleRow]) throws {
    try execute("BEGIN IMMEDIATE")
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v2(
        handle, "INSERT INTO p VALUES (?,?,?,?,?,?,?,?,?,?,?)", -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for (index, row) in rows.enumerated() {
      sqlite3_reset(statement)
      sqlite3_bind_int64(statement, 1, Int64(index + 1))
      _ = withUnsafeBytes(of: row.uuid.uuid) {
        sqlite3_bind_blob(statement, 2, $0.baseAddress, 16, Self.transient)
      }
      sqlite3_bind_double(statement, 3, row.latitude)
      sqlite3_bind_double(statement, 4, row.longitude)
      sqlite3_bind_double(statement, 5, row.altitude)
      sqlite3_bind_double(statement, 6, row.speed)
      sqlite3_bind_double(statement, 7, row.accuracy)
      if let value = row.heartRate {
        sqlite3_bind_int64(statement, 8, Int64(value))
      } else {
        sqlite3_bind_null(statement, 8)
      }
      if let value = row.cadence {
        sqlite3_bind_int64(statement, 9, Int64(value))
      } else {
        sqlite3_bind_null(statement, 9)
      }
      var name = row.name
      _ = name.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, 10, $0.baseAddress, Int32($0.count), Self.transient)
        }
      }
      sqlite3_bind_double(statement, 11, row.timestamp.timeIntervalSinceReferenceDate)
      guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(code: SQLITE_ERROR) }
    }
    try execute("COMMIT")
  }

  func fetch() throws -> [SampleRow] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, "SELECT * FROM p ORDER BY id", -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    var rows: [SampleRow] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      guard let blob = sqlite3_column_blob(statement, 1),
        let text = sqlite3_column_text(statement, 9)
      else { throw Failure(code: SQLITE_ERROR) }
      let count = Int(sqlite3_column_bytes(statement, 9))
      rows.append(
        SampleRow(
          uuid: UUID(uuid: blob.loadUnaligned(as: uuid_t.self)),
          latitude: sqlite3_column_double(statement, 2),
          longitude: sqlite3_column_double(statement, 3),
          altitude: sqlite3_column_double(statement, 4),
          speed: sqlite3_column_double(statement, 5),
          accuracy: sqlite3_column_double(statement, 6),
          heartRate: integer(statement, 7), cadence: integer(statement, 8),
          name: String(
            decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self),
          timestamp: Date(
            timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 10))))
    }
    return rows
  }

  /// Sets one column of the first rows, one statement run for each.
  func updateSpeed(to speed: Double, rows: Int) throws {
    try execute("BEGIN IMMEDIATE")
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v2(handle, "UPDATE p SET d = ? WHERE id = ?", -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for row in 1...rows {
      sqlite3_reset(statement)
      sqlite3_bind_double(statement, 1, speed)
      sqlite3_bind_int64(statement, 2, Int64(row))
      guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(code: SQLITE_ERROR) }
    }
    try execute("COMMIT")
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws -> Int {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { throw Failure(code: SQLITE_ERROR) }
    return Int(sqlite3_column_int64(statement, 0))
  }

  /// The number of rows that a statement returns; each is stepped over.
  func rowCount(_ sql: String) throws -> Int {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    var count = 0
    while sqlite3_step(statement) == SQLITE_ROW { count += 1 }
    return count
  }

  private func integer(_ statement: OpaquePointer?, _ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL
      ? nil : Int(sqlite3_column_int64(statement, column))
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }
}
