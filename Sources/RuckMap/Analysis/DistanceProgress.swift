// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy

/// The distance of a track at each time, for searches of the fastest part.
///
/// Gaps between segments have no distance, but their time counts. A point without a time adds its
/// distance to the next point. A step faster than ``fastestStep`` is a wrong position and adds no
/// distance. Times that run backwards count as no time.
struct DistanceProgress: Sendable {
  /// The speed in metres per second above which a step is a wrong position: 36 km/h.
  static let fastestStep = 10.0

  /// Metres since the start, not decreasing.
  private(set) var distances: [Double] = []
  /// Seconds since the first time, not decreasing.
  private(set) var times: [Double] = []
  /// The index of each entry's point in the track.
  private(set) var indices: [Int] = []
  /// The number of steps that were ignored as wrong positions.
  private(set) var jumps = 0
  /// The first time of the track; nil without times.
  private(set) var start: Date?

  init(_ track: [TrackPoint]) {
    distances.reserveCapacity(track.count)
    times.reserveCapacity(track.count)
    var distance = 0.0
    var pending = 0.0
    var previous: TrackPoint?
    for (index, point) in track.enumerated() {
      if let previous, previous.segment == point.segment {
        pending += LocationCalculator.haversineDistance(
          from: (previous.latitude, previous.longitude), to: (point.latitude, point.longitude))
      }
      previous = point
      guard let time = point.timestamp else { continue }
      let first = start ?? time
      start = first
      let seconds = max(times.last ?? 0, time.timeIntervalSince(first))
      if pending > Self.fastestStep * max(seconds - (times.last ?? 0), 1) {
        jumps += 1
      } else {
        distance += pending
      }
      pending = 0
      distances.append(distance)
      times.append(seconds)
      indices.append(index)
    }
  }

  /// Metres of the whole track.
  var length: Double { distances.last ?? 0 }
}
