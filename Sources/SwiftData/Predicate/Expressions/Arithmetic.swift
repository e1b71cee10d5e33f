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

  /// The result of arithmetic, with the conditions under which Swift's does not trap.
  ///
  /// SQLite goes on in REAL where an integer overflows; Swift traps. Such a row is not selected.
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
      // Bounds of Int64 are those of SQLite: what goes beyond turns REAL.
      let fits: SQLFragment =
        integer.bitWidth == 64
        ? "(typeof(\(sql)) = 'integer')"
        : "(\(sql) BETWEEN \(value: .integer(bounds.lowerBound)) AND "
          + "\(value: .integer(bounds.upperBound)))"
      result.requirements.append(fits)
    case .real:
      // Inf - Inf and the like are NULL in SQLite, not NaN: no comparison with either is true,
      // but an inequality is.
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
  /// The type's bounds; nil if some of its values are no INTEGER.
  fileprivate static var bounds: ClosedRange<Int64>? {
    guard let low = Int64(exactly: min), let high = Int64(exactly: max) else { return nil }
    return low...high
  }
}
