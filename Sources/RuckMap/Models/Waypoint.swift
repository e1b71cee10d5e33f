// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation
public import SwiftData

/// A marked place on a ``Route``, such as a water stop.
///
/// The recorded positions of a ruck are ``LocationPoint``s.
@Model
public final class Waypoint {
  #Index<Waypoint>([\.route, \.order])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The description by the route's creator.
  public var description: String?
  /// Degrees north, -90...90.
  public var latitude: Double
  /// Degrees east, -180...180.
  public var longitude: Double
  /// Metres above mean sea level; nil if unknown.
  public var elevation: Double?
  /// The kind of place.
  public var waypointType: WaypointType = WaypointType.checkpoint
  /// The position among the route's waypoints, from 0.
  public var order: Int = 0

  /// The route that the place belongs to.
  @Relationship(deleteRule: .nullify)
  public var route: Route?

  /// Creates a marked place.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - type: The kind of place.
  ///   - order: The position among the route's waypoints, from 0.
  public init(name: String, latitude: Double, longitude: Double, type: WaypointType, order: Int) {
    self.id = UUID()
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.waypointType = type
    self.order = order
  }

  /// The position.
  public var coordinate: CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }
}

/// An alias of ``Waypoint``.
public typealias RouteWaypoint = Waypoint
