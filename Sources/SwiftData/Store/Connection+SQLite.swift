// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import GRDBSQLite

extension Store.Connection {
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Prepares a fragment, binds its values and runs `body` on the statement.
  func run<R>(_ fragment: SQLFragment, _ body: (OpaquePointer) throws -> R) throws -> R {
    let (sql, bindings) = fragment.prepare()
    return try reusingStatement(sql) { statement in
      sqlite3_reset(statement)
      defer {
        sqlite3_reset(statement)
        if !bindings.isEmpty { sqlite3_clear_bindings(statement) }
      }
      for (index, value) in bindings.enumerated() {
        let code = Self.bind(value, to: statement, Int32(index + 1))
        guard code == SQLITE_OK else { throw error(store: "query") }
      }
      return try body(statement)
    }
  }

  /// Runs a fragment that returns no rows.
  func execute(_ fragment: SQLFragment, store: String) throws {
    try run(fragment) { statement in
      guard sqlite3_step(statement) == SQLITE_DONE else { throw error(store: store) }
    }
  }

  /// The integers in the first column of a fragment's rows.
  func integers(_ fragment: SQLFragment, store: String) throws -> [Int64] {
    try run(fragment) { statement in
      var values: [Int64] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: values.append(sqlite3_column_int64(statement, 0))
        case SQLITE_DONE: return values
        default: throw error(store: store)
        }
      }
    }
  }

  /// The integer that a statement returns; the statement is prepared once per connection.
  func cachedInteger(_ sql: String, store: String) throws -> Int64 {
    let statement = try statement(sql)
    defer { sqlite3_reset(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { throw error(store: store) }
    let value = sqlite3_column_int64(statement, 0)
    // A statement with RETURNING is complete only at SQLITE_DONE.
    guard sqlite3_step(statement) == SQLITE_DONE else { throw error(store: store) }
    return value
  }

  /// The strings in the first column of a fragment's rows, without NULL.
  func texts(_ fragment: SQLFragment, store: String) throws -> [String] {
    try run(fragment) { statement in
      var values: [String] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
          if let text = sqlite3_column_text(statement, 0) { values.append(String(cString: text)) }
        case SQLITE_DONE: return values
        default: throw error(store: store)
        }
      }
    }
  }

  /// Runs a statement with two integer parameters, prepared once per connection.
  func execute(_ sql: String, _ first: Int64, _ second: Int64, store: String) throws {
    let statement = try statement(sql)
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, first)
    sqlite3_bind_int64(statement, 2, second)
    guard sqlite3_step(statement) == SQLITE_DONE else { throw error(store: store) }
  }

  /// The integers that a statement with one integer parameter returns, prepared once per
  /// connection.
  func integers(_ sql: String, _ integer: Int64, store: String) throws -> [Int64] {
    let statement = try statement(sql)
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, integer)
    var values: [Int64] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: values.append(sqlite3_column_int64(statement, 0))
      case SQLITE_DONE: return values
      default: throw error(store: store)
      }
    }
  }

  /// Allocates the next keys of an entity or a join table and returns the first one.
  func nextKeys(of sequence: String, count: Int, store: String) throws -> Int64 {
    let statement = try statement(
      """
      INSERT INTO _cairn_sequence (entity, last) VALUES (?1, ?2) \
      ON CONFLICT (entity) DO UPDATE SET last = last + ?2 RETURNING last
      """, sequence)
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 2, Int64(count))
    guard sqlite3_step(statement) == SQLITE_ROW else { throw error(store: store) }
    let last = sqlite3_column_int64(statement, 0)
    // A statement with RETURNING is complete only at SQLITE_DONE.
    guard sqlite3_step(statement) == SQLITE_DONE else { throw error(store: store) }
    return last - Int64(count) + 1
  }

  /// Reserves all keys up to `last`, so that they are not allocated again.
  func reserveKeys(of sequence: String, upTo last: Int64, store: String) throws {
    try execute(
      """
      INSERT INTO _cairn_sequence (entity, last) \
      VALUES (\(value: .text(sequence)), \(value: .integer(last))) \
      ON CONFLICT (entity) DO UPDATE SET last = max(last, excluded.last)
      """, store: store)
  }

  /// The integers in the first column of a statement with one text parameter, prepared once per
  /// connection.
  func integers(_ sql: String, _ text: String, store: String) throws -> [Int64] {
    var values: [Int64] = []
    try rows(sql, text, store: store) { values.append(sqlite3_column_int64($0, 0)) }
    return values
  }

  /// The strings in the first column of a statement with one text parameter, without NULL.
  func texts(_ sql: String, _ text: String, store: String) throws -> [String] {
    var values: [String] = []
    try rows(sql, text, store: store) {
      if let text = sqlite3_column_text($0, 0) { values.append(String(cString: text)) }
    }
    return values
  }

  /// The prepared statement of an SQL string, with its only parameter bound.
  func statement(_ sql: String, _ text: String) throws -> OpaquePointer {
    let statement = try statement(sql)
    guard Self.bind(.text(text), to: statement, 1) == SQLITE_OK else { throw error(store: "query") }
    return statement
  }

  /// Runs a statement, prepared once per connection, and calls `body` for each row.
  func rows(
    _ sql: String, _ values: [SQLValue], store: String,
    _ body: (OpaquePointer) throws -> Void = { _ in }
  ) throws {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      guard Self.bind(value, to: statement, Int32(index + 1)) == SQLITE_OK else {
        throw error(store: store)
      }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(statement)
      case SQLITE_DONE: return
      default: throw error(store: store)
      }
    }
  }

  /// Runs a statement with one text parameter and calls `body` for each row.
  func rows(
    _ sql: String, _ text: String, store: String, _ body: (OpaquePointer) -> Void
  ) throws {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    guard Self.bind(.text(text), to: statement, 1) == SQLITE_OK else { throw error(store: store) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body(statement)
      case SQLITE_DONE: return
      default: throw error(store: store)
      }
    }
  }

  /// The string in a column of the current row; nil for NULL.
  static func text(_ row: OpaquePointer, _ column: Int32) -> String? {
    guard let start = sqlite3_column_text(row, column) else { return nil }
    let count = Int(sqlite3_column_bytes(row, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  static func bind(_ value: SQLValue, to statement: OpaquePointer, _ index: Int32)
    -> Int32
  {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let integer): return sqlite3_bind_int64(statement, index, integer)
    case .real(let real): return sqlite3_bind_double(statement, index, real)
    case .text(let text):
      return sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
    case .blob(let data):
      return data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else {
          return sqlite3_bind_zeroblob(statement, index, 0)
        }
        return sqlite3_bind_blob64(statement, index, start, UInt64(bytes.count), transient)
      }
    }
  }

  /// The connection's last SQLite error.
  func error(store: String) -> SwiftDataError {
    let code = sqlite3_extended_errcode(handle)
    let message = sqlite3_errmsg(handle).map { String(cString: $0) }
    return SwiftDataError(
      DatabaseError(resultCode: ResultCode(rawValue: code), message: message), store: store)
  }
}
