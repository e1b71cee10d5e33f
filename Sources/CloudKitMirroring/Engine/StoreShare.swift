// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Limits the mirror to 10 % of the time while other writers save continuously.
///
/// A writer has to wait while the mirror writes. So the mirror uses a tenth of the time during a
/// series of saves, and catches up when the series has ended. A reserve of a few milliseconds lets
/// occasional saves be sent at once.
package struct StoreShare {
  package typealias Instant = ContinuousClock.Instant

  /// The divisor of the time that the mirror may use.
  private static let parts = 10
  /// The time that the mirror may use at once after a pause.
  private static let reserve = Duration.milliseconds(10)
  /// A series of saves ends after this time without a save.
  private static let calm = Duration.milliseconds(100)

  private var left = Self.reserve
  private var reckoned: Instant
  private var lastSave: Instant?

  package init(at now: Instant) { reckoned = now }

  /// Records that other writers have saved.
  package mutating func didSave(at now: Instant) { lastSave = now }

  /// Records that the mirror has used the store for some time.
  package mutating func didUse(_ time: Duration, at now: Instant) {
    reckon(now)
    left -= time
  }

  /// The time that the mirror must leave the store to other writers, or zero; a series of saves may
  /// end earlier.
  package mutating func pause(at now: Instant) -> Duration {
    reckon(now)
    guard left < .zero, let lastSave, now - lastSave < Self.calm else { return .zero }
    return left * -Self.parts
  }

  private mutating func reckon(_ now: Instant) {
    left = Swift.min(Self.reserve, left + (now - reckoned) / Self.parts)
    reckoned = now
  }
}
