// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation

// Aggregate functions of decimal numbers, which SQLite can only add as binary fractions.

extension SQLFunction {
  static func registerDecimalAggregates(in database: OpaquePointer?) {
    sqlite3_create_function_v2(
      database, "cairn_decimal_sum", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil, add,
      { context in
        DecimalTotal.text((DecimalTotal.finish(context)?.sum ?? .zero).storedText, context)
      }, nil)
    sqlite3_create_function_v2(
      database, "cairn_decimal_average", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil, add,
      { context in
        guard let total = DecimalTotal.finish(context) else { return sqlite3_result_null(context) }
        DecimalTotal.text((total.sum / Decimal(total.count)).storedText, context)
      }, nil)
  }
}

/// The state of an aggregation.
private final class DecimalTotal {
  var sum = Decimal.zero
  var count = 0

  /// The state of a call, which is created on the first call.
  static func of(_ context: OpaquePointer?) -> DecimalTotal? {
    let size = Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
    guard let memory = sqlite3_aggregate_context(context, size) else { return nil }
    let slot = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let known = slot.pointee {
      return Unmanaged<DecimalTotal>.fromOpaque(known).takeUnretainedValue()
    }
    let total = DecimalTotal()
    slot.pointee = Unmanaged.passRetained(total).toOpaque()
    return total
  }

  /// The final state; nil if there were no values.
  static func finish(_ context: OpaquePointer?) -> DecimalTotal? {
    guard let memory = sqlite3_aggregate_context(context, 0),
      let known = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
    else { return nil }
    return Unmanaged<DecimalTotal>.fromOpaque(known).takeRetainedValue()
  }

  static func text(_ text: String, _ context: OpaquePointer?) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_result_text(context, text, Int32(text.utf8.count), transient)
  }
}

private func add(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let values, let text = sqlite3_value_text(values[0]),
    let number = Decimal(
      string: String(cString: text), locale: Locale(identifier: "en_US_POSIX")),
    let total = DecimalTotal.of(context)
  else { return }
  total.sum += number
  total.count += 1
}
