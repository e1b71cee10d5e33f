// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
    // SQLite knows no infinity by division: only a divisor that is known not to be 0 is its.
    guard case .constant(let divisor) = translation.operand(rhs),
      let number = (divisor as? Double) ?? (divisor as? Float).map({ Double($0) }), number != 0
    else { return .unknown }
    return translation.arithmetic(lhs, rhs, "/", Output.self)
  }
}

extension Translation {
  /// Integer division, which rounds towards zero in both languages.
  ///
  /// Swift traps for a divisor of 0 and for `min / -1`; such a row is not selected.
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
