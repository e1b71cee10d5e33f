// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// Version 3 of the schema: tracks, and the purchase dates of gear.
public enum SchemaV3: VersionedSchema {
  /// The version's number.
  public static let versionIdentifier = Schema.Version(3, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [UserV3.self, RuckingSessionV3.self, RouteV3.self, EquipmentV3.self, LocationPointV3.self]
  }

  @Model
  package final class UserV3 {
    package static let originalEntityName: String? = "UserV2"

    package var id: UUID
    package var email: String
    package var displayName: String
    package var createdAt: Date
    package var persona: String

    @Relationship(deleteRule: .cascade, inverse: \RuckingSessionV3.user)
    package var sessions: [RuckingSessionV3] = []

    @Relationship(deleteRule: .cascade, inverse: \EquipmentV3.owner)
    package var equipment: [EquipmentV3] = []

    package init(email: String, displayName: String, persona: String) {
      self.id = UUID()
      self.email = email
      self.displayName = displayName
      self.createdAt = Date()
      self.persona = persona
    }
  }

  @Model
  package final class RuckingSessionV3 {
    package static let originalEntityName: String? = "RuckingSessionV2"

    package var id: UUID
    package var startDate: Date
    package var endDate: Date?
    package var distance: Double
    package var packWeight: Double
    package var isCompleted: Bool

    @Relationship(deleteRule: .nullify)
    package var user: UserV3?

    @Relationship(deleteRule: .cascade, inverse: \LocationPointV3.session)
    package var locationPoints: [LocationPointV3] = []

    package init(startDate: Date, packWeight: Double) {
      self.id = UUID()
      self.startDate = startDate
      self.packWeight = packWeight
      self.distance = 0
      self.isCompleted = false
    }
  }

  @Model
  package final class RouteV3 {
    package static let originalEntityName: String? = "RouteV2"

    package var id: UUID
    package var name: String
    package var distance: Double
    package var createdAt: Date

    package init(name: String, distance: Double) {
      self.id = UUID()
      self.name = name
      self.distance = distance
      self.createdAt = Date()
    }
  }

  @Model
  package final class EquipmentV3 {
    package static let originalEntityName: String? = "EquipmentV2"

    package var id: UUID
    package var name: String
    package var equipmentType: String
    package var weight: Double
    package var createdAt: Date
    package var purchaseDate: Date?

    @Relationship(deleteRule: .nullify)
    package var owner: UserV3?

    package init(name: String, type: String, weight: Double) {
      self.id = UUID()
      self.name = name
      self.equipmentType = type
      self.weight = weight
      self.createdAt = Date()
    }
  }

  @Model
  package final class LocationPointV3 {
    package var id: UUID
    package var timestamp: Date
    package var latitude: Double
    package var longitude: Double
    package var altitude: Double?
    package var accuracy: Double

    @Relationship(deleteRule: .nullify)
    package var session: RuckingSessionV3?

    package init(timestamp: Date, latitude: Double, longitude: Double, accuracy: Double) {
      self.id = UUID()
      self.timestamp = timestamp
      self.latitude = latitude
      self.longitude = longitude
      self.accuracy = accuracy
    }
  }
}
