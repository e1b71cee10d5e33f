// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// A prepared statement whose values are bound and read with SQLite's C functions.
///
/// GRDB's API creates an array of values for each execution, which took a third of a batch's time.
/// GRDB caches the statement per connection.
struct SQLStatement {
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private let statement: Statement
  private let handle: OpaquePointer
  private let connection: OpaquePointer?

  init(_ sql: String, _ db: Database) throws {
    statement = try db.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    connection = db.sqliteConnection
    // Binding fails for a statement that was stepped and not reset.
    sqlite3_reset(handle)
  }

  // MARK: Parameters, from 1

  func bind(_ index: Int32, _ value: Int64) throws {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  func bind(_ index: Int32, _ value: Int64?) throws {
    guard let value else { return try check(sqlite3_bind_null(handle, index)) }
    try bind(index, value)
  }

  func bind(_ index: Int32, _ value: UInt64) throws {
    try bind(index, Int64(truncatingIfNeeded: value))
  }

  func bind(_ index: Int32, _ text: String?) throws {
    guard var text else { return try check(sqlite3_bind_null(handle, index)) }
    try check(
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          // SQLite binds NULL for a null pointer.
          sqlite3_bind_text(
            handle, index, $0.baseAddress ?? Self.noText, Int32($0.count), Self.transient)
        }
      })
  }

  func bind(_ index: Int32, _ bytes: [UInt8]?) throws {
    guard let bytes else { return try check(sqlite3_bind_null(handle, index)) }
    if bytes.isEmpty { return try check(sqlite3_bind_zeroblob(handle, index, 0)) }
    try check(
      bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.transient)
      })
  }

  nonisolated(unsafe) private static let noText: UnsafePointer<CChar> = {
    // One byte, allocated for the life of the process: an empty string needs an address.
    let address = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    address.initialize(to: 0)
    return UnsafePointer(address)
  }()

  // MARK: Running

  /// Advances to the next row; false at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      defer { sqlite3_reset(handle) }
      throw error(code)
    }
  }

  /// Runs a statement without rows, or with a first row that the caller ignores.
  func run() throws {
    defer { reset() }
    _ = try step()
  }

  /// Ends an iteration over rows; a statement that is not reset prevents its transaction's end.
  func reset() { sqlite3_reset(handle) }

  // MARK: Columns, from 0

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func unsigned(_ column: Int32) -> UInt64 {
    UInt64(truncatingIfNeeded: sqlite3_column_int64(handle, column))
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The bytes of a text or blob, valid until the next step; nil for NULL.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard let start = sqlite3_column_blob(handle, column) else {
      return isNull(column) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func text(_ column: Int32) -> String? {
    bytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Errors

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: connection.map { sqlite3_extended_errcode($0) } ?? code),
      message: connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) },
      sql: statement.sql)
  }
}
