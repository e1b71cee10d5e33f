// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A single SQL value of a known Swift type.
struct Scalar {
  /// The value, in terms of the last row of `path`.
  var sql: SQLFragment
  var path: [Hop] = []
  /// True if `sql` can be NULL even if the path ends at a row.
  var isNullable: Bool
  /// The column representation of the value.
  let type: _ColumnType
  /// The Swift type, without optionals.
  let swiftType: Any.Type
  /// The conditions under which evaluation does not throw.
  var requirements: [SQLFragment] = []
  /// True if NULL can represent NaN.
  var canBeNaN = false
  /// The test for a value, 0 or 1 in terms of the last row of `path`; nil if `IS NOT NULL` is the
  /// test.
  var presenceTest: SQLFragment?
  /// The path of the value, if it is JSON or part of JSON.
  var jsonPath: JSONPath?
  /// The table column, if the value is one of the last row of `path`.
  var column: StoredColumn?

  /// The value in terms of the first row of the path.
  var value: SQLFragment { path.value(sql) }

  /// The value without a path.
  var flattened: Scalar {
    if path.isEmpty { return self }
    var result = self
    result.sql = value
    result.path = []
    result.isNullable = true
    result.presenceTest = presenceTest.map { path.lift($0) }
    result.jsonPath = nil
    result.column = nil
    return result
  }

  var canBeNil: Bool { isNullable || path.contains(where: \.isNullable) }

  /// The condition that the value is not nil; NaN is a value.
  var presence: Condition {
    if let presenceTest { return Condition(path.lift(presenceTest)) }
    if path.isEmpty { return isNullable ? Condition("(\(sql) IS NOT NULL)") : .always }
    return Condition(path.lift(isNullable ? "\(sql) IS NOT NULL" : .true))
  }

  /// Converts a test to a condition that is false if there is no value.
  ///
  /// `test` is in terms of the last row of the path, and may be NULL if `sql` is NULL.
  func condition(_ test: SQLFragment) -> Condition {
    let inner: SQLFragment =
      isNullable && path.isEmpty ? "(\(sql) IS NOT NULL AND \(test))" : test
    return Condition(path.lift(inner)).requiring(requirements)
  }

  /// The Boolean value as a condition, which is nil if there is no value.
  var condition: Condition {
    // Unlike a negation, a comparison with 0 uses an index.
    if path.isEmpty, !isNullable, column != nil {
      return Condition("(\(sql) = 1)", complement: "(\(sql) = 0)").requiring(requirements)
    }
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

  /// True for a column of the path's last table of which no two rows have the same value.
  ///
  /// A constraint of a subclass applies only to its own rows of the table.
  var isUnique: Bool {
    guard let column, column.alias == path.last?.alias, column.entity.superentity == nil else {
      return false
    }
    let name = column.entity.properties[column.property].column
    return sql == .identifier(column.alias) + "." + .identifier(name)
      && column.entity.uniqueConstraints.contains([column.property])
  }

  /// True for natively stored types, whose order and equality SQL has; false for types that may
  /// define their own, such as enums.
  var hasNativeOrder: Bool {
    if let column = NativeType.column(of: swiftType) { return column == type }
    return switch swiftType {
    case let type as any _ColumnValue.Type: type._columnType == self.type
    default: false
    }
  }
}
