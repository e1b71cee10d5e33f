// Cairn
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@ModelActor`: gives an actor its own model context.
package enum ModelActorMacro: MemberMacro, ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self) else {
      let keyword = declaration.as(ClassDeclSyntax.self)?.classKeyword
      let fixIts = keyword.map {
        ModelFixIt.replacing(
          $0, with: $0.with(\.tokenKind, .keyword(.actor)), "replace 'class' with 'actor'",
          id: "makeActor")
      }
      ModelDiagnostic.notAnActor.diagnose(
        at: node, fixIts: fixIts.map { [$0] } ?? [], in: context)
      return []
    }
    let access = declaration.actorAccess
    return [
      "\(raw: access)nonisolated let modelExecutor: any SwiftData.ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: SwiftData.ModelContainer",
      """
      \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
        let modelContext = SwiftData.ModelContext(modelContainer)
        self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
        self.modelContainer = modelContainer
      }
      """,
    ]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(ActorDeclSyntax.self) else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): SwiftData.ModelActor {}"
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension DeclGroupSyntax {
  /// The access level of the members, with a trailing space.
  fileprivate var actorAccess: String {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.public): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }
}
