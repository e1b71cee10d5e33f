// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Geodesy

extension SegmentItem {
  /// Adds the climb along the track to segments without a measured one, such as the laps of TCX files.
  ///
  /// Complexity: O(*n* + *m* log *n*) for *n* points and *m* segments that do not overlap.
  ///
  /// - Parameters:
  ///   - segments: The segments of a ruck.
  ///   - track: The track of the ruck in order of time.
  /// - Returns: The segments in the same order.
  package static func withClimb(
    _ segments: [SegmentItem], along track: [TrackPoint]
  ) -> [SegmentItem] {
    guard segments.contains(where: { !$0.isElevationMeasured }) else { return segments }
    let points = track.compactMap { point in
      point.timestamp.flatMap { time in
        point.altitude.map { (time: time, altitude: $0, segment: point.segment) }
      }
    }
    guard !points.isEmpty else { return segments }
    return segments.map { segment in
      guard !segment.isElevationMeasured else { return segment }
      let end = segment.startTime.addingTimeInterval(segment.duration)
      // The first point that is not before the start.
      var (first, last) = (0, points.count)
      while first < last {
        let middle = (first + last) / 2
        if points[middle].time < segment.startTime { first = middle + 1 } else { last = middle }
      }
      var elevation = ElevationAccumulator()
      var part: Int?
      for point in points[first...].prefix(while: { $0.time <= end }) {
        if let part, part != point.segment { elevation.endSegment() }
        part = point.segment
        elevation.add(point.altitude)
      }
      var segment = segment
      segment.elevationGain = elevation.gain
      return segment
    }
  }
}
