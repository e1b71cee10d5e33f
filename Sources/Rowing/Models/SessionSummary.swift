// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A session for lists, as a sendable value; a nil value is unknown.
package struct SessionSummary: Sendable, Hashable, Codable, Identifiable {
  /// The session's identifier, equal on every device.
  package var id: UUID
  /// The athlete's identifier.
  package var athleteID: UUID?
  /// The athlete's name.
  package var athleteName: String?
  /// The start.
  package var startedAt: Date
  /// The end; nil while the session runs.
  package var endedAt: Date?
  /// True if the origin has no date: `startedAt` follows from the time of the import.
  package var isDateAssumed: Bool
  /// True if only the day is known.
  package var isDayOnly: Bool
  /// The machine, or a boat.
  package var machine: RowingMachine
  /// The purpose.
  package var type: SessionType
  /// The workout's description, such as `5x500m/2:00r`.
  package var workout: String?
  /// Metres of work.
  package var distance: Double
  /// Seconds of work.
  package var duration: Double
  /// Metres during rest.
  package var restDistance: Double?
  /// Seconds of rest.
  package var restDuration: Double?
  /// Seconds per `paceDistance`.
  package var pace: Double?
  /// The distance in metres of `pace`: 500, or 1000 on a BikeErg.
  package var paceDistance: Double { machine.paceDistance }
  /// The pace as the monitor shows it, such as `1:52.5`.
  package var paceText: String?
  /// Strokes per minute.
  package var strokeRate: Double?
  /// Watts.
  package var power: Double?
  /// The highest power of a stroke in watts.
  package var maxPower: Double?
  /// Kilocalories.
  package var calories: Double?
  /// Kilocalories per hour.
  package var caloriesPerHour: Double?
  /// Mean beats per minute.
  package var heartRate: Int?
  /// The highest heart rate in beats per minute.
  package var maxHeartRate: Int?
  /// The mean drag factor.
  package var dragFactor: Double?
  /// The number of strokes.
  package var strokes: Int?
  /// The number of strokes with values of their own.
  package var recordedStrokes: Int
  /// The weight class.
  package var weightClass: WeightClass?
  /// The origin: the format of an imported file, or `pm5`.
  package var source: String
  /// The name of the imported file.
  package var file: String?
  /// The athlete's comments.
  package var comments: String
  /// True after the end.
  package var isComplete: Bool
  /// Whether the session doesn't run: it is complete, or was closed as incomplete.
  package var isEnded: Bool { isComplete || endedAt != nil }
  /// Whether the session's mean speed is one that a rower can have.
  package var isPlausible: Bool {
    RowingFigures.isPlausible(distance: distance, duration: duration, machine: machine)
      && RowingFigures.isPlausible(power: power ?? 0)
  }
  /// True if the recording has gaps.
  package var hasGaps: Bool
  /// The figures that the device printed.
  package var device: DeviceFigures?

  /// Creates a summary.
  package init(
    id: UUID, athleteID: UUID? = nil, athleteName: String? = nil, startedAt: Date,
    endedAt: Date? = nil, isDateAssumed: Bool = false, isDayOnly: Bool = false,
    machine: RowingMachine = .rowErg, type: SessionType = .training, workout: String? = nil,
    distance: Double, duration: Double, restDistance: Double? = nil, restDuration: Double? = nil,
    pace: Double? = nil, paceText: String? = nil, strokeRate: Double? = nil, power: Double? = nil,
    maxPower: Double? = nil, calories: Double? = nil, caloriesPerHour: Double? = nil,
    heartRate: Int? = nil, maxHeartRate: Int? = nil, dragFactor: Double? = nil,
    strokes: Int? = nil, recordedStrokes: Int = 0, weightClass: WeightClass? = nil,
    source: String = "", file: String? = nil, comments: String = "", isComplete: Bool = true,
    hasGaps: Bool = false, device: DeviceFigures? = nil
  ) {
    self.id = id
    self.athleteID = athleteID
    self.athleteName = athleteName
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.isDateAssumed = isDateAssumed
    self.isDayOnly = isDayOnly
    self.machine = machine
    self.type = type
    self.workout = workout
    self.distance = distance
    self.duration = duration
    self.restDistance = restDistance
    self.restDuration = restDuration
    self.pace = pace
    self.paceText = paceText
    self.strokeRate = strokeRate
    self.power = power
    self.maxPower = maxPower
    self.calories = calories
    self.caloriesPerHour = caloriesPerHour
    self.heartRate = heartRate
    self.maxHeartRate = maxHeartRate
    self.dragFactor = dragFactor
    self.strokes = strokes
    self.recordedStrokes = recordedStrokes
    self.weightClass = weightClass
    self.source = source
    self.file = file
    self.comments = comments
    self.isComplete = isComplete
    self.hasGaps = hasGaps
    self.device = device
  }
}

/// An interval, a rest or a split, as a sendable value; a nil value is unknown.
package struct IntervalSnapshot: Sendable, Hashable, Codable, Identifiable {
  /// The part's identifier.
  package var id: UUID
  /// The position in the session, from 0.
  package var index: Int
  /// The number of the interval of work, from 0.
  package var number: Int
  /// The number in lists, from 1: that of the split, or of the interval of work.
  package var shownNumber: Int { (kind == .split ? index : number) + 1 }
  /// The kind of part.
  package var kind: IntervalKind
  /// Seconds of work before the part.
  package var startElapsed: Double
  /// Metres of work before the part.
  package var startDistance: Double
  /// Seconds.
  package var duration: Double
  /// Metres.
  package var distance: Double
  /// Seconds of the rest after the part.
  package var restDuration: Double?
  /// Metres during the rest after the part.
  package var restDistance: Double?
  /// The value that ends the part, in the unit `targetUnit`.
  package var target: Double?
  /// The unit of `target`.
  package var targetUnit: IntervalTarget
  /// Seconds per 500 m (1000 m on a BikeErg).
  package var pace: Double?
  /// Watts.
  package var power: Double?
  /// Strokes per minute.
  package var strokeRate: Double?
  /// Mean beats per minute of the work.
  package var heartRate: Int?
  /// Beats per minute of the rest.
  package var restHeartRate: Int?
  /// Kilocalories.
  package var calories: Double?
  /// Kilocalories per hour.
  package var caloriesPerHour: Double?
  /// The mean drag factor.
  package var dragFactor: Double?
  /// The number of strokes.
  package var strokes: Int?
  /// True if the recording has a gap before or in the part.
  package var hasGap: Bool

  /// Creates a part.
  package init(
    id: UUID = UUID(), index: Int, number: Int, kind: IntervalKind, startElapsed: Double = 0,
    startDistance: Double = 0, duration: Double, distance: Double, restDuration: Double? = nil,
    restDistance: Double? = nil, target: Double? = nil, targetUnit: IntervalTarget = .open,
    pace: Double? = nil, power: Double? = nil, strokeRate: Double? = nil, heartRate: Int? = nil,
    restHeartRate: Int? = nil, calories: Double? = nil, caloriesPerHour: Double? = nil,
    dragFactor: Double? = nil, strokes: Int? = nil, hasGap: Bool = false
  ) {
    self.id = id
    self.index = index
    self.number = number
    self.kind = kind
    self.startElapsed = startElapsed
    self.startDistance = startDistance
    self.duration = duration
    self.distance = distance
    self.restDuration = restDuration
    self.restDistance = restDistance
    self.target = target
    self.targetUnit = targetUnit
    self.pace = pace
    self.power = power
    self.strokeRate = strokeRate
    self.heartRate = heartRate
    self.restHeartRate = restHeartRate
    self.calories = calories
    self.caloriesPerHour = caloriesPerHour
    self.dragFactor = dragFactor
    self.strokes = strokes
    self.hasGap = hasGap
  }
}

/// A stroke, as a sendable value; a nil value is unknown.
package struct StrokeSnapshot: Sendable, Hashable, Codable {
  /// The position in the session, from 0.
  package var index: Int
  /// The number of the interval of work, from 0.
  package var interval: Int
  /// The time at the end of the drive.
  package var timestamp: Date
  /// Seconds of work from the session's start.
  package var elapsed: Double
  /// Metres of work from the session's start.
  package var distance: Double
  /// Seconds per 500 m (1000 m on a BikeErg).
  package var pace: Double?
  /// Strokes per minute.
  package var strokeRate: Int?
  /// Watts.
  package var power: Double?
  /// Beats per minute.
  package var heartRate: Int?
  /// The number of strokes until this one.
  package var strokeCount: Int
  /// The phase in which the values were reported.
  package var phase: StrokePhase
  /// Seconds.
  package var driveTime: Double?
  /// Seconds.
  package var recoveryTime: Double?
  /// Metres of the handle during the drive.
  package var driveLength: Double?
  /// Metres covered by the stroke.
  package var strokeDistance: Double?
  /// Newtons.
  package var peakForce: Double?
  /// Newtons.
  package var averageForce: Double?
  /// Joules.
  package var work: Double?
  /// Kilocalories per hour.
  package var caloriesPerHour: Double?
  /// The drag factor.
  package var dragFactor: Double?
  /// Newtons at equal distances of time; empty if unknown.
  package var forceCurve: [Double]
  /// True if the recording has a gap before the stroke.
  package var followsGap: Bool
  /// True for a stroke of a rest.
  package var isRest: Bool

  /// Creates a stroke.
  package init(
    index: Int, interval: Int = 0, timestamp: Date, elapsed: Double, distance: Double,
    pace: Double? = nil, strokeRate: Int? = nil, power: Double? = nil, heartRate: Int? = nil,
    strokeCount: Int = 0, phase: StrokePhase = .catch, driveTime: Double? = nil,
    recoveryTime: Double? = nil, driveLength: Double? = nil, strokeDistance: Double? = nil,
    peakForce: Double? = nil, averageForce: Double? = nil, work: Double? = nil,
    caloriesPerHour: Double? = nil, dragFactor: Double? = nil, forceCurve: [Double] = [],
    followsGap: Bool = false, isRest: Bool = false
  ) {
    self.index = index
    self.interval = interval
    self.timestamp = timestamp
    self.elapsed = elapsed
    self.distance = distance
    self.pace = pace
    self.strokeRate = strokeRate
    self.power = power
    self.heartRate = heartRate
    self.strokeCount = strokeCount
    self.phase = phase
    self.driveTime = driveTime
    self.recoveryTime = recoveryTime
    self.driveLength = driveLength
    self.strokeDistance = strokeDistance
    self.peakForce = peakForce
    self.averageForce = averageForce
    self.work = work
    self.caloriesPerHour = caloriesPerHour
    self.dragFactor = dragFactor
    self.forceCurve = forceCurve
    self.followsGap = followsGap
    self.isRest = isRest
  }
}

/// A session with its parts, as a sendable value; strokes are fetched apart.
package struct SessionDetail: Sendable, Hashable, Codable, Identifiable {
  /// The summary, as in lists.
  package var summary: SessionSummary
  /// Intervals, rests and splits in order.
  package var intervals: [IntervalSnapshot]
  /// The serial number of the monitor; nil if unknown.
  package var deviceID: String?
  /// Beats per minute at the end.
  package var endingHeartRate: Int?
  /// Beats per minute one minute after the end.
  package var recoveryHeartRate: Int?
  /// The session's identifier.
  package var id: UUID { summary.id }

  /// Creates a detail.
  package init(
    summary: SessionSummary, intervals: [IntervalSnapshot], deviceID: String? = nil,
    endingHeartRate: Int? = nil, recoveryHeartRate: Int? = nil
  ) {
    self.summary = summary
    self.intervals = intervals
    self.deviceID = deviceID
    self.endingHeartRate = endingHeartRate
    self.recoveryHeartRate = recoveryHeartRate
  }
}
