// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Measures

extension SessionSegment {
  /// Sets the values of a device's lap.
  func apply(_ lap: ActivityLap) {
    kind = .lap
    let seconds = Self.plausible(lap.elapsedTime ?? lap.timerTime)
    endTime = startTime.addingTimeInterval(seconds)
    distance = Length.miles(metres: Self.plausible(lap.distance))
    elevationGain = Length.feet(metres: Self.plausible(lap.ascent))
    elevationLoss = Length.feet(metres: Self.plausible(lap.descent))
    movingTime = min(seconds, Self.plausible(lap.timerTime ?? seconds))
    calories = Self.plausible(lap.calories)
    averageHeartRate = Self.count(lap.averageHeartRate)
    maxHeartRate = Self.count(lap.maxHeartRate)
    averagePace = distance > 0 ? seconds / 60 / distance : 0
  }

  /// A value that is not negative and not too large for a lap; otherwise 0.
  private static func plausible(_ value: Double?) -> Double {
    guard let value, value.isFinite, (0...1e8).contains(value) else { return 0 }
    return value
  }

  private static func count(_ value: Double?) -> Int? {
    value.flatMap { (1...1000).contains($0) ? Int($0.rounded()) : nil }
  }
}
