// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

extension Store.Connection {
  /// The integers in the first column of a fragment's rows; nil if `startRun` returns false.
  ///
  /// Calls `startRun` with each row whose second column differs from the previous row's, and with
  /// the row's offset. The loop is not generic, so that a row within a run costs only a comparison.
  func keys(
    _ fragment: SQLFragment, store: Store, _ startRun: (inout _RowReader, Int) -> Bool
  ) throws -> [Int64]? {
    try run(fragment) { statement in
      var reader = _RowReader(statement: statement, store: store)
      var last = ColumnBytes()
      var keys: [Int64] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
          if last.update(statement, 1), !startRun(&reader, keys.count) { return nil }
          keys.append(sqlite3_column_int64(statement, 0))
        case SQLITE_DONE: return keys
        default: throw error(store: store.name)
        }
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
