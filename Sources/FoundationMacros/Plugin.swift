// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// Our implementations of Foundation's macros.
///
/// The module has the name that Foundation's declarations of `#Predicate` and `#Expression` give
/// for their implementation, and the compiler prefers a plugin that a package brings to the
/// toolchain's. A macro of our own beside Foundation's would be an overload of it: tried on 6.3.1,
/// the type checker then chooses Foundation's as soon as a comparison has an optional side, and
/// gives up on three comparisons with `nil`.
@main
struct FoundationMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PredicateMacro.self,
    ExpressionMacro.self,
    BundleMacro.self,
  ]
}
