// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What is to be done by itself, and when.
struct SyncSchedule: Sendable {
  var accountAt: Double?
  var subscribeAt: Double?
  var fetchAt: Double?
  var sendAt: Double?
  /// The next look without a reason.
  var pollAt: Double?
  /// The server asked for nothing to be sent before that.
  var notBefore = 0.0
  // How often each failed in a row.
  var accountFailures = 0
  var fetchFailures = 0
  var sendFailures = 0
  /// Rounds in a row in which the server refused records that came again.
  var refusals = 0
  var isListening = false

  /// How long to wait after a failure: by lot, so that devices do not come back together.
  static func wait(
    _ failures: inout Int, _ error: CKError?, _ timing: SyncTiming, _ lot: inout SyncLot
  ) -> Double {
    let doubled = timing.firstWait * Double(1 << min(failures, 20))
    failures += 1
    let drawn = min(doubled, timing.longestWait) * (0.5 + lot.next() / 2)
    guard let asked = error?.retryAfterSeconds, asked > 0 else { return drawn }
    return max(drawn, min(asked, timing.longestAskedWait) * (1 + lot.next() / 10))
  }
}
