// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Numbers by lot: the same ones for the same seed.
package struct SyncLot: Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The next number from 0 to below 1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / Double(1 << 53)
  }
}
