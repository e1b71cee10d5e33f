// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A location at a time, with altitude, course and speed.
///
/// ```swift
/// let bern = CLLocation(latitude: 46.948, longitude: 7.447)
/// let thun = CLLocation(latitude: 46.758, longitude: 7.628)
/// print(bern.distance(from: thun) / 1_000, "km")
/// ```
///
/// A plain value; ``CLLocationManager`` delivers values of this class.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because the class is open; all properties are immutable.

  /// The coordinate.
  public let coordinate: CLLocationCoordinate2D
  /// The altitude above mean sea level in metres.
  public let altitude: CLLocationDistance
  /// The altitude above the WGS 84 ellipsoid in metres.
  public let ellipsoidalAltitude: CLLocationDistance
  /// The radius of uncertainty in metres; negative if the coordinate is invalid.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of the altitude in metres; 0 or negative if the altitude is unknown.
  public let verticalAccuracy: CLLocationAccuracy
  /// The course in degrees clockwise from north; negative if unknown.
  public let course: CLLocationDirection
  /// The uncertainty of the course in degrees; negative if unknown.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// The speed in metres per second; negative if unknown.
  public let speed: CLLocationSpeed
  /// The uncertainty of the speed in metres per second; negative if unknown.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// The time of the measurement.
  public let timestamp: Date

  /// A location with only a coordinate, at the current time.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// A location with a coordinate and an altitude; course and speed are unknown.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// A location with a coordinate, altitude, course and speed.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed,
      speedAccuracy: -1, timestamp: timestamp)
  }

  /// A location with a coordinate, altitude, course and speed, and their accuracies.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    ellipsoidalAltitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
  }

  // MARK: Coding

  private enum Key {
    static let latitude = "latitude"
    static let longitude = "longitude"
    static let altitude = "altitude"
    static let horizontalAccuracy = "horizontalAccuracy"
    static let verticalAccuracy = "verticalAccuracy"
    static let course = "course"
    static let courseAccuracy = "courseAccuracy"
    static let speed = "speed"
    static let speedAccuracy = "speedAccuracy"
    static let timestamp = "timestamp"
  }

  /// Always true: decoding accepts only the expected classes.
  public class var supportsSecureCoding: Bool { true }

  /// Decodes a location; nil if the archive has none.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Key.latitude), coder.containsValue(forKey: Key.longitude)
    else { return nil }
    coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: Key.latitude),
      longitude: coder.decodeDouble(forKey: Key.longitude))
    altitude = coder.decodeDouble(forKey: Key.altitude)
    ellipsoidalAltitude = altitude
    horizontalAccuracy = coder.decodeDouble(forKey: Key.horizontalAccuracy)
    verticalAccuracy = coder.decodeDouble(forKey: Key.verticalAccuracy)
    course = coder.decodeDouble(forKey: Key.course)
    courseAccuracy = coder.decodeDouble(forKey: Key.courseAccuracy)
    speed = coder.decodeDouble(forKey: Key.speed)
    speedAccuracy = coder.decodeDouble(forKey: Key.speedAccuracy)
    timestamp = Date(
      timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: Key.timestamp))
    super.init()
  }

  /// Encodes the object.
  open func encode(with coder: NSCoder) {
    coder.encode(coordinate.latitude, forKey: Key.latitude)
    coder.encode(coordinate.longitude, forKey: Key.longitude)
    coder.encode(altitude, forKey: Key.altitude)
    coder.encode(horizontalAccuracy, forKey: Key.horizontalAccuracy)
    coder.encode(verticalAccuracy, forKey: Key.verticalAccuracy)
    coder.encode(course, forKey: Key.course)
    coder.encode(courseAccuracy, forKey: Key.courseAccuracy)
    coder.encode(speed, forKey: Key.speed)
    coder.encode(speedAccuracy, forKey: Key.speedAccuracy)
    coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Key.timestamp)
  }

  /// Returns the receiver, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Distance

  /// The mean radius of the Earth in metres, defined by the International Union of Geodesy and
  /// Geophysics.
  private static let meanRadius = 6_371_008.8

  /// Returns the great-circle distance to a location in metres, ignoring altitudes.
  ///
  /// Computed on a sphere with the Earth's mean radius; within 0.6 % of the distance on the
  /// ellipsoid.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    let (north, otherNorth) = (radians(coordinate.latitude), radians(location.coordinate.latitude))
    let sineNorth = sin((otherNorth - north) / 2)
    let sineEast = sin(radians(location.coordinate.longitude - coordinate.longitude) / 2)
    let half = sineNorth * sineNorth + cos(north) * cos(otherNorth) * sineEast * sineEast
    return 2 * Self.meanRadius * asin(min(1, half.squareRoot()))
  }

  private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  open override var description: String {
    "<\(coordinate.latitude), \(coordinate.longitude)> +/- \(horizontalAccuracy) m at \(timestamp)"
  }
}
