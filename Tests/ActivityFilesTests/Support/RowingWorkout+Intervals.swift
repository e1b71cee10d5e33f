// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles

extension RowingWorkout {
  /// Three intervals of 10 s with rests of 20 s, of which the last has no strokes.
  ///
  /// Times from the start include rests. Each interval has four strokes, and each other rest two.
  ///
  /// - Parameter hasPositions: Whether each stroke has a position.
  static func intervals(hasPositions: Bool = false) -> RowingWorkout {
    var workout = RowingWorkout(format: .cairnCSV)
    for index in 0..<3 {
      var interval = RowingInterval(index: index)
      interval.start = Double(index) * 30
      (interval.duration, interval.distance) = (10, 50)
      (interval.restDuration, interval.restDistance) = (20, 12)
      workout.intervals.append(interval)
      let times = [2.5, 5, 7.5, 10] + (index < 2 ? [16.5, 24] : [])
      for (number, time) in times.enumerated() {
        var stroke = RowingStroke()
        stroke.number = index * 4 + min(number, 3) + 1
        stroke.interval = index
        stroke.isRest = number > 3
        stroke.elapsed = Double(index) * 30 + time
        stroke.distance = Double(index) * 50 + min(Double(number + 1), 4) * 12.5
        stroke.power = stroke.isRest ? 60 : 200
        stroke.strokeRate = stroke.isRest ? 18 : 24
        stroke.heartRate = stroke.isRest ? 120 : 160
        if hasPositions {
          stroke.position = RowingPosition(
            latitude: 47 + Double(workout.strokes.count) / 1000, longitude: 8.5)
        }
        workout.strokes.append(stroke)
      }
    }
    (workout.duration, workout.distance) = (30, 150)
    (workout.restDuration, workout.restDistance) = (60, 36)
    if hasPositions { workout.machine = .water }
    return workout
  }

  /// The positions of the strokes' intervals among intervals and rests.
  static let lapsOfIntervals = [0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4]
}
