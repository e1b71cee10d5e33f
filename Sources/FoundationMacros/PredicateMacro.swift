// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Predicate { ... }`: a predicate built by a closure of several statements.
///
/// The toolchain's implementation emits one expression, which the type checker solves as a whole:
/// a few `nil`s or literals in it take seconds. Here each side of `&&`, `||` and `!` is a
/// statement.
package struct PredicateMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    PredicateRewriter.expansion(of: node, type: "Predicate", in: context)
  }
}
