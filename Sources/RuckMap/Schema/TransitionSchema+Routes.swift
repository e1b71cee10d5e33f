// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// The models of the transition from version 4 to 5: routes and gear.
extension TransitionSchema {
  @Model
  final class Route {
    @Attribute(.unique) var id: UUID
    var name: String
    var description: String?
    var distance: Double
    var elevationGain: Double = 0
    var elevationLoss: Double = 0
    var difficulty: RouteDifficulty = RouteDifficulty.moderate
    var estimatedDuration: TimeInterval = 0
    var routeType: RouteType = RouteType.loop
    var terrain: TerrainType = TerrainType.mixed
    var tags: [String] = []
    var isPublic: Bool = false
    var isOfficial: Bool = false
    var createdAt: Date
    var lastModified: Date = Date.distantPast
    var startLatitude: Double = 0
    var startLongitude: Double = 0
    var endLatitude: Double?
    var endLongitude: Double?

    @Relationship(deleteRule: .nullify)
    var creator: User?

    @Relationship(deleteRule: .cascade, inverse: \Waypoint.route)
    var waypoints: [Waypoint] = []

    @Relationship(deleteRule: .nullify, inverse: \RuckingSession.route)
    var sessions: [RuckingSession] = []

    @Relationship(deleteRule: .cascade, inverse: \RouteReview.route)
    var reviews: [RouteReview] = []

    init(name: String, distance: Double, startLat: Double, startLon: Double) {
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
  final class Waypoint {
    var id: UUID
    var name: String
    var description: String?
    var latitude: Double
    var longitude: Double
    var elevation: Double?
    var waypointType: WaypointType
    var order: Int

    @Relationship(deleteRule: .nullify)
    var route: Route?

    init(
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
  final class RouteReview {
    var id: UUID
    var rating: Double
    var comment: String?
    var createdAt: Date
    var difficulty: RouteDifficulty?
    var recommendedPackWeight: Double?

    @Relationship(deleteRule: .nullify)
    var route: Route?

    @Relationship(deleteRule: .nullify)
    var reviewer: User?

    init(rating: Double, reviewer: User) {
      self.id = UUID()
      self.rating = rating
      self.reviewer = reviewer
      self.createdAt = Date()
    }
  }

  @Model
  final class Equipment {
    @Attribute(.unique) var id: UUID
    var name: String
    var brand: String?
    var model: String?
    var equipmentType: EquipmentType
    var weight: Double
    var purchaseDate: Date?
    var purchasePrice: Double?
    var isActive: Bool = true
    var totalDistance: Double = 0
    var totalSessions: Int = 0
    var totalHours: TimeInterval = 0
    var lastUsed: Date?
    var maintenanceNotes: String?
    var nextMaintenanceDate: Date?
    var replacementRecommendedAt: Double?

    @Relationship(deleteRule: .nullify)
    var owner: User?

    @Relationship(deleteRule: .nullify, inverse: \RuckingSession.equipment)
    var sessions: [RuckingSession] = []

    init(name: String, type: EquipmentType, weight: Double, owner: User?) {
      self.id = UUID()
      self.name = name
      self.equipmentType = type
      self.weight = weight
      self.owner = owner
      self.purchaseDate = Date()
    }
  }
}
