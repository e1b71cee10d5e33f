// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// The elements of stored lists are compared in Swift.

extension PredicateExpressions.SequenceMaximum: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant(let list) = translation.operand(elements),
      let list = list as? Elements.Output
    else { return .unknown }
    return .value(list.max() as Any)
  }
}

extension PredicateExpressions.SequenceMinimum: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant(let list) = translation.operand(elements),
      let list = list as? Elements.Output
    else { return .unknown }
    return .value(list.min() as Any)
  }
}
