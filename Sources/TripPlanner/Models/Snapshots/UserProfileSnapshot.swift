// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``UserProfile``.
package struct UserProfileSnapshot: EntitySnapshot {
  package typealias Entity = UserProfile

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var displayName: String = ""
  package var email: String?
  package var phone: String?
  package var homeZone: String?
  package var homeCurrency: String?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension UserProfile: TripEntity {
  package typealias Snapshot = UserProfileSnapshot

  package var trip: Trip? { nil }

  package static let fields: [EntityField<UserProfile>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("displayName", \.displayName, \.displayName),
    .value("email", \.email, \.email, isPrivate: true),
    .value("phone", \.phone, \.phone, isPrivate: true),
    .value("homeZone", \.homeZone, \.homeZone),
    .value("homeCurrency", \.homeCurrency, \.homeCurrency),
  ]

  package static func with(id: UUID) -> Predicate<UserProfile> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<UserProfile> {
    #Predicate { _ in false }
  }

  package static var deletedModels: Predicate<UserProfile> { #Predicate { $0.isDeleted } }
}
