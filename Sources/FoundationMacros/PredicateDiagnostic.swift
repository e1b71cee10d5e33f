// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors of `#Predicate`, with their remedies.
enum PredicateDiagnostic: DiagnosticMessage {
  case noClosure(String)
  case captureOfLet(String)
  case emptyBody
  case statement(String)
  case noResult
  case operatorSymbol(String)
  case function(String, instead: String?)
  case globalFunction(String)
  case memberWithoutBase
  case optionalChaining
  case tuple
  case ifWithoutElse
  case condition(String)
  case keyPathArgument
  case closureArgument(String)
  case expression

  var message: String {
    switch self {
    case .noClosure(let macro):
      "'#\(macro)' needs a closure written in place: '#\(macro) { $0.property == value }'"
    case .captureOfLet(let name):
      "'\(name)' can't be declared in a predicate; only 'let name = expression' can"
    case .emptyBody:
      "a predicate needs an expression; write 'true' to match everything"
    case .statement(let kind):
      "\(kind) can't be used in a predicate; use 'if'-'else' or '? :' expressions"
    case .noResult:
      "the last line of a predicate must be its result"
    case .operatorSymbol(let text):
      "the operator '\(text)' can't be used on the input of a predicate; "
        + "compute the other side before the predicate and capture it"
    case .function(let name, let instead):
      "'\(name)' can't be used on the input of a predicate" + (instead.map { "; \($0)" } ?? "")
    case .globalFunction(let name):
      "'\(name)' can't be called with the input of a predicate; call it with captured values only"
    case .memberWithoutBase:
      "a member without a base can't be used with the input of a predicate; "
        + "write the type before the dot"
    case .optionalChaining:
      "optional chaining can't be used here in a predicate; use 'flatMap' or 'if let'"
    case .tuple:
      "tuples can't be used in a predicate"
    case .ifWithoutElse:
      "an 'if' in a predicate needs an 'else'"
    case .condition(let kind):
      "\(kind) can't be used in a predicate; use a Boolean expression or 'if let'"
    case .keyPathArgument:
      "this key path can't be used in a predicate; write a closure instead"
    case .closureArgument(let name):
      "'\(name)' needs a closure or a key path written in place"
    case .expression:
      "this expression can't be used in a predicate"
    }
  }

  private var id: String {
    switch self {
    case .noClosure: "noClosure"
    case .captureOfLet: "declaration"
    case .emptyBody: "emptyBody"
    case .statement: "statement"
    case .noResult: "noResult"
    case .operatorSymbol: "operator"
    case .function: "function"
    case .globalFunction: "globalFunction"
    case .memberWithoutBase: "memberWithoutBase"
    case .optionalChaining: "optionalChaining"
    case .tuple: "tuple"
    case .ifWithoutElse: "ifWithoutElse"
    case .condition: "condition"
    case .keyPathArgument: "keyPathArgument"
    case .closureArgument: "closureArgument"
    case .expression: "expression"
    }
  }

  var diagnosticID: MessageID { MessageID(domain: "SwiftData.Predicate", id: id) }
  var severity: DiagnosticSeverity { .error }

  func diagnose(at node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    context.diagnose(Diagnostic(node: Syntax(node), message: self))
  }
}
