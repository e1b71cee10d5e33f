// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The figures that sessions and laps of FIT files share.
///
/// Missing and invalid values are nil.
public struct FITTotals: Sendable, Hashable {
  /// The time of the first sample.
  public var start: FITTime?

  /// The time at which the totals were written, usually the end.
  public var end: FITTime?

  /// The sport's number in Garmin's profile, such as 15 for rowing.
  public var sport: Int?

  /// The sub-sport's number in Garmin's profile, such as 14 for indoor rowing and 124 for rucking.
  public var subSport: Int?

  /// Seconds, with pauses.
  public var elapsedTime: Double?

  /// Seconds without pauses.
  public var timerTime: Double?

  /// Metres.
  public var distance: Double?

  /// Cycles or strokes.
  public var cycles: Int?

  /// Kilocalories.
  public var calories: Double?

  /// Metres per second, on average.
  public var averageSpeed: Double?

  /// The highest speed in metres per second.
  public var maxSpeed: Double?

  /// Heartbeats per minute, on average.
  public var averageHeartRate: Int?

  /// The highest heart rate.
  public var maxHeartRate: Int?

  /// The average cadence per minute.
  public var averageCadence: Double?

  /// The average power in watts.
  public var averagePower: Double?

  /// The highest power in watts.
  public var maxPower: Double?

  /// Metres of ascent, as the device measured them.
  public var ascent: Double?

  /// Metres of descent, as the device measured them.
  public var descent: Double?

  /// The average temperature in degrees Celsius.
  public var averageTemperature: Double?

  /// The lowest temperature in degrees Celsius.
  public var minTemperature: Double?

  /// The highest temperature in degrees Celsius.
  public var maxTemperature: Double?

  /// Creates totals without values.
  public init() {}
}

/// The totals of a session (message 18).
public struct FITSession: Sendable, Hashable {
  /// The figures of the session.
  public var totals = FITTotals()

  /// The index of the session's first lap.
  public var firstLap: Int?

  /// The number of laps.
  public var lapCount: Int?

  /// The values that a developer has added.
  public var developerFields: [FITDeveloperField] = []

  /// Creates a session without values.
  public init() {}

  init(_ message: FITMessage) {
    totals.start = message.integer(2).map(FITTime.init(seconds:))
    totals.end = message.timestamp.map(FITTime.init(seconds:))
    totals.sport = message.integer(5)
    totals.subSport = message.integer(6)
    totals.elapsedTime = message.double(7, scale: 1000)
    totals.timerTime = message.double(8, scale: 1000)
    totals.distance = message.double(9, scale: 100)
    totals.cycles = message.integer(10)
    totals.calories = message.double(11)
    totals.averageSpeed = message.double(124, scale: 1000) ?? message.double(14, scale: 1000)
    totals.maxSpeed = message.double(125, scale: 1000) ?? message.double(15, scale: 1000)
    totals.averageHeartRate = message.integer(16)
    totals.maxHeartRate = message.integer(17)
    totals.averageCadence = message.double(18)
    totals.averagePower = message.double(20)
    totals.maxPower = message.double(21)
    totals.ascent = message.double(22)
    totals.descent = message.double(23)
    totals.averageTemperature = message.double(57)
    totals.maxTemperature = message.double(58)
    totals.minTemperature = message.double(150)
    firstLap = message.integer(25)
    lapCount = message.integer(26)
    developerFields = message.developerFields
  }
}

/// The totals of a lap (message 19).
public struct FITLap: Sendable, Hashable {
  /// The figures of the lap.
  public var totals = FITTotals()

  /// The index of the lap.
  public var index: Int?

  /// The intensity's number: 0 active, 1 rest, 2 warm-up, 3 cool-down, 4 recovery.
  public var intensity: Int?

  /// The number of the lap's trigger in Garmin's profile, such as 2 for distance.
  public var trigger: Int?

  /// The values that a developer has added.
  public var developerFields: [FITDeveloperField] = []

  /// Creates a lap without values.
  public init() {}

  init(_ message: FITMessage) {
    totals.start = message.integer(2).map(FITTime.init(seconds:))
    totals.end = message.timestamp.map(FITTime.init(seconds:))
    totals.elapsedTime = message.double(7, scale: 1000)
    totals.timerTime = message.double(8, scale: 1000)
    totals.distance = message.double(9, scale: 100)
    totals.cycles = message.integer(10)
    totals.calories = message.double(11)
    totals.averageSpeed = message.double(110, scale: 1000) ?? message.double(13, scale: 1000)
    totals.maxSpeed = message.double(111, scale: 1000) ?? message.double(14, scale: 1000)
    totals.averageHeartRate = message.integer(15)
    totals.maxHeartRate = message.integer(16)
    totals.averageCadence = message.double(17)
    totals.averagePower = message.double(19)
    totals.maxPower = message.double(20)
    totals.ascent = message.double(21)
    totals.descent = message.double(22)
    totals.averageTemperature = message.double(50)
    totals.maxTemperature = message.double(51)
    totals.minTemperature = message.double(124)
    totals.sport = message.integer(25)
    totals.subSport = message.integer(39)
    intensity = message.integer(23)
    trigger = message.integer(24)
    index = message.integer(FITField.messageIndex)
    developerFields = message.developerFields
  }
}
