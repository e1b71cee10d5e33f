// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation

// The functions of localized sorts. ORDER BY computes the key of each row once, and then compares
// bytes. A collation would compare the languages' rules for each pair of rows.
//
// The second argument of the keys of `.localizedStandard` names their rules, so that they do not depend on the
// program's language. An index of the keys therefore stays valid when programs in several languages write, and
// serves the sorts of programs with its rules only.

extension SQLFunction {
  /// Registers a function for each localized order, which returns the sort key of a text.
  static func registerSortKeys(in database: OpaquePointer?) {
    let flags = SQLITE_UTF16 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      database, StringOrder.localized.keyFunction, 1, flags, nil,
      { setSortKey($0, $2, .localized) }, nil, nil, nil)
    sqlite3_create_function_v2(
      database, StringOrder.localizedStandard.keyFunction, 2, flags, nil,
      { context, _, values in
        guard let collator = collator(values?[1]) else {
          let message = "the store has sort keys of another version of ICU"
          return sqlite3_result_error(context, message, -1)
        }
        setSortKey(context, values, collator)
      }, nil, nil, nil)
  }
}

/// The name of this program's rules, as the bytes to which an argument is compared.
private let ownRules = Array(StringCollator.localizedStandard.rules.utf8)

/// The collator with the rules that an argument names.
private func collator(_ value: OpaquePointer?) -> StringCollator? {
  guard let value, let text = sqlite3_value_text(value) else { return nil }
  let rules = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
  if rules.count == ownRules.count, memcmp(text, ownRules, rules.count) == 0 {
    return .localizedStandard
  }
  return .localizedStandard(withRules: String(decoding: rules, as: UTF8.self))
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
