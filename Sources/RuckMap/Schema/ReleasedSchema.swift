// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// The schema of stores that Cairn 0.1.0 wrote, without routes and gear.
///
/// Such stores record version 1.0.0, like those of ``SchemaV1``. A migration plan recognizes a store by
/// its models, so that the two are not confused; the number here only places the version in the plan.
public enum ReleasedSchema: VersionedSchema {
  /// The version's number in the plan.
  public static let versionIdentifier = Schema.Version(4, 1, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [User.self, RuckingSession.self, LocationPoint.self, ActivityMetric.self, WeatherData.self]
  }

  @Model
  package final class User {
    @Attribute(.unique) package var id: UUID
    package var email: String = ""
    package var displayName: String = "Rucker"
    package var createdAt: Date
    package var modifiedAt: Date
    package var lastSyncDate: Date
    package var isActive: Bool = true
    package var persona: UserPersona = UserPersona.general
    package var preferences: UserPreferences = UserPreferences()
    package var healthProfile: HealthProfile = HealthProfile()
    package var birthDate: Date?

    @Relationship(deleteRule: .cascade, inverse: \RuckingSession.user)
    package var sessions: [RuckingSession] = []

    package init() {
      self.id = UUID()
      self.createdAt = Date()
      self.modifiedAt = Date()
      self.lastSyncDate = Date()
    }
  }

  @Model
  package final class RuckingSession {
    @Attribute(.unique) package var id: UUID
    package var startDate: Date
    package var endDate: Date?
    package var isCompleted: Bool
    package var distance: Double = 0
    package var duration: TimeInterval = 0
    package var movingTime: TimeInterval = 0
    package var packWeight: Double = 0
    package var elevationGain: Double = 0
    package var elevationLoss: Double = 0
    package var elevationGainRecorded: Double = 0
    package var calories: Double = 0
    package var caloriesLow: Double = 0
    package var caloriesHigh: Double = 0
    package var calorieEquation: String?
    package var bodyWeight: Double?
    package var energyBasis: String = ""
    package var storedPace: Double = 0
    package var averageHeartRate: Int?
    package var maxHeartRate: Int?
    package var temperature: Double?
    package var humidity: Double?
    package var name: String?
    package var notes: String?
    package var rpe: Int?
    package var sourceFile: String?
    package var sourceFingerprint: String?
    package var isTimed: Bool = true
    package var pointCount: Int = 0
    package var warningText: String = ""
    package var syncStatus: SyncStatus = SyncStatus.pending
    package var lastModified: Date

    @Relationship(deleteRule: .nullify)
    package var user: User?

    @Relationship(deleteRule: .cascade, inverse: \WeatherData.session)
    package var weather: WeatherData?

    @Relationship(deleteRule: .cascade, inverse: \LocationPoint.session)
    package var locationPoints: [LocationPoint] = []

    @Relationship(deleteRule: .cascade, inverse: \ActivityMetric.session)
    package var metrics: [ActivityMetric] = []

    package init(isCompleted: Bool) {
      self.id = UUID()
      self.startDate = Date()
      self.isCompleted = isCompleted
      self.lastModified = Date()
    }
  }

  @Model
  package final class LocationPoint {
    package var id: UUID
    package var timestamp: Date?
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?
    package var accuracy: Double
    package var speed: Double?
    package var heading: Double?
    package var heartRate: Int?
    package var cadence: Int?
    package var power: Double?
    package var index: Int
    package var segment: Int

    @Relationship(deleteRule: .nullify)
    package var session: RuckingSession?

    package init(latitude: Double, longitude: Double, accuracy: Double, index: Int, segment: Int) {
      self.id = UUID()
      self.latitude = latitude
      self.longitude = longitude
      self.accuracy = accuracy
      self.index = index
      self.segment = segment
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

    package init(metricType: MetricType, value: Double, unit: String) {
      self.id = UUID()
      self.timestamp = Date()
      self.metricType = metricType
      self.value = value
      self.unit = unit
    }
  }

  @Model
  package final class WeatherData {
    package var id: UUID
    package var timestamp: Date
    package var condition: String
    package var temperature: Double
    package var humidity: Double
    package var windSpeed: Double?
    package var windDirection: Double?
    package var pressure: Double?
    package var visibility: Double?

    @Relationship(deleteRule: .nullify)
    package var session: RuckingSession?

    package init(condition: String, temperature: Double, humidity: Double) {
      self.id = UUID()
      self.timestamp = Date()
      self.condition = condition
      self.temperature = temperature
      self.humidity = humidity
    }
  }
}
