// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The plugin that replaces Foundation's macros.
///
/// Foundation's declarations of `#Predicate` and `#Expression` refer to a module of this name, and
/// the compiler prefers a package's plugin to the toolchain's. SwiftData's declarations refer to the macros
/// whose names begin with `Model`.
@main
struct FoundationMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    PredicateMacro.self,
    ExpressionMacro.self,
    ModelPredicateMacro.self,
    ModelExpressionMacro.self,
    BundleMacro.self,
  ]
}
