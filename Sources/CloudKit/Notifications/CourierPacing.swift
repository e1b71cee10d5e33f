// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How long to wait before a stream of notifications is opened again.
///
/// Waits after failures double up to a minute and are drawn by lot, so that many devices that lost their
/// server together don't come back together, and one that fails each time is asked seldom.
package struct CourierPacing: Sendable {
  /// How a stream ended.
  package enum End: Sendable {
    /// The server ended it, after some seconds and events, and may have said in how many seconds to come
    /// again.
    case inOrder(seconds: Double, events: Int, retry: Double?)
    /// It was open for some seconds, or none, and broke; the server may have said when to come again.
    case failed(seconds: Double, retry: Double?)
    /// The URL is no longer good: another one is asked for.
    case forgotten
  }

  /// The longest wait in seconds, unless the server asks for a longer one.
  static let longest = 60.0
  /// A stream that was open for so many seconds was no failure.
  static let steady = 5.0

  private var failures = 0

  package init() {}

  /// Seconds to wait; `lot` is a number from 0 to 1.
  package mutating func wait(after end: End, lot: Double) -> Double {
    switch end {
    case .inOrder(let seconds, let events, let retry):
      if seconds >= Self.steady || events > 0 {
        failures = 0
        // Not at once even where the server says so: it may go on like that.
        return Swift.max(0.02, (retry ?? 1) * (0.5 + lot / 2))
      }
      failures += 1
      return Swift.max(grown(lot), retry ?? 0)
    case .failed(let seconds, let retry):
      failures = seconds >= Self.steady ? 1 : failures + 1
      return Swift.max(grown(lot), (retry ?? 0) * (1 + lot / 4))
    case .forgotten:
      failures += 1
      return failures == 1 ? 0 : grown(lot)
    }
  }

  private func grown(_ lot: Double) -> Double {
    let doubled = 0.25 * Double(1 << Swift.min(Swift.max(failures - 1, 0), 16))
    return Swift.min(Self.longest, doubled) * (0.5 + lot / 2)
  }
}
