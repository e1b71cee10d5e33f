// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The single random number generator of a run, determined by its seed.
package final class Chance: Sendable, RandomNumberGenerator {
  private let state: Mutex<UInt64>

  package init(seed: UInt64) {
    state = Mutex(seed &* 0x2545_F491_4F6C_DD1D &+ 0x9E37_79B9_7F4A_7C15)
  }

  package func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  /// A random number of a range.
  package func number(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns true with a probability in thousandths.
  package func happens(_ perMille: Int) -> Bool { perMille > 0 && number(0..<1000) < perMille }

  /// A random element, or nil if the array is empty.
  package func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[number(0..<values.count)]
  }
}
