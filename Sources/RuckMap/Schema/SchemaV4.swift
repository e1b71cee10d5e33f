// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// Version 4 of the schema: measurements, weather, reviews and waypoints.
///
/// Its classes have the names of the current ones. Totals of gear are counters, tags are strings,
/// and weather is a value of its ruck.
public enum SchemaV4: VersionedSchema {
  /// The version's number.
  public static let versionIdentifier = Schema.Version(4, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [
      User.self, RuckingSession.self, Route.self, Equipment.self, LocationPoint.self,
      ActivityMetric.self, RouteReview.self, Waypoint.self,
    ]
  }

  /// The weather of a ruck.
  package struct WeatherData: Codable, Sendable, Hashable {
    package var condition: String
    package var temperature: Double
    package var humidity: Double
    package var windSpeed: Double?
    package var windDirection: Double?
    package var pressure: Double?

    package init(condition: String, temperature: Double, humidity: Double) {
      self.condition = condition
      self.temperature = temperature
      self.humidity = humidity
    }
  }

  @Model
  package final class User {
    package static let originalEntityName: String? = "UserV3"

    @Attribute(.unique) package var id: UUID
    package var email: String
    package var displayName: String
    package var createdAt: Date
    package var lastSyncDate: Date = Date.distantPast
    package var isActive: Bool = true
    package var persona: UserPersona
    package var preferences: UserPreferences = UserPreferences()
    package var healthProfile: HealthProfile = HealthProfile()

    @Relationship(deleteRule: .cascade, inverse: \RuckingSession.user)
    package var sessions: [RuckingSession] = []

    @Relationship(deleteRule: .cascade, inverse: \Equipment.owner)
    package var equipment: [Equipment] = []

    @Relationship(deleteRule: .cascade, inverse: \Route.creator)
    package var createdRoutes: [Route] = []

    package init(email: String, displayName: String, persona: UserPersona) {
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
  package final class RuckingSession {
    package static let originalEntityName: String? = "RuckingSessionV3"

    @Attribute(.unique) package var id: UUID
    package var startDate: Date
    package var endDate: Date?
    package var isCompleted: Bool
    package var distance: Double = 0
    package var duration: TimeInterval = 0
    package var packWeight: Double = 0
    package var elevationGain: Double = 0
    package var elevationLoss: Double = 0
    package var calories: Double = 0
    package var averagePace: Double = 0
    package var averageHeartRate: Int?
    package var maxHeartRate: Int?
    package var weather: WeatherData?
    package var temperature: Double?
    package var humidity: Double?
    package var syncStatus: SyncStatus = SyncStatus.pending
    package var lastModified: Date = Date.distantPast

    @Relationship(deleteRule: .nullify)
    package var user: User?

    @Relationship(deleteRule: .nullify)
    package var route: Route?

    @Relationship(deleteRule: .cascade, inverse: \LocationPoint.session)
    package var locationPoints: [LocationPoint] = []

    @Relationship(deleteRule: .cascade, inverse: \ActivityMetric.session)
    package var metrics: [ActivityMetric] = []

    @Relationship(deleteRule: .nullify)
    package var equipment: [Equipment] = []

    package init(startDate: Date, packWeight: Double, user: User) {
      self.id = UUID()
      self.startDate = startDate
      self.packWeight = packWeight
      self.isCompleted = false
      self.lastModified = Date()
      self.user = user
    }
  }

  @Model
  package final class LocationPoint {
    package static let originalEntityName: String? = "LocationPointV3"

    package var id: UUID
    package var timestamp: Date
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?
    package var accuracy: Double
    package var speed: Double?
    package var heading: Double?

    @Relationship(deleteRule: .nullify)
    package var session: RuckingSession?

    package init(timestamp: Date, latitude: Double, longitude: Double, accuracy: Double) {
      self.id = UUID()
      self.timestamp = timestamp
      self.latitude = latitude
      self.longitude = longitude
      self.accuracy = accuracy
    }
  }

  @Model
  package final class ActivityMetric {
    package var id: UUID
    package var timestamp: Date
    package var metricType: MetricType
    package var value: Double
    package var unit: String
    package var heartRate: Int?
    package var cadence: Int?
    package var power: Double?

    @Relationship(deleteRule: .nullify)
    package var session: RuckingSession?

    package init(timestamp: Date, type: MetricType, value: Double, unit: String) {
      self.id = UUID()
      self.timestamp = timestamp
      self.metricType = type
      self.value = value
      self.unit = unit
    }
  }
}
