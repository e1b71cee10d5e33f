// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Negation: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(translation.condition(wrapped).negated)
  }
}
