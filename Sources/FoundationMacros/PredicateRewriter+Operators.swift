// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// Operators, `if` and optional chains.

extension PredicateRewriter {
  func prefix(_ node: PrefixOperatorExprSyntax) -> String {
    switch node.operator.text {
    case "!": call("Negation", condition(node.expression))
    case "-": call("UnaryMinus", expression(node.expression))
    case "+": expression(node.expression)
    default: diagnose(.operatorSymbol(node.operator.text), at: node.operator)
    }
  }

  func infix(_ node: InfixOperatorExprSyntax) -> String {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else {
      return diagnose(.operatorSymbol(node.operator.trimmedDescription), at: node.operator)
    }
    switch symbol {
    case "&&", "||":
      let lhs = condition(node.leftOperand)
      let rhs = condition(node.rightOperand)
      return call(symbol == "&&" ? "Conjunction" : "Disjunction", "lhs: \(lhs)", "rhs: \(rhs)")
    case "==": return binary("Equal", node)
    case "!=": return binary("NotEqual", node)
    case "<": return binary("Comparison", node, "op: .lessThan")
    case "<=": return binary("Comparison", node, "op: .lessThanOrEqual")
    case ">": return binary("Comparison", node, "op: .greaterThan")
    case ">=": return binary("Comparison", node, "op: .greaterThanOrEqual")
    case "+": return binary("Arithmetic", node, "op: .add")
    case "-": return binary("Arithmetic", node, "op: .subtract")
    case "*": return binary("Arithmetic", node, "op: .multiply")
    case "/": return binary("Division", node)
    case "%": return binary("Remainder", node)
    case "??": return binary("NilCoalesce", node)
    case "...":
      return call(
        "ClosedRange", "lower: \(expression(node.leftOperand))",
        "upper: \(expression(node.rightOperand))")
    case "..<":
      return call(
        "Range", "lower: \(expression(node.leftOperand))",
        "upper: \(expression(node.rightOperand))")
    default: return diagnose(.operatorSymbol(symbol), at: node.operator)
    }
  }

  private func binary(_ name: String, _ node: InfixOperatorExprSyntax, _ more: String? = nil)
    -> String
  {
    let lhs = "lhs: \(expression(node.leftOperand))"
    let rhs = "rhs: \(expression(node.rightOperand))"
    if let more { return call(name, lhs, rhs, more) }
    return call(name, lhs, rhs)
  }

  // MARK: if

  /// Rewrites `if c { a } else { b }` as a conditional, and `if let x = o { a } else { b }` as
  /// `o.flatMap { x in a } ?? b`.
  ///
  /// Several conditions are nested, each with the same `else`.
  func conditional(_ node: IfExprSyntax) -> String {
    guard let elseBody = node.elseBody else { return diagnose(.ifWithoutElse, at: node.ifKeyword) }
    let otherwise: String
    switch elseBody {
    case .codeBlock(let block): otherwise = body(block.statements, of: block)
    case .ifExpr(let next): otherwise = conditional(next)
    }
    return nested(node.conditions.map(\.condition)[...], then: node.body, otherwise: otherwise)
  }

  private func nested(
    _ conditions: ArraySlice<ConditionElementSyntax.Condition>, then: CodeBlockSyntax,
    otherwise: String
  ) -> String {
    guard let first = conditions.first else { return body(then.statements, of: then) }
    let rest = conditions.dropFirst()
    switch first {
    case .expression(let test):
      let test = condition(test)
      let accepted = nested(rest, then: then, otherwise: otherwise)
      return call("Conditional", test, accepted, otherwise)
    case .optionalBinding(let binding):
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        return diagnose(.condition("this pattern"), at: binding.pattern)
      }
      let value =
        binding.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: name.trimmed))
      let wrapped = expression(value)
      let outer = scope
      defer { scope = outer }
      scope.names.insert(name.text)
      let mapped = closure(parameter: name.text) {
        nested(rest, then: then, otherwise: otherwise)
      }
      return call("NilCoalesce", "lhs: \(call("flatMap", wrapped)) \(mapped)", "rhs: \(otherwise)")
    case .matchingPattern(let pattern):
      return diagnose(.condition("'case'"), at: pattern)
    case .availability(let availability):
      return diagnose(.condition("an availability check"), at: availability)
    }
  }

  // MARK: Optional chains

  /// Rewrites `a?.b` as `a.flatMap { v in v.b }`, for the last `?` of a chain; nil if none is left.
  func optionalChain(_ node: ExprSyntax) -> String? {
    guard let link = node.lastLink, scope.links[link.id] == nil, node.id != link.id else {
      return nil
    }
    let wrapped = expression(link.expression)
    let outer = scope
    defer { scope = outer }
    let variable = newVariable()
    scope.links[link.id] = variable
    let mapped = closure(parameter: variable) { expression(node) }
    return call("flatMap", wrapped) + " " + mapped
  }
}

extension ExprSyntax {
  /// The outermost `?` in the chain of members, calls and subscripts that ends with this
  /// expression.
  fileprivate var lastLink: OptionalChainingExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let link): link
    case .memberAccessExpr(let member): member.base?.lastLink
    case .functionCallExpr(let call): call.calledExpression.lastLink
    case .subscriptCallExpr(let call): call.calledExpression.lastLink
    case .forceUnwrapExpr(let unwrap): unwrap.expression.lastLink
    default: nil
    }
  }
}
