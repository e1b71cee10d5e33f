// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacrosUnderTest
import Testing

/// `willSet` and `didSet` of a persisted property.
@Suite struct ObservedPropertyTests {
  @Test func `the setter calls willSet and didSet`() {
    expectExpansion(
      """
      class Trip {
        @_PersistedProperty(4) var name = "" {
          willSet {
            print(newValue)
          }
          didSet(old) {
            if old == name { return }
            print(old)
          }
        }
      }
      """,
      """
      class Trip {
        var name {
          willSet {
            print(newValue)
          }
          didSet(old) {
            if old == name { return }
            print(old)
          }
          get {
            _$willGet(\\.name)
            return _name._get(self, 4)
          }

          set {
            _$willGet(\\.name)
            if _$isObservingname {
              let _$isObserved = _$willSet(\\.name, 4)
              let _$change = _name._set(newValue, self, 4)
              _$didSet(\\.name, 4, _$change, _$isObserved)
              return
            }
            _$isObservingname = true
            defer {
              _$isObservingname = false
            }
            _$willSetname(newValue)
            let _$oldValue = _name._get(self, 4)
            do {
              let _$isObserved = _$willSet(\\.name, 4)
              let _$change = _name._set(newValue, self, 4)
              _$didSet(\\.name, 4, _$change, _$isObserved)
            }
            _$didSetname(_$oldValue)
          }
        }

        @exclusivity(unchecked) private final var _name = SwiftData._slot(default: "")

        private var _$isObservingname = false

        private func _$willSetname(_ newValue: Swift.String) {
          print(newValue)
        }

        private func _$didSetname(_ old: Swift.String) {
          if old == name { return }
              print(old)
        }
      }
      """, macros: ["_PersistedProperty": PersistedPropertyMacro.self])
  }
}
