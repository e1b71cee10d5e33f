// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A plan of a journey, and the owner of all its parts.
///
/// A deleted trip hides its parts and does not mark them, so that a restored trip has all of them.
@Model
package final class Trip {
  #FullText<Trip>([\.title, \.destination, \.notes])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var title: String = ""
  package var destination: String = ""
  /// The first day, as `2027-03-10`; nil if it is open.
  package var startDay: String?
  /// The last day, as `2027-03-24`.
  package var endDay: String?
  @Attribute(.allowsCloudEncryption) package var notes: String?

  // Since version 2.
  /// True for a trip that only the list of archived trips shows.
  package var isArchived: Bool = false
  /// The currency of the budget and of sums, in ISO 4217.
  package var currency: String?
  /// The limit of all costs in ``currency``.
  package var budget: Decimal?
  /// The identifier of the zone for days and times without a place.
  package var zone: String?
  /// The JSON of the budgets by category, a dictionary of amounts as text.
  package var categoryBudgets: String?

  package var owner: UserProfile?
  @Relationship(deleteRule: .cascade, inverse: \Segment.trip)
  package var segments: [Segment] = []
  @Relationship(deleteRule: .cascade, inverse: \DayPlanItem.trip)
  package var dayPlanItems: [DayPlanItem] = []
  @Relationship(deleteRule: .cascade, inverse: \Place.trip)
  package var places: [Place] = []
  @Relationship(deleteRule: .cascade, inverse: \Route.trip)
  package var routes: [Route] = []
  @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
  package var packingItems: [PackingItem] = []
  @Relationship(deleteRule: .cascade, inverse: \DocumentAsset.trip)
  package var documents: [DocumentAsset] = []
  @Relationship(deleteRule: .cascade, inverse: \Collaborator.trip)
  package var collaborators: [Collaborator] = []
  @Relationship(deleteRule: .cascade, inverse: \ActivityLog.trip)
  package var activityLogs: [ActivityLog] = []
  @Relationship(deleteRule: .cascade, inverse: \Booking.trip)
  package var bookings: [Booking] = []
  @Relationship(deleteRule: .cascade, inverse: \Expense.trip)
  package var expenses: [Expense] = []
  @Relationship(deleteRule: .cascade, inverse: \ExchangeRate.trip)
  package var exchangeRates: [ExchangeRate] = []
  @Relationship(deleteRule: .cascade, inverse: \DismissedFinding.trip)
  package var dismissedFindings: [DismissedFinding] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
