// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Geodesy

/// The fastest part of a track over a distance.
///
/// ```swift
/// if let effort = BestEffort.fastest(over: 5_000, in: points) {
///   print(effort.time, "s from", effort.start, "s after the start")
/// }
/// ```
public struct BestEffort: Sendable, Hashable, Codable {
  /// The distances of records in metres: 1 mi, 5 km, 10 km and 12 mi.
  public static let recordDistances = [1_609.344, 5_000, 10_000, 19_312.128]

  /// The distance in metres.
  public var distance: Double
  /// The time in seconds, pauses included.
  public var time: Double
  /// The beginning of the part, in seconds after the track's first time.
  public var start: Double

  /// Creates an effort.
  public init(distance: Double, time: Double, start: Double) {
    self.distance = distance
    self.time = time
    self.start = start
  }

  /// Seconds per kilometre.
  public var pace: Double { time / distance * 1000 }

  /// Finds the fastest part of a track over a distance.
  ///
  /// The part may begin and end between two points. The search is linear in the number of points.
  ///
  /// - Parameters:
  ///   - distance: Metres, above 0.
  ///   - track: Points in the order of recording.
  /// - Returns: The effort; nil if the track is shorter, has no times, or every part is faster than
  ///   ``WalkingSpeed/limit``.
  public static func fastest(over distance: Double, in track: [TrackPoint]) -> BestEffort? {
    fastest(over: distance, in: DistanceProgress(track))
  }

  static func fastest(over distance: Double, in progress: DistanceProgress) -> BestEffort? {
    guard distance > 0, distance.isFinite, progress.length >= distance else { return nil }
    var search = Search(distance: distance, progress: progress)
    return search.run()
  }

  /// A search with two positions that move forward together.
  ///
  /// The time of a part is piecewise linear in its position, so that the fastest part begins or
  /// ends at a point.
  private struct Search {
    let distance: Double
    let progress: DistanceProgress
    private var best: BestEffort?

    init(distance: Double, progress: DistanceProgress) {
      self.distance = distance
      self.progress = progress
    }

    mutating func run() -> BestEffort? {
      let (distances, times) = (progress.distances, progress.times)
      // Parts that begin at a point.
      var end = 0
      for start in distances.indices {
        // After a rest, the last point at a position is the latest start.
        if start + 1 < distances.count, distances[start + 1] == distances[start] { continue }
        let target = distances[start] + distance
        while end < distances.count, distances[end] < target { end += 1 }
        guard end < distances.count else { break }
        offer(start: times[start], end: time(at: target, before: end))
      }
      // Parts that end at a point.
      var start = distances.count - 1
      for end in distances.indices.reversed() {
        if end > 0, distances[end - 1] == distances[end] { continue }
        let target = distances[end] - distance
        while start >= 0, distances[start] > target { start -= 1 }
        guard start >= 0 else { break }
        offer(start: time(at: target, after: start), end: times[end])
      }
      return best
    }

    private mutating func offer(start: Double, end: Double) {
      let time = end - start
      guard time > 0, distance <= WalkingSpeed.limit * time else { return }
      if let best, best.time <= time { return }
      best = BestEffort(distance: distance, time: time, start: start)
    }

    /// The time at a distance, between the entry before `index` and `index`.
    private func time(at target: Double, before index: Int) -> Double {
      guard index > 0 else { return progress.times[0] }
      return interpolated(target, index - 1, index)
    }

    /// The time at a distance, between `index` and the entry after it.
    private func time(at target: Double, after index: Int) -> Double {
      guard index + 1 < progress.times.count else { return progress.times[index] }
      return interpolated(target, index, index + 1)
    }

    private func interpolated(_ target: Double, _ low: Int, _ high: Int) -> Double {
      let (from, to) = (progress.distances[low], progress.distances[high])
      let (first, last) = (progress.times[low], progress.times[high])
      guard to > from else { return last }
      return first + (last - first) * min(max((target - from) / (to - from), 0), 1)
    }
  }
}
