// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard let scalar = translation.operand(wrapped).scalar()?.flattened else { return .unknown }
    return translation.number("(- \(scalar.sql))", of: [scalar], Output.self)
  }
}
