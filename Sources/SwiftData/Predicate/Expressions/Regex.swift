// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// A regular expression is matched in Swift.

extension PredicateExpressions.StringContainsRegex: SQLTranslatable {
  func translate(in translation: Translation) -> Operand { .condition(.unknown) }
}
