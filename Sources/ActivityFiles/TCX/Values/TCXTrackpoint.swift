// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A sample of a TCX track.
///
/// Missing and empty values are nil.
public struct TCXTrackpoint: Sendable, Hashable {
  /// The time of the sample.
  public var time: Date?

  /// Degrees north, from -90 to 90; nil without ``longitude``.
  public var latitude: Double?

  /// Degrees east, from -180 to 180.
  public var longitude: Double?

  /// Metres above mean sea level.
  public var altitude: Double?

  /// Metres since the start of the activity.
  public var distance: Double?

  /// Heartbeats per minute.
  public var heartRate: Double?

  /// Turns or strokes per minute.
  public var cadence: Double?

  /// Steps of one foot per minute (`RunCadence`).
  public var runCadence: Double?

  /// Metres per second.
  public var speed: Double?

  /// Watts.
  public var power: Double?

  /// Degrees Celsius, from an extension that Garmin's schema does not define.
  public var temperature: Double?

  /// Creates a sample without values.
  public init() {}
}

/// The totals of a TCX lap.
///
/// Missing and empty values are nil.
public struct TCXLap: Sendable, Hashable {
  /// The start of the lap.
  public var start: Date?

  /// Seconds.
  public var duration: Double?

  /// Metres.
  public var distance: Double?

  /// Metres per second.
  public var maxSpeed: Double?

  /// Kilocalories.
  public var calories: Double?

  /// Heartbeats per minute, on average.
  public var averageHeartRate: Double?

  /// The highest heart rate.
  public var maxHeartRate: Double?

  /// The intensity: `Active` or `Resting`.
  public var intensity: String?

  /// Turns or strokes per minute, on average.
  public var cadence: Double?

  /// The event that started the next lap, such as `Distance`.
  public var trigger: String?

  /// The average speed in metres per second.
  public var averageSpeed: Double?

  /// The average power in watts.
  public var averagePower: Double?

  /// The highest power in watts.
  public var maxPower: Double?

  /// The athlete's notes.
  public var notes: String?

  /// Creates a lap without values.
  public init() {}
}

/// The description of a TCX activity.
public struct TCXActivity: Sendable, Hashable {
  /// The sport: `Running`, `Biking` or `Other`.
  public var sport: String?

  /// The identifier, usually the time of the start.
  public var id: String?

  /// The athlete's notes.
  public var notes: String?

  /// The name of the recording device.
  public var device: String?

  /// Creates an activity without values.
  public init() {}
}

/// A part of a TCX file, in the order of the file.
public enum TCXEvent: Sendable, Hashable {
  /// The start of an activity, with its sport.
  case activityBegan(TCXActivity)
  /// The start of a lap, with the totals before its first track.
  case lapBegan(TCXLap)
  /// The start of a track; a lap has several if it was paused.
  case trackBegan
  /// A sample of the track.
  case trackpoint(TCXTrackpoint)
  /// The end of a track.
  case trackEnded
  /// The end of a lap, with all its totals.
  case lapEnded(TCXLap)
  /// The end of an activity, with its whole description.
  case activityEnded(TCXActivity)
}
