// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``PackingItem``.
package struct PackingItemSnapshot: EntitySnapshot {
  package typealias Entity = PackingItem

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var name: String = ""
  package var category: String = ""
  package var quantity: Int = 1
  package var isPacked: Bool = false
  package var weight: Double?
  package var bag: String?
  package var person: String?
  package var position: Double = 0
  package var tripID: UUID?
  package var templateID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension PackingItem: TripEntity {
  package typealias Snapshot = PackingItemSnapshot

  package static let fields: [EntityField<PackingItem>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("name", \.name, \.name),
    .value("category", \.category, \.category),
    .value("quantity", \.quantity, \.quantity),
    .value("isPacked", \.isPacked, \.isPacked),
    .value("weight", \.weight, \.weight),
    .value("bag", \.bag, \.bag),
    .value("person", \.person, \.person),
    .value("position", \.position, \.position),
    .relation("trip", \.trip, \.tripID),
    .relation("template", \.template, \.templateID),
  ]

  package static func with(id: UUID) -> Predicate<PackingItem> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<PackingItem> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<PackingItem> { #Predicate { $0.isDeleted } }
}
