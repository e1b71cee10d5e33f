// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One stroke of a workout, as a file describes it.
///
/// Figures that the file lacks are nil.
///
/// Values that mark a missing figure are nil too: 0xFFFF (`6553.5`, `655.35`, `65535`), heart rates
/// 0 and 255, drag factors 0 and 255.
public struct RowingStroke: Sendable, Hashable {
  /// The file's number of the stroke.
  public var number: Int?

  /// The index of the stroke's interval, from 0, in the order of the file.
  public var interval = 0

  /// Whether the stroke was rowed in a rest.
  public var isRest = false

  /// The instant of the stroke, from a file with absolute times.
  public var timestamp: Date?

  /// Seconds since the start of the workout; cumulative over intervals.
  public var elapsed: Double?

  /// Metres since the start of the workout; cumulative over intervals.
  public var distance: Double?

  /// Seconds per 500 m, as the file states them.
  public var pace: Double?

  /// Strokes per minute.
  public var strokeRate: Double?

  /// Watts.
  public var power: Double?

  /// Heartbeats per minute.
  public var heartRate: Int?

  /// Kilocalories since the start of the workout.
  public var calories: Double?

  /// Kilocalories per hour.
  public var caloriesPerHour: Double?

  /// Metres per second.
  public var speed: Double?

  /// The drag factor.
  public var dragFactor: Int?

  /// The handle's travel in the drive, in metres.
  public var driveLength: Double?

  /// The distance of the boat or machine in this stroke, in metres.
  public var strokeDistance: Double?

  /// Seconds of the drive.
  public var driveTime: Double?

  /// Seconds of the recovery.
  public var recoveryTime: Double?

  /// Joules of the stroke.
  public var work: Double?

  /// The average drive force in newtons.
  public var averageForce: Double?

  /// The peak drive force in newtons.
  public var peakForce: Double?

  /// The handle's travel from the catch to the peak force, in metres.
  public var peakForcePosition: Double?

  /// The force curve of the drive.
  public var forceCurve: RowingForceCurve?

  /// The position, from a boat with a receiver.
  public var position: RowingPosition?

  /// The angles of an instrumented oarlock.
  public var oarlock: RowingOarlock?

  /// Creates a stroke without figures.
  public init() {}
}

/// A position on the earth (WGS 84).
public struct RowingPosition: Sendable, Hashable {
  /// Degrees north, from -90 to 90.
  public var latitude: Double

  /// Degrees east, from -180 to 180.
  public var longitude: Double

  /// Creates a position; nil if it is out of range or not finite.
  public init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The angles of an instrumented oarlock in one stroke, in degrees.
public struct RowingOarlock: Sendable, Hashable {
  /// The angle at the catch, negative towards the bow.
  public var catchAngle: Double?

  /// The angle at the finish.
  public var finishAngle: Double?

  /// The angle from the catch until the blade is loaded.
  public var slip: Double?

  /// The angle from the release of the load to the finish.
  public var wash: Double?

  /// The angle at the peak force.
  public var peakForceAngle: Double?

  /// Creates angles.
  public init(
    catchAngle: Double? = nil, finishAngle: Double? = nil, slip: Double? = nil,
    wash: Double? = nil, peakForceAngle: Double? = nil
  ) {
    self.catchAngle = catchAngle
    self.finishAngle = finishAngle
    self.slip = slip
    self.wash = wash
    self.peakForceAngle = peakForceAngle
  }

  /// Whether no angle is known.
  var isEmpty: Bool { self == RowingOarlock() }
}
