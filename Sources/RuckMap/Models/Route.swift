// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A saved way for rucks: drawn, imported, or taken from a recording.
///
/// ```swift
/// let ridge = Route(
///   name: "Ridge", distance: 8, startLat: 46.95, startLon: 7.44, creator: user)
/// ridge.elevationGain = 2_000
/// ridge.terrain = .mountain
/// ridge.updateDifficulty()
/// context.insert(ridge)
/// ```
///
/// The distance is in miles, heights are in feet.
@Model
public final class Route {
  #Index<Route>(
    .binary([\.isPublic, \.name]), .binary([\.name]), .binary([\.creator]),
    .rtree([\.startLatitude, \.startLongitude]))
  #FullText<Route>([\.name, \.description])

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The name shown on pages.
  public var name: String = ""
  /// The description by the creator.
  public var description: String?
  /// Miles along the ground.
  public var distance: Double = 0
  /// Feet of climb.
  public var elevationGain: Double = 0
  /// Feet of descent, not negative.
  public var elevationLoss: Double = 0
  /// The difficulty; ``updateDifficulty(at:)`` calculates it.
  public var difficulty: RouteDifficulty = RouteDifficulty.moderate
  /// Seconds; 0 if unknown.
  public var estimatedDuration: TimeInterval = 0

  /// The shape.
  public var routeType: RouteType = RouteType.loop
  /// The terrain, for the difficulty.
  public var terrain: TerrainType = TerrainType.mixed
  /// The surface for the energy equations; nil for a paved road.
  public var surface: WalkingSurface?

  /// True if the creator publishes the route.
  public var isPublic: Bool = false
  /// True for a route of an organization, such as a test course.
  public var isOfficial: Bool = false
  /// True if parents have marked the route as suitable for children.
  public var isChildFriendly: Bool = false
  /// The time of creation.
  public var createdAt: Date
  /// The time of the last change.
  public var lastModified: Date

  /// Degrees north of the start.
  public var startLatitude: Double
  /// Degrees east of the start.
  public var startLongitude: Double
  /// Degrees north of the end; nil if it is the start.
  public var endLatitude: Double?
  /// Degrees east of the end; nil if it is the start.
  public var endLongitude: Double?
  /// The encoded ``RoutePath``; nil if only the waypoints are known.
  @Attribute(.externalStorage) public var pathData: Data?

  /// The user who created the route.
  @Relationship(deleteRule: .nullify)
  public var creator: User?

  /// The marked places, unordered: sort by ``Waypoint/order``; they are deleted with the route.
  @Relationship(deleteRule: .cascade, inverse: \Waypoint.route)
  public var waypoints: [Waypoint] = []

  /// The rucks on the route.
  @Relationship(deleteRule: .nullify, inverse: \RuckingSession.route)
  public var sessions: [RuckingSession] = []

  /// The reviews, one for each user; they are deleted with the route.
  @Relationship(deleteRule: .cascade, inverse: \RouteReview.route)
  public var reviews: [RouteReview] = []

  /// The tags as models; ``tags`` has their names.
  @Relationship(deleteRule: .nullify, inverse: \RouteTag.routes)
  public var routeTags: [RouteTag] = []

  /// The events on the route.
  @Relationship(deleteRule: .nullify, inverse: \Event.route)
  public var events: [Event] = []

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - distance: Miles.
  ///   - startLat: Degrees north of the start.
  ///   - startLon: Degrees east of the start.
  ///   - creator: The user who creates the route.
  public init(
    name: String, distance: Double, startLat: Double, startLon: Double, creator: User?
  ) {
    let now = Date()
    self.id = UUID()
    self.name = name
    self.distance = distance
    self.createdAt = now
    self.lastModified = now
    self.startLatitude = startLat
    self.startLongitude = startLon
    self.creator = creator
  }

  /// Creates a route without distance and position, as a draft.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - creator: The user who creates the route.
  public convenience init(name: String, creator: User) {
    self.init(name: name, distance: 0, startLat: 0, startLon: 0, creator: creator)
  }
}

/// A name that groups routes, such as "night" or "beach".
///
/// The identifier follows from the name, so that two devices' tags of one name are one tag.
@Model
public final class RouteTag {
  #Index<RouteTag>([\.name])
  #FullText<RouteTag>([\.name])

  /// The identifier, derived from the name.
  @Attribute(.unique) public var id: UUID
  /// The name as entered first.
  public var name: String = ""

  /// The routes with the tag.
  @Relationship(deleteRule: .nullify)
  public var routes: [Route] = []

  /// Creates a tag.
  ///
  /// - Parameter name: The name; white space around it is removed.
  public init(name: String) {
    let trimmed = RouteTag.trimmed(name)
    self.id = RouteTag.identifier(named: trimmed)
    self.name = trimmed
  }

  /// The identifier of the tag with a name, ignoring case and surrounding white space.
  public static func identifier(named name: String) -> UUID {
    UUID(derivedFrom: "RouteTag " + trimmed(name).lowercased())
  }

  private static func trimmed(_ name: String) -> String {
    name.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
