// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct ModelMacroTests {
  private let model: [String: any Macro.Type] = ["Model": ModelMacro.self]

  @Test func `a model gets its state, metadata and row conversion`() {
    expectExpansion(
      """
      @Model
      public final class Trip {
        @Attribute(.unique) public var code: String
        var rating = 3.0
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
        @Transient var selections = 0
        var isLong: Bool { rating > 4 }
        static var count = 0
        private(set) var `default`: Int?

        init(code: String) { self.code = code }
      }
      """,
      """
      public final class Trip {
        @Attribute(.unique)
        @SwiftData._PersistedProperty(0) public var code: String
        @SwiftData._PersistedProperty(1)
        var rating = 3.0
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip)
        @SwiftData._PersistedProperty(2) var stops: [Stop] = []
        @Transient var selections = 0
        var isLong: Bool { rating > 4 }
        static var count = 0
        @SwiftData._PersistedProperty(3)
        private(set) var `default`: Int?

        init(code: String) { self.code = code }

        @exclusivity(unchecked) public var _$state = SwiftData._ModelState()

        public static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          [
            SwiftData.Schema.PropertyMetadata._make(name: "code", keypath: \\Trip.code, slot: \\Trip._code, metadata: SwiftData.Schema.Attribute(.unique)),
            SwiftData.Schema.PropertyMetadata._make(name: "rating", keypath: \\Trip.rating, slot: \\Trip._rating, defaultValue: { 3.0 }),
            SwiftData.Schema.PropertyMetadata._make(name: "stops", keypath: \\Trip.stops, slot: \\Trip._stops, defaultValue: { [] }, metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \\Stop.trip)),
            SwiftData.Schema.PropertyMetadata._make(name: "default", keypath: \\Trip.`default`, slot: \\Trip._default),
          ]
        }

        public static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
          [
            \\Trip?.?.code,
            \\Trip?.?.rating,
            \\Trip?.?.stops,
            \\Trip?.?.`default`,
          ]
        }

        public required init(_$fault state: consuming SwiftData._ModelState) {
          _$state = state
        }

        public func _$load(_ reader: inout SwiftData._RowReader) {
          reader._load(&_code, 0)
          reader._load(&_rating, 1)
          reader._load(&_stops, 2)
          reader._load(&_default, 3)
        }

        public func _$bind(_ writer: inout SwiftData._RowWriter) {
          writer._bind(&_code, 0)
          writer._bind(&_rating, 1)
          writer._bind(&_stops, 2)
          writer._bind(&_default, 3)
        }
      }

      extension Trip: nonisolated SwiftData.PersistentModel, nonisolated SwiftData.Observable {}
      """, macros: model)
  }

  @Test func `a persisted property gets accessors and a slot`() {
    expectExpansion(
      """
      class Trip {
        @_PersistedProperty(0) var name: String
        @_PersistedProperty(1) var rating = 3.0
      }
      """,
      """
      class Trip {
        var name: String {
        @storageRestrictions(initializes: _name)
        init(initialValue) {
          _name = .init(initialValue)
        }
        get {
          _$willGet(\\.name)
          return _name._get(self, 0)
        }
        set {
          let _$observed = _$willSet(\\.name, 0)
          let _$change = _name._set(newValue, self, 0)
          _$didSet(\\.name, 0, _$change, _$observed)
        }
        _modify {
          let _$observed = _$willSet(\\.name, 0)
          _name._prepare(self, 0)
          defer {
            let _$change = _name._finish()
            _$didSet(\\.name, 0, _$change, _$observed)
          }
          yield &_name._value
        }
        }

        @exclusivity(unchecked) private final var _name = SwiftData._slot((String).self)
        var rating {
        get {
          _$willGet(\\.rating)
          return _rating._get(self, 1)
        }
        set {
          let _$observed = _$willSet(\\.rating, 1)
          let _$change = _rating._set(newValue, self, 1)
          _$didSet(\\.rating, 1, _$change, _$observed)
        }
        _modify {
          let _$observed = _$willSet(\\.rating, 1)
          _rating._prepare(self, 1)
          defer {
            let _$change = _rating._finish()
            _$didSet(\\.rating, 1, _$change, _$observed)
          }
          yield &_rating._value
        }
        }

        @exclusivity(unchecked) private final var _rating = SwiftData._slot(default: 3.0)
      }
      """, macros: ["_PersistedProperty": PersistedPropertyMacro.self])
  }

  @Test func `an implicitly unwrapped property is stored as an optional`() {
    expectExpansion(
      """
      class Trip {
        @_PersistedProperty(0) var name: String! {
          didSet { print(name) }
        }
      }
      """,
      """
      class Trip {
        var name: String! {
          didSet { print(name) }
          @storageRestrictions(initializes: _name)
          init(initialValue) {
            _name = .init(initialValue)
          }

          get {
            _$willGet(\\.name)
            return _name._get(self, 0)
          }

          set {
            _$willGet(\\.name)
            if _$isObservingname {
              let _$isObserved = _$willSet(\\.name, 0)
              let _$change = _name._set(newValue, self, 0)
              _$didSet(\\.name, 0, _$change, _$isObserved)
              return
            }
            _$isObservingname = true
            defer {
              _$isObservingname = false
            }
            let _$oldValue = _name._get(self, 0)
            do {
              let _$isObserved = _$willSet(\\.name, 0)
              let _$change = _name._set(newValue, self, 0)
              _$didSet(\\.name, 0, _$change, _$isObserved)
            }
            _$didSetname(_$oldValue)
          }
        }

        @exclusivity(unchecked) private final var _name = SwiftData._slot((String?).self)

        private var _$isObservingname = false

        private func _$didSetname(_ oldValue: String?) {
          print(name)
        }
      }
      """, macros: ["_PersistedProperty": PersistedPropertyMacro.self])
  }

  @Test func `a model actor gets an executor and a container`() {
    expectExpansion(
      """
      @ModelActor
      public actor Importer {
      }
      """,
      """
      public actor Importer {

        public nonisolated let modelExecutor: any SwiftData.ModelExecutor

        public nonisolated let modelContainer: SwiftData.ModelContainer

        public init(modelContainer: SwiftData.ModelContainer) {
          let modelContext = SwiftData.ModelContext(modelContainer)
          self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
      }

      extension Importer: SwiftData.ModelActor {
      }
      """, macros: ["ModelActor": ModelActorMacro.self])
  }
}
