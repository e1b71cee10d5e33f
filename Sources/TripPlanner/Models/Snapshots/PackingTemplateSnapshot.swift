// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``PackingTemplate``.
package struct PackingTemplateSnapshot: EntitySnapshot {
  package typealias Entity = PackingTemplate

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var name: String = ""

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension PackingTemplate: TripEntity {
  package typealias Snapshot = PackingTemplateSnapshot

  package var trip: Trip? { nil }

  package static let fields: [EntityField<PackingTemplate>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("name", \.name, \.name),
  ]

  package static func with(id: UUID) -> Predicate<PackingTemplate> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<PackingTemplate> {
    #Predicate { _ in false }
  }

  package static var deletedModels: Predicate<PackingTemplate> { #Predicate { $0.isDeleted } }
}
