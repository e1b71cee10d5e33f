// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// The history of an app's schema. As in many apps, the class names contain the number of the
// version, so that each step renames them.

enum RuckSchemaV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [UserV1.self, RuckingSessionV1.self, RouteV1.self]
  }

  @Model final class UserV1 {
    var id: UUID
    var email: String
    var displayName: String
    var createdAt: Date
    init(email: String, displayName: String, createdAt: Date) {
      id = UUID()
      self.email = email
      self.displayName = displayName
      self.createdAt = createdAt
    }
  }

  @Model final class RuckingSessionV1 {
    var id: UUID
    var startDate: Date
    var endDate: Date?
    var distance: Double
    var packWeight: Double
    var isCompleted: Bool
    @Relationship(deleteRule: .nullify) var user: UserV1?
    init(startDate: Date, packWeight: Double) {
      id = UUID()
      self.startDate = startDate
      self.packWeight = packWeight
      distance = 0
      isCompleted = false
    }
  }

  @Model final class RouteV1 {
    var id: UUID
    var name: String
    var distance: Double
    var createdAt: Date
    init(name: String, distance: Double, createdAt: Date) {
      id = UUID()
      self.name = name
      self.distance = distance
      self.createdAt = createdAt
    }
  }
}

/// Personas and equipment.
enum RuckSchemaV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    [UserV2.self, RuckingSessionV2.self, RouteV2.self, EquipmentV2.self]
  }

  @Model final class UserV2 {
    static let originalEntityName: String? = "UserV1"
    var id: UUID
    var email: String
    var displayName: String
    var createdAt: Date
    var persona: String = "general"
    @Relationship(deleteRule: .cascade) var equipment: [EquipmentV2] = []
    init(email: String, displayName: String, persona: String = "general") {
      id = UUID()
      self.email = email
      self.displayName = displayName
      createdAt = Date()
      self.persona = persona
    }
  }

  @Model final class RuckingSessionV2 {
    static let originalEntityName: String? = "RuckingSessionV1"
    var id: UUID
    var startDate: Date
    var endDate: Date?
    var distance: Double
    var packWeight: Double
    var isCompleted: Bool
    @Relationship(deleteRule: .nullify) var user: UserV2?
    init(startDate: Date) {
      id = UUID()
      self.startDate = startDate
      distance = 0
      packWeight = 0
      isCompleted = false
    }
  }

  @Model final class RouteV2 {
    static let originalEntityName: String? = "RouteV1"
    var id: UUID
    var name: String
    var distance: Double
    var createdAt: Date
    init(name: String) {
      id = UUID()
      self.name = name
      distance = 0
      createdAt = Date()
    }
  }

  @Model final class EquipmentV2 {
    var id: UUID
    var name: String
    var equipmentType: String
    var weight: Double
    var createdAt: Date
    @Relationship(deleteRule: .nullify) var owner: UserV2?
    init(name: String, type: String, weight: Double, createdAt: Date) {
      id = UUID()
      self.name = name
      equipmentType = type
      self.weight = weight
      self.createdAt = createdAt
    }
  }
}

/// Tracks of sessions.
enum RuckSchemaV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] {
    [UserV3.self, RuckingSessionV3.self, RouteV3.self, EquipmentV3.self, LocationPointV3.self]
  }

  @Model final class UserV3 {
    static let originalEntityName: String? = "UserV2"
    var id: UUID
    var email: String
    var displayName: String
    var createdAt: Date
    var persona: String
    @Relationship(deleteRule: .cascade) var equipment: [EquipmentV3] = []
    @Relationship(deleteRule: .cascade, inverse: \RuckingSessionV3.user)
    var sessions: [RuckingSessionV3] = []
    init(email: String) {
      id = UUID()
      self.email = email
      displayName = ""
      createdAt = Date()
      persona = "general"
    }
  }

  @Model final class RuckingSessionV3 {
    static let originalEntityName: String? = "RuckingSessionV2"
    var id: UUID
    var startDate: Date
    var endDate: Date?
    var distance: Double
    var packWeight: Double
    var isCompleted: Bool
    var user: UserV3?
    @Relationship(deleteRule: .cascade) var locationPoints: [LocationPointV3] = []
    init(startDate: Date) {
      id = UUID()
      self.startDate = startDate
      distance = 0
      packWeight = 0
      isCompleted = false
    }
  }

  @Model final class RouteV3 {
    static let originalEntityName: String? = "RouteV2"
    var id: UUID
    var name: String
    var distance: Double
    var createdAt: Date
    init(name: String) {
      id = UUID()
      self.name = name
      distance = 0
      createdAt = Date()
    }
  }

  @Model final class EquipmentV3 {
    static let originalEntityName: String? = "EquipmentV2"
    var id: UUID
    var name: String
    var equipmentType: String
    var weight: Double
    var createdAt: Date
    var purchaseDate: Date?
    var owner: UserV3?
    init(name: String) {
      id = UUID()
      self.name = name
      equipmentType = "rucksack"
      weight = 0
      createdAt = Date()
    }
  }

  @Model final class LocationPointV3 {
    var latitude: Double
    var longitude: Double
    var timestamp: Date
    var session: RuckingSessionV3?
    init(latitude: Double, longitude: Double, timestamp: Date) {
      self.latitude = latitude
      self.longitude = longitude
      self.timestamp = timestamp
    }
  }
}

/// Personas and equipment types as enumerations, metrics, reviews.
enum RuckSchemaV4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] {
    [
      User.self, RuckingSession.self, Route.self, Equipment.self, LocationPoint.self,
      ActivityMetric.self, RouteReview.self,
    ]
  }

  enum Persona: String, Codable { case general, militaryVeteran = "military_veteran" }
  enum EquipmentType: String, Codable { case rucksack, boots }
  struct Preferences: Codable, Equatable { var unitSystem = "imperial" }

  @Model final class User {
    static let originalEntityName: String? = "UserV3"
    @Attribute(.unique) var id: UUID
    var email: String
    var displayName: String
    var createdAt: Date
    var isActive = true
    var persona: Persona
    var preferences = Preferences()
    @Relationship(deleteRule: .cascade, inverse: \RuckingSession.user)
    var sessions: [RuckingSession] = []
    @Relationship(deleteRule: .cascade, inverse: \Equipment.owner) var equipment: [Equipment] = []
    @Relationship(deleteRule: .cascade, inverse: \Route.creator) var createdRoutes: [Route] = []
    init(email: String) {
      id = UUID()
      self.email = email
      displayName = ""
      createdAt = Date()
      persona = .general
    }
  }

  @Model final class RuckingSession {
    static let originalEntityName: String? = "RuckingSessionV3"
    @Attribute(.unique) var id: UUID
    var startDate: Date
    var endDate: Date?
    var isCompleted: Bool
    var distance: Double = 0.0
    var duration: TimeInterval = 0.0
    var packWeight: Double = 0.0
    var averageHeartRate: Int?
    @Relationship(deleteRule: .nullify) var user: User?
    @Relationship(deleteRule: .nullify) var route: Route?
    @Relationship(deleteRule: .cascade) var locationPoints: [LocationPoint] = []
    @Relationship(deleteRule: .cascade) var metrics: [ActivityMetric] = []
    init(startDate: Date) {
      id = UUID()
      self.startDate = startDate
      isCompleted = false
    }
  }

  @Model final class Route {
    static let originalEntityName: String? = "RouteV3"
    @Attribute(.unique) var id: UUID
    var name: String
    var distance: Double
    var createdAt: Date
    var tags: [String] = []
    var creator: User?
    @Relationship(deleteRule: .nullify, inverse: \RuckingSession.route)
    var sessions: [RuckingSession] = []
    @Relationship(deleteRule: .cascade) var reviews: [RouteReview] = []
    init(name: String) {
      id = UUID()
      self.name = name
      distance = 0
      createdAt = Date()
    }
  }

  @Model final class Equipment {
    static let originalEntityName: String? = "EquipmentV3"
    @Attribute(.unique) var id: UUID
    var name: String
    var equipmentType: EquipmentType
    var weight: Double
    var purchaseDate: Date?
    var isActive: Bool = true
    var owner: User?
    init(name: String) {
      id = UUID()
      self.name = name
      equipmentType = .rucksack
      weight = 0
    }
  }

  @Model final class LocationPoint {
    static let originalEntityName: String? = "LocationPointV3"
    var latitude: Double
    var longitude: Double
    var timestamp: Date
    var session: RuckingSession?
    init() {
      latitude = 0
      longitude = 0
      timestamp = Date()
    }
  }

  @Model final class ActivityMetric {
    var value: Double
    var session: RuckingSession?
    init(_ value: Double) { self.value = value }
  }

  @Model final class RouteReview {
    var rating: Int
    var route: Route?
    init(_ rating: Int) { self.rating = rating }
  }
}
