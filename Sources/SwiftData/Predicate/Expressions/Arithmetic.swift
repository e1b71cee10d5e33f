// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.arithmetic(lhs, rhs, op.symbol, Output.self)
  }
}

extension PredicateExpressions.ArithmeticOperator {
  fileprivate var symbol: SQLFragment {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    }
  }
}

extension Translation {
  /// `lhs symbol rhs` of two numbers of one type.
  func arithmetic(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression, _ symbol: SQLFragment,
    _ type: Any.Type
  ) -> Operand {
    let (first, second) = (operand(lhs), operand(rhs))
    guard let column = first.scalar()?.type ?? second.scalar()?.type,
      let one = first.scalar(like: column)?.flattened,
      let two = second.scalar(like: column)?.flattened, one.type == two.type
    else { return .unknown }
    return number("(\(one.sql) \(symbol) \(two.sql))", of: [one, two], type)
  }

  /// The result of arithmetic, with the conditions under which Swift does not trap.
  ///
  /// If an integer overflows, SQLite converts it to REAL, and Swift traps. Such a row is not
  /// selected.
  func number(
    _ sql: SQLFragment, of operands: [Scalar], _ type: Any.Type, _ more: [SQLFragment] = []
  ) -> Operand {
    guard let column = operands.first?.type else { return .unknown }
    var result = Scalar(
      sql: sql, isNullable: operands.contains(where: \.canBeNil), type: column, swiftType: type,
      requirements: operands.flatMap(\.requirements) + more)
    switch column {
    case .integer:
      guard let integer = type as? any FixedWidthInteger.Type, let bounds = integer.bounds else {
        return .unknown
      }
      // SQLite's integers have the bounds of Int64; results outside of them are REAL.
      let fits: SQLFragment =
        integer.bitWidth == 64
        ? "(typeof(\(sql)) = 'integer')"
        : "(\(sql) BETWEEN \(value: .integer(bounds.lowerBound)) AND "
          + "\(value: .integer(bounds.upperBound)))"
      result.requirements.append(fits)
    case .real:
      // Inf - Inf and similar results are NULL in SQLite, not NaN. Only an inequality is true for
      // either.
      guard type is Double.Type || type is Float.Type else { return .unknown }
      if type is Float.Type { result.sql = "cairn_float(\(sql))" }
      result.isNullable = true
      result.canBeNaN = true
    default: return .unknown
    }
    return .scalar(result)
  }
}

extension FixedWidthInteger {
  /// The type's bounds; nil if they exceed SQLite's INTEGER.
  fileprivate static var bounds: ClosedRange<Int64>? {
    guard let low = Int64(exactly: min), let high = Int64(exactly: max) else { return nil }
    return low...high
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard let scalar = translation.operand(wrapped).scalar()?.flattened else { return .unknown }
    return translation.number("(- \(scalar.sql))", of: [scalar], Output.self)
  }
}

extension PredicateExpressions.IntDivision: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.division(lhs, rhs, "/", Output.self)
  }
}

extension PredicateExpressions.IntRemainder: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.division(lhs, rhs, "%", Output.self)
  }
}

extension PredicateExpressions.FloatDivision: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    // In SQLite, division by 0 is NULL instead of infinity, so the divisor must be a nonzero
    // constant.
    guard case .constant(let divisor) = translation.operand(rhs),
      let number = (divisor as? Double) ?? (divisor as? Float).map({ Double($0) }), number != 0
    else { return .unknown }
    return translation.arithmetic(lhs, rhs, "/", Output.self)
  }
}

extension Translation {
  /// Integer division or remainder, which rounds towards zero in SQL and in Swift.
  ///
  /// Swift traps for a divisor of 0 and for `min / -1`. Such a row is not selected.
  fileprivate func division(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression, _ symbol: SQLFragment,
    _ type: Any.Type
  ) -> Operand {
    guard let one = operand(lhs).scalar(like: .integer)?.flattened,
      let two = operand(rhs).scalar(like: .integer)?.flattened,
      one.type == .integer, two.type == .integer
    else { return .unknown }
    var requirements: [SQLFragment] = ["(\(two.sql) <> 0)"]
    if symbol == "%" { requirements.append("(typeof(\(one.sql) / \(two.sql)) = 'integer')") }
    return number("(\(one.sql) \(symbol) \(two.sql))", of: [one, two], type, requirements)
  }
}
