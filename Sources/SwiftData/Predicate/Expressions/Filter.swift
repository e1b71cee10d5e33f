// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.Filter: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .rows(var rows) = translation.operand(sequence) else { return .unknown }
    translation.variables[variable.key] = .model(rows.element)
    rows.filter = rows.filter && translation.condition(filter)
    return .rows(rows)
  }
}
