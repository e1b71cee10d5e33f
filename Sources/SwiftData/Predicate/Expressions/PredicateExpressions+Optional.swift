// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    let wrapped = translation.operand(self.wrapped)
    if case .null = wrapped { return .null }
    if case .failure = wrapped { return .failure }
    let presence = wrapped.presence ?? .unknown
    translation.variables[variable.key] = wrapped.nonNil(in: translation)
    let result = translation.operand(transform)
    guard presence.isExact else {
      return result.isCondition ? .condition(.unknown) : .unknown
    }
    if result.isDerived(from: wrapped) { return result }
    if case .model(let model) = wrapped, let narrowing = model.narrowing {
      return result.narrowed(by: narrowing, of: model, when: presence)
    }
    return result.present(when: presence)
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    translation.operand(lhs).coalesced(translation.operand(rhs))
  }
}

extension Operand {
  /// `self ?? fallback`.
  func coalesced(_ fallback: Operand) -> Operand {
    let value = self
    switch (value, fallback) {
    case (.null, _): return fallback
    case (.failure, _): return .failure
    case (.constant, _), (.rows, _): return value
    case (.condition(let condition), _): return .condition(condition.coalesced(fallback.condition))
    case (.scalar(let scalar), _) where scalar.type == .boolean:
      return .condition(scalar.condition.coalesced(fallback.condition))
    case (.scalar(let scalar), _):
      if !scalar.canBeNil { return value }
      if scalar.canBeNaN { return .unknown }
      guard let other = fallback.scalar(like: scalar.type), other.type == scalar.type,
        other.requirements.isEmpty
      else { return .unknown }
      return .scalar(
        Scalar(
          sql: "COALESCE(\(scalar.value), \(other.value))", isNullable: other.canBeNil,
          type: scalar.type, swiftType: scalar.swiftType, requirements: scalar.requirements))
    default: return .unknown
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    let operand = translation.operand(inner)
    switch operand {
    case .null: return .failure
    case .condition(let condition): return .condition(condition.unwrapped)
    case .scalar(var scalar):
      guard scalar.canBeNil else { return operand }
      if scalar.type == .boolean { return .condition(scalar.condition.unwrapped) }
      let presence = scalar.presence.whenTrue
      scalar = scalar.flattened
      scalar.requirements.append(presence)
      return .scalar(scalar)
    case .model(var model):
      model.requirements.append(model.presence.whenTrue)
      model.narrowing = nil
      return .model(model)
    case .identifier(var model):
      model.requirements.append(model.presence.whenTrue)
      model.narrowing = nil
      return .identifier(model)
    case .unknown, .constant, .rows, .range, .failure: return operand
    }
  }
}

extension Operand {
  fileprivate var isCondition: Bool {
    if case .condition = self { true } else { false }
  }

  /// The operand inside a closure that is called only if the operand is not nil.
  fileprivate func nonNil(in translation: Translation) -> Operand {
    switch self {
    case .model(let model):
      var row = model.entered(in: translation)
      row.narrowing = nil
      return .model(row)
    case .condition(let condition):
      return .condition(
        Condition(
          whenTrue: condition.whenTrue, whenFalse: condition.isTotal ? nil : condition.whenFalse,
          isExact: condition.isExact))
    case .scalar(let scalar) where scalar.type == .boolean:
      return .condition(Condition(scalar.condition.whenTrue).requiring(scalar.requirements))
    default: return self
    }
  }

  /// True for a plain part of a wrapped value.
  ///
  /// The part is NULL if the wrapped value is nil, or if the part itself is nil.
  fileprivate func isDerived(from wrapped: Operand) -> Bool {
    guard case .scalar(let scalar) = self, scalar.canBeNil, scalar.presenceTest == nil,
      scalar.type != .boolean || scalar.jsonPath != nil || scalar.isColumn
    else { return false }
    switch wrapped {
    case .model(let model):
      if model.narrowing != nil { return scalar.isOwn(of: model) }
      guard let key = model.keyOfRow, scalar.isColumn || scalar.jsonPath != nil
      else { return false }
      return scalar.path.contains { $0.key == key }
    case .scalar(let outer):
      guard let outer = outer.jsonPath, let jsonPath = scalar.jsonPath else { return false }
      return jsonPath.isInside(outer)
    default: return false
    }
  }

  /// The operand if `presence` holds; nil otherwise.
  func present(when presence: Condition) -> Operand {
    let present = presence.whenTrue
    // If the wrapped value throws, so does the result.
    let requirement: [SQLFragment] =
      presence.isTotal ? [] : [.or(presence.whenTrue, presence.whenFalse)]
    if present == .true { return self }
    switch self {
    case .unknown, .null, .failure, .range, .rows: return self
    case .condition(let condition):
      return .condition(condition.present(when: present).requiring(requirement))
    case .constant(let value):
      if let value = value as? Bool {
        return .condition(
          Condition.constant(value).present(when: present).requiring(requirement))
      }
      guard let scalar = Scalar(constant: value) else { return .unknown }
      return Operand.scalar(scalar).present(when: presence)
    case .scalar(let scalar):
      if scalar.type == .boolean && !scalar.canBeNil {
        return .condition(scalar.condition.present(when: present).requiring(requirement))
      }
      let own = scalar.presenceTest.map { scalar.path.lift($0) }
      var result = Scalar(
        sql: "CASE WHEN \(present) THEN \(scalar.value) END", isNullable: true,
        type: scalar.type, swiftType: scalar.swiftType,
        requirements: scalar.requirements + requirement)
      result.canBeNaN = scalar.canBeNaN
      result.presenceTest = scalar.canBeNaN ? .and(present, own ?? .true) : nil
      return .scalar(result)
    case .model(let model):
      return model.presence.isExact ? self : .unknown
    case .identifier: return self
    }
  }
}

extension Scalar {
  /// True for a part of a property that the row's entity itself declares.
  ///
  /// Rows of other entities have no value for it, but they may have values for inherited
  /// properties.
  fileprivate func isOwn(of model: ModelReference) -> Bool {
    guard let alias = model.alias, path.isSame(as: model.path) else { return false }
    let column = jsonPath?.column ?? sql
    return model.entity.ownProperties.contains {
      column == .identifier(alias) + "." + .identifier($0.column)
    }
  }

  /// True for a plain column, with or without a path.
  fileprivate var isColumn: Bool {
    sql.segments.allSatisfy {
      switch $0 {
      case .identifier: true
      case .text(let text): text == "."
      case .binding, .nested, .chain: false
      }
    }
  }
}
