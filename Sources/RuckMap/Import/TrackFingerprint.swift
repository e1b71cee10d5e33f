// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// A fingerprint of a recorded track's content, independent of the file's name and format.
///
/// It covers positions, altitudes, times and segments, as a ``WordDigest``.
struct TrackFingerprint {
  private var digest = WordDigest()

  /// Adds the next point.
  mutating func add(_ point: TrackPoint) {
    digest.add(point.latitude.bitPattern)
    digest.add(point.longitude.bitPattern)
    digest.add(point.altitude?.bitPattern ?? 1)
    digest.add(point.timestamp?.timeIntervalSinceReferenceDate.bitPattern ?? 2)
    digest.add(UInt64(truncatingIfNeeded: point.segment))
    digest.count += 1
  }

  /// The fingerprint as 32 hexadecimal digits.
  var hexString: String {
    let (high, low) = digest.words
    return String(format: "%016lx%016lx", UInt(high), UInt(low))
  }

  /// The identifier of the last point, which depends only on the track up to there.
  var pointID: UUID { UUID(derivedFrom: digest.words) }

  /// The identifier of the whole track, which differs from its points' identifiers.
  var trackID: UUID {
    let (high, low) = digest.words
    return UUID(derivedFrom: (WordDigest.mixed(~high), WordDigest.mixed(~low)))
  }
}
