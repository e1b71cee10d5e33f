// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A point of a session's motion: seconds and metres of work.
package struct MotionPoint: Sendable, Hashable {
  /// Seconds.
  package var time: Double
  /// Metres.
  package var distance: Double

  /// Creates a point.
  package init(time: Double, distance: Double) {
    self.time = time
    self.distance = distance
  }
}

/// The best parts of continuous motion, by distance and by time.
///
/// Between two strokes the speed is constant. The best window then begins or ends at a stroke.
package struct BestEfforts {
  /// The points of one interval by rising time and distance.
  let points: [MotionPoint]

  /// Creates the efforts of an interval; points that go back in time or distance are skipped.
  package init(_ points: [MotionPoint]) {
    var rising: [MotionPoint] = []
    rising.reserveCapacity(points.count)
    for point in points where point.time.isFinite && point.distance.isFinite {
      if let last = rising.last, point.time <= last.time || point.distance < last.distance {
        continue
      }
      rising.append(point)
    }
    self.points = rising
  }

  /// Returns the shortest time for a distance in seconds; nil if the interval is shorter.
  package func shortestTime(over distance: Double) -> Double? {
    best(over: distance, along: \.distance, across: \.time, isBetter: <)
  }

  /// Returns the longest distance in a time in metres; nil if the interval is shorter.
  package func longestDistance(in time: Double) -> Double? {
    best(over: time, along: \.time, across: \.distance, isBetter: >)
  }

  private func best(
    over length: Double, along axis: KeyPath<MotionPoint, Double>,
    across other: KeyPath<MotionPoint, Double>, isBetter: (Double, Double) -> Bool
  ) -> Double? {
    guard let first = points.first, let last = points.last,
      last[keyPath: axis] - first[keyPath: axis] >= length, length > 0
    else { return nil }
    var best: Double?
    func offer(_ value: Double) {
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
    func value(at position: Double, between index: Int) -> Double {
      let (left, right) = (points[index - 1], points[index])
      let width = right[keyPath: axis] - left[keyPath: axis]
      let share = width > 0 ? (position - left[keyPath: axis]) / width : 0
      return left[keyPath: other] + share * (right[keyPath: other] - left[keyPath: other])
    }
    // Windows that begin at a point, then windows that end at one.
    var end = 1
    for start in points {
      let target = start[keyPath: axis] + length
      while end < points.count, points[end][keyPath: axis] < target { end += 1 }
      guard end < points.count else { break }
      offer(value(at: target, between: end) - start[keyPath: other])
    }
    var begin = 1
    for end in points {
      let target = end[keyPath: axis] - length
      if target < first[keyPath: axis] { continue }
      while begin < points.count - 1, points[begin][keyPath: axis] < target { begin += 1 }
      offer(end[keyPath: other] - value(at: target, between: begin))
    }
    return best
  }
}
