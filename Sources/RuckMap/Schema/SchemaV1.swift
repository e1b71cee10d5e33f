// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import SwiftData

/// Version 1 of the schema: users, rucks and routes.
///
/// As in versions 2 and 3, the class names contain the version, so that each step renames them.
public enum SchemaV1: VersionedSchema {
  /// The version's number.
  public static let versionIdentifier = Schema.Version(1, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] {
    [UserV1.self, RuckingSessionV1.self, RouteV1.self]
  }

  @Model
  package final class UserV1 {
    package var id: UUID
    package var email: String
    package var displayName: String
    package var createdAt: Date

    package init(email: String, displayName: String) {
      self.id = UUID()
      self.email = email
      self.displayName = displayName
      self.createdAt = Date()
    }
  }

  @Model
  package final class RuckingSessionV1 {
    package var id: UUID
    package var startDate: Date
    package var endDate: Date?
    package var distance: Double
    package var packWeight: Double
    package var isCompleted: Bool

    @Relationship(deleteRule: .nullify)
    package var user: UserV1?

    package init(startDate: Date, packWeight: Double) {
      self.id = UUID()
      self.startDate = startDate
      self.packWeight = packWeight
      self.distance = 0
      self.isCompleted = false
    }
  }

  @Model
  package final class RouteV1 {
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
}
