// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The plugin that replaces Foundation's macros.
///
/// Foundation's declarations of `#Predicate` and `#Expression` refer to a module of this name, and
/// the compiler prefers a package's plugin to the toolchain's. A separate macro would be an
/// overload of Foundation's. In Swift 6.3.1, the type checker then chooses Foundation's for a
/// comparison with an optional operand, and fails for three comparisons with `nil`.
@main
struct FoundationMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PredicateMacro.self,
    ExpressionMacro.self,
    BundleMacro.self,
  ]
}
