// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The strokes of a session as parts of continuous work.
///
/// A part ends at the border of an interval and at a gap of the recording: no effort spans one.
struct StrokeSegments {
  /// A part of continuous work.
  struct Segment {
    /// The strokes in order.
    var strokes: [StrokeSnapshot] = []
    /// The position before the first stroke; nil after a gap.
    var start: MotionPoint?
  }

  private(set) var segments: [Segment] = []

  /// Creates the parts of a session.
  ///
  /// - Parameters:
  ///   - strokes: The strokes in order.
  ///   - intervals: The parts of the session, which give the positions of borders.
  init(_ strokes: [StrokeSnapshot], intervals: [IntervalSnapshot]) {
    var starts: [Int: MotionPoint] = [:]
    for interval in intervals where interval.kind == .work {
      starts[interval.number] = MotionPoint(
        time: interval.startElapsed, distance: interval.startDistance)
    }
    for stroke in strokes {
      let previous = segments.last?.strokes.last
      if previous == nil || previous?.interval != stroke.interval || stroke.followsGap {
        var start = starts[stroke.interval]
        if previous == nil, start == nil { start = MotionPoint(time: 0, distance: 0) }
        if stroke.followsGap { start = nil }
        if let origin = start, stroke.elapsed < origin.time { start = nil }
        segments.append(Segment(start: start))
      }
      segments[segments.count - 1].strokes.append(stroke)
    }
  }

  /// Returns the points of each part; a stroke with an implausible speed ends a part.
  func points(machine: RowingMachine) -> [[MotionPoint]] {
    segments.flatMap { segment in
      var parts: [[MotionPoint]] = [segment.start.map { [$0] } ?? []]
      for stroke in segment.strokes {
        let point = MotionPoint(time: stroke.elapsed, distance: stroke.distance)
        if let last = parts[parts.count - 1].last,
          !RowingFigures.isPlausible(
            distance: point.distance - last.distance,
            duration: max(point.time - last.time, Self.shortestTime), machine: machine)
        {
          parts.append([])
        }
        parts[parts.count - 1].append(point)
      }
      return parts.filter { !$0.isEmpty }
    }
  }

  /// The resolution of strokes' times in seconds: a jump of distance within it is no speed.
  private static let shortestTime = 1.0

  /// The power over time of each part.
  ///
  /// The device's power of a stroke holds for its time. It is never calculated from the pace of a
  /// single stroke; a stroke without power has that of the speed over its time on a Concept2
  /// machine. A stroke without a known or plausible power ends a part.
  func powers(machine: RowingMachine) -> [[PowerSample]] {
    segments.flatMap { segment in
      var parts: [[PowerSample]] = [[]]
      for (stroke, duration, distance) in durations(of: segment) {
        let isStill = distance == 0 && machine.hasPowerEquation
        let power =
          stroke.power
          ?? RowingFigures.power(distance: distance, duration: duration, machine: machine)
          ?? (isStill ? 0 : nil)
        if let power, RowingFigures.isPlausible(power: power) {
          parts[parts.count - 1].append(PowerSample(duration: duration, power: power))
        } else if parts[parts.count - 1].isEmpty == false {
          parts.append([])
        }
      }
      return parts.filter { !$0.isEmpty }
    }
  }

  /// The heart rate over time.
  var heartRates: [HeartRateSample] {
    segments.flatMap { segment in
      durations(of: segment).compactMap { stroke, duration, _ in
        stroke.heartRate.map { HeartRateSample(duration: duration, heartRate: Double($0)) }
      }
    }
  }

  private func durations(
    of segment: Segment
  ) -> [(stroke: StrokeSnapshot, duration: Double, distance: Double)] {
    var previous = segment.start
    return segment.strokes.compactMap { stroke in
      let point = MotionPoint(time: stroke.elapsed, distance: stroke.distance)
      defer { previous = point }
      guard let previous, point.time > previous.time else { return nil }
      return (stroke, point.time - previous.time, max(0, point.distance - previous.distance))
    }
  }
}
