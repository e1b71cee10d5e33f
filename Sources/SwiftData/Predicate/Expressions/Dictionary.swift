// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// A dictionary of the predicate is a captured one, or lies in JSON, which Swift reads.

extension PredicateExpressions.DictionaryKeySubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant(let dictionary) = translation.operand(wrapped),
      case .constant(let key) = translation.operand(key),
      let dictionary = dictionary as? Wrapped.Output, let key = key as? Key.Output
    else { return .unknown }
    return .value(dictionary[key] as Any)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .constant(let dictionary) = translation.operand(wrapped),
      case .constant(let key) = translation.operand(key),
      let dictionary = dictionary as? Wrapped.Output, let key = key as? Key.Output
    else { return .unknown }
    return dictionary[key].map { .value($0) } ?? translation.operand(`default`)
  }
}
