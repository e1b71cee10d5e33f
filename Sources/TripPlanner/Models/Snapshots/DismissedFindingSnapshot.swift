// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``DismissedFinding``.
package struct DismissedFindingSnapshot: EntitySnapshot {
  package typealias Entity = DismissedFinding

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var key: String = ""
  package var tripID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension DismissedFinding: TripEntity {
  package typealias Snapshot = DismissedFindingSnapshot

  package static let fields: [EntityField<DismissedFinding>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("key", \.key, \.key),
    .relation("trip", \.trip, \.tripID),
  ]

  package static func with(id: UUID) -> Predicate<DismissedFinding> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<DismissedFinding> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<DismissedFinding> { #Predicate { $0.isDeleted } }
}
