// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    let element = translation.operand(self.element)
    switch translation.operand(sequence) {
    case .constant(let value):
      guard let list = value as? any Sequence else { return .condition(.unknown) }
      return .condition(ContainmentSQL.condition(element, in: list, translation))
    case .rows(let rows):
      return .condition(
        rows.contains(where: ComparisonSQL.equal(.model(rows.element), element, in: translation)))
    case .scalar(let scalar) where scalar.type == .text:
      return .condition(translation.strings("cairn_contains", .scalar(scalar), element))
    case .scalar(let scalar):
      guard let list = StoredList(scalar, translation) else { return .condition(.unknown) }
      return .condition(
        list.contains(where: ComparisonSQL.equal(.scalar(list.element), element, in: translation)))
    default: return .condition(.unknown)
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(translation.contains(in: sequence, variable.key) { translation.condition(test) })
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    // No element fails the test; the result is unknown if one throws or needs Swift.
    .condition(
      translation.contains(in: sequence, variable.key) {
        translation.condition(test).negated
      }.negated)
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    .condition(
      translation.strings(
        "cairn_starts_with", translation.operand(base), translation.operand(prefix)))
  }
}

extension Translation {
  /// The maximum length of a captured list that is expanded in SQL.
  private static let longestExpansion = 100

  /// The condition that a sequence has an element, bound to `variable`, for which `test` is true.
  fileprivate func contains(
    in sequence: any PredicateExpression, _ variable: PredicateExpressions.VariableID,
    _ test: () -> Condition
  ) -> Condition {
    switch operand(sequence) {
    case .rows(let rows):
      variables[variable] = .model(rows.element)
      return rows.contains(where: test())
    case .scalar(let scalar):
      guard let list = StoredList(scalar, self) else { break }
      variables[variable] = .scalar(list.element)
      return list.contains(where: test())
    case .constant(let value):
      guard let list = value as? any Collection, list.count <= Self.longestExpansion else { break }
      return list.map { $0 as Any }.reduce(Condition.never) { result, element in
        variables[variable] = .value(element)
        return result || test()
      }
    default: break
    }
    variables[variable] = .unknown
    _ = test()
    return .unknown
  }
}

extension PredicateExpressions.Filter: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard case .rows(var rows) = translation.operand(sequence) else { return .unknown }
    translation.variables[variable.key] = .model(rows.element)
    rows.filter = rows.filter && translation.condition(filter)
    return .rows(rows)
  }
}

// The minimum or maximum of a captured list is a constant. For a stored list, Swift computes it.

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
