// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation

extension SQLFunction {
  /// Registers all functions and collations with a connection (a `sqlite3 *`).
  package static func register(in database: OpaquePointer?) {
    for function in all {
      let box = Unmanaged.passRetained(FunctionBox(function))
      sqlite3_create_function_v2(
        database, function.name, Int32(function.argumentCount),
        SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(), callFunction, nil, nil, release)
    }
    for collation in SQLCollation.all {
      let box = Unmanaged.passRetained(CollationBox(collation))
      let code = sqlite3_create_collation_v2(
        database, collation.name, SQLITE_UTF8, box.toOpaque(), callCollation, release)
      // Unlike for functions, SQLite does not call the destructor if registration fails.
      if code != SQLITE_OK { box.release() }
    }
    registerSortKeys(in: database)
    registerPeriods(in: database)
    registerDecimalAggregates(in: database)
    FullTextTokenizer.register(in: database)
  }
}

private final class FunctionBox {
  let function: SQLFunction
  init(_ function: SQLFunction) { self.function = function }
}

private final class CollationBox {
  let collation: SQLCollation
  init(_ collation: SQLCollation) { self.collation = collation }
}

private struct SQLiteArguments: SQLArguments {
  let values: UnsafeMutablePointer<OpaquePointer?>

  func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(values[index])
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(values[index])))
  }

  func real(_ index: Int) -> Double { sqlite3_value_double(values[index]) }

  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }
}

private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

private func release(_ box: UnsafeMutableRawPointer?) {
  if let box { Unmanaged<AnyObject>.fromOpaque(box).release() }
}

private func callFunction(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let values, let box = sqlite3_user_data(context) else { return }
  for index in 0..<Int(count) where sqlite3_value_type(values[index]) == SQLITE_NULL {
    return sqlite3_result_null(context)
  }
  let function = Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue().function
  switch function.body(SQLiteArguments(values: values)) {
  case .null: sqlite3_result_null(context)
  case .integer(let value): sqlite3_result_int64(context, value)
  case .real(let value): sqlite3_result_double(context, value)
  case .text(let value):
    sqlite3_result_text(context, value, Int32(value.utf8.count), transient)
  case .blob(let value):
    value.withUnsafeBytes { bytes in
      sqlite3_result_blob(context, bytes.baseAddress, Int32(bytes.count), transient)
    }
  }
}

private func callCollation(
  _ box: UnsafeMutableRawPointer?, _ leftCount: Int32, _ left: UnsafeRawPointer?,
  _ rightCount: Int32, _ right: UnsafeRawPointer?
) -> Int32 {
  guard let box else { return 0 }
  let collation = Unmanaged<CollationBox>.fromOpaque(box).takeUnretainedValue().collation
  func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
  }
  return collation.compare(bytes(left, leftCount), bytes(right, rightCount))
}
