// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A route as a sendable value, in the units of ``Route``.
public struct RouteSnapshot: Sendable, Hashable, Identifiable {
  /// The persistent identifier, valid in any context of the store.
  public let persistentModelID: PersistentIdentifier
  /// The identifier, equal on every device.
  public let id: UUID
  /// The identifier of the creator.
  public let creatorID: UUID?
  /// The name shown on pages.
  public let name: String
  /// The description by the creator.
  public let description: String?
  /// Miles.
  public let distance: Double
  /// Feet.
  public let elevationGain: Double
  /// Feet.
  public let elevationLoss: Double
  /// The difficulty.
  public let difficulty: RouteDifficulty
  /// Seconds; 0 if unknown.
  public let estimatedDuration: TimeInterval
  /// The shape.
  public let routeType: RouteType
  /// The terrain.
  public let terrain: TerrainType
  /// The names of the tags in alphabetic order.
  public let tags: [String]
  /// True if the creator publishes the route.
  public let isPublic: Bool
  /// Degrees north of the start.
  public let startLatitude: Double
  /// Degrees east of the start.
  public let startLongitude: Double
  /// The mean rating, 1...5; 0 without reviews.
  public let averageRating: Double
  /// The number of reviews.
  public let reviewCount: Int
  /// The number of completed rucks.
  public let totalCompletions: Int
  /// True for at least 50 completed rucks and a mean rating of at least 4.
  public let isPopular: Bool
  /// The time of the last change.
  public let lastModified: Date

  /// Creates the value of a route.
  public init(_ route: Route) {
    persistentModelID = route.persistentModelID
    id = route.id
    creatorID = route.creator?.id
    name = route.name
    description = route.description
    distance = route.distance
    elevationGain = route.elevationGain
    elevationLoss = route.elevationLoss
    difficulty = route.difficulty
    estimatedDuration = route.estimatedDuration
    routeType = route.routeType
    terrain = route.terrain
    tags = route.tags
    isPublic = route.isPublic
    startLatitude = route.startLatitude
    startLongitude = route.startLongitude
    averageRating = route.averageRating
    reviewCount = route.reviews.count
    totalCompletions = route.totalCompletions
    isPopular = route.isPopular
    lastModified = route.lastModified
  }
}
