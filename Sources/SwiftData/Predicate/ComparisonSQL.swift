// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// SQL conditions for equality and order of operands, with Swift's semantics.
enum ComparisonSQL {
  // MARK: Equality

  static func equal(_ lhs: Operand, _ rhs: Operand, in translation: Translation) -> Condition {
    switch (lhs, rhs) {
    case (.failure, _), (_, .failure): return .failure
    case (.unknown, _), (_, .unknown), (.rows, _), (_, .rows), (.range, _), (_, .range):
      if case .rows = lhs, case .null = rhs { return .never }
      return .unknown
    case (.null, .null): return .always
    case (.null, let other), (let other, .null):
      return other.presence?.negated ?? .unknown
    case (.condition, _), (_, .condition): return equal(lhs.condition, rhs.condition)
    case (.model(let model), let other), (let other, .model(let model)):
      return equal(model, other, in: translation)
    case (.identifier(let model), let other), (let other, .identifier(let model)):
      return equal(model, other, in: translation)
    case (.scalar(let scalar), .constant(let value)), (.constant(let value), .scalar(let scalar)):
      return equal(scalar, value)
    case (.scalar(let lhs), .scalar(let rhs)): return equal(lhs, rhs)
    case (.constant(let lhs), .constant(let rhs)): return equal(constant: lhs, rhs)
    }
  }

  private static func equal(_ lhs: Condition, _ rhs: Condition) -> Condition {
    func both(_ one: SQLFragment?, _ two: SQLFragment?) -> SQLFragment {
      .and(one ?? .false, two ?? .false)
    }
    let equal = SQLFragment.or(
      .or(both(lhs.whenTrue, rhs.whenTrue), both(lhs.whenFalse, rhs.whenFalse)),
      both(lhs.whenNil, rhs.whenNil))
    if lhs.isTotal && rhs.isTotal { return Condition(equal) }
    let unequal = SQLFragment.or(
      .or(
        .and(lhs.whenTrue, .or(rhs.whenFalse, rhs.whenNil ?? .false)),
        .and(lhs.whenFalse, .or(rhs.whenTrue, rhs.whenNil ?? .false))),
      .and(lhs.whenNil ?? .false, .or(rhs.whenTrue, rhs.whenFalse)))
    return Condition(
      whenTrue: equal, whenFalse: unequal, isExact: lhs.isExact && rhs.isExact)
  }

  /// Compares a model or its identifier with another one, or with a constant.
  private static func equal(
    _ model: ModelReference, _ other: Operand, in translation: Translation
  ) -> Condition {
    let reference = model.byForeignKey
    switch other {
    case .model(let second), .identifier(let second):
      let second = second.byForeignKey
      // References to two entities are equal only if both are nil.
      guard second.entity.table == reference.entity.table else {
        return reference.presence.negated && second.presence.negated
      }
      return Condition("(\(reference.keyValue) IS \(second.keyValue))")
        .requiring(reference.requirements + second.requirements)
    case .constant(let value):
      let identifier =
        (value as? PersistentIdentifier) ?? (value as? any PersistentModel)?.persistentModelID
      guard let identifier else { return .unknown }
      guard let key = translation.key(of: identifier, entity: reference.entity) else {
        return Condition.never.requiring(reference.requirements)
      }
      let isLoose = reference.isNullable && reference.path.isEmpty
      let test: SQLFragment = "\(reference.key) \(isLoose ? "IS" : "=") \(value: .integer(key))"
      return Condition(reference.path.lift("(\(test))")).requiring(reference.requirements)
    default: return .unknown
    }
  }

  private static func equal(_ scalar: Scalar, _ value: Any) -> Condition {
    if scalar.type == .json {
      let stored = EnumCases.stored(of: scalar.swiftType, as: .json, .equal, value)
      return stored.map { oneOf(scalar, $0) } ?? .unknown
    }
    guard let stored = Scalar.stored(value, as: scalar.type) else { return .unknown }
    let isLoose = scalar.isNullable && scalar.path.isEmpty
    let test: SQLFragment
    if case .text(let text) = stored, scalar.type != .decimal {
      let forms = Scalar.forms(of: text)
      if forms.count > 1 {
        let list = forms.map { SQLFragment.value(.text($0)) }.joined(separator: ", ")
        return scalar.condition("\(scalar.bytewise) IN (\(list))")
      }
    }
    test = "(\(scalar.bytewise) \(isLoose ? "IS" : "=") \(value: stored))"
    return Condition(scalar.path.lift(test, isUnique: scalar.isUnique))
      .requiring(scalar.requirements)
  }

  private static func equal(_ lhs: Scalar, _ rhs: Scalar) -> Condition {
    guard lhs.type == rhs.type, lhs.type != .json else { return .unknown }
    if lhs.presenceTest != nil || rhs.presenceTest != nil {
      // NULL can be nil, which equals itself, or NaN, which does not.
      let (one, two) = (lhs.presence.negated.whenTrue, rhs.presence.negated.whenTrue)
      return Condition(.or("COALESCE(\(lhs.value) = \(rhs.value), 0)", .and(one, two)))
        .requiring(lhs.requirements + rhs.requirements)
    }
    let test: SQLFragment =
      lhs.canBeNaN || rhs.canBeNaN
      ? "COALESCE(\(lhs.value) = \(rhs.value), 0)"
      : "(\(lhs.value)\(collation(lhs.type, true)) IS \(rhs.value))"
    return Condition(test)
      .requiring(lhs.requirements + rhs.requirements)
  }

  private static func equal(constant lhs: Any, _ rhs: Any) -> Condition {
    guard let lhs = lhs as? any Equatable else { return .unknown }
    func isEqual<Value: Equatable>(_ lhs: Value) -> Condition {
      (rhs as? Value).map { .constant($0 == lhs) } ?? .unknown
    }
    return isEqual(lhs)
  }

  // MARK: Order

  static func compare(
    _ lhs: Operand, _ rhs: Operand, _ comparison: ComparisonSymbol
  ) -> Condition {
    if lhs.isFailure || rhs.isFailure { return .failure }
    if let result = compareEnum(lhs, rhs, comparison) ?? compareEnum(rhs, lhs, comparison.flipped) {
      return result
    }
    let symbol = comparison.sql
    guard let type = lhs.scalar()?.type ?? rhs.scalar()?.type,
      let left = lhs.scalar(like: type), let right = rhs.scalar(like: type),
      left.type == right.type, left.hasNativeOrder, right.hasNativeOrder, type.isOrdered
    else { return .unknown }
    let requirements = left.requirements + right.requirements
    // The left operand's collation has precedence over collations inside either operand.
    let collation = collation(type, true)
    // If the operands share a path, or only one has a path, the comparison is inside its subquery.
    if right.path.isEmpty || left.path.isSame(as: right.path) {
      return order(left, "\(left.sql)\(collation) \(symbol) \(right.sql)", right)
        .requiring(requirements)
    }
    if left.path.isEmpty {
      return order(right, "\(left.sql)\(collation) \(symbol) \(right.sql)", left)
        .requiring(requirements)
    }
    return order(
      left.flattened, "\(left.value)\(collation) \(symbol) \(right.value)", right.flattened
    ).requiring(requirements)
  }

  /// Compares an enum without associated values with a constant, as membership in the matching
  /// cases.
  private static func compareEnum(
    _ lhs: Operand, _ rhs: Operand, _ comparison: ComparisonSymbol
  ) -> Condition? {
    guard case .scalar(let scalar) = lhs, case .constant(let value) = rhs,
      let stored = EnumCases.stored(of: scalar.swiftType, as: scalar.type, comparison, value)
    else { return nil }
    return oneOf(scalar, stored)
  }

  private static func oneOf(_ scalar: Scalar, _ stored: [SQLValue]) -> Condition {
    if stored.isEmpty { return Condition.never.requiring(scalar.requirements) }
    let list = stored.map { SQLFragment.value($0) }.joined(separator: ", ")
    return scalar.condition("\(scalar.bytewise) IN (\(list))")
  }

  /// A comparison over the last row of `main`'s path; false where either value is NULL.
  private static func order(_ main: Scalar, _ test: SQLFragment, _ other: Scalar) -> Condition {
    var test = test
    if main.path.isEmpty {
      if other.isNullable { test = "\(other.sql) IS NOT NULL AND \(test)" }
      if main.isNullable { test = "\(main.sql) IS NOT NULL AND \(test)" }
    }
    return Condition(main.path.lift("(\(test))"))
  }

  /// The collation for comparisons of a type.
  ///
  /// Equality of strings with a constant compares bytes, in every likely Unicode form of the
  /// constant, so that SQLite can use indexes.
  static func collation(_ type: _ColumnType, _ isForText: Bool) -> SQLFragment {
    switch type {
    case .decimal: " COLLATE \(SQLFragment(stringLiteral: SQLCollation.decimal.name))"
    case .text where isForText: " COLLATE \(SQLFragment(stringLiteral: SQLCollation.text.name))"
    default: ""
    }
  }
}

extension Scalar {
  /// The value with the collation for comparisons with constants.
  ///
  /// SQLite applies a collation from anywhere inside an expression, such as the condition of a
  /// CASE, unless the expression ends with an explicit one.
  var bytewise: SQLFragment {
    let collation = ComparisonSQL.collation(type, false)
    if !collation.isEmpty { return sql + collation }
    return sql.containsCollation ? sql + " COLLATE BINARY" : sql
  }
}

extension Operand {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}

extension _ColumnType {
  /// True if SQL's `<` has the type's order, given the type's collation.
  var isOrdered: Bool {
    switch self {
    case .integer, .real, .text, .date, .uuid, .decimal: true
    case .boolean, .url, .data, .json, .transformed, .ephemeral: false
    }
  }
}

/// A comparison of two values.
enum ComparisonSymbol {
  case equal, less, lessOrEqual, greater, greaterOrEqual

  var sql: SQLFragment {
    switch self {
    case .equal: "="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// The equivalent comparison with exchanged operands.
  var flipped: ComparisonSymbol {
    switch self {
    case .equal: .equal
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
