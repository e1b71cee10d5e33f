// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A session's or a plan's motion, for a comparison.
struct ComparedMotion {
  /// A stroke's values.
  struct Values {
    var pace: Double?
    var power: Double?
    var heartRate: Double?
    var strokeRate: Double?
  }

  /// Points by rising time and distance, with the values of the motion before each.
  private(set) var points: [MotionPoint] = [MotionPoint(time: 0, distance: 0)]
  private(set) var values: [Values] = [Values()]

  init(_ strokes: [StrokeSnapshot]) {
    for stroke in strokes {
      append(
        MotionPoint(time: stroke.elapsed, distance: stroke.distance),
        Values(
          pace: stroke.pace, power: stroke.power, heartRate: stroke.heartRate.map(Double.init),
          strokeRate: stroke.strokeRate.map(Double.init)))
    }
  }

  /// Creates the motion of a session without strokes, at its mean speed.
  init(_ summary: SessionSummary) {
    append(
      MotionPoint(time: summary.duration, distance: summary.distance),
      Values(
        pace: summary.pace, power: summary.power, heartRate: summary.heartRate.map(Double.init),
        strokeRate: summary.strokeRate))
  }

  /// Creates the motion of a plan; pieces without a positive pace end it.
  init(_ plan: SessionPlan, machine: RowingMachine) {
    for piece in plan.pieces {
      guard piece.pace > 0, piece.pace.isFinite, let last = points.last else { break }
      let speed = machine.paceDistance / piece.pace
      let duration = piece.duration ?? (piece.distance ?? 0) / speed
      append(
        MotionPoint(time: last.time + duration, distance: last.distance + duration * speed),
        Values(pace: piece.pace, power: RowingFigures.power(pace: piece.pace, machine: machine)))
    }
  }

  private mutating func append(_ point: MotionPoint, _ value: Values) {
    guard let last = points.last, point.time > last.time, point.distance >= last.distance,
      point.time.isFinite, point.distance.isFinite
    else { return }
    points.append(point)
    values.append(value)
  }

  func end(_ axis: SessionComparison.Axis) -> Double {
    guard let last = points.last else { return 0 }
    return axis == .time ? last.time : last.distance
  }

  /// Returns the values at a position, and the other coordinate; nil after the end.
  func state(at position: Double, _ axis: SessionComparison.Axis) -> (Values, other: Double)? {
    let path: KeyPath<MotionPoint, Double> = axis == .time ? \.time : \.distance
    let other: KeyPath<MotionPoint, Double> = axis == .time ? \.distance : \.time
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle][keyPath: path] < position { low = middle + 1 } else { high = middle }
    }
    guard low < points.count else { return nil }
    guard low > 0 else { return (values[min(1, values.count - 1)], 0) }
    let (left, right) = (points[low - 1], points[low])
    let width = right[keyPath: path] - left[keyPath: path]
    let share = width > 0 ? (position - left[keyPath: path]) / width : 1
    let coordinate =
      left[keyPath: other] + share * (right[keyPath: other] - left[keyPath: other])
    return (values[low], coordinate)
  }
}

/// Compares two motions at equal positions.
enum SessionComparer {
  /// The largest number of positions.
  static let positions = 200

  static func points(
    _ a: ComparedMotion, _ b: ComparedMotion, by axis: SessionComparison.Axis
  ) -> [SessionComparison.Point] {
    let end = max(a.end(axis), b.end(axis))
    guard end > 0 else { return [] }
    return (1...positions).map { step in
      var point = SessionComparison.Point(position: end * Double(step) / Double(positions))
      let (left, right) = (a.state(at: point.position, axis), b.state(at: point.position, axis))
      if let left {
        point.paceA = left.0.pace
        point.powerA = left.0.power
        point.heartRateA = left.0.heartRate
        point.strokeRateA = left.0.strokeRate
      }
      if let right {
        point.paceB = right.0.pace
        point.powerB = right.0.power
        point.heartRateB = right.0.heartRate
        point.strokeRateB = right.0.strokeRate
      }
      if let left, let right {
        point.lead = axis == .time ? left.other - right.other : right.other - left.other
      }
      return point
    }
  }
}
