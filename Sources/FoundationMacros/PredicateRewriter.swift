// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Rewrites the closure of a predicate as one that builds `PredicateExpressions`.
///
/// Every method that returns a string returns the source of an expression whose value is a
/// predicate expression. A subexpression that does not use the input is captured as one value when
/// the predicate is created. A subexpression that could trap is decomposed instead, so that it is
/// evaluated only after the `&&` or `||` that guards it.
final class PredicateRewriter {
  private(set) var diagnostics: [Diagnostic] = []
  var scope = PredicateScope()
  /// The statements before the result of the current closure.
  private var statements: [String] = []
  private var depth = 0
  private var variableCount = 0
  private var expressionCount = 0

  // FoundationEssentials declares the predicate expressions. Its name is visible in every file that
  // imports FoundationEssentials, Foundation or SwiftData.
  static let nodes = "FoundationEssentials.PredicateExpressions."
  static let builder = nodes + "build_"

  /// The expansion of a macro whose only argument is a closure.
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, type: String,
    in context: some MacroExpansionContext
  ) -> ExprSyntax {
    let argument = node.arguments.first?.expression.as(ClosureExprSyntax.self)
    guard let closure = node.trailingClosure ?? argument else {
      PredicateDiagnostic.noClosure(type).diagnose(at: node, in: context)
      return "FoundationEssentials.Predicate.false"
    }
    let rewriter = PredicateRewriter()
    let body = rewriter.closure(closure, isTop: true)
    for diagnostic in rewriter.diagnostics { context.diagnose(diagnostic) }
    if !rewriter.diagnostics.isEmpty { return "FoundationEssentials.Predicate.false" }
    let generics = node.genericArgumentClause?.trimmedDescription ?? ""
    return "FoundationEssentials.\(raw: type)\(raw: generics)(\(raw: body))"
  }

  func diagnose(_ message: PredicateDiagnostic, at node: some SyntaxProtocol) -> String {
    diagnostics.append(Diagnostic(node: Syntax(node), message: message))
    return ""
  }

  func newVariable() -> String {
    defer { variableCount += 1 }
    return "_$v\(variableCount)"
  }

  /// Adds a statement that names `node`, and returns the name.
  func hoist(_ node: String) -> String {
    let name = "_$e\(expressionCount)"
    expressionCount += 1
    statements.append("let \(name) = \(node)")
    return name
  }

  func call(_ name: String, _ arguments: String...) -> String {
    Self.builder + name + "(" + arguments.joined(separator: ", ") + ")"
  }

  /// A captured value.
  ///
  /// Literals and members without a base get their type from the other operand of a comparison. Any
  /// other value may be a model, for which SwiftData overloads `build_Arg`.
  func captured(_ expression: ExprSyntax) -> String {
    let isTypedByContext =
      switch expression.as(ExprSyntaxEnum.self) {
      case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr: true
      case .prefixOperatorExpr(let prefix):
        prefix.expression.is(IntegerLiteralExprSyntax.self)
          || prefix.expression.is(FloatLiteralExprSyntax.self)
      case .memberAccessExpr(let member): member.base == nil
      default: false
      }
    if isTypedByContext { return Self.nodes + "Value(\(expression.trimmedDescription))" }
    return call("Arg", expression.trimmedDescription)
  }

  // MARK: Closures

  /// Rewrites a closure with its parameters; `isTop` is true for the predicate's own closure.
  func closure(_ node: ClosureExprSyntax, isTop: Bool = false) -> String {
    let outer = scope
    defer { scope = outer }
    let parameter: String
    switch node.signature?.parameterClause {
    case .simpleInput(let list):
      parameter = list.map(\.name.text).joined(separator: ", ")
      scope.names.formUnion(list.map(\.name.text))
      scope.shorthands = []
    case .parameterClause(let clause):
      let list = clause.parameters.map { parameter -> String in
        let name = (parameter.secondName ?? parameter.firstName).text
        scope.names.insert(name)
        guard let type = parameter.type?.trimmedDescription else { return name }
        return "\(name): \(Self.nodes)Variable<\(type)>"
      }
      parameter = "(" + list.joined(separator: ", ") + ")"
      scope.shorthands = []
    case nil:
      let count = isTop ? Swift.max(1, node.shorthandCount) : 1
      scope.shorthands = (0..<count).map { _ in newVariable() }
      parameter = scope.shorthands.joined(separator: ", ")
    }
    let capture = node.signature?.capture.map { $0.trimmedDescription + " " } ?? ""
    return closure(parameter: capture + parameter, isTop: isTop) {
      body(node.statements, of: node)
    }
  }

  /// Writes a closure of the statements that `body` adds and of the result that it returns.
  func closure(parameter: String, isTop: Bool = false, _ body: () -> String) -> String {
    let outer = statements
    statements = []
    depth += 1
    let result = body()
    depth -= 1
    let own = statements
    statements = outer
    if own.isEmpty && !isTop { return "{ \(parameter) in \(result) }" }
    let indent = String(repeating: "  ", count: depth + 1)
    let lines = own + ["return " + result]
    return "{ \(parameter) in\n" + lines.map { indent + $0 + "\n" }.joined()
      + indent.dropLast(2) + "}"
  }

  /// Rewrites the statements of a closure or branch, and returns its result.
  func body(_ items: CodeBlockItemListSyntax, of owner: some SyntaxProtocol) -> String {
    guard let last = items.last else { return diagnose(.emptyBody, at: owner) }
    for item in items.dropLast() { declare(item) }
    switch last.item {
    case .expr(let expression):
      return self.expression(expression)
    case .stmt(let statement):
      if let returned = statement.as(ReturnStmtSyntax.self) {
        guard let value = returned.expression else { return diagnose(.noResult, at: returned) }
        return expression(value)
      }
      if let wrapper = statement.as(ExpressionStmtSyntax.self) {
        return expression(wrapper.expression)
      }
      return diagnose(.statement(statement.kindInWords), at: statement)
    case .decl(let declaration):
      return diagnose(.noResult, at: declaration)
    }
  }

  /// Rewrites a `let` that uses the input, and copies a `let` of captured values.
  private func declare(_ item: CodeBlockItemSyntax) {
    switch item.item {
    case .decl(let declaration):
      guard let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.tokenKind == .keyword(.let),
        let binding = variable.bindings.first,
        variable.bindings.count == 1, let value = binding.initializer?.value,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      else {
        _ = diagnose(.captureOfLet(declaration.declaredName), at: declaration)
        return
      }
      if scope.isMentioned(in: value) {
        let node = expression(value)
        statements.append("let \(name) = \(node)")
        scope.names.insert(name)
      } else {
        statements.append(variable.trimmedDescription)
      }
    case .stmt(let statement):
      _ = diagnose(.statement(statement.kindInWords), at: statement)
    case .expr(let expression):
      _ = diagnose(.noResult, at: expression)
    }
  }

  // MARK: Expressions

  /// Rewrites an expression.
  func expression(_ node: ExprSyntax) -> String {
    if node.is(NilLiteralExprSyntax.self) { return call("NilLiteral") }
    if let tuple = node.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1, scope.isMentioned(in: tuple) || TrapVisitor.finds(in: tuple)
    {
      return expression(only.expression)
    }
    if !scope.isMentioned(in: node) {
      guard TrapVisitor.finds(in: node), let guarded = attempt({ decomposed(node) }) else {
        return captured(node)
      }
      return guarded
    }
    return decomposed(node)
  }

  /// The result of `body`, or nil without any effect if it reported a diagnostic.
  private func attempt(_ body: () -> String) -> String? {
    let before = (diagnostics, statements, variableCount, expressionCount)
    let result = body()
    if diagnostics.count == before.0.count { return result }
    (diagnostics, statements, variableCount, expressionCount) = before
    return nil
  }

  private func decomposed(_ node: ExprSyntax) -> String {
    if let chain = optionalChain(node) { return chain }
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): return self.reference(reference)
    case .memberAccessExpr(let member): return self.member(member)
    case .optionalChainingExpr(let link):
      return scope.links[link.id] ?? diagnose(.optionalChaining, at: link.questionMark)
    case .forceUnwrapExpr(let unwrap):
      return call("ForcedUnwrap", expression(unwrap.expression))
    case .prefixOperatorExpr(let prefix): return self.prefix(prefix)
    case .infixOperatorExpr(let infix): return self.infix(infix)
    case .ternaryExpr(let ternary):
      return call(
        "Conditional", condition(ternary.condition), expression(ternary.thenExpression),
        expression(ternary.elseExpression))
    case .ifExpr(let node): return conditional(node)
    case .isExpr(let check):
      return "\(Self.nodes)TypeCheck<_, \(check.type.trimmed)>(\(expression(check.expression)))"
    case .asExpr(let cast):
      let kind = cast.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
      return Self.nodes + (kind ? "Conditional" : "Force")
        + "Cast<_, \(cast.type.trimmed)>(\(expression(cast.expression)))"
    case .functionCallExpr(let call): return function(call)
    case .subscriptCallExpr(let node): return subscripted(node)
    case .tryExpr(let node): return expression(node.expression)
    case .tupleExpr(let tuple): return diagnose(.tuple, at: tuple)
    case .switchExpr(let node): return diagnose(.statement("'switch'"), at: node.switchKeyword)
    default: return diagnose(.expression, at: node)
    }
  }

  private func reference(_ node: DeclReferenceExprSyntax) -> String {
    let name = node.baseName.text
    if let shorthand = scope.variable(shorthand: name) { return shorthand }
    return scope.names.contains(name) ? name : captured(ExprSyntax(node))
  }

  private func member(_ node: MemberAccessExprSyntax) -> String {
    guard let base = node.base else { return diagnose(.memberWithoutBase, at: node) }
    if node.declName.baseName.tokenKind == .keyword(.self) { return expression(base) }
    return keyPath(expression(base), node.declName.trimmedDescription)
  }

  func keyPath(_ root: String, _ name: String) -> String {
    call("KeyPath", "root: \(root)", "keyPath: \\.\(name)")
  }

  /// Rewrites a Boolean operand or condition, which can be a separate statement.
  func condition(_ node: ExprSyntax) -> String {
    let text = expression(node)
    if !text.contains("(") || !scope.isMentioned(in: node) { return text }
    return hoist(text)
  }
}

extension ExprSyntax {
  /// The expression without enclosing parentheses.
  var withoutParentheses: ExprSyntax {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    else { return self }
    return only.expression.withoutParentheses
  }
}

extension ClosureExprSyntax {
  /// The number of shorthand parameters.
  fileprivate var shorthandCount: Int {
    tokens(viewMode: .sourceAccurate).reduce(0) { count, token in
      guard case .dollarIdentifier(let name) = token.tokenKind, let index = Int(name.dropFirst())
      else { return count }
      return Swift.max(count, index + 1)
    }
  }
}

extension StmtSyntax {
  fileprivate var kindInWords: String {
    switch self.as(StmtSyntaxEnum.self) {
    case .forStmt, .whileStmt, .repeatStmt: "a loop"
    case .guardStmt: "'guard'"
    case .doStmt: "'do'"
    case .throwStmt: "'throw'"
    case .deferStmt: "'defer'"
    default: "this statement"
    }
  }
}

extension DeclSyntax {
  /// The declared name, for a message.
  fileprivate var declaredName: String {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.first?.pattern.trimmedDescription ?? "variable"
    }
    return self.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "declaration"
  }
}
