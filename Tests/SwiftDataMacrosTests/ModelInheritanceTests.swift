// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import SwiftDiagnostics
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// Classes that can have subclasses, and subclasses.
@Suite struct ModelInheritanceTests {
  private let model: [String: any Macro.Type] = ["Model": ModelMacro.self]

  @Test func `a class that is not final gets overridable members`() {
    expectExpansion(
      """
      @Model
      open class Trip: Named {
        public var name = ""
      }
      """,
      """
      open class Trip: Named {
        @SwiftData._PersistedProperty(0, in: "Trip")
        public var name = ""

        @exclusivity(unchecked) public final var _$state = SwiftData._ModelState()

        open class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          [
            SwiftData.Schema.PropertyMetadata._make(name: "name", keypath: \\Trip.name, slot: \\Trip._name, defaultValue: { "" }),
          ]
        }

        public static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
          [
            \\Trip?.?.name,
          ]
        }

        public required init(_$fault state: consuming SwiftData._ModelState) {
          _$state = state
        }

        open func _$load(_ reader: inout SwiftData._RowReader) {
          reader._load(&_name, Trip._$firstTrip + 0)
        }

        open func _$bind(_ writer: inout SwiftData._RowWriter) {
          writer._bind(&_name, Trip._$firstTrip + 0)
        }

        open class var _$constraints: [any SwiftData.SchemaProperty] {
          []
        }

        open class var _$inheritance: SwiftData._Inheritance? {
          nil
        }

        public static func _$keyPaths<Subclass: Trip>(_ type: Subclass.Type) -> [Swift.AnyKeyPath] {
          [
            \\Subclass.name,
          ]
        }

        private static var _$firstTrip: Swift.Int {
          0
        }

        public init() {
        }
      }

      extension Trip: nonisolated SwiftData.PersistentModel, nonisolated SwiftData.Observable {}
      """, macros: model)
  }

  @Test func `a subclass adds its members to those of its superclass`() {
    expectExpansion(
      """
      @available(macOS 26, *)
      @Model
      public class BusinessTrip: V2.Trip, Named {
        #Unique<BusinessTrip>([\\.expenses])
        var expenses: Double
        override var name: String { "x" }
        override var note: String { didSet { print(1) } }

        init(expenses: Double) {
          self.expenses = expenses
          super.init()
        }
      }
      """,
      """
      @available(macOS 26, *)
      public class BusinessTrip: V2.Trip, Named {
        #Unique<BusinessTrip>([\\.expenses])
        @SwiftData._PersistedProperty(0, in: "BusinessTrip")
        var expenses: Double
        override var name: String { "x" }
        override var note: String { didSet { print(1) } }

        init(expenses: Double) {
          self.expenses = expenses
          super.init()
        }

        public override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          super.schemaMetadata + [
            SwiftData.Schema.PropertyMetadata._make(name: "expenses", keypath: \\BusinessTrip.expenses, slot: \\BusinessTrip._expenses),
          ]
        }

        public override class var _$inheritance: SwiftData._Inheritance? {
          SwiftData._Inheritance(superclass: V2.Trip.self, keyPaths: V2.Trip._$keyPaths(BusinessTrip.self), overrides: ["name"])
        }

        public override class var _$constraints: [any SwiftData.SchemaProperty] {
          [
            SwiftData.Schema.Unique<BusinessTrip>([\\.expenses]),
          ]
        }

        private static let _$firstBusinessTrip = V2.Trip._$keyPaths(BusinessTrip.self).count

        public override func _$load(_ reader: inout SwiftData._RowReader) {
          super._$load(&reader)
          reader._load(&_expenses, BusinessTrip._$firstBusinessTrip + 0)
        }

        public override func _$bind(_ writer: inout SwiftData._RowWriter) {
          super._$bind(&writer)
          writer._bind(&_expenses, BusinessTrip._$firstBusinessTrip + 0)
        }

        public static func _$keyPaths<Subclass: BusinessTrip>(_ type: Subclass.Type) -> [Swift.AnyKeyPath] {
          V2.Trip._$keyPaths(Subclass.self) + [
            \\Subclass.expenses,
          ]
        }

        public required init(_$fault state: consuming SwiftData._ModelState) {
          super.init(_$fault: state)
        }
      }
      """, macros: model, isSubclass: true)
  }

  @Test func `a subclass declares its own original name`() {
    expectExpansion(
      """
      @Model
      final class Hike: Trip {
        static let originalEntityName: String? = "Walk"
      }
      """,
      """
      final class Hike: Trip {
        static let originalEntityName: String? = "Walk"

        override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          super.schemaMetadata + []
        }

        override class var _$inheritance: SwiftData._Inheritance? {
          SwiftData._Inheritance(superclass: Trip.self, keyPaths: Trip._$keyPaths(Hike.self), overrides: [], originalEntityName: Hike.originalEntityName)
        }

        override class var _$constraints: [any SwiftData.SchemaProperty] {
          []
        }

        private static let _$firstHike = Trip._$keyPaths(Hike.self).count

        override func _$load(_ reader: inout SwiftData._RowReader) {
          super._$load(&reader)
        }

        override func _$bind(_ writer: inout SwiftData._RowWriter) {
          super._$bind(&writer)
        }
      }
      """, macros: model, isSubclass: true)
  }

  @Test func `a subclass without designated initializers inherits all of them`() {
    expectExpansion(
      """
      @Model
      final class QuietTrip: Trip {
        convenience init(_ name: String) { self.init() }
      }
      """,
      """
      final class QuietTrip: Trip {
        convenience init(_ name: String) { self.init() }

        override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
          super.schemaMetadata + []
        }

        override class var _$inheritance: SwiftData._Inheritance? {
          SwiftData._Inheritance(superclass: Trip.self, keyPaths: Trip._$keyPaths(QuietTrip.self), overrides: [])
        }

        override class var _$constraints: [any SwiftData.SchemaProperty] {
          []
        }

        private static let _$firstQuietTrip = Trip._$keyPaths(QuietTrip.self).count

        override func _$load(_ reader: inout SwiftData._RowReader) {
          super._$load(&reader)
        }

        override func _$bind(_ writer: inout SwiftData._RowWriter) {
          super._$bind(&writer)
        }
      }
      """, macros: model, isSubclass: true)
  }

  @Test func `a property of a subclass is numbered after the inherited ones`() {
    expectExpansion(
      """
      class BusinessTrip: Trip {
        @_PersistedProperty(1, in: "BusinessTrip") var expenses = 3.0
      }
      """,
      """
      class BusinessTrip: Trip {
        var expenses {
        get {
          _$willGet(\\.expenses)
          return _expenses._get(self, BusinessTrip._$firstBusinessTrip + 1)
        }
        set {
          let _$observed = _$willSet(\\.expenses, BusinessTrip._$firstBusinessTrip + 1)
          let _$change = _expenses._set(newValue, self, BusinessTrip._$firstBusinessTrip + 1)
          _$didSet(\\.expenses, BusinessTrip._$firstBusinessTrip + 1, _$change, _$observed)
        }
        _modify {
          let _$observed = _$willSet(\\.expenses, BusinessTrip._$firstBusinessTrip + 1)
          _expenses._prepare(self, BusinessTrip._$firstBusinessTrip + 1)
          defer {
            let _$change = _expenses._finish()
            _$didSet(\\.expenses, BusinessTrip._$firstBusinessTrip + 1, _$change, _$observed)
          }
          yield &_expenses._value
        }
        }

        @exclusivity(unchecked) private final var _expenses = SwiftData._slot(default: 3.0)
      }
      """, macros: ["_PersistedProperty": PersistedPropertyMacro.self])
  }
}
