// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(translation.condition(lhs) || translation.condition(rhs))
  }
}
