// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import Testing

/// Models with an explicit isolation.
@Suite struct ModelIsolationTests {
  private func diagnostics(of source: String) throws -> [Diagnostic] {
    let model = try #require(DeclSyntax(stringLiteral: source).as(ClassDeclSyntax.self))
    let context = BasicMacroExpansionContext()
    _ = try ModelMacro.expansion(
      of: AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier("Model"))),
      providingMembersOf: model, conformingTo: ["Observable", "PersistentModel"], in: context)
    return context.diagnostics
  }

  @Test(arguments: [
    ("@MainActor\n@Model", "@Model"), ("@Model @MainActor", "@Model"),
    ("@preconcurrency @MainActor @Model", "@preconcurrency @Model"),
  ])
  func `a model of the main actor has a fix that removes the isolation`(
    attributes: String, fixed: String
  ) throws {
    let found = try diagnostics(of: "\(attributes)\nfinal class Trip {\n  var name = \"\"\n}")
    let diagnostic = try #require(found.first)
    #expect(found.count == 1 && diagnostic.diagMessage.severity == .warning)
    #expect(diagnostic.message.contains("remove '@MainActor'"))
    guard case .replace(_, let new)? = diagnostic.fixIts.first?.changes.first else {
      Issue.record("The diagnostic has no fix.")
      return
    }
    #expect(new.trimmedDescription == fixed)
  }

  @Test func `a nonisolated model is accepted`() throws {
    #expect(
      try diagnostics(of: "@Model\nnonisolated final class Trip {\n  var name = \"\"\n}").isEmpty)
  }
}
