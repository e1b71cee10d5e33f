// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A point of a track or route, or a waypoint.
///
/// ```swift
/// var point = GPXPoint(latitude: 46.948, longitude: 7.447)
/// point.elevation = 540
/// point.time = Date(timeIntervalSince1970: 1_281_018_180)
/// point.heartRate = 128
/// ```
///
/// A point uses about 100 bytes. Rare values are in ``details``, which use no memory if empty, and
/// are accessible as direct properties: `point.name = "Summit"`. A number set to NaN counts as
/// absent.
@dynamicMemberLookup
public struct GPXPoint: Sendable, Hashable {
  /// Degrees north of the equator, -90 to 90 (WGS84).
  public var latitude: Double

  /// Degrees east of Greenwich, -180 to 180 (WGS84).
  public var longitude: Double

  private var compactElevation: CompactDouble
  private var compactTime: CompactDouble
  private var compactHeartRate = CompactDouble(nil)
  private var compactCadence = CompactDouble(nil)
  private var compactPower = CompactDouble(nil)
  private var compactTemperature = CompactDouble(nil)
  private var compactSpeed = CompactDouble(nil)
  private var compactCourse = CompactDouble(nil)
  private var compactHorizontalAccuracy = CompactDouble(nil)
  private var compactVerticalAccuracy = CompactDouble(nil)
  private var box: GPXPointDetailsBox?

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - elevation: Metres above the geoid.
  ///   - time: The time of recording.
  public init(
    latitude: Double, longitude: Double, elevation: Double? = nil, time: Date? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    compactElevation = CompactDouble(elevation)
    compactTime = CompactDouble(time?.timeIntervalSinceReferenceDate)
  }

  /// Metres above the geoid.
  public var elevation: Double? {
    get { compactElevation.value }
    set { compactElevation.value = newValue }
  }

  /// The time of recording.
  public var time: Date? {
    get { compactTime.value.map(Date.init(timeIntervalSinceReferenceDate:)) }
    set { compactTime.value = newValue?.timeIntervalSinceReferenceDate }
  }

  /// Heart rate in beats per minute.
  public var heartRate: Double? {
    get { compactHeartRate.value }
    set { compactHeartRate.value = newValue }
  }

  /// Cadence in revolutions, strides or strokes per minute, as the device counts them.
  public var cadence: Double? {
    get { compactCadence.value }
    set { compactCadence.value = newValue }
  }

  /// Power in watts.
  public var power: Double? {
    get { compactPower.value }
    set { compactPower.value = newValue }
  }

  /// Air temperature in degrees Celsius.
  public var temperature: Double? {
    get { compactTemperature.value }
    set { compactTemperature.value = newValue }
  }

  /// Speed in metres per second.
  public var speed: Double? {
    get { compactSpeed.value }
    set { compactSpeed.value = newValue }
  }

  /// Direction of travel in degrees clockwise from true north.
  public var course: Double? {
    get { compactCourse.value }
    set { compactCourse.value = newValue }
  }

  /// Radius of uncertainty of the position in metres.
  public var horizontalAccuracy: Double? {
    get { compactHorizontalAccuracy.value }
    set { compactHorizontalAccuracy.value = newValue }
  }

  /// Uncertainty of the elevation in metres.
  public var verticalAccuracy: Double? {
    get { compactVerticalAccuracy.value }
    set { compactVerticalAccuracy.value = newValue }
  }

  /// Values that only few files have: names, links, satellites and so on.
  public var details: GPXPointDetails {
    get { box?.details ?? GPXPointDetails() }
    set { box = newValue == GPXPointDetails() ? nil : GPXPointDetailsBox(newValue) }
  }

  /// Whether ``details`` has any value.
  public var hasDetails: Bool { box != nil }

  /// Accesses one of the ``details``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<GPXPointDetails, Value>) -> Value {
    get { details[keyPath: path] }
    set { details[keyPath: path] = newValue }
  }

  /// The time as seconds since 2001-01-01T00:00:00Z.
  var seconds: Double? {
    get { compactTime.value }
    set { compactTime.value = newValue }
  }
}
