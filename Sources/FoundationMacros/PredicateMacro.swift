// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Predicate { ... }`: a predicate built by a closure of several statements.
///
/// The toolchain's implementation emits one expression, which the type checker solves as a whole. A
/// few `nil`s or literals in it take seconds. This implementation emits a statement for each
/// operand of `&&`, `||` and `!`.
package struct PredicateMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    PredicateRewriter.expansion(of: node, type: "Predicate", in: context)
  }
}

/// `#Expression { ... }`: like `#Predicate`, with a result of any type.
package struct ExpressionMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    PredicateRewriter.expansion(of: node, type: "Expression", in: context)
  }
}
