// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A distance in metres.
public typealias CLLocationDistance = Double

/// An angle in degrees.
public typealias CLLocationDegrees = Double

/// The accuracy of a location in metres; negative if unknown.
public typealias CLLocationAccuracy = Double

/// A speed in metres per second; negative if unknown.
public typealias CLLocationSpeed = Double

/// The accuracy of a speed in metres per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double

/// A course in degrees clockwise from north, 0 to 360; negative if unknown.
public typealias CLLocationDirection = Double

/// The accuracy of a course in degrees; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A latitude and longitude in WGS 84.
///
/// ```swift
/// let summit = CLLocationCoordinate2D(latitude: 46.537, longitude: 7.962)
/// if CLLocationCoordinate2DIsValid(summit) { print(summit.latitude, summit.longitude) }
/// ```
public struct CLLocationCoordinate2D: Sendable {
  /// The latitude in degrees north, -90 to 90.
  public var latitude: CLLocationDegrees
  /// The longitude in degrees east, -180 to 180.
  public var longitude: CLLocationDegrees

  /// The coordinate at 0 degrees north, 0 degrees east.
  public init() { self.init(latitude: 0, longitude: 0) }

  /// A coordinate with a latitude and longitude in degrees.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Returns whether the latitude is within -90 to 90 degrees and the longitude within -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  coordinate.latitude.magnitude <= 90 && coordinate.longitude.magnitude <= 180
}
