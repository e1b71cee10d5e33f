// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``ActivityLog``.
package struct ActivityLogSnapshot: EntitySnapshot {
  package typealias Entity = ActivityLog

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var timestamp: Date
  package var action: String = "update"
  package var actor: String = ""
  package var device: UUID
  package var objectID: UUID
  package var objectType: String = ""
  package var property: String?
  package var oldValue: String?
  package var newValue: String?
  package var transaction: Int = 0
  package var isPrivate: Bool = false
  package var tripID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
    timestamp = now
    device = id
    objectID = id
  }
}

extension ActivityLog: TripEntity {
  package typealias Snapshot = ActivityLogSnapshot

  package static let fields: [EntityField<ActivityLog>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("timestamp", \.timestamp, \.timestamp),
    .value("action", \.action, \.action),
    .value("actor", \.actor, \.actor),
    .value("device", \.device, \.device),
    .value("objectID", \.objectID, \.objectID),
    .value("objectType", \.objectType, \.objectType),
    .value("property", \.property, \.property),
    .value("oldValue", \.oldValue, \.oldValue),
    .value("newValue", \.newValue, \.newValue),
    .value("transaction", \.transaction, \.transaction),
    .value("isPrivate", \.isPrivate, \.isPrivate),
    .relation("trip", \.trip, \.tripID),
  ]

  package static func with(id: UUID) -> Predicate<ActivityLog> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<ActivityLog> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<ActivityLog> { #Predicate { $0.isDeleted } }
}
