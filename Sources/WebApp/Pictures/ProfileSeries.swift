// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import RuckMap

/// A figure along a track: runs of (distance in metres, value), one run a segment.
package struct ProfileSeries: Sendable, Equatable {
  /// Runs with at least one value each; x is metres from the start, y the figure in SI units.
  package var runs: [[PlanePoint]]

  /// The length of the track in metres.
  package var distance: Double

  /// True if there is nothing to draw a line of.
  package var isEmpty: Bool { !runs.contains { $0.count > 1 } || distance <= 0 }

  /// A series by its runs.
  package init(runs: [[PlanePoint]], distance: Double) {
    self.runs = runs
    self.distance = distance
  }

  /// Metres above sea level.
  package static func elevation(_ track: [TrackPoint]) -> ProfileSeries {
    make(track) { point in point.altitude }
  }

  /// Beats per minute.
  package static func heartRate(_ track: [TrackPoint]) -> ProfileSeries {
    make(track) { point in point.heartRate.map(Double.init) }
  }

  /// Seconds per kilometre, over at least ``paceTime`` seconds and ``paceDistance`` metres before
  /// each point; standing has no pace.
  package static func pace(_ track: [TrackPoint]) -> ProfileSeries {
    var window = PaceWindow()
    return make(track) { point, distance, isFirst in
      if isFirst { window = PaceWindow() }
      return window.pace(at: distance, time: point.timestamp)
    }
  }

  /// Seconds over which a pace is taken.
  package static let paceTime = 30.0
  /// Metres over which a pace is taken.
  package static let paceDistance = 50.0

  private static func make(
    _ track: [TrackPoint], value: (TrackPoint) -> Double?
  ) -> ProfileSeries {
    make(track) { point, _, _ in value(point) }
  }

  /// Walks along the track; nothing is counted between segments.
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

/// The fixes over which a pace is taken: the shortest stretch before the last one that is long
/// enough in time and distance.
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
