// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The errors and warnings of `@Model`, with their remedies.
enum ModelDiagnostic: String, DiagnosticMessage {
  case notAClass
  case constant
  case lazy
  case severalBindings
  case pattern
  case transientWithoutDefault
  case noInitializer
  case notAnActor
  case superclassIsNoModel
  case storedOverride
  case unknownCondition
  case isolated

  var message: String {
    switch self {
    case .notAClass:
      "'@Model' can only be applied to a class; make this a 'final class'"
    case .constant:
      "a persisted property is loaded after its initialiser ran, so it must be a 'var'; "
        + "write 'private(set) var', or mark it '@Transient'"
    case .lazy:
      "a 'lazy' property can't be persisted; give it a default value, or mark it '@Transient'"
    case .severalBindings:
      "declare each persisted property of a model with a 'var' of its own"
    case .pattern:
      "a persisted property has one name; declare each part with a 'var' of its own"
    case .transientWithoutDefault:
      "a '@Transient' property of a model that is fetched has no value; "
        + "give it a default value or make it optional"
    case .noInitializer:
      "'@Model' requires an initialiser: some properties have no default value"
    case .notAnActor:
      "'@ModelActor' can only be applied to an actor"
    case .superclassIsNoModel:
      "the superclass of a model must be a model too; mark it '@Model', or make it a property"
    case .storedOverride:
      "a property of a superclass can't be stored a second time; compute it, observe it, "
        + "give it a value in 'init', or choose another name"
    case .unknownCondition:
      "'@Model' can't evaluate a condition of this '#if', such as 'canImport', and would not persist "
        + "its declarations; use 'os(Linux)' instead"
    case .isolated:
      "a model can't be isolated to the main actor in Swift 6, because each context loads models in "
        + "its own isolation domain; remove '@MainActor'"
    }
  }

  var diagnosticID: MessageID { MessageID(domain: "SwiftData", id: rawValue) }

  /// A warning for code that the compiler rejects in Swift 6 and accepts in Swift 5.
  var severity: DiagnosticSeverity { [.constant, .isolated].contains(self) ? .warning : .error }

  func diagnose(
    at node: some SyntaxProtocol, fixIts: [FixIt] = [], in context: some MacroExpansionContext
  ) {
    context.diagnose(Diagnostic(node: Syntax(node), message: self, fixIts: fixIts))
  }
}

/// The message of a fix-it.
struct ModelFixIt: FixItMessage {
  let message: String
  let id: String

  var fixItID: MessageID { MessageID(domain: "SwiftData", id: id) }

  /// Creates a fix-it that replaces `old` by `new`.
  static func replacing(
    _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String, id: String
  ) -> FixIt {
    FixIt(
      message: ModelFixIt(message: message, id: id),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
