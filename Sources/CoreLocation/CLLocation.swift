// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A place at a time, with what is known of the movement there.
///
/// A value without behaviour: nothing here asks a receiver where this machine is.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked, since the class is open; nothing of it changes after initialisation.

  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// The height above mean sea level in metres.
  public let altitude: CLLocationDistance
  /// The height above the ellipsoid of WGS 84 in metres.
  public let ellipsoidalAltitude: CLLocationDistance
  /// The radius of uncertainty in metres; negative if the place isn't known.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of the height in metres; not positive if the height isn't known.
  public let verticalAccuracy: CLLocationAccuracy
  /// The course in degrees clockwise from north; negative if it isn't known.
  public let course: CLLocationDirection
  /// The uncertainty of the course in degrees; negative if it isn't known.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// The speed in metres a second; negative if it isn't known.
  public let speed: CLLocationSpeed
  /// The uncertainty of the speed in metres a second; negative if it isn't known.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// When this was the place.
  public let timestamp: Date

  /// A place now, of which nothing more is known.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// A place with its height at a time; course and speed aren't known.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// A place with its height, course and speed at a time.
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

  /// A place with its height, course and speed at a time, and how exact each is.
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

  /// True: only the classes that are expected are read.
  public class var supportsSecureCoding: Bool { true }

  /// Reads a location that was encoded; nil if the archive has none.
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

  /// Writes it into an archive.
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

  /// The same value, or a record of its own.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Distance

  /// The mean radius of the earth in metres, by the International Union of Geodesy and Geophysics.
  private static let meanRadius = 6_371_008.8

  /// The length in metres of the great circle between two places; heights don't count.
  ///
  /// On a sphere of the earth's mean radius, within 0.6 % of the length on the ellipsoid.
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
