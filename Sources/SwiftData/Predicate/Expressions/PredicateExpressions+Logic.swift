// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(translation.condition(lhs) && translation.condition(rhs))
  }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(translation.condition(lhs) || translation.condition(rhs))
  }
}

extension PredicateExpressions.Negation: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(translation.condition(wrapped).negated)
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    let test = translation.condition(self.test)
    let first = translation.operand(trueBranch)
    let second = translation.operand(falseBranch)
    if Output.self is Bool.Type || Output.self is Bool?.Type {
      return .condition(test.choose(first.condition, second.condition))
    }
    // If the test throws, so does the conditional.
    if case .null = first, case .null = second { return test.isTotal ? .null : .unknown }
    let type = first.scalar()?.type ?? second.scalar()?.type
    guard let type, test.isTotal, let one = first.branch(type), let two = second.branch(type) else {
      return .unknown
    }
    guard one.type == two.type else { return .unknown }
    let swiftType = first.scalar()?.swiftType ?? two.swiftType
    return .scalar(
      Scalar(
        sql: "CASE WHEN \(test.whenTrue) THEN \(one.value) ELSE \(two.value) END",
        isNullable: one.canBeNil || two.canBeNil, type: type, swiftType: swiftType))
  }
}

extension Operand {
  /// The operand as a branch of CASE; nil unless it is a scalar whose evaluation never throws.
  fileprivate func branch(_ type: _ColumnType) -> Scalar? {
    if case .null = self {
      return Scalar(sql: "NULL", isNullable: true, type: type, swiftType: Never.self)
    }
    return scalar(like: type).flatMap { $0.requirements.isEmpty ? $0 : nil }
  }
}
