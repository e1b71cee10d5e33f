// Cairn
// SPDX-License-Identifier: Apache-2.0

/// When an engine does what, in seconds.
package struct SyncTiming: Sendable {
  /// From the first pending change to the request: changes that are made together are sent together.
  package var sendDelay = 0.01
  /// Between two looks at the server where it tells nothing by itself.
  package var poll = 30.0
  /// Between two looks while it would tell: for what was lost on the way.
  package var listeningPoll = 900.0
  /// Between two looks whether somebody has signed in.
  package var accountPoll = 30.0
  /// The longest first wait after an error that passes; it doubles with each further one.
  package var firstWait = 1.0
  /// The longest wait.
  package var longestWait = 300.0
  /// The longest wait where the server asked for a longer one.
  package var longestAskedWait = 600.0

  package init() {}
}

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
