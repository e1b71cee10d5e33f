// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A planned or paid cost.
@Model
package final class Expense {
  #FullText<Expense>([\.title, \.category, \.notes])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var title: String = ""
  package var category: String = ""
  /// The amount in ``currency``, exact.
  package var amount: Decimal = 0
  /// The currency in ISO 4217.
  package var currency: String = "EUR"
  package var day: String?
  package var isPaid: Bool = false
  /// The shares in the form of ``CostShare``, as JSON; nil for equal shares of all travellers.
  package var shares: String?
  @Attribute(.allowsCloudEncryption) package var notes: String?

  package var trip: Trip?
  package var payer: Collaborator?
  package var segment: Segment?
  package var item: DayPlanItem?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

/// A rate between two currencies on a day, as the user has entered it.
@Model
package final class ExchangeRate {
  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  /// The currency of one unit, in ISO 4217.
  package var currency: String = ""
  /// The currency in which ``rate`` is.
  package var base: String = ""
  /// The value of one unit of ``currency``.
  package var rate: Decimal = 1
  /// The day of the rate, as `2027-03-10`.
  package var day: String = ""

  package var trip: Trip?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

/// A finding of the checks that the user has dismissed.
@Model
package final class DismissedFinding {
  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  /// The key of the finding, see ``Finding/key``.
  package var key: String = ""

  package var trip: Trip?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
