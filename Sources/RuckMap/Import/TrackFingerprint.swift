// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells one recorded track from another, however its file is called or written.
///
/// It covers positions, heights, times and segments. Two different tracks share a fingerprint by
/// accident once in 2^128; it is no defence against somebody who makes two on purpose.
struct TrackFingerprint {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344
  private var count: UInt64 = 0

  /// Takes the next point.
  mutating func add(_ point: TrackPoint) {
    add(point.latitude.bitPattern)
    add(point.longitude.bitPattern)
    add(point.altitude?.bitPattern ?? 1)
    add(point.timestamp?.timeIntervalSinceReferenceDate.bitPattern ?? 2)
    add(UInt64(truncatingIfNeeded: point.segment))
    count += 1
  }

  /// 32 hexadecimal digits.
  var text: String {
    let (high, low) = words
    return String(format: "%016lx%016lx", UInt(high), UInt(low))
  }

  /// The identifier of the point that came last: the same wherever the track is taken.
  var pointID: UUID { UUID(derivedFrom: words) }

  /// The identifier of the whole track, which is none of its points'.
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

  /// A bijection that lets every bit of the word touch every bit of the result.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
