// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Expands `source`, and compares the whole expansion, all diagnostics, and the source with all
/// fixes applied with the expected ones.
///
/// With `isSubclass`, the superclass of the models already has their conformances.
func expectExpansion(
  _ source: String, _ expected: String, diagnostics: [DiagnosticSpec] = [],
  fixedSource: String? = nil, macros: [String: any Macro.Type], isSubclass: Bool = false,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let specifications = macros.mapValues { macro in
    MacroSpec(
      type: macro,
      conformances: macro is any ExtensionMacro.Type && !isSubclass
        ? ["Observable", "PersistentModel"].map { "\(raw: $0)" } : [])
  }
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: specifications,
    applyFixIts: nil, fixedSource: fixedSource, indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: sourceLocation)
  }
}
