// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftIfConfig
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#bundle`: the bundle with the module's resources, by the build system's compilation conditions.
///
/// It is part of this plugin because the plugin replaces all of Foundation's macros.
package struct BundleMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    func isSet(_ condition: String) throws -> Bool {
      try context.buildConfiguration?.isCustomConditionSet(name: condition) ?? false
    }
    let isMissing = try isSet("SWIFT_MODULE_RESOURCE_BUNDLE_UNAVAILABLE")
    if try isSet("SWIFT_MODULE_RESOURCE_BUNDLE_AVAILABLE") {
      if isMissing { BundleDiagnostic.contradiction.diagnose(at: node, in: context) }
      return "Bundle.module"
    }
    if isMissing {
      BundleDiagnostic.noBundle.diagnose(at: node, in: context)
      return "Bundle.main"
    }
    if try isSet("SWIFT_BUNDLE_LOOKUP_HELPER_AVAILABLE") {
      return "Bundle(for: __BundleLookupHelper.self)"
    }
    return "unsafe Bundle(_dsoHandle: #dsohandle) ?? .main"
  }
}

private enum BundleDiagnostic: String, DiagnosticMessage {
  case contradiction
  case noBundle

  var message: String {
    switch self {
    case .contradiction:
      "contradictory compilation conditions: this module has resources and has none"
    case .noBundle:
      "this module has no resources; name the bundle that contains them"
    }
  }

  var diagnosticID: MessageID { MessageID(domain: "Bundle", id: rawValue) }
  var severity: DiagnosticSeverity { .error }

  func diagnose(at node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    context.diagnose(Diagnostic(node: Syntax(node), message: self))
  }
}
