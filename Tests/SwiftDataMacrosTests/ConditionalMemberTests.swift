// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import Testing

/// Members and attributes in an `#if`.
@Suite struct ConditionalMemberTests {
  private let linux = StaticBuildConfiguration(
    customConditions: ["DEBUG"], targetOSs: ["Linux"],
    languageVersion: VersionTuple(components: [6]),
    compilerVersion: VersionTuple(components: [6, 3]))

  /// The members that `@Model` adds to a class, and the messages of its diagnostics.
  private func expand(_ source: String, isConfigured: Bool = true) throws
    -> (members: String, messages: [String])
  {
    let model = try #require(DeclSyntax(stringLiteral: source).as(ClassDeclSyntax.self))
    let context = BasicMacroExpansionContext(buildConfiguration: isConfigured ? linux : nil)
    let members = try ModelMacro.expansion(
      of: AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier("Model"))),
      providingMembersOf: model, conformingTo: ["Observable", "PersistentModel"], in: context)
    return (
      members.map(\.description).joined(separator: "\n"), context.diagnostics.map(\.message)
    )
  }

  @Test func `attributes in an active clause apply to their property`() throws {
    let (members, messages) = try expand(
      """
      final class Metric {
        #if canImport(SwiftData)
          @Relationship(deleteRule: .cascade, inverse: \\Session.metric)
        #endif
        var sessions: [Session] = []
        #if canImport(SwiftUI)
          @Transient
        #elseif DEBUG
          @Attribute(.externalStorage)
        #endif
        var data: Data?
      }
      """)
    #expect(messages.isEmpty)
    #expect(
      members.contains(
        "metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \\Session.metric)"))
    #expect(members.contains("metadata: SwiftData.Schema.Attribute(.externalStorage)"))
  }

  @Test func `members in active clauses are persisted and constrain the model`() throws {
    let (members, messages) = try expand(
      """
      final class Metric {
        #if canImport(SwiftData)
          #Unique<Metric>([\\.name])
        #endif
        #if os(Linux)
          var name: String
        #else
          var title: String
        #endif
        #if !DEBUG
          var release = 0
        #elseif compiler(>=5.9)
          #if os(macOS)
            var mac = 0
          #else
            var other = 0
          #endif
        #endif
        var last = 0

        #if os(Linux)
          init(name: String) { self.name = name }
        #endif
      }
      """)
    #expect(messages.isEmpty)
    #expect(members.contains("SwiftData.Schema.Unique<Metric>([\\.name])"))
    #expect(members.contains("reader._load(&_name, 0)\n  reader._load(&_other, 1)"))
    #expect(members.contains("reader._load(&_last, 2)"))
    for absent in ["title", "release", "mac"] { #expect(!members.contains("_\(absent)")) }
  }

  @Test func `a property in a clause that a macro can't evaluate is an error`() throws {
    let (_, messages) = try expand(
      """
      final class Metric {
        #if canImport(Charts)
          var chart = 0
        #endif
        var last = 0
      }
      """)
    #expect(messages.count == 1 && messages[0].contains("os(Linux)"))
  }

  @Test func `an unknown module matters only if it decides about a persisted property`() throws {
    let (members, messages) = try expand(
      """
      final class Metric {
        #if canImport(Charts)
          var chart: Int { 0 }
        #endif
        #if canImport(Charts) || os(Linux)
          var first = 0
        #endif
        var last = 0
      }
      """)
    #expect(messages.isEmpty)
    #expect(members.contains("reader._load(&_first, 0)\n  reader._load(&_last, 1)"))
  }

  @Test func `without a configuration the target is Linux`() throws {
    let (members, messages) = try expand(
      """
      final class Metric {
        #if canImport(SwiftData) && os(Linux)
          @Attribute(.unique)
        #endif
        var first = 0
        #if DEBUG
          var second = 0
        #endif
      }
      """, isConfigured: false)
    #expect(members.contains("metadata: SwiftData.Schema.Attribute(.unique)"))
    #expect(messages.count == 1 && messages[0].contains("os(Linux)"))
  }

  @Test func `several attributes of a property are combined`() throws {
    let (members, _) = try expand(
      """
      final class Metric {
        @Attribute(.spotlight) @Attribute(.unique, originalName: "title") var name = ""
        @Attribute(originalName: "runs") @Relationship(deleteRule: .cascade) var sessions: [Session]
        @Attribute(.unique) @Attribute(.ephemeral) var isShown = false

        init() {}
      }
      """)
    #expect(
      members.contains(
        "SwiftData.Schema.Attribute(.spotlight, .unique, originalName: \"title\")"))
    #expect(
      members.contains(
        "SwiftData.Schema.Relationship(deleteRule: .cascade, originalName: \"runs\")"))
    #expect(members.contains("reader._loadEphemeral(&_isShown, 2, Self.self)"))
  }
}
