// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A stroke as a monitor reported it; a nil value is unknown.
package struct RecordedStroke: Sendable, Hashable {
  /// The number of the interval, from 0.
  package var interval: Int
  /// Whether the stroke was rowed in a planned rest.
  package var isRest: Bool
  /// The monitor's number of the stroke.
  package var count: Int
  /// The time of the first notification, in seconds of the capture.
  package var time: Double
  /// Seconds from the start of the interval.
  package var elapsed: Double
  /// Metres from the start of the interval.
  package var distance: Double
  /// Seconds per 500 m.
  package var pace: Double?
  /// Strokes per minute.
  package var strokeRate: Double?
  /// Beats per minute.
  package var heartRate: Double?
  /// Watts.
  package var power: Double?
  /// Kilocalories per hour.
  package var caloriesPerHour: Double?
  /// Metres.
  package var driveLength: Double?
  /// Seconds.
  package var driveTime: Double?
  /// Seconds.
  package var recoveryTime: Double?
  /// Metres.
  package var strokeDistance: Double?
  /// Pounds-force.
  package var peakForce: Double?
  /// Pounds-force.
  package var averageForce: Double?
  /// Joules.
  package var work: Double?
  /// The drag factor.
  package var dragFactor: Double?
  /// Pounds-force; empty if the monitor sends no curves.
  package var forceCurve: [UInt16]
  /// Whether strokes or time are missing before the stroke.
  package var followsGap: Bool
  /// The monitor's stroke state at the latest notification.
  package var state: UInt32?

  /// Creates a stroke without values.
  package init(
    interval: Int, isRest: Bool, count: Int, time: Double, elapsed: Double, distance: Double
  ) {
    self.interval = interval
    self.isRest = isRest
    self.count = count
    self.time = time
    self.elapsed = elapsed
    self.distance = distance
    forceCurve = []
    followsGap = false
  }
}

/// A split, or an interval with its rest, as a monitor reported it.
package struct RecordedPart: Sendable, Hashable {
  /// The number, from 0.
  package var number: Int
  /// Whether the part is an interval of its own, not a split of one.
  package var isInterval: Bool
  /// Seconds of work.
  package var duration: Double
  /// Metres of work.
  package var distance: Double
  /// Seconds of the rest after the work.
  package var restTime: Double
  /// Metres of the rest after the work.
  package var restDistance: Double
  /// Strokes per minute.
  package var strokeRate: Double?
  /// Beats per minute of the work.
  package var heartRate: Double?
  /// Beats per minute of the rest.
  package var restHeartRate: Double?
  /// Seconds per 500 m.
  package var pace: Double?
  /// Watts.
  package var power: Double?
  /// Kilocalories.
  package var calories: Double?
  /// Kilocalories per hour.
  package var caloriesPerHour: Double?
  /// The mean drag factor.
  package var dragFactor: Double?
  /// Whether the recording has a gap in the part.
  package var hasGap: Bool

  /// Creates a part without values.
  package init(number: Int, isInterval: Bool) {
    self.number = number
    self.isInterval = isInterval
    (duration, distance, restTime, restDistance) = (0, 0, 0, 0)
    hasGap = false
  }
}

/// The end of a workout as a monitor reported it; a nil value is unknown.
package struct RecordedSummary: Sendable, Hashable {
  /// The date of the monitor's log, in its own time zone.
  package var logDate: PM5LogDate?
  /// Seconds of work.
  package var duration: Double?
  /// Metres of work.
  package var distance: Double?
  /// Metres of rest.
  package var restDistance: Double?
  /// Strokes per minute.
  package var strokeRate: Double?
  /// Beats per minute at the end.
  package var endingHeartRate: Double?
  /// Beats per minute.
  package var averageHeartRate: Double?
  /// Beats per minute.
  package var maximumHeartRate: Double?
  /// Beats per minute a minute after the end.
  package var recoveryHeartRate: Double?
  /// The mean drag factor.
  package var dragFactor: Double?
  /// The monitor's number of the workout type.
  package var workoutType: UInt8?
  /// Seconds per 500 m.
  package var pace: Double?
  /// Kilocalories.
  package var calories: Double?
  /// Watts.
  package var power: Double?
  /// Kilocalories per hour.
  package var caloriesPerHour: Double?

  /// Creates a summary without values.
  package init() {}
}

/// A change of a recording.
package enum RecorderEvent: Sendable, Hashable {
  /// The workout has started.
  case started
  /// The state has changed.
  case phase(PM5Recorder.Phase)
  /// A stroke is new, or has more values: it replaces the one with its interval and count.
  case stroke(RecordedStroke)
  /// A part is new, or has more values: it replaces the one with its number.
  case part(RecordedPart)
  /// The summary is new, or has more values.
  case summary(RecordedSummary)
  /// Notifications are missing.
  case gap
  /// The monitor has left the workout without finishing it, or has begun another one.
  case reset
}
