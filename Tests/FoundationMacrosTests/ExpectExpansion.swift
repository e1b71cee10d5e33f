// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationMacrosUnderTest
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Expands `source`, and compares the whole expansion and all diagnostics with the expected ones.
func expectExpansion(
  _ source: String, _ expected: String, diagnostics: [DiagnosticSpec] = [],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let macros: [String: any Macro.Type] = [
    "Predicate": PredicateMacro.self, "Expression": ExpressionMacro.self,
    "bundle": BundleMacro.self,
  ]
  let full = expected.replacingOccurrences(
    of: "PE.", with: "FoundationEssentials.PredicateExpressions.")
  assertMacroExpansion(
    source, expandedSource: full, diagnostics: diagnostics,
    macroSpecs: macros.mapValues { MacroSpec(type: $0) }, indentationWidth: .spaces(2)
  ) { failure in
    Issue.record("\(failure.message)", sourceLocation: sourceLocation)
  }
}

/// Expects one error of a predicate, at a column of its only line.
func expectRefusal(
  _ source: String, _ message: String, column: Int,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  expectExpansion(
    source, "FoundationEssentials.Predicate.false",
    diagnostics: [DiagnosticSpec(message: message, line: 1, column: column)],
    sourceLocation: sourceLocation)
}
