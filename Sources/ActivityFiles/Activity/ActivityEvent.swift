// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of an activity file in any format, in the order of the file.
public enum ActivityEvent: Sendable, Hashable {
  /// The start of the file, whose format is known.
  case began(ActivityFileFormat)
  /// The start of a segment: the recording begins, or continues after a pause.
  case segmentBegan
  /// A recorded sample.
  case sample(ActivitySample)
  /// The totals of a lap; before or after its samples, as in the file.
  case lap(ActivityLap)
  /// The totals of an activity; before or after its samples, as in the file.
  case summary(ActivitySummary)
}

/// A sample of a recording.
///
/// Values that the file lacks are nil.
public struct ActivitySample: Sendable, Hashable {
  /// The instant of the sample.
  public var time: Date?

  /// Degrees north, from -90 to 90; nil without ``longitude``, as indoors.
  public var latitude: Double?

  /// Degrees east, from -180 to 180.
  public var longitude: Double?

  /// Metres above mean sea level.
  public var altitude: Double?

  /// Metres since the start.
  public var distance: Double?

  /// Metres per second.
  public var speed: Double?

  /// Degrees clockwise from north.
  public var course: Double?

  /// Heartbeats per minute.
  public var heartRate: Double?

  /// Steps of one foot, turns or strokes per minute.
  public var cadence: Double?

  /// Watts.
  public var power: Double?

  /// Degrees Celsius.
  public var temperature: Double?

  /// The accuracy of the position in metres.
  public var positionAccuracy: Double?

  /// The stroke of a rowing file.
  public var stroke: RowingStroke?

  /// Creates a sample without values.
  public init() {}
}

/// The totals of a lap.
///
/// Values that the file lacks are nil.
public struct ActivityLap: Sendable, Hashable {
  /// The start.
  public var start: Date?

  /// Seconds, with pauses.
  public var elapsedTime: Double?

  /// Seconds without pauses.
  public var timerTime: Double?

  /// Metres.
  public var distance: Double?

  /// Whether the lap is a rest.
  public var isRest = false

  /// Kilocalories.
  public var calories: Double?

  /// Heartbeats per minute, on average.
  public var averageHeartRate: Double?

  /// The highest heart rate.
  public var maxHeartRate: Double?

  /// Steps of one foot, turns or strokes per minute, on average.
  public var averageCadence: Double?

  /// The average power in watts.
  public var averagePower: Double?

  /// The highest power in watts.
  public var maxPower: Double?

  /// The number of strokes or cycles.
  public var cycles: Int?

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

  /// Creates a lap without values.
  public init() {}
}

/// The totals of an activity.
///
/// Values that the file lacks are nil.
public struct ActivitySummary: Sendable, Hashable {
  /// The totals, as of a lap.
  public var totals = ActivityLap()

  /// The sport.
  public var sport: ActivitySport?

  /// The name of the activity.
  public var name: String?

  /// The athlete's notes.
  public var notes: String?

  /// The name of the recording device.
  public var device: String?

  /// The weather, of which only FIT files have values; the first observation of several.
  public var weather: ActivityWeather?

  /// Creates a summary without values.
  public init() {}
}

/// A kind of sport.
public enum ActivitySport: String, Sendable, Hashable, CaseIterable {
  /// Running.
  case running
  /// Cycling.
  case cycling
  /// Walking.
  case walking
  /// Hiking.
  case hiking
  /// Walking or hiking with a load.
  case rucking
  /// Rowing on water.
  case rowing
  /// Rowing on a machine.
  case indoorRowing
  /// Swimming.
  case swimming
  /// Any other sport.
  case other

  /// The numbers of sport and sub-sport in Garmin's profile.
  var fit: (sport: Int, subSport: Int) {
    switch self {
    case .running: (1, 0)
    case .cycling: (2, 0)
    case .walking: (11, 0)
    case .hiking: (17, 0)
    case .rucking: (17, 124)
    case .rowing: (15, 0)
    case .indoorRowing: (15, 14)
    case .swimming: (5, 0)
    case .other: (0, 0)
    }
  }

  /// Creates a sport from its numbers in Garmin's profile.
  init(fitSport sport: Int?, subSport: Int?) {
    switch (sport, subSport) {
    case (_, 124): self = .rucking
    case (_, 14): self = .indoorRowing
    case (1, _): self = .running
    case (2, _): self = .cycling
    case (11, _): self = .walking
    case (17, _): self = .hiking
    case (15, _): self = .rowing
    case (5, _): self = .swimming
    default: self = .other
    }
  }

  /// Creates a sport from the type of a GPX track; nil for an unknown one.
  ///
  /// Programs write words such as `trail_running`, and Strava wrote numbers.
  package init?(gpxType type: String) {
    let type = type.lowercased()
    switch type {
    case "1": self = .cycling
    case "4": self = .hiking
    case "9": self = .running
    case "10": self = .walking
    default:
      let sports: [(words: [String], sport: ActivitySport)] = [
        (["ruck"], .rucking), (["hik"], .hiking), (["walk"], .walking), (["run"], .running),
        (["cycl", "bik", "ride"], .cycling), (["rowing"], .rowing), (["swim"], .swimming),
      ]
      let found = sports.first { $0.words.contains { type.contains($0) } }
      guard let found else { return nil }
      self = found.sport
    }
  }

  /// Creates a sport from its name in a TCX file.
  init(tcxSport name: String?) {
    switch name?.lowercased() {
    case "running": self = .running
    case "biking": self = .cycling
    default: self = .other
    }
  }

  /// The name of the sport in a TCX file, which has three.
  var tcx: String {
    switch self {
    case .running: "Running"
    case .cycling: "Biking"
    default: "Other"
    }
  }
}
