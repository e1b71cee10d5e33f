// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// A fingerprint of a recorded track's content, independent of the file's name and format.
///
/// It covers positions, altitudes, times and segments. The probability of an accidental collision
/// is 2^-128; the fingerprint does not protect against deliberate collisions.
struct TrackFingerprint {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344
  private var count: UInt64 = 0

  /// Adds the next point.
  mutating func add(_ point: TrackPoint) {
    add(point.latitude.bitPattern)
    add(point.longitude.bitPattern)
    add(point.altitude?.bitPattern ?? 1)
    add(point.timestamp?.timeIntervalSinceReferenceDate.bitPattern ?? 2)
    add(UInt64(truncatingIfNeeded: point.segment))
    count += 1
  }

  /// The fingerprint as 32 hexadecimal digits.
  var hexString: String {
    let (high, low) = words
    return String(format: "%016lx%016lx", UInt(high), UInt(low))
  }

  /// The identifier of the last point, which depends only on the track up to there.
  var pointID: UUID { UUID(derivedFrom: words) }

  /// The identifier of the whole track, which differs from its points' identifiers.
  var trackID: UUID {
    let (high, low) = words
    return UUID(derivedFrom: (Self.mixed(~high), Self.mixed(~low)))
  }

  private var words: (high: UInt64, low: UInt64) {
    (
      Self.mixed(first ^ Self.mixed(second &+ count)),
      Self.mixed(second ^ Self.mixed(first &+ (count << 1) &+ 1))
    )
  }

  private mutating func add(_ word: UInt64) {
    first = Self.mixed(first ^ word) &* 0x9E37_79B9_7F4A_7C15
    second = (second ^ Self.mixed(word &+ 0xD1B5_4A32_D192_ED03)) &* 0xBF58_476D_1CE4_E5B9
    second = (second << 29 | second >> 35) ^ first
  }

  /// A bijection in which every input bit affects every output bit.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
