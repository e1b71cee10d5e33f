// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A single value in SQL, of a known Swift type.
struct Scalar {
  /// The value, over the last row of `path`.
  var sql: SQLFragment
  var path: [Hop] = []
  /// True if `sql` can be NULL even where the path leads to a row.
  var isNullable: Bool
  /// How the value is represented.
  let type: _ColumnType
  /// The Swift type, without optionals.
  let swiftType: Any.Type
  /// The conditions under which evaluating it does not throw.
  var requirements: [SQLFragment] = []
  /// True if NULL can stand for NaN.
  var canBeNaN = false
  /// Whether there is a value, as 0 or 1 over the last row of `path`; nil if it is not NULL that
  /// says so.
  var presenceTest: SQLFragment?
  /// Where the value lies, if it is, or is in, JSON.
  var place: JSONPlace?

  /// The value over the first row of the path.
  var value: SQLFragment { path.value(sql) }

  /// The same value without a path.
  var flattened: Scalar {
    if path.isEmpty { return self }
    var result = self
    result.sql = value
    result.path = []
    result.isNullable = true
    result.presenceTest = presenceTest.map { path.lift($0) }
    result.place = nil
    return result
  }

  var canBeNil: Bool { isNullable || path.contains(where: \.isNullable) }

  /// When it is not nil; NaN is a value.
  var presence: Condition {
    if let presenceTest { return Condition(path.lift(presenceTest)) }
    if path.isEmpty { return isNullable ? Condition("(\(sql) IS NOT NULL)") : .always }
    return Condition(path.lift(isNullable ? "\(sql) IS NOT NULL" : .true))
  }

  /// `test`, which is over the last row of the path and may be NULL where `sql` is, as a condition
  /// that is false where there is no value.
  func condition(_ test: SQLFragment) -> Condition {
    let inner: SQLFragment =
      isNullable && path.isEmpty ? "(\(sql) IS NOT NULL AND \(test))" : test
    return Condition(path.lift(inner)).requiring(requirements)
  }

  /// A Boolean as a condition; nil where there is no value.
  var condition: Condition {
    let test: SQLFragment
    if path.isEmpty {
      test = isNullable ? "(\(sql) IS 1)" : "(\(sql) = 1)"
    } else {
      test = "\(sql) = 1"
    }
    var result = Condition(path.lift(test))
    if canBeNil { result.whenNil = presence.negated.whenTrue }
    return result.requiring(requirements)
  }

  /// True for the types that SwiftData itself stores, whose order and equality SQL knows; false
  /// for enums and the like, which may define their own order.
  var hasNativeOrder: Bool {
    if let column = NativeType.column(of: swiftType) { return column == type }
    return switch swiftType {
    case let type as any _ColumnValue.Type: type._columnType == self.type
    default: false
    }
  }
}
