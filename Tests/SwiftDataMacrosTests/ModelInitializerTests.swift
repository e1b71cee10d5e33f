// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftDiagnostics
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Initializers, constants, and the members that `#Unique` and `#Index` add.
@Suite struct ModelInitializerTests {
  private let model: [String: any Macro.Type] = ["Model": ModelMacro.self]

  private func optionalKeyPaths(of metadata: String) -> String {
    metadata.matches(of: /keypath: \\Trip\.(\w+)/)
      .map { "      \\Trip?.?.\($0.1)," }.joined(separator: "\n")
  }

  private func members(_ metadata: String, _ loads: String, _ binds: String) -> String {
    """
      @exclusivity(unchecked) var _$state = SwiftData._ModelState()

      static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        [
    \(metadata)
        ]
      }

      static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        [
    \(optionalKeyPaths(of: metadata))
        ]
      }

      required init(_$fault state: consuming SwiftData._ModelState) {
        _$state = state
      }

      func _$load(_ reader: inout SwiftData._RowReader) {
        \(loads)
      }

      func _$bind(_ writer: inout SwiftData._RowWriter) {
        \(binds)
      }
    """
  }

  private let conformance = """
    extension Trip: nonisolated SwiftData.PersistentModel, nonisolated SwiftData.Observable {}
    """

  @Test func `a class without an initializer has a fix that adds one`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        var name: String
        var rating: Int?
        var length = 1.0
      }
      """,
      """
      final class Trip {
        @SwiftData._PersistedProperty(0)
        var name: String
        @SwiftData._PersistedProperty(1)
        var rating: Int?
        @SwiftData._PersistedProperty(2)
        var length = 1.0

      \(members(
        """
              SwiftData.Schema.PropertyMetadata._make(name: "name", keypath: \\Trip.name, slot: \\Trip._name),
              SwiftData.Schema.PropertyMetadata._make(name: "rating", keypath: \\Trip.rating, slot: \\Trip._rating),
              SwiftData.Schema.PropertyMetadata._make(name: "length", keypath: \\Trip.length, slot: \\Trip._length, defaultValue: { 1.0 }),
        """,
        "reader._load(&_name, 0)\n    reader._load(&_rating, 1)\n    reader._load(&_length, 2)",
        "writer._bind(&_name, 0)\n    writer._bind(&_rating, 1)\n    writer._bind(&_length, 2)"))
      }

      \(conformance)
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Model' requires an initialiser: some properties have no default value",
          line: 2, column: 13, fixIts: [FixItSpec(message: "add an initialiser")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          var name: String
          var rating: Int?
          var length = 1.0

          init(name: String) {
            self.name = name
          }
        }
        """, macros: model)
  }

  @Test func `a class whose properties all have values gets an initializer`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        #Unique<Trip>([\\.name], [\\.name, \\.rating])
        #Index([\\Trip.name])
        var name = ""
      }
      """,
      """
      final class Trip {
        #Unique<Trip>([\\.name], [\\.name, \\.rating])
        #Index([\\Trip.name])
        @SwiftData._PersistedProperty(0)
        var name = ""

      \(members(
        """
              SwiftData.Schema.PropertyMetadata._make(name: "name", keypath: \\Trip.name, slot: \\Trip._name, defaultValue: { "" }),
        """, "reader._load(&_name, 0)", "writer._bind(&_name, 0)"))

        static var _$constraints: [any SwiftData.SchemaProperty] {
          [
            SwiftData.Schema.Unique<Trip>([\\.name], [\\.name, \\.rating]),
            SwiftData.Schema.Index<Trip>([\\Trip.name]),
          ]
        }

        init() {
        }
      }

      \(conformance)
      """, macros: model)
  }

  @Test func `a constant is persisted with a warning`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        let code = ""
      }
      """,
      """
      final class Trip {
        @SwiftData._PersistedProperty(0)
        let code = ""

      \(members(
        """
              SwiftData.Schema.PropertyMetadata._make(name: "code", keypath: \\Trip.code, slot: \\Trip._code, defaultValue: { "" }),
        """, "reader._load(&_code, 0)", "writer._bind(&_code, 0)"))

        init() {
        }
      }

      \(conformance)
      """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            a persisted property is loaded after its initialiser ran, so it must be a 'var'; \
            write 'private(set) var', or mark it '@Transient'
            """, line: 3, column: 3, severity: .warning,
          fixIts: [FixItSpec(message: "replace 'let' with 'private(set) var'")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          private(set) var code = ""
        }
        """, macros: model)
  }
}
