// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// A cast that changes only the static type is translated to its operand, a cast between model
// classes to a condition on the type column. Swift evaluates other casts.

extension PredicateExpressions.ConditionalCast: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    if let operand = translation.cast(input, from: Input.Output.self, to: Desired.self) {
      return operand
    }
    return translation.model(input, as: Desired.self).map { .model($0) } ?? .unknown
  }
}

extension PredicateExpressions.ForceCast: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard Input.Output.self == Desired.self || Desired?.self == Input.Output.self else {
      guard var model = translation.model(input, as: Desired.self) else { return .unknown }
      model.requirements.append(model.presence.whenTrue)
      model.narrowing = nil
      return .model(model)
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
    guard Desired?.self == Input.Output.self else {
      guard let model = translation.model(input, as: Desired.self) else {
        return .condition(.unknown)
      }
      return .condition(model.presence.requiring(model.requirements))
    }
    return .condition(translation.operand(input).presence ?? .unknown)
  }
}

extension Operand {
  /// The result of a closure over a cast model, which is nil if the cast returns nil.
  func narrowed(
    by narrowing: SQLFragment, of model: ModelReference, when presence: Condition
  ) -> Operand {
    switch self {
    case .identifier(var result):
      guard result.alias == model.alias, result.path.isSame(as: model.path) else { return .unknown }
      result.narrowing = narrowing
      return .identifier(result)
    case .model(var result):
      guard result.path.isSame(as: model.path), result.narrowing == nil else { return .unknown }
      if result.alias != nil {
        result.narrowing = narrowing
      } else {
        result.key = "CASE WHEN \(narrowing) THEN \(result.key) END"
        result.isNullable = true
      }
      return .model(result)
    case .rows: return .unknown
    default: return present(when: presence)
    }
  }
}

extension Translation {
  fileprivate func cast(
    _ input: any PredicateExpression, from: Any.Type, to: Any.Type
  ) -> Operand? {
    let wrapped = (from as? any OptionalProtocol.Type)?.wrappedType
    return from == to || wrapped == to ? operand(input) : nil
  }

  /// A model cast to a superclass or a subclass of its type, if the schema contains both.
  fileprivate func model(_ input: any PredicateExpression, as type: Any.Type) -> ModelReference? {
    guard let type = type as? any PersistentModel.Type, let index = layout.index(of: type),
      case .model(let model) = operand(input)
    else { return nil }
    let entity = layout.entities[index]
    if model.entity.isA(entity.name) {
      var result = model
      result.entity = entity
      return result
    }
    guard entity.isA(model.entity.name), let types = layout.types(of: index) else { return nil }
    var result = model.entered(in: self)
    guard let alias = result.alias else { return nil }
    let names = types.map { "\(value: .text($0))" as SQLFragment }.joined(separator: ", ")
    let test: SQLFragment =
      "(\(identifier: alias).\(identifier: EntityLayout.typeColumn) IN (\(names)))"
    result.narrowing = result.narrowing.map { .and($0, test) } ?? test
    result.entity = entity
    return result
  }
}
