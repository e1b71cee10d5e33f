// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftDataMacros
import Testing

/// `willSet` and `didSet` of a persisted property.
@Suite struct ObservedPropertyTests {
  @Test func theSetterCallsTheObservers() {
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
            if _$isObservingname {
              let _$isObserved = _$willSet(\\.name, 4)
            let _$change = _name._set(newValue, self, 4)
            _$didSet(\\.name, 4, _$change, _$isObserved)
              return
            }
            _$willGet(\\.name)
            _$isObservingname = true
            defer {
              _$isObservingname = false
            }
            _ = { (newValue) -> Swift.Void in
            print(newValue)
            }(newValue)
            let _$oldValue = _name._get(self, 4)
            do {
              let _$isObserved = _$willSet(\\.name, 4)
              let _$change = _name._set(newValue, self, 4)
              _$didSet(\\.name, 4, _$change, _$isObserved)
            }
            _ = { (old) -> Swift.Void in
              if old == name {
              return
            }
                  print(old)
            }(_$oldValue)
          }
        }

        @exclusivity(unchecked) private var _name = SwiftData._slot(default: "")

        private var _$isObservingname = false
      }
      """, macros: ["_PersistedProperty": PersistedPropertyMacro.self])
  }
}
