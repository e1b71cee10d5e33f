// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SwiftData

// The models of version 4, which never change: routes and gear.
extension SchemaV4 {
  @Model
  package final class Route {
    package static let originalEntityName: String? = "RouteV3"

    @Attribute(.unique) package var id: UUID
    package var name: String
    package var description: String?
    package var distance: Double
    package var elevationGain: Double = 0
    package var elevationLoss: Double = 0
    package var difficulty: RouteDifficulty = RouteDifficulty.moderate
    package var estimatedDuration: TimeInterval = 0
    package var routeType: RouteType = RouteType.loop
    package var terrain: TerrainType = TerrainType.mixed
    package var tags: [String] = []
    package var isPublic: Bool = false
    package var isOfficial: Bool = false
    package var createdAt: Date
    package var lastModified: Date = Date.distantPast
    package var startLatitude: Double = 0
    package var startLongitude: Double = 0
    package var endLatitude: Double?
    package var endLongitude: Double?

    @Relationship(deleteRule: .nullify)
    package var creator: User?

    @Relationship(deleteRule: .cascade, inverse: \Waypoint.route)
    package var waypoints: [Waypoint] = []

    @Relationship(deleteRule: .nullify, inverse: \RuckingSession.route)
    package var sessions: [RuckingSession] = []

    @Relationship(deleteRule: .cascade, inverse: \RouteReview.route)
    package var reviews: [RouteReview] = []

    package init(name: String, distance: Double, startLat: Double, startLon: Double) {
      self.id = UUID()
      self.name = name
      self.distance = distance
      self.startLatitude = startLat
      self.startLongitude = startLon
      self.createdAt = Date()
      self.lastModified = Date()
    }
  }

  @Model
  package final class Waypoint {
    package var id: UUID
    package var name: String
    package var description: String?
    package var latitude: Double
    package var longitude: Double
    package var elevation: Double?
    package var waypointType: WaypointType
    package var order: Int

    @Relationship(deleteRule: .nullify)
    package var route: Route?

    package init(
      name: String, latitude: Double, longitude: Double, type: WaypointType, order: Int
    ) {
      self.id = UUID()
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
      self.waypointType = type
      self.order = order
    }
  }

  @Model
  package final class RouteReview {
    package var id: UUID
    package var rating: Double
    package var comment: String?
    package var createdAt: Date
    package var difficulty: RouteDifficulty?
    package var recommendedPackWeight: Double?

    @Relationship(deleteRule: .nullify)
    package var route: Route?

    @Relationship(deleteRule: .nullify)
    package var reviewer: User?

    package init(rating: Double, reviewer: User) {
      self.id = UUID()
      self.rating = rating
      self.reviewer = reviewer
      self.createdAt = Date()
    }
  }

  @Model
  package final class Equipment {
    package static let originalEntityName: String? = "EquipmentV3"

    @Attribute(.unique) package var id: UUID
    package var name: String
    package var brand: String?
    package var model: String?
    package var equipmentType: EquipmentType
    package var weight: Double
    package var purchaseDate: Date?
    package var purchasePrice: Double?
    package var isActive: Bool = true
    package var totalDistance: Double = 0
    package var totalSessions: Int = 0
    package var totalHours: TimeInterval = 0
    package var lastUsed: Date?
    package var maintenanceNotes: String?
    package var nextMaintenanceDate: Date?
    package var replacementRecommendedAt: Double?

    @Relationship(deleteRule: .nullify)
    package var owner: User?

    @Relationship(deleteRule: .nullify, inverse: \RuckingSession.equipment)
    package var sessions: [RuckingSession] = []

    package init(name: String, type: EquipmentType, weight: Double, owner: User?) {
      self.id = UUID()
      self.name = name
      self.equipmentType = type
      self.weight = weight
      self.owner = owner
      self.purchaseDate = Date()
    }
  }
}
