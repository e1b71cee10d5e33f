// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// Workouts and seasons that the rowing benchmarks read.
enum RowingSample {
  /// The start of the first workout.
  static let start = Date(timeIntervalSince1970: 1_700_000_000)

  /// A workout with strokes of about 200 W.
  static func workout(strokes count: Int, seed: Int = 0) -> RowingWorkout {
    var workout = RowingWorkout(format: .cairnCSV)
    workout.machine = .rower
    workout.strokes = (0..<count).map { index in
      var stroke = RowingStroke()
      let number = Double(index + 1)
      let power = 200 + 20 * sin(number / 40 + Double(seed))
      stroke.number = index + 1
      stroke.elapsed = number * 2.5
      stroke.distance = number * 10
      stroke.power = power.rounded()
      stroke.pace = 500 * cbrt(2.8 / power)
      stroke.strokeRate = 24
      stroke.heartRate = 140 + (index + seed) % 30
      stroke.driveTime = 0.8
      stroke.driveLength = 1.35
      return stroke
    }
    workout.duration = Double(count) * 2.5
    workout.distance = Double(count) * 10
    workout.strokeCount = count
    return workout
  }

  /// The seconds from a workout of a season to the next one.
  static let interval = 40_000.0

  /// A season file of the Concept2 logbook, a workout a day or more.
  ///
  /// - Parameters:
  ///   - rows: The number of workouts.
  ///   - first: The end of the first workout.
  /// - Returns: The file's text.
  static func season(rows: Int, from first: Date = start) -> String {
    var text =
      "\"ID\",\"Date\",\"Description\",\"Work Time (Formatted)\",\"Work Time (Seconds)\","
      + "\"Rest Time (Formatted)\",\"Rest Time (Seconds)\",\"Work Distance\",\"Rest Distance\","
      + "\"Stroke Rate/Cadence\",\"Stroke Count\",\"Pace\",\"Avg Watts\",\"Cal/Hour\","
      + "\"Total Cal\",\"Avg Heart Rate\",\"Drag Factor\",\"Age\",\"Weight\",\"Type\",\"Ranked\","
      + "\"Comments\"\n"
    for index in 0..<rows {
      let date = (first + Double(index) * interval).formatted(
        .iso8601.year().month().day().dateTimeSeparator(.space)
          .time(includingFractionalSeconds: false).timeSeparator(.colon))
      let metres = 5000 + index % 977
      text +=
        "\"\(index + 1)\",\"\(date)\",\"\(metres)m row\",\"\",\"1200.\(index % 10)\",\"\",\"\","
        + "\"\(metres)\",\"\",\"24\",\"480\",\"2:00.0\",\"203\",\"998\",\"333\",\"150\",\"120\","
        + "\"40\",\"Hwt\",\"Indoor Rower\",\"No\",\"\"\n"
    }
    return text
  }
}
