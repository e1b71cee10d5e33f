// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

// The translation of another predicate or expression replaces its call.

extension PredicateExpressions.PredicateEvaluate: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard let predicate = try? predicate.evaluate(PredicateBindings()) else {
      return .condition(.unknown)
    }
    var operands: [Operand] = []
    for input in repeat each input { operands.append(translation.operand(input)) }
    for (key, operand) in zip(predicate.variableKeys, operands) {
      translation.variables[key] = operand
    }
    return .condition(translation.condition(predicate.expression))
  }
}

extension PredicateExpressions.ExpressionEvaluate: SQLTranslatable {
  func translate(in translation: Translation) -> Operand {
    guard let expression = try? expression.evaluate(PredicateBindings()) else { return .unknown }
    var operands: [Operand] = []
    for input in repeat each input { operands.append(translation.operand(input)) }
    for (key, operand) in zip(expression.variableKeys, operands) {
      translation.variables[key] = operand
    }
    return translation.operand(expression.expression)
  }
}

extension Predicate {
  fileprivate var variableKeys: [PredicateExpressions.VariableID] {
    var keys: [PredicateExpressions.VariableID] = []
    for variable in repeat each variable { keys.append(variable.key) }
    return keys
  }
}

extension Expression {
  fileprivate var variableKeys: [PredicateExpressions.VariableID] {
    var keys: [PredicateExpressions.VariableID] = []
    for variable in repeat each variable { keys.append(variable.key) }
    return keys
  }
}
