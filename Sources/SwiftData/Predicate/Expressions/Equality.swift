// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Equal: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(
      Comparing.equal(translation.operand(lhs), translation.operand(rhs), in: translation))
  }
}
