// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The errors of `@Model`, with their positions and fixes.
@Suite struct ModelDiagnosticTests {
  private let model: [String: any Macro.Type] = ["Model": ModelMacro.self]

  /// Returns the expansion of `@Model` on a class `Trip` with `members` and without persisted
  /// properties.
  private func expanded(_ members: String, isBare: Bool = false) -> String {
    """
    final class Trip {
    \(members)

      @exclusivity(unchecked) var _$state = SwiftData._ModelState()

      static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        []
      }

      static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        []
      }

      required init(_$fault state: consuming SwiftData._ModelState) {
        _$state = state
      }

      func _$load(_ reader: inout SwiftData._RowReader) {
      }

      func _$bind(_ writer: inout SwiftData._RowWriter) {
      }
    \(isBare ? "\n  init() {\n  }\n" : "")}

    extension Trip: nonisolated SwiftData.PersistentModel, nonisolated SwiftData.Observable {}
    """
  }

  @Test func `a structure has a fix that makes it a class`() {
    expectExpansion(
      """
      @Model
      struct Trip {
        var name: String
      }
      """,
      """
      struct Trip {
        var name: String
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Model' can only be applied to a class; make this a 'final class'", line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "replace 'struct' with 'final class'")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          var name: String
        }
        """, macros: model)
  }

  @Test(arguments: ["enum", "actor"])
  func `an enumeration or actor is rejected as a model`(_ keyword: String) {
    expectExpansion(
      """
      @Model
      \(keyword) Trip {
      }
      """,
      """
      \(keyword) Trip {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Model' can only be applied to a class; make this a 'final class'", line: 1,
          column: 1)
      ], macros: model)
  }

  @Test func `a declaration of several names has a fix that splits it`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        private var a = 1, b: Int, c: Int = 3

        init() {}
      }
      """,
      expanded("  private var a = 1, b: Int, c: Int = 3\n\n  init() {}"),
      diagnostics: [
        DiagnosticSpec(
          message: "declare each persisted property of a model with a 'var' of its own", line: 3,
          column: 3, fixIts: [FixItSpec(message: "declare each with its own 'var'")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          private var a = 1
          private var b: Int
          private var c: Int = 3

          init() {}
        }
        """, macros: model)
  }

  @Test func `a lazy property has a fix that marks it transient`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        /// Costly.
        private lazy var cache = [1]

        init() {}
      }
      """,
      expanded("  /// Costly.\n  private lazy var cache = [1]\n\n  init() {}"),
      diagnostics: [
        DiagnosticSpec(
          message:
            "a 'lazy' property can't be persisted; give it a default value, or mark it '@Transient'",
          line: 4, column: 3, fixIts: [FixItSpec(message: "mark it '@Transient'")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          /// Costly.
          @Transient private lazy var cache = [1]

          init() {}
        }
        """, macros: model)
  }

  @Test func `a transient property without a value is rejected`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        @Transient var selections: Int
        @Transient var last: Date?
        @Transient var count = 0
        @Transient var double: Int { count * 2 }
        @Transient lazy var list: [Int] = []
      }
      """,
      expanded(
        """
          @Transient var selections: Int
          @Transient var last: Date?
          @Transient var count = 0
          @Transient var double: Int { count * 2 }
          @Transient lazy var list: [Int] = []
        """, isBare: true),
      diagnostics: [
        DiagnosticSpec(
          message: """
            a '@Transient' property of a model that is fetched has no value; give it a default \
            value or make it optional
            """, line: 3, column: 18, fixIts: [FixItSpec(message: "make it optional")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          @Transient var selections: Int?
          @Transient var last: Date?
          @Transient var count = 0
          @Transient var double: Int { count * 2 }
          @Transient lazy var list: [Int] = []
        }
        """, macros: model)
  }

  @Test func `a tuple pattern has a fix that splits it`() {
    expectExpansion(
      """
      @Model
      final class Trip {
        var (a, b) = (1, 2)
      }
      """,
      expanded("  var (a, b) = (1, 2)", isBare: true),
      diagnostics: [
        DiagnosticSpec(
          message: "a persisted property has one name; declare each part with a 'var' of its own",
          line: 3, column: 7, fixIts: [FixItSpec(message: "declare each with its own 'var'")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          var a = 1
          var b = 2
        }
        """, macros: model)
  }

  @Test func `a typed tuple pattern has a fix, one with a single value has none`() {
    let message = "a persisted property has one name; declare each part with a 'var' of its own"
    expectExpansion(
      """
      @Model
      final class Trip {
        private var (a, b): (Int, String?)

        init() {}
      }
      """,
      expanded("  private var (a, b): (Int, String?)\n\n  init() {}"),
      diagnostics: [
        DiagnosticSpec(
          message: message, line: 3, column: 15,
          fixIts: [FixItSpec(message: "declare each with its own 'var'")])
      ],
      fixedSource: """
        @Model
        final class Trip {
          private var a: Int
          private var b: String?

          init() {}
        }
        """, macros: model)
    expectExpansion(
      """
      @Model
      final class Trip {
        var (a, b) = both()
      }
      """,
      expanded("  var (a, b) = both()", isBare: true),
      diagnostics: [DiagnosticSpec(message: message, line: 3, column: 7)], macros: model)
  }

  @Test func `a class is rejected as a model actor`() {
    expectExpansion(
      """
      @ModelActor
      class Importer {
      }
      """,
      """
      class Importer {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ModelActor' can only be applied to an actor", line: 1, column: 1,
          fixIts: [FixItSpec(message: "replace 'class' with 'actor'")])
      ],
      fixedSource: """
        @ModelActor
        actor Importer {
        }
        """, macros: ["ModelActor": ModelActorMacro.self])
  }
}
