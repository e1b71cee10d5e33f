// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

extension Route {
  /// Distance per 10 miles plus climb per 1000 feet, times the terrain's factor.
  public var difficultyScore: Double {
    (distance / 10 + elevationGain / 1000) * terrain.difficultyMultiplier
  }

  /// Calculates the difficulty from ``difficultyScore``.
  ///
  /// - Parameter now: The time of the change.
  public func updateDifficulty(at now: Date = Date()) {
    difficulty = RouteDifficulty(score: difficultyScore)
    lastModified = now
  }

  /// Adds a marked place at the end.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - latitude: Degrees north.
  ///   - longitude: Degrees east.
  ///   - type: The kind of place.
  public func addWaypoint(
    name: String, latitude: Double, longitude: Double, type: WaypointType
  ) {
    let order = (waypoints.map(\.order).max() ?? -1) + 1
    waypoints.append(
      Waypoint(name: name, latitude: latitude, longitude: longitude, type: type, order: order))
    lastModified = Date()
  }

  /// Returns whether a user may change the route: its creator, or an administrator.
  public func canBeEditedBy(_ user: User) -> Bool {
    creator?.id == user.id || user.isAdmin
  }

  /// The names of the route's tags in alphabetic order.
  ///
  /// The setter reuses tags of equal names in the route's context, and ignores empty names.
  public var tags: [String] {
    get { routeTags.map(\.name).sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) } }
    set {
      var known = Dictionary(routeTags.map { ($0.id, $0) }) { first, _ in first }
      var tags: [RouteTag] = []
      for name in newValue where !name.allSatisfy(\.isWhitespace) {
        let id = RouteTag.identifier(named: name)
        if tags.contains(where: { $0.id == id }) { continue }
        let tag = known[id] ?? modelContext?.routeTag(id) ?? RouteTag(name: name)
        known[id] = tag
        tags.append(tag)
      }
      routeTags = tags
    }
  }

  /// The line of the route; nil if only the waypoints are known.
  public var path: RoutePath? {
    get { pathData.flatMap { RoutePath(decoding: $0) } }
    set { pathData = newValue?.encoded() }
  }
}

// MARK: Figures

extension Route {
  /// The mean rating, 1...5; 0 without reviews.
  public var averageRating: Double {
    let ratings = reviews.map(\.rating)
    return ratings.isEmpty ? 0 : ratings.reduce(0, +) / Double(ratings.count)
  }

  /// The number of completed rucks on the route.
  public var totalCompletions: Int { sessions.count(where: \.isCompleted) }

  /// True for at least 50 completed rucks and a mean rating of at least 4.
  public var isPopular: Bool { totalCompletions >= 50 && averageRating >= 4 }

  /// The estimated energy in kilocalories for a person of 70 kg with a pack of 15 kg; 0 without an
  /// estimated duration.
  public var estimatedCalories: Double {
    RuckingCalculator.calculateCalories(
      weight: Self.averagePack, bodyWeight: HealthProfile.assumedWeight, distance: distance,
      time: estimatedDuration, elevation: elevationGain, persona: .general)
  }

  /// Pounds (15 kg) of the pack for ``estimatedCalories``.
  private static let averagePack = Mass.pounds(kilograms: 15)

  /// Climb, descent and length as one value.
  public var metrics: RouteMetrics { RouteMetrics(self) }
}

// MARK: Aliases

extension Route {
  /// An alias of ``terrain``.
  public var terrainType: TerrainType {
    get { terrain }
    set { terrain = newValue }
  }

  /// An alias of ``lastModified``.
  public var modifiedAt: Date {
    get { lastModified }
    set { lastModified = newValue }
  }

  /// An alias of ``elevationGain``.
  public var elevation: Double {
    get { elevationGain }
    set { elevationGain = newValue }
  }

  /// An alias of ``creator``.
  public var createdBy: User? {
    get { creator }
    set { creator = newValue }
  }

  /// The mean rating; nil without reviews.
  public var rating: Double? { reviews.isEmpty ? nil : averageRating }

  /// An alias of ``totalCompletions``.
  public var timesCompleted: Int { totalCompletions }
}
