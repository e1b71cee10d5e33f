// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// A cast that changes nothing but the static type is the operand itself; all else is Swift's.

extension PredicateExpressions.ConditionalCast: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.cast(input, from: Input.Output.self, to: Desired.self) ?? .unknown
  }
}

extension PredicateExpressions.ForceCast: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard Input.Output.self == Desired.self || Desired?.self == Input.Output.self else {
      return .unknown
    }
    let operand = translation.operand(input)
    // `optional as! T` throws for nil.
    let isTotal = operand.presence.map { $0.isTotal && $0.whenTrue == .true } ?? false
    return Input.Output.self == Desired.self || isTotal ? operand : .unknown
  }
}

extension PredicateExpressions.TypeCheck: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    if Input.Output.self == Desired.self { return .condition(.always) }
    guard Desired?.self == Input.Output.self else { return .unknown }
    return .condition(translation.operand(input).presence ?? .unknown)
  }
}

extension Translation {
  fileprivate func cast(
    _ input: any PredicateExpression, from: Any.Type, to: Any.Type
  ) -> Operand? {
    let wrapped = (from as? any OptionalProtocol.Type)?.wrappedType
    return from == to || wrapped == to ? operand(input) : nil
  }
}
