// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The times and the distance of a recording, which identify it in any file format.
///
/// Formats round positions and times differently, and some programs remove points, so that the
/// fingerprints of two files of one activity differ.
struct RecordedActivity {
  /// The greatest difference of the starts, and of short durations, in seconds.
  static let timeTolerance = 5.0

  var start: Date
  /// Seconds.
  var duration: Double
  /// Metres.
  var distance: Double

  init(start: Date, duration: Double, distance: Double) {
    self.start = start
    self.duration = duration
    self.distance = distance
  }

  init(_ ruck: RuckSummary) {
    self.init(start: ruck.startedAt, duration: ruck.duration, distance: ruck.distance)
  }

  /// Whether two recordings are of the same activity: starts within 5 s, durations within 5 s or
  /// 0.5 %, and distances within 20 m or 1 %.
  func isSame(as other: RecordedActivity) -> Bool {
    let seconds = max(Self.timeTolerance, 0.005 * max(duration, other.duration))
    let metres = max(20, 0.01 * max(distance, other.distance))
    return abs(start.timeIntervalSince(other.start)) <= Self.timeTolerance
      && abs(duration - other.duration) <= seconds && abs(distance - other.distance) <= metres
  }
}
