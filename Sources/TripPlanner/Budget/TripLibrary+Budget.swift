// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
package import TravelFiles

extension TripLibrary {
  /// Returns the costs of a trip by category, day and person, and the payments that settle them.
  package func budget(_ trip: UUID) throws -> BudgetSummary {
    Budget.summary(
      try self.trip(model: trip).snapshot(), try items(ExpenseSnapshot.self, in: trip),
      try items(ExchangeRateSnapshot.self, in: trip), try items(CollaboratorSnapshot.self, in: trip)
    )
  }

  /// Stores the rate of a day; a rate for the same currencies and day is replaced.
  ///
  /// - Parameters:
  ///   - rate: The value of one unit of `currency` in `base`.
  ///   - currency: The currency in ISO 4217.
  ///   - base: The currency of the rate.
  ///   - day: The day of the rate.
  ///   - trip: The trip whose expenses the rate converts.
  /// - Returns: The stored rate.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  @discardableResult
  package func setRate(
    _ rate: Decimal, for currency: String, base: String, day: LocalDate, in trip: UUID
  ) throws -> ExchangeRateSnapshot {
    // Two devices that enter the rate of one day offline have one rate afterwards.
    let id = UUID(namespace: trip, name: "rate:\(currency):\(base):\(day)")
    return try write { now in
      var snapshot = ExchangeRateSnapshot(id: id, at: now)
      let stored = try modelContext.first(ExchangeRate.self, id: id)
      if let stored { snapshot = stored.snapshot() }
      snapshot.isDeleted = false
      snapshot.currency = currency
      snapshot.base = base
      snapshot.rate = rate
      snapshot.day = day.description
      snapshot.tripID = trip
      try snapshot.validate()
      if let stored { return try update(stored, snapshot, at: now).snapshot() }
      return try insertModel(snapshot, at: now).snapshot()
    }
  }
}
