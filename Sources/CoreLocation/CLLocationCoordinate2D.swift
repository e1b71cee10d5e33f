// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A distance in metres.
public typealias CLLocationDistance = Double

/// An angle in degrees.
public typealias CLLocationDegrees = Double

/// How exact a location is, in metres; negative if it isn't known.
public typealias CLLocationAccuracy = Double

/// A speed in metres a second; negative if it isn't known.
public typealias CLLocationSpeed = Double

/// How exact a speed is, in metres a second; negative if it isn't known.
public typealias CLLocationSpeedAccuracy = Double

/// A course in degrees clockwise from north, 0 to 360; negative if it isn't known.
public typealias CLLocationDirection = Double

/// How exact a course is, in degrees; negative if it isn't known.
public typealias CLLocationDirectionAccuracy = Double

/// A latitude and longitude by WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  /// North of the equator in degrees, -90 to 90.
  public var latitude: CLLocationDegrees
  /// East of the zero meridian in degrees, -180 to 180.
  public var longitude: CLLocationDegrees

  /// The place at 0 degrees north, 0 degrees east.
  public init() { self.init(latitude: 0, longitude: 0) }

  /// A place by its latitude and longitude in degrees.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The coordinate that no place has.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// True if the latitude is within -90 to 90 degrees and the longitude within -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  coordinate.latitude.magnitude <= 90 && coordinate.longitude.magnitude <= 180
}
