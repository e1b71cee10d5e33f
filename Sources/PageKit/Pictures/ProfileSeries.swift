// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Geodesy
import Measures

/// A figure along a track: runs of (distance in metres, value), one run per segment.
package struct ProfileSeries: Sendable, Equatable {
  /// Runs with at least one value each; x is metres from the start, y the figure in SI units.
  package var runs: [[PlanePoint]]

  /// The length of the track in metres.
  package var distance: Double

  /// Whether there is no line to draw.
  package var isEmpty: Bool { !runs.contains { $0.count > 1 } || distance <= 0 }

  /// Creates a series from its runs.
  package init(runs: [[PlanePoint]], distance: Double) {
    self.runs = runs
    self.distance = distance
  }

  /// The elevation in metres above sea level.
  package static func elevation(_ track: [TrackPoint]) -> ProfileSeries {
    make(track) { point in point.altitude }
  }

  /// The heart rate in beats per minute.
  package static func heartRate(_ track: [TrackPoint]) -> ProfileSeries {
    make(track) { point in point.heartRate.map(Double.init) }
  }

  /// The pace in seconds per kilometre, over at least ``paceTime`` seconds and ``paceDistance``
  /// metres before each point; none while standing.
  package static func pace(_ track: [TrackPoint]) -> ProfileSeries {
    var window = PaceWindow()
    return make(track) { point, distance, isFirst in
      if isFirst { window = PaceWindow() }
      return window.pace(at: distance, time: point.timestamp)
    }
  }

  /// The minimum time in seconds over which a pace is calculated.
  package static let paceTime = 30.0
  /// The minimum distance in metres over which a pace is calculated.
  package static let paceDistance = 50.0

  private static func make(
    _ track: [TrackPoint], value: (TrackPoint) -> Double?
  ) -> ProfileSeries {
    make(track) { point, _, _ in value(point) }
  }

  /// Collects values along the track; the distance between segments is not counted.
  private static func make(
    _ track: [TrackPoint], value: (TrackPoint, Double, Bool) -> Double?
  ) -> ProfileSeries {
    var runs: [[PlanePoint]] = []
    var distance = 0.0
    var last: TrackPoint?
    for point in track where point.latitude.isFinite && point.longitude.isFinite {
      let isFirst = point.segment != last?.segment
      if let last, !isFirst {
        distance += LocationCalculator.haversineDistance(
          from: (last.latitude, last.longitude), to: (point.latitude, point.longitude))
      }
      if isFirst { runs.append([]) }
      last = point
      if let value = value(point, distance, isFirst), value.isFinite {
        runs[runs.count - 1].append(PlanePoint(x: distance, y: value))
      }
    }
    return ProfileSeries(runs: runs.filter { !$0.isEmpty }, distance: distance)
  }
}

/// A sliding window of fixes for a pace: the shortest one, up to the last fix, that is long enough
/// in time and distance.
private struct PaceWindow {
  private var fixes: [(distance: Double, time: Date)] = []
  private var first = 0

  mutating func pace(at distance: Double, time: Date?) -> Double? {
    guard let time else { return nil }
    if let last = fixes.last, time < last.time { return nil }
    fixes.append((distance, time))
    while first + 1 < fixes.count - 1, isEnough(from: fixes[first + 1], to: (distance, time)) {
      first += 1
    }
    guard isEnough(from: fixes[first], to: (distance, time)) else { return nil }
    let metres = distance - fixes[first].distance
    let seconds = time.timeIntervalSince(fixes[first].time)
    // Below 1 km/h counts as standing.
    return metres * 3.6 > seconds ? seconds / metres * 1000 : nil
  }

  private func isEnough(
    from start: (distance: Double, time: Date), to end: (distance: Double, time: Date)
  ) -> Bool {
    end.distance - start.distance >= ProfileSeries.paceDistance
      && end.time.timeIntervalSince(start.time) >= ProfileSeries.paceTime
  }
}
