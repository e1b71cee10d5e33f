// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// The errors of `@Model` on superclasses and overridden properties.
@Suite struct ModelInheritanceDiagnosticTests {
  private func diagnostics(_ source: String, isSubclass: Bool) -> [Diagnostic] {
    let file: SourceFileSyntax = "\(raw: source)"
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
    let specification = MacroSpec(
      type: ModelMacro.self,
      conformances: isSubclass ? [] : ["Observable", "PersistentModel"].map { "\(raw: $0)" })
    _ = file.expand(
      macroSpecs: ["Model": specification],
      contextGenerator: { _ in context })
    return context.diagnostics
  }

  private func messages(_ source: String, isSubclass: Bool) -> [String] {
    diagnostics(source, isSubclass: isSubclass).map(\.message)
  }

  /// Returns the replacements that the fixes offer for errors in a subclass.
  private func fixes(_ source: String) -> [String] {
    diagnostics(source, isSubclass: true).flatMap(\.fixIts).flatMap(\.changes).compactMap {
      if case .replace(_, let new) = $0 { new.trimmedDescription } else { nil }
    }
  }

  private let noModel =
    "the superclass of a model must be a model too; mark it '@Model', or make it a property"

  @Test func `a superclass that is not a model is rejected`() {
    for member in [
      "init() { super.init(frame: 0) }", "override init() {}", "override func draw() {}",
      "override var size: Int { 3 }",
    ] {
      #expect(
        messages("@Model class Shape: View {\n  \(member)\n}", isSubclass: false) == [noModel])
      #expect(messages("@Model class Shape: View {\n  \(member)\n}", isSubclass: true) == [])
    }
    // A protocol has the same syntax as a superclass.
    #expect(messages("@Model class Shape: View {\n  init() {}\n}", isSubclass: false) == [])
  }

  @Test func `a stored override of a property is rejected`() {
    let found = messages(
      "@Model class Ring: Shape {\n  override var size: Int = 3\n}", isSubclass: true)
    #expect(
      found == [
        "a property of a superclass can't be stored a second time; compute it, observe it, "
          + "give it a value in 'init', or choose another name"
      ])
    #expect(
      messages(
        "@Model class Ring: Shape {\n  override var size: Int { didSet { } }\n}", isSubclass: true)
        == [])
  }

  @Test func `a stored override of a known type has a fix that computes it`() {
    let found = fixes(
      """
      @Model class Ring: Shape {
        override var size: Int = 3
        override var width: Int
        override var name = "ring"
      }
      """)
    #expect(
      found == [
        "override var size: Int { get { 3 } set {} }",
        "override var width: Int { get { super.width } set { super.width = newValue } }",
      ])
  }

  @Test func `the offered initializer has the access level of the class`() {
    for (access, expected) in [
      ("open", "public init"), ("public", "public init"), ("package", "package init"), ("", "init"),
    ] {
      let found = fixes("@Model \(access) class Ring: Shape {\n  var size: Int\n}")
      #expect(found.count == 1)
      #expect(found[0].contains("\n  \(expected)(size: Int) {"), "\(found)")
    }
  }

  @Test func `a subclass with properties without a default requires an initializer`() {
    #expect(
      messages("@Model class Ring: Shape {\n  var size: Int\n}", isSubclass: true) == [
        "'@Model' requires an initialiser: some properties have no default value"
      ])
    #expect(messages("@Model class Ring: Shape {\n  var size = 3\n}", isSubclass: true) == [])
  }
}
