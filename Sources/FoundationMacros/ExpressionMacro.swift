// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `#Expression { ... }`: as `#Predicate`, with a result of any type.
package struct ExpressionMacro: SwiftSyntaxMacros.ExpressionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    PredicateRewriter.expansion(of: node, type: "Expression", in: context)
  }
}
