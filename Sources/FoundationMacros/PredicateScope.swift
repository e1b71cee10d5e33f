// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The names in scope that refer to parts of the predicate instead of captured values.
struct PredicateScope {
  /// The user's names of closure parameters, `if let` bindings and `let`s.
  var names: Set<String> = []
  /// The names of `$0` and so on in the expansion; empty if the closure names its parameters.
  var shorthands: [String] = []
  /// The names of wrapped values in the expansion, by their link in an optional chain.
  var links: [SyntaxIdentifier: String] = [:]

  /// The name of a shorthand parameter in the expansion; nil for other names.
  func variable(shorthand name: String) -> String? {
    guard name.hasPrefix("$"), let index = Int(name.dropFirst()), index < shorthands.count else {
      return nil
    }
    return shorthands[index]
  }

  /// True if `node` uses the input or a value derived from it.
  func isMentioned(in node: some SyntaxProtocol) -> Bool {
    let visitor = MentionVisitor(scope: self)
    visitor.walk(node)
    return visitor.isFound
  }
}

private final class MentionVisitor: SyntaxVisitor {
  let scope: PredicateScope
  var isFound = false
  private var closures = 0

  init(scope: PredicateScope) {
    self.scope = scope
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    if scope.variable(shorthand: name) != nil {
      // Inside a nested closure, the shorthand is that closure's own parameter.
      if closures == 0 { isFound = true }
    } else if scope.names.contains(name) {
      isFound = true
    }
    return .skipChildren
  }

  // The name after a dot is a member, not a variable.
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base { walk(base) }
    return .skipChildren
  }

  // A key path uses variables only in the arguments of its subscripts.
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    for component in node.components {
      if case .subscript(let subscripted) = component.component { walk(subscripted.arguments) }
    }
    return .skipChildren
  }

  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    if scope.links[node.id] != nil { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closures += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { closures -= 1 }
}

/// Finds subexpressions that can trap, and must not be evaluated before the predicate.
///
/// These are `!`, `as!`, subscripts, divisions and ranges.
final class TrapVisitor: SyntaxVisitor {
  private var isFound = false

  static func finds(in node: some SyntaxProtocol) -> Bool {
    let visitor = TrapVisitor(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.isFound
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: AsExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark?.tokenKind == .exclamationMark { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.isOfCollection { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text {
    case "...", "..<": isFound = true
    case "/", "%":
      let divisor = node.rightOperand
      let isSafe =
        divisor.is(FloatLiteralExprSyntax.self)
        || divisor.as(IntegerLiteralExprSyntax.self).map { $0.literal.text != "0" } == true
      if !isSafe { isFound = true }
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SubscriptCallExprSyntax {
  /// True for `[x]` and `[x, default: y]`.
  var isOfCollection: Bool {
    let labels = arguments.map { $0.label?.text }
    return trailingClosure == nil && (labels == [nil] || labels == [nil, "default"])
  }
}
