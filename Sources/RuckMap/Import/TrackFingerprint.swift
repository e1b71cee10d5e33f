// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// A fingerprint of a recorded track's content, independent of the file's name and format.
///
/// It covers positions, altitudes, times and segments, as a ``WordDigest``.
struct TrackFingerprint {
  private var digest = WordDigest()

  /// Creates a fingerprint of no points.
  init() {}

  /// Creates the fingerprint of a recording that is stored as one ruck.
  ///
  /// - Throws: An error of the file.
  init(_ recording: TrackFile) throws {
    var segments = SegmentNumbers()
    var fingerprint = TrackFingerprint()
    _ = try recording.read { reading in
      guard case .point(var point) = reading else { return }
      point.segment = segments.next(point.segment)
      fingerprint.add(point)
    }
    self = fingerprint
  }

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

/// The numbers of segments in a ruck: from 0, so that empty segments of a file leave no gap.
struct SegmentNumbers {
  private var current = 0
  private var last: Int?

  /// Returns the number of the next point.
  ///
  /// - Parameter segment: The number in the file.
  /// - Returns: The number in the ruck.
  mutating func next(_ segment: Int) -> Int {
    if let last, last != segment { current += 1 }
    last = segment
    return current
  }
}
