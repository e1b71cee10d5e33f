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
  /// Seconds at the points of an interval, rising.
  private var times: [Double] = []
  /// Metres at the points of an interval, not falling.
  private var distances: [Double] = []

  /// Creates the efforts of an interval; points that go back in time or distance are skipped.
  package init(_ points: [MotionPoint]) {
    times.reserveCapacity(points.count)
    distances.reserveCapacity(points.count)
    for point in points where point.time.isFinite && point.distance.isFinite {
      if let time = times.last, let distance = distances.last,
        point.time <= time || point.distance < distance
      {
        continue
      }
      times.append(point.time)
      distances.append(point.distance)
    }
  }

  /// Returns the shortest time for a distance in seconds; nil if the interval is shorter.
  package func shortestTime(over distance: Double) -> Double? {
    // The shortest time is the largest negative one.
    best(over: distance, along: distances, across: times, sign: -1).map { -$0 }
  }

  /// Returns the longest distance in a time in metres; nil if the interval is shorter.
  package func longestDistance(in time: Double) -> Double? {
    best(over: time, along: times, across: distances, sign: 1)
  }

  /// Returns the largest difference of values, times a sign, between positions of a distance.
  ///
  /// A session of an hour has a thousand strokes and more than thirty durations: the lists are read
  /// by index, since key paths take most of the time.
  private func best(
    over length: Double, along axis: [Double], across other: [Double], sign: Double
  ) -> Double? {
    guard let first = axis.first, let last = axis.last, last - first >= length, length > 0 else {
      return nil
    }
    let count = axis.count
    var best: Double?
    func offer(_ value: Double) {
      if best.map({ value * sign > $0 }) ?? true { best = value * sign }
    }
    func value(at position: Double, between index: Int) -> Double {
      let (start, width) = (axis[index - 1], axis[index] - axis[index - 1])
      let share = width > 0 ? (position - start) / width : 0
      return other[index - 1] + share * (other[index] - other[index - 1])
    }
    // Windows that begin at a point, then windows that end at one.
    var end = 1
    for start in 0..<count {
      let target = axis[start] + length
      while end < count, axis[end] < target { end += 1 }
      guard end < count else { break }
      offer(value(at: target, between: end) - other[start])
    }
    var begin = 1
    for end in 0..<count {
      let target = axis[end] - length
      if target < first { continue }
      while begin < count - 1, axis[begin] < target { begin += 1 }
      offer(other[end] - value(at: target, between: begin))
    }
    return best
  }
}
