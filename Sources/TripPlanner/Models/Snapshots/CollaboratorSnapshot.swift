// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Collaborator``.
package struct CollaboratorSnapshot: EntitySnapshot {
  package typealias Entity = Collaborator

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var name: String = ""
  package var email: String?
  package var role: String = "viewer"
  package var invitationStatus: String = "none"
  package var phone: String?
  package var isTraveller: Bool = true
  package var tripID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Collaborator: TripEntity {
  package typealias Snapshot = CollaboratorSnapshot

  package static let fields: [EntityField<Collaborator>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("name", \.name, \.name),
    .value("email", \.email, \.email, isPrivate: true),
    .value("role", \.role, \.role),
    .value("invitationStatus", \.invitationStatus, \.invitationStatus),
    .value("phone", \.phone, \.phone, isPrivate: true),
    .value("isTraveller", \.isTraveller, \.isTraveller),
    .relation("trip", \.trip, \.tripID),
  ]

  package static func with(id: UUID) -> Predicate<Collaborator> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Collaborator> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<Collaborator> { #Predicate { $0.isDeleted } }
}
