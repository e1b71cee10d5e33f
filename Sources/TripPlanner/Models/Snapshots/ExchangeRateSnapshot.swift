// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``ExchangeRate``.
package struct ExchangeRateSnapshot: EntitySnapshot {
  package typealias Entity = ExchangeRate

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var currency: String = ""
  package var base: String = ""
  package var rate: Decimal = 1
  package var day: String = ""
  package var tripID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension ExchangeRate: TripEntity {
  package typealias Snapshot = ExchangeRateSnapshot

  package static let fields: [EntityField<ExchangeRate>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("currency", \.currency, \.currency),
    .value("base", \.base, \.base),
    .value("rate", \.rate, \.rate),
    .value("day", \.day, \.day),
    .relation("trip", \.trip, \.tripID),
  ]

  package static func with(id: UUID) -> Predicate<ExchangeRate> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<ExchangeRate> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<ExchangeRate> { #Predicate { $0.isDeleted } }
}
