// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Model` refuses, and what to do instead.
enum ModelDiagnostic: String, DiagnosticMessage {
  case notAClass
  case constant
  case observer
  case severalBindings

  var message: String {
    switch self {
    case .notAClass:
      "'@Model' can only be applied to a class; make this a 'final class'"
    case .constant:
      "a persisted property must be a 'var'; write 'private(set) var', or mark it '@Transient'"
    case .observer:
      "'willSet' and 'didSet' are not called on a persisted property; "
        + "use a computed property or a method, or mark it '@Transient'"
    case .severalBindings:
      "declare each persisted property of a model with a 'var' of its own"
    }
  }

  var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: rawValue) }
  var severity: DiagnosticSeverity { .error }

  func diagnose(at node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    context.diagnose(Diagnostic(node: Syntax(node), message: self))
  }
}
