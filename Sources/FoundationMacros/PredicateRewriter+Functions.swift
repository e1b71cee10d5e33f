// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

// Methods and subscripts.

extension PredicateRewriter {
  func function(_ node: FunctionCallExprSyntax) -> String {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else {
      return diagnose(.globalFunction(node.calledExpression.trimmedDescription), at: node)
    }
    guard let base = member.base else { return diagnose(.memberWithoutBase, at: member) }
    let name = member.declName.baseName.text
    let function = PredicateFunction.matching(
      name: name, arguments: node.arguments, hasTrailingClosure: node.trailingClosure != nil)
    guard let function, node.additionalTrailingClosures.isEmpty else {
      let replacement = PredicateFunction.replacement(for: name)
      return diagnose(.function(name, instead: replacement), at: member.declName)
    }
    let receiver = expression(base)
    switch function.arguments {
    case .values(let labels):
      let values = zip(labels, node.arguments).map { label, argument in
        (label.map { $0 + ": " } ?? "") + expression(argument.expression)
      }
      return Self.builder + name + "(" + ([receiver] + values).joined(separator: ", ") + ")"
    case .inputs:
      let receiver =
        scope.isMentioned(in: base) ? receiver : call("captured", base.trimmedDescription)
      let inputs = node.arguments.map { expression($0.expression) }
      return Self.builder + name + "(" + ([receiver] + inputs).joined(separator: ", ") + ")"
    case .closure(let label):
      let argument = node.trailingClosure.map { ExprSyntax($0) } ?? node.arguments.first?.expression
      guard let argument, let test = closureArgument(argument, of: name) else { return "" }
      // Parentheses, since a trailing closure would be parsed as the body of an `if`.
      return call(name, receiver, (label.map { $0 + ": " } ?? "") + test)
    }
  }

  /// A closure, or a key path as a closure.
  private func closureArgument(_ node: ExprSyntax, of name: String) -> String? {
    if let literal = node.as(ClosureExprSyntax.self) { return closure(literal) }
    guard let path = node.as(KeyPathExprSyntax.self) else {
      _ = diagnose(.closureArgument(name), at: node)
      return nil
    }
    let outer = scope
    defer { scope = outer }
    let variable = newVariable()
    scope.names.insert(variable)
    guard !scope.isMentioned(in: path), let direct = path.asExpression(on: variable) else {
      _ = diagnose(.keyPathArgument, at: path)
      return nil
    }
    return closure(parameter: variable) { expression(direct) }
  }

  func subscripted(_ node: SubscriptCallExprSyntax) -> String {
    guard node.isOfCollection else {
      return diagnose(.function("subscript", instead: nil), at: node.leftSquare)
    }
    let arguments = node.arguments.map { argument in
      (argument.label.map { $0.text + ": " } ?? "") + expression(argument.expression)
    }
    let all = [expression(node.calledExpression)] + arguments
    return Self.builder + "subscript(" + all.joined(separator: ", ") + ")"
  }
}

extension KeyPathExprSyntax {
  /// The key path applied to a variable, if it has only properties, `?` and `!`.
  fileprivate func asExpression(on variable: String) -> ExprSyntax? {
    var result = ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(variable)))
    for component in components {
      switch component.component {
      case .property(let property):
        result = ExprSyntax(
          MemberAccessExprSyntax(base: result, declName: property.declName.trimmed))
      case .optional(let mark):
        result =
          mark.questionOrExclamationMark.tokenKind == .exclamationMark
          ? ExprSyntax(ForceUnwrapExprSyntax(expression: result))
          : ExprSyntax(OptionalChainingExprSyntax(expression: result))
      default: return nil
      }
    }
    return result
  }
}
