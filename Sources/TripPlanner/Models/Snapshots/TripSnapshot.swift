// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Trip``.
package struct TripSnapshot: EntitySnapshot {
  package typealias Entity = Trip

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var title: String = ""
  package var destination: String = ""
  package var startDay: String?
  package var endDay: String?
  package var notes: String?
  package var isArchived: Bool = false
  package var currency: String?
  package var budget: Decimal?
  package var zone: String?
  package var categoryBudgets: String?
  package var ownerID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Trip: TripEntity {
  package typealias Snapshot = TripSnapshot

  package var trip: Trip? { nil }

  package static let fields: [EntityField<Trip>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("title", \.title, \.title),
    .value("destination", \.destination, \.destination),
    .value("startDay", \.startDay, \.startDay),
    .value("endDay", \.endDay, \.endDay),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("isArchived", \.isArchived, \.isArchived),
    .value("currency", \.currency, \.currency),
    .value("budget", \.budget, \.budget),
    .value("zone", \.zone, \.zone),
    .value("categoryBudgets", \.categoryBudgets, \.categoryBudgets),
    .relation("owner", \.owner, \.ownerID),
  ]

  package func copyAttributes(to snapshot: inout TripSnapshot) {
    snapshot.title = title
    snapshot.destination = destination
    snapshot.startDay = startDay
    snapshot.endDay = endDay
    snapshot.notes = notes
    snapshot.isArchived = isArchived
    snapshot.currency = currency
    snapshot.budget = budget
    snapshot.zone = zone
    snapshot.categoryBudgets = categoryBudgets
  }

  package static func with(id: UUID) -> Predicate<Trip> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Trip> { with(id: trip) }

  package static var deletedModels: Predicate<Trip> { #Predicate { $0.isDeleted } }
}
