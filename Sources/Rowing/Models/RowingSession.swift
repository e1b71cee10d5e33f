// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// One workout: on a machine or on the water, recorded or imported.
///
/// ```swift
/// let session = RowingSession(athlete: athlete, pm5DeviceID: "430123456", sessionType: .test)
/// context.insert(session)
/// try context.save()
/// ```
///
/// In the seed's properties, 0 stands for an unknown value.
@Model
public final class RowingSession {
  // The index of starts orders lists by start and identifier, and has all values of the totals, so
  // that these read no rows. An index that ends with a text would have a second one for its order.
  #Index<RowingSession>(
    [\.athlete, \.isComplete, \.startTime],
    [\.startTime, \.id, \.isComplete, \.endTime, \.totalDistance, \.totalTime],
    [\.sourceID, \.startTime], [\.totalTime, \.totalDistance])

  /// The identifier, equal on every device; derived from date, work time and distance for imports.
  @Attribute(.unique) public var id: UUID
  /// The serial number of the monitor; an empty string if unknown.
  public var pm5DeviceID: String = ""
  /// The purpose of the session.
  public var sessionType: SessionType = SessionType.training
  /// The start.
  public var startTime: Date
  /// The end; nil while the session runs.
  public var endTime: Date?
  /// Metres of work, without rest.
  public var totalDistance: Double = 0
  /// Seconds of work, without rest.
  public var totalTime: Double = 0
  /// Seconds per 500 m (per 1000 m on a BikeErg).
  public var averagePace: Double = 0
  /// Strokes per minute.
  public var averageStrokeRate: Double = 0
  /// Watts: the device's figure, or calculated from time and distance.
  public var averagePower: Double = 0
  /// The highest power of a stroke in watts.
  public var maxPower: Double = 0
  /// The mean drag factor.
  public var dragFactor: Double = 0
  /// True after the end: the values are final.
  ///
  /// A recording that was interrupted has an ``endTime`` and is not complete: it counts in totals,
  /// and is no record.
  public var isComplete: Bool = false
  /// The time of creation.
  public var createdAt: Date
  /// The time of the last change, derived.
  public var modifiedAt: Date

  /// The machine, or a boat.
  public var machine: RowingMachine = RowingMachine.rowErg
  /// The workout's description, such as `5x500m/2:00r`.
  public var workoutText: String?
  /// The origin: the format of an imported file, or `pm5` for a recording.
  public var source: String = ""
  /// The name of the imported file.
  public var sourceFile: String?
  /// The identifier of the session in the logbook that it was imported from.
  public var sourceID: String?
  /// True if the origin has no date: `startTime` follows from the time of the import.
  public var isDateAssumed: Bool = false
  /// True if only the day is known.
  public var isDayOnly: Bool = false
  /// Seconds of rest.
  public var restTime: Double = 0
  /// Metres rowed during rest.
  public var restDistance: Double = 0
  /// Kilocalories, as the monitor accumulated them.
  public var calories: Double?
  /// Kilocalories per hour, as the monitor shows them.
  public var caloriesPerHour: Double?
  /// Mean beats per minute.
  public var averageHeartRate: Int?
  /// The highest heart rate in beats per minute.
  public var maxHeartRate: Int?
  /// Beats per minute at the end.
  public var endingHeartRate: Int?
  /// Beats per minute one minute after the end.
  public var recoveryHeartRate: Int?
  /// The number of strokes.
  public var strokeCount: Int?
  /// The weight class in which the session counts.
  public var weightClass: WeightClass?
  /// True if the session is ranked in the logbook.
  public var isRanked: Bool = false
  /// The athlete's comments.
  public var comments: String = ""
  /// The figures that the device printed, as read.
  public var deviceFigures: DeviceFigures?
  /// True if an interval, a split or a stroke follows a gap in the recording.
  public var hasGaps: Bool = false
  /// The number of strokes with values of their own.
  public var recordedStrokes: Int = 0
  /// The best mean powers in the form of `PowerProfile`, derived; nil without strokes.
  var powerProfileData: Data?
  /// The values from which the derived values were calculated; an empty string before.
  var totalsBasis: String = ""

  /// The identifier given to the initializer, for a session that has no athlete yet.
  var givenAthleteID: UUID?

  /// The athlete who rowed.
  @Relationship(deleteRule: .nullify)
  public var athlete: Athlete?

  /// The team for which the athlete rowed.
  @Relationship(deleteRule: .nullify)
  public var team: Team?

  /// The strokes, unordered: sort by ``PerformanceMetric/index``.
  @Relationship(deleteRule: .cascade, inverse: \PerformanceMetric.session)
  public var metrics: [PerformanceMetric] = []

  /// The intervals, rests and splits, unordered: sort by ``RowingInterval/index``.
  @Relationship(deleteRule: .cascade, inverse: \RowingInterval.session)
  public var intervals: [RowingInterval] = []

  /// Creates a running session from the identifier of its athlete.
  ///
  /// Set ``athlete`` to attach the session; from then on ``athleteID`` follows the relationship.
  ///
  /// - Parameters:
  ///   - athleteID: The athlete's identifier.
  ///   - pm5DeviceID: The serial number of the monitor; an empty string if unknown.
  ///   - sessionType: The purpose.
  public convenience init(
    athleteID: UUID, pm5DeviceID: String, sessionType: SessionType = .training
  ) {
    self.init(
      id: UUID(), athleteID: athleteID, pm5DeviceID: pm5DeviceID, sessionType: sessionType)
  }

  /// Creates a running session with an identifier.
  init(id: UUID, athleteID: UUID, pm5DeviceID: String, sessionType: SessionType) {
    let now = Date()
    self.id = id
    self.givenAthleteID = athleteID
    self.pm5DeviceID = pm5DeviceID
    self.sessionType = sessionType
    self.startTime = now
    self.createdAt = now
    self.modifiedAt = now
  }

  /// Creates a running session of an athlete.
  ///
  /// - Parameters:
  ///   - athlete: The athlete.
  ///   - pm5DeviceID: The serial number of the monitor; an empty string if unknown.
  ///   - sessionType: The purpose.
  ///   - startTime: The start.
  public convenience init(
    athlete: Athlete, pm5DeviceID: String = "", sessionType: SessionType = .training,
    startTime: Date = Date()
  ) {
    self.init(
      id: UUID(), athlete: athlete, pm5DeviceID: pm5DeviceID, sessionType: sessionType,
      startTime: startTime)
  }

  /// Creates a running session of an athlete with an identifier.
  convenience init(
    id: UUID, athlete: Athlete, pm5DeviceID: String = "", sessionType: SessionType = .training,
    startTime: Date
  ) {
    self.init(
      id: id, athleteID: athlete.id, pm5DeviceID: pm5DeviceID, sessionType: sessionType)
    self.startTime = startTime
    self.athlete = athlete
    self.team = athlete.team
    self.givenAthleteID = nil
  }
}

extension RowingSession {
  /// The athlete's identifier, set by ``athlete`` only.
  public var athleteID: UUID { athlete?.id ?? givenAthleteID ?? .unknown }

  /// Whether the session doesn't run: it is complete, or was closed as incomplete.
  package var isEnded: Bool { isComplete || endTime != nil }

  /// The team's identifier, set by ``team`` only.
  public var teamID: UUID? { team?.id }

  /// The distance in metres to which ``averagePace`` refers.
  public var paceDistance: Double { machine.paceDistance }

  /// The names of derived properties, which users don't edit.
  public static let derivedProperties: Set<String> = [
    "totalDistance", "totalTime", "averagePace", "averageStrokeRate", "averagePower", "maxPower",
    "dragFactor", "createdAt", "modifiedAt", "restTime", "restDistance", "calories",
    "caloriesPerHour", "averageHeartRate", "maxHeartRate", "strokeCount", "hasGaps", "totalsBasis",
    "givenAthleteID", "recordedStrokes", "powerProfileData",
  ]
}

/// The purpose of a session.
public enum SessionType: String, Codable, Sendable, CaseIterable {
  case training = "Training"
  case test = "Test"
  case race = "Race"
}

/// A kind of machine, or a boat.
public enum RowingMachine: String, Codable, Sendable, CaseIterable {
  case rowErg = "RowErg"
  case skiErg = "SkiErg"
  case bikeErg = "BikeErg"
  case rp3 = "RP3"
  case waterRower = "WaterRower"
  case boat = "Boat"
  case other = "Other"

  /// The distance in metres to which a pace refers.
  public var paceDistance: Double { self == .bikeErg ? 1000 : 500 }

  /// Whether watts follow from the pace, as on Concept2's machines.
  package var hasPowerEquation: Bool {
    switch self {
    case .rowErg, .skiErg, .bikeErg: true
    case .rp3, .waterRower, .boat, .other: false
    }
  }
}

/// A weight class of indoor rowing.
public enum WeightClass: String, Codable, Sendable, CaseIterable {
  case heavyweight = "Hwt"
  case lightweight = "Lwt"
}

/// The figures that a device printed for a session or an interval, as read.
///
/// Displays show them before calculated ones. A nil value was not printed.
public struct DeviceFigures: Codable, Sendable, Hashable {
  /// Watts.
  public var power: Double?
  /// Seconds per 500 m (per 1000 m on a BikeErg).
  public var pace: Double?
  /// Kilocalories per hour.
  public var caloriesPerHour: Double?
  /// Kilocalories.
  public var calories: Double?
  /// Strokes per minute.
  public var strokeRate: Double?
  /// The drag factor.
  public var dragFactor: Double?
  /// The number of strokes.
  public var strokeCount: Int?
  /// Mean beats per minute.
  public var heartRate: Int?

  /// Creates figures.
  public init(
    power: Double? = nil, pace: Double? = nil, caloriesPerHour: Double? = nil,
    calories: Double? = nil, strokeRate: Double? = nil, dragFactor: Double? = nil,
    strokeCount: Int? = nil, heartRate: Int? = nil
  ) {
    self.power = power
    self.pace = pace
    self.caloriesPerHour = caloriesPerHour
    self.calories = calories
    self.strokeRate = strokeRate
    self.dragFactor = dragFactor
    self.strokeCount = strokeCount
    self.heartRate = heartRate
  }
}
