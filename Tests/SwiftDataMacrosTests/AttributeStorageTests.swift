// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Attributes with a storage option.
@Suite struct AttributeStorageTests {
  private let model: [String: any Macro.Type] = ["Model": ModelMacro.self]

  @Test func `transformed and ephemeral attributes have their own storage methods`() {
    expectExpansion(
      """
      @Model
      final class Flag {
        @Attribute(.transformable(by: "Paint")) var paint: Paint
        @Attribute(.ephemeral) var isShown = false
        @Attribute(originalName: "ephemeral") var name: String

        init() {}
      }
      """,
      """
      final class Flag {
        @Attribute(.transformable(by: "Paint"))
        @SwiftData._PersistedProperty(0) var paint: Paint
        @Attribute(.ephemeral)
        @SwiftData._PersistedProperty(1) var isShown = false
        @Attribute(originalName: "ephemeral")
        @SwiftData._PersistedProperty(2) var name: String

        init() {}

        @exclusivity(unchecked) var _$state = SwiftData._ModelState()

        static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          [
            SwiftData.Schema.PropertyMetadata._make(name: "paint", keypath: \\Flag.paint, slot: \\Flag._paint, metadata: SwiftData.Schema.Attribute(.transformable(by: "Paint"))),
            SwiftData.Schema.PropertyMetadata._make(name: "isShown", keypath: \\Flag.isShown, slot: \\Flag._isShown, defaultValue: { false }, metadata: SwiftData.Schema.Attribute(.ephemeral)),
            SwiftData.Schema.PropertyMetadata._make(name: "name", keypath: \\Flag.name, slot: \\Flag._name, metadata: SwiftData.Schema.Attribute(originalName: "ephemeral")),
          ]
        }

        static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
          [
            \\Flag?.?.paint,
            \\Flag?.?.isShown,
            \\Flag?.?.name,
          ]
        }

        required init(_$fault state: consuming SwiftData._ModelState) {
          _$state = state
        }

        func _$load(_ reader: inout SwiftData._RowReader) {
          reader._loadTransformed(&_paint, 0, Self.self)
          reader._loadEphemeral(&_isShown, 1, Self.self)
          reader._load(&_name, 2)
        }

        func _$bind(_ writer: inout SwiftData._RowWriter) {
          writer._bindTransformed(&_paint, 0)
          writer._bind(&_name, 2)
        }
      }

      extension Flag: nonisolated SwiftData.PersistentModel, nonisolated SwiftData.Observable {}
      """, macros: model)
  }
}
