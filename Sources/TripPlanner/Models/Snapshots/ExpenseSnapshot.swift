// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Expense``.
package struct ExpenseSnapshot: EntitySnapshot {
  package typealias Entity = Expense

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var title: String = ""
  package var category: String = ""
  package var amount: Decimal = 0
  package var currency: String = "EUR"
  package var day: String?
  package var isPaid: Bool = false
  package var shares: String?
  package var notes: String?
  package var tripID: UUID?
  package var payerID: UUID?
  package var segmentID: UUID?
  package var itemID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Expense: TripEntity {
  package typealias Snapshot = ExpenseSnapshot

  package static let fields: [EntityField<Expense>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("title", \.title, \.title),
    .value("category", \.category, \.category),
    .value("amount", \.amount, \.amount),
    .value("currency", \.currency, \.currency),
    .value("day", \.day, \.day),
    .value("isPaid", \.isPaid, \.isPaid),
    .value("shares", \.shares, \.shares),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .relation("trip", \.trip, \.tripID),
    .relation("payer", \.payer, \.payerID),
    .relation("segment", \.segment, \.segmentID),
    .relation("item", \.item, \.itemID),
  ]

  package static func with(id: UUID) -> Predicate<Expense> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Expense> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<Expense> { #Predicate { $0.isDeleted } }
}
