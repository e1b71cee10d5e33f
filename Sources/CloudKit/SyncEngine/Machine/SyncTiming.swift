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
