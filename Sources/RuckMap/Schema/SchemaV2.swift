// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// Version 2 of the schema: personas and gear.
public enum SchemaV2: VersionedSchema {
  /// The version's number.
  public static let versionIdentifier = Schema.Version(2, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [UserV2.self, RuckingSessionV2.self, RouteV2.self, EquipmentV2.self]
  }

  @Model
  package final class UserV2 {
    package static let originalEntityName: String? = "UserV1"

    package var id: UUID
    package var email: String
    package var displayName: String
    package var createdAt: Date
    package var persona: String = "general"

    @Relationship(deleteRule: .cascade)
    package var equipment: [EquipmentV2] = []

    package init(email: String, displayName: String, persona: String = "general") {
      self.id = UUID()
      self.email = email
      self.displayName = displayName
      self.createdAt = Date()
      self.persona = persona
    }
  }

  @Model
  package final class RuckingSessionV2 {
    package static let originalEntityName: String? = "RuckingSessionV1"

    package var id: UUID
    package var startDate: Date
    package var endDate: Date?
    package var distance: Double
    package var packWeight: Double
    package var isCompleted: Bool

    @Relationship(deleteRule: .nullify)
    package var user: UserV2?

    package init(startDate: Date, packWeight: Double) {
      self.id = UUID()
      self.startDate = startDate
      self.packWeight = packWeight
      self.distance = 0
      self.isCompleted = false
    }
  }

  @Model
  package final class RouteV2 {
    package static let originalEntityName: String? = "RouteV1"

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
  package final class EquipmentV2 {
    package var id: UUID
    package var name: String
    package var equipmentType: String
    package var weight: Double
    package var createdAt: Date

    @Relationship(deleteRule: .nullify)
    package var owner: UserV2?

    package init(name: String, type: String, weight: Double) {
      self.id = UUID()
      self.name = name
      self.equipmentType = type
      self.weight = weight
      self.createdAt = Date()
    }
  }
}
