// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation

// The functions of localized sorts. ORDER BY computes the key of each row once, and then compares
// bytes. A collation would compare the languages' rules for each pair of rows.

extension SQLFunction {
  /// Registers a function for each localized order, which returns the sort key of a text.
  static func registerSortKeys(in database: OpaquePointer?) {
    let flags = SQLITE_UTF16 | SQLITE_DETERMINISTIC
    sqlite3_create_function_v2(
      database, StringOrder.localized.keyFunction, 1, flags, nil,
      { setSortKey($0, $2, .localized) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, StringOrder.localizedStandard.keyFunction, 1, flags, nil,
      { setSortKey($0, $2, .localizedStandard) }, nil, nil, nil)
  }
}

/// Returns the sort key of a function's argument; NULL for NULL.
private func setSortKey(
  _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
  _ collator: StringCollator
) {
  guard let value = values?[0], sqlite3_value_type(value) != SQLITE_NULL else {
    return sqlite3_result_null(context)
  }
  let text = sqlite3_value_text16(value)?.assumingMemoryBound(to: UInt16.self)
  let units = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes16(value)) / 2)
  collator.withSortKey(of: units) { key in
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_result_blob(context, key.baseAddress, Int32(clamping: key.count), transient)
  }
}
