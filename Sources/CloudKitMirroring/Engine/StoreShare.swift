// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How much of the time a mirror has the store for itself while a program saves again and again.
///
/// Who saves has to wait while the mirror writes. So it writes for a tenth of the time as long as there is
/// one save after the other, and does the rest when they have ended; a few milliseconds are free, so that
/// what is saved now and then goes out at once.
package struct StoreShare {
  package typealias Instant = ContinuousClock.Instant

  /// One in so many parts of the time.
  private static let parts = 10
  /// What can be used at once after a while of doing nothing.
  private static let reserve = Duration.milliseconds(10)
  /// After so long without a save the saves have ended.
  private static let calm = Duration.milliseconds(100)

  private var left = Self.reserve
  private var reckoned: Instant
  private var lastSave: Instant?

  package init(at now: Instant) { reckoned = now }

  /// There were saves, which were noted just now.
  package mutating func didSave(at now: Instant) { lastSave = now }

  /// The mirror has used the store for some time.
  package mutating func didUse(_ time: Duration, at now: Instant) {
    reckon(now)
    left -= time
  }

  /// How long the mirror is to leave the store to others, unless saves end before; zero if it needn't.
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
