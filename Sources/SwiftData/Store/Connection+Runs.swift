// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

extension Store.Connection {
  /// The integers in the first column of a fragment's rows; nil if `startRun` returns false.
  ///
  /// Calls `startRun` with each row whose second column differs from the previous row's, and with
  /// the row's offset. The loop is not generic, so that a row within a run costs only a comparison.
  ///
  /// `values` is a query of a row by its key, which is the last parameter. Its second column has the
  /// value for `startRun`. It is nil if the second column of `fragment` is that value.
  func keys(
    _ fragment: SQLFragment, values: SQLFragment?, store: Store,
    _ startRun: (inout _RowReader, Int) -> Bool
  ) throws -> [Int64]? {
    try run(fragment) { statement in
      guard let values else {
        var reader = _RowReader(statement: statement, store: store)
        return try keys(statement, store) { _, offset in startRun(&reader, offset) }
      }
      return try run(values) { value in
        var reader = _RowReader(statement: value, store: store)
        return try keys(statement, store) { key, offset in
          sqlite3_bind_int64(value, sqlite3_bind_parameter_count(value), key)
          defer { sqlite3_reset(value) }
          guard sqlite3_step(value) == SQLITE_ROW else { throw error(store: store.name) }
          return startRun(&reader, offset)
        }
      }
    }
  }

  /// The keys in column 0; nil if `startRun` returns false for the key and offset of a run's first row.
  private func keys(
    _ statement: OpaquePointer, _ store: Store, _ startRun: (Int64, Int) throws -> Bool
  ) throws -> [Int64]? {
    var last = ColumnBytes()
    var keys: [Int64] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        let key = sqlite3_column_int64(statement, 0)
        if last.update(statement, 1), try !startRun(key, keys.count) { return nil }
        keys.append(key)
      case SQLITE_DONE: return keys
      default: throw error(store: store.name)
      }
    }
  }
}

/// The stored value of a column, for comparing consecutive rows.
private struct ColumnBytes {
  /// The type of the value; 0, which differs from all types, before the first row.
  private var type: Int32 = 0
  private var bits: Int64 = 0
  private var bytes: [UInt8] = []

  /// Stores the value of a column; returns true if it differs from the last one.
  mutating func update(_ statement: OpaquePointer, _ column: Int32) -> Bool {
    let type = sqlite3_column_type(statement, column)
    var bits: Int64 = 0
    switch type {
    case SQLITE_INTEGER: bits = sqlite3_column_int64(statement, column)
    case SQLITE_FLOAT:
      bits = Int64(bitPattern: sqlite3_column_double(statement, column).bitPattern)
    case SQLITE_NULL: break
    default: return updateBytes(statement, column, type)
    }
    defer { (self.type, self.bits) = (type, bits) }
    return type != self.type || bits != self.bits
  }

  private mutating func updateBytes(
    _ statement: OpaquePointer, _ column: Int32, _ type: Int32
  ) -> Bool {
    let start =
      type == SQLITE_TEXT
      ? UnsafeRawPointer(sqlite3_column_text(statement, column))
      : sqlite3_column_blob(statement, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    if type == self.type, count == bytes.count {
      guard let start else { return false }
      if memcmp(start, bytes, count) == 0 { return false }
    }
    self.type = type
    bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    return true
  }
}
