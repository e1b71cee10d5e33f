// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Version 4 without the weather of rucks, between versions 4 and 5; no store keeps it.
///
/// A property can't change from a value to a relationship in one step. The step to this version
/// removes the value, after ``V4ToV5`` has read it.
enum TransitionSchema: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 1)

  static var models: [any PersistentModel.Type] {
    [
      User.self, RuckingSession.self, Route.self, Equipment.self, LocationPoint.self,
      ActivityMetric.self, RouteReview.self, Waypoint.self,
    ]
  }

  @Model
  final class User {
    @Attribute(.unique) var id: UUID
    var email: String
    var displayName: String
    var createdAt: Date
    var lastSyncDate: Date = Date.distantPast
    var isActive: Bool = true
    var persona: UserPersona
    var preferences: UserPreferences = UserPreferences()
    var healthProfile: HealthProfile = HealthProfile()

    @Relationship(deleteRule: .cascade, inverse: \RuckingSession.user)
    var sessions: [RuckingSession] = []

    @Relationship(deleteRule: .cascade, inverse: \Equipment.owner)
    var equipment: [Equipment] = []

    @Relationship(deleteRule: .cascade, inverse: \Route.creator)
    var createdRoutes: [Route] = []

    init(email: String, displayName: String, persona: UserPersona) {
      self.id = UUID()
      self.email = email
      self.displayName = displayName
      self.createdAt = Date()
      self.lastSyncDate = Date()
      self.persona = persona
      self.preferences = UserPreferences.defaultFor(persona: persona)
    }
  }

  @Model
  final class RuckingSession {
    @Attribute(.unique) var id: UUID
    var startDate: Date
    var endDate: Date?
    var isCompleted: Bool
    var distance: Double = 0
    var duration: TimeInterval = 0
    var packWeight: Double = 0
    var elevationGain: Double = 0
    var elevationLoss: Double = 0
    var calories: Double = 0
    var averagePace: Double = 0
    var averageHeartRate: Int?
    var maxHeartRate: Int?
    var temperature: Double?
    var humidity: Double?
    var syncStatus: SyncStatus = SyncStatus.pending
    var lastModified: Date = Date.distantPast

    @Relationship(deleteRule: .nullify)
    var user: User?

    @Relationship(deleteRule: .nullify)
    var route: Route?

    @Relationship(deleteRule: .cascade, inverse: \LocationPoint.session)
    var locationPoints: [LocationPoint] = []

    @Relationship(deleteRule: .cascade, inverse: \ActivityMetric.session)
    var metrics: [ActivityMetric] = []

    @Relationship(deleteRule: .nullify)
    var equipment: [Equipment] = []

    init(startDate: Date, packWeight: Double, user: User) {
      self.id = UUID()
      self.startDate = startDate
      self.packWeight = packWeight
      self.isCompleted = false
      self.lastModified = Date()
      self.user = user
    }
  }

  @Model
  final class LocationPoint {
    var id: UUID
    var timestamp: Date
    var latitude: Double
    var longitude: Double
    var altitude: Double?
    var accuracy: Double
    var speed: Double?
    var heading: Double?

    @Relationship(deleteRule: .nullify)
    var session: RuckingSession?

    init(timestamp: Date, latitude: Double, longitude: Double, accuracy: Double) {
      self.id = UUID()
      self.timestamp = timestamp
      self.latitude = latitude
      self.longitude = longitude
      self.accuracy = accuracy
    }
  }

  @Model
  final class ActivityMetric {
    var id: UUID
    var timestamp: Date
    var metricType: MetricType
    var value: Double
    var unit: String
    var heartRate: Int?
    var cadence: Int?
    var power: Double?

    @Relationship(deleteRule: .nullify)
    var session: RuckingSession?

    init(timestamp: Date, type: MetricType, value: Double, unit: String) {
      self.id = UUID()
      self.timestamp = timestamp
      self.metricType = type
      self.value = value
      self.unit = unit
    }
  }
}
