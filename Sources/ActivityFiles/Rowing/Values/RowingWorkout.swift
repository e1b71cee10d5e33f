// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A workout as a file describes it: summary, intervals and strokes.
///
/// Figures that the file lacks are nil.
///
/// ```swift
/// let file = try RowingFile(contentsOf: url)
/// for workout in file.workouts {
///   print(workout.distance ?? 0, workout.duration ?? 0, workout.strokes.count)
/// }
/// for issue in file.issues.first { print(issue) }
/// ```
public struct RowingWorkout: Sendable, Hashable {
  /// The format of the file.
  public var format: RowingFileFormat

  /// The line of the workout in a file with a workout a row, counted from 1.
  public var line: Int?

  /// The logbook's ID of the workout.
  public var logID: String?

  /// The date of the workout; nil if the file states none.
  public var date: RowingDate?

  /// The date on which the workout was entered into the logbook.
  public var entered: RowingDate?

  /// The file's description, such as `5x500m/2:00r row`.
  public var title: String?

  /// The machine or boat; nil if the file does not state it.
  public var machine: RowingMachine?

  /// Seconds of work, without rest.
  public var duration: Double?

  /// Metres of work, without rest.
  public var distance: Double?

  /// Seconds of rest.
  public var restDuration: Double?

  /// Metres rowed in rests.
  public var restDistance: Double?

  /// Strokes per minute, on average.
  public var strokeRate: Double?

  /// The number of strokes.
  public var strokeCount: Int?

  /// The average pace in seconds per 500 m.
  ///
  /// A BikeErg's pace is per 1000 m in the files, and is converted.
  public var pace: Double?

  /// The average power in watts, as the device shows it.
  public var power: Double?

  /// Kilocalories per hour, as the device shows them.
  public var caloriesPerHour: Double?

  /// Kilocalories, as the device counted them.
  public var calories: Double?

  /// Heartbeats per minute, on average.
  public var heartRate: Int?

  /// The highest heart rate.
  public var maxHeartRate: Int?

  /// The highest power in watts.
  public var maxPower: Double?

  /// The average drag factor.
  public var dragFactor: Int?

  /// The athlete's age in years.
  public var age: Int?

  /// The athlete's weight class, as `Hwt` or `Lwt`.
  public var weightClass: String?

  /// Whether the result is ranked in the logbook.
  public var isRanked: Bool?

  /// The athlete's comments.
  public var comments: String?

  /// The device of the recording.
  public var device: RowingDevice? {
    get { if case .device(let device)? = storedDevice { device } else { nil } }
    set { storedDevice = newValue.map { .device($0) } }
  }

  // The workouts of a logbook have no device: in place, it would be a sixth of their memory.
  private indirect enum StoredDevice: Sendable, Hashable {
    case device(RowingDevice)
  }

  private var storedDevice: StoredDevice?

  /// Intervals, splits and rests in order; empty if the file has none.
  public var intervals: [RowingInterval] = []

  /// Strokes in order; empty if the file has none.
  public var strokes: [RowingStroke] = []

  /// Creates a workout without figures.
  public init(format: RowingFileFormat) {
    self.format = format
  }

  /// Returns the start of the workout.
  ///
  /// A date that names the end is moved back by work and rest. A day without time is its midnight.
  ///
  /// - Parameter timeZone: The athlete's time zone, for a date without its own offset.
  /// - Returns: The start; nil if the file states no valid date.
  public func start(in timeZone: TimeZone) -> Date? {
    guard let date, let instant = date.date(in: timeZone) else { return nil }
    guard date.meaning == .end, date.hasTime else { return instant }
    return instant.addingTimeInterval(-((duration ?? 0) + (restDuration ?? 0)))
  }
}

/// The device of a recording.
public struct RowingDevice: Sendable, Hashable {
  /// The maker, such as `Concept2`.
  public var maker: String?

  /// The model, such as `SpeedCoach GPS Pro`.
  public var model: String?

  /// The owner's name for the device.
  public var name: String?

  /// The serial number.
  public var serial: String?

  /// The version of its firmware.
  public var firmware: String?

  /// Creates a device.
  public init(
    maker: String? = nil, model: String? = nil, name: String? = nil, serial: String? = nil,
    firmware: String? = nil
  ) {
    self.maker = maker
    self.model = model
    self.name = name
    self.serial = serial
    self.firmware = firmware
  }
}
