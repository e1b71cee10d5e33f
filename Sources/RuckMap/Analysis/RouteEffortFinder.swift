// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Geodesy

/// One passage of a track along a saved route.
public struct RouteEffort: Sendable, Hashable, Codable {
  /// Seconds from the start of the route to its end, pauses included.
  public var time: Double
  /// The start of the passage, in seconds after the track's first time.
  public var start: Double
  /// The mean distance from the route's marks in metres.
  public var deviation: Double

  /// Creates an effort.
  public init(time: Double, start: Double, deviation: Double) {
    self.time = time
    self.start = start
    self.deviation = deviation
  }
}

/// A search for the passages of tracks along a route.
///
/// ```swift
/// let finder = RouteEffortFinder(route: points)
/// for effort in finder?.efforts(in: points) ?? [] { print(effort.time) }
/// ```
///
/// The route is divided into marks. A passage visits the first mark, the last mark and at least
/// nine tenths of the others, in order, each within ``tolerance``. Between two marks, the track may
/// be up to three times as long as the route.
public struct RouteEffortFinder: Sendable {
  /// The greatest distance in metres from a mark: the error of satellite positions among trees.
  public static let tolerance = 35.0
  /// The shortest route in metres.
  public static let shortestRoute = 200.0
  /// The difference in metres between points that are equally near to the start.
  private static let startTolerance = 5.0
  /// The share of the inner marks that a passage may miss.
  static let missedShare = 0.1

  private struct Mark {
    var latitude: Double
    var longitude: Double
    /// Metres from the start of the route.
    var position: Double
  }

  private let marks: [Mark]

  /// The length of the route in metres.
  public let length: Double

  /// Creates a finder.
  ///
  /// - Parameter route: The points of the route in order; nil is returned if it is shorter than
  ///   ``shortestRoute``.
  public init?(route: [TrackPoint]) {
    var positions: [Double] = []
    var total = 0.0
    for (index, point) in route.enumerated() {
      if index > 0 { total += Self.distance(route[index - 1], point) }
      positions.append(total)
    }
    guard total >= Self.shortestRoute, total.isFinite else { return nil }
    length = total
    // At most 400 marks, at least 50 m apart.
    let spacing = max(50, total / 400)
    let count = max(2, Int((total / spacing).rounded()) + 1)
    var segment = 0
    marks = (0..<count).map { index in
      let position = total * Double(index) / Double(count - 1)
      while segment + 2 < route.count, positions[segment + 1] < position { segment += 1 }
      let (from, to) = (route[segment], route[segment + 1])
      let step = positions[segment + 1] - positions[segment]
      let share = step > 0 ? min(max((position - positions[segment]) / step, 0), 1) : 0
      return Mark(
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        longitude: from.longitude
          + (to.longitude - from.longitude).remainder(dividingBy: 360) * share,
        position: position)
    }
  }

  /// Finds the passages of a track, the earliest first; they don't overlap.
  ///
  /// - Parameter track: Points in the order of recording, with times.
  /// - Returns: The passages; none without times.
  public func efforts(in track: [TrackPoint]) -> [RouteEffort] {
    let track = Self.dense(track)
    let progress = DistanceProgress(track)
    let points = progress.indices.map { track[$0] }
    var efforts: [RouteEffort] = []
    var index = 0
    while let entry = nearest(to: marks[0], in: points, from: index) {
      let start = latestStart(points, from: entry)
      if let (effort, end) = passage(points, progress, from: start, deviation: entry.metres) {
        efforts.append(effort)
        index = max(end, start + 1)
      } else {
        index = entry.index + 1
        // The same visit of the start can't begin another passage.
        while index < points.count, isNear(points[index], marks[0]) { index += 1 }
      }
    }
    return efforts
  }

  /// Returns the last point of a visit that is as near to the start as the nearest one: a rest at the
  /// start does not count.
  private func latestStart(_ points: [TrackPoint], from entry: (index: Int, metres: Double)) -> Int
  {
    var latest = entry.index
    var index = entry.index
    while index < points.count, isNear(points[index], marks[0]) {
      if distance(points[index], marks[0]) <= entry.metres + Self.startTolerance { latest = index }
      index += 1
    }
    return latest
  }

  /// Follows the marks from a point at the first one.
  private func passage(
    _ points: [TrackPoint], _ progress: DistanceProgress, from start: Int, deviation: Double
  ) -> (RouteEffort, end: Int)? {
    var current = start
    var missed = 0
    var sum = deviation
    var visited = 1
    var origin = progress.distances[start]
    var originMark = 0
    let allowed = Int(Double(max(0, marks.count - 2)) * Self.missedShare)
    for number in 1..<marks.count {
      let expected = marks[number].position - marks[originMark].position
      let limit = origin + 3 * expected + 2 * Self.tolerance
      let found = nearest(to: marks[number], in: points, from: current) { index in
        progress.distances[index] <= limit
      }
      if let found {
        current = found.index
        sum += found.metres
        visited += 1
        origin = progress.distances[current]
        originMark = number
      } else {
        missed += 1
        if missed > allowed || number == marks.count - 1 { return nil }
      }
    }
    let time = progress.times[current] - progress.times[start]
    guard time > 0, !WalkingSpeed.isExceeded(distance: length, time: time) else { return nil }
    return (
      RouteEffort(time: time, start: progress.times[start], deviation: sum / Double(visited)),
      current
    )
  }

  /// Inserts points into long steps, so that a point is near each visited mark.
  private static func dense(_ track: [TrackPoint]) -> [TrackPoint] {
    var points: [TrackPoint] = []
    points.reserveCapacity(track.count)
    for point in track {
      if let last = points.last, last.segment == point.segment, let from = last.timestamp,
        let to = point.timestamp
      {
        let metres = distance(last, point)
        let parts = metres < 2_000 ? Int(metres / 25) : 0
        let east = (point.longitude - last.longitude).remainder(dividingBy: 360)
        for part in 0..<max(0, parts) {
          let share = Double(part + 1) / Double(parts + 1)
          points.append(
            TrackPoint(
              latitude: last.latitude + (point.latitude - last.latitude) * share,
              longitude: last.longitude + east * share, altitude: nil,
              timestamp: from + to.timeIntervalSince(from) * share, segment: last.segment))
        }
      }
      points.append(point)
    }
    return points
  }

  /// Returns the nearest point of the first visit of a mark.
  private func nearest(
    to mark: Mark, in points: [TrackPoint], from start: Int,
    while isInside: (Int) -> Bool = { _ in true }
  ) -> (index: Int, metres: Double)? {
    var best: (index: Int, metres: Double)?
    var index = start
    while index < points.count, isInside(index) {
      let metres = isBeside(points[index], mark) ? distance(points[index], mark) : .infinity
      if metres <= Self.tolerance {
        if best.map({ metres < $0.metres }) ?? true { best = (index, metres) }
      } else if best != nil {
        return best
      }
      index += 1
    }
    return best
  }

  private func isNear(_ point: TrackPoint, _ mark: Mark) -> Bool {
    isBeside(point, mark) && distance(point, mark) <= Self.tolerance
  }

  /// A cheap test that excludes most points.
  private func isBeside(_ point: TrackPoint, _ mark: Mark) -> Bool {
    abs(point.latitude - mark.latitude) < Self.tolerance / 110_000
  }

  private func distance(_ point: TrackPoint, _ mark: Mark) -> Double {
    LocationCalculator.haversineDistance(
      from: (point.latitude, point.longitude), to: (mark.latitude, mark.longitude))
  }

  private static func distance(_ start: TrackPoint, _ end: TrackPoint) -> Double {
    LocationCalculator.haversineDistance(
      from: (start.latitude, start.longitude), to: (end.latitude, end.longitude))
  }
}
