// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Comparison: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(
      ComparisonSQL.compare(translation.operand(lhs), translation.operand(rhs), op.symbol))
  }
}

extension PredicateExpressions.ComparisonOperator {
  fileprivate var symbol: ComparisonSymbol {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }
}

extension PredicateExpressions.Equal: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(
      ComparisonSQL.equal(translation.operand(lhs), translation.operand(rhs), in: translation))
  }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(
      ComparisonSQL.equal(translation.operand(lhs), translation.operand(rhs), in: translation)
        .negated)
  }
}
