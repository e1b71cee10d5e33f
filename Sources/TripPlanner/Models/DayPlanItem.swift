// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// An activity, a meal, an event, or a stay on the plan of a day.
@Model
package final class DayPlanItem {
  #FullText<DayPlanItem>([\.title, \.notes, \.bookingCode])
  #Index<DayPlanItem>([\.day])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var title: String = ""
  /// The day on whose plan the item is, as `2027-03-10`; nil for an item without a day.
  package var day: String?
  /// The start in the form of ``StoredTime``; the arrival for a stay.
  package var start: String?
  /// The end; the day of departure for a stay.
  package var end: String?
  /// The raw value of a ``PlanKind``.
  package var kind: String = "activity"
  @Attribute(.allowsCloudEncryption) package var notes: String?

  // Since version 2.
  /// The order among the items of the day, ascending.
  package var position: Double = 0
  package var isDone: Bool = false
  /// The raw value of a ``BookingStatus``.
  package var status: String = "confirmed"
  @Attribute(.allowsCloudEncryption) package var bookingCode: String?
  @Attribute(.allowsCloudEncryption) package var url: String?
  @Attribute(.allowsCloudEncryption) package var importedValues: String?
  @Attribute(.allowsCloudEncryption) package var sourceKeys: String?

  package var trip: Trip?
  package var segment: Segment?
  @Relationship(deleteRule: .nullify, inverse: \Place.dayPlanItems) package var place: Place?
  @Relationship(deleteRule: .cascade, inverse: \Booking.item)
  package var bookings: [Booking] = []
  @Relationship(deleteRule: .nullify, inverse: \DocumentAsset.item)
  package var documents: [DocumentAsset] = []
  @Relationship(deleteRule: .nullify, inverse: \Expense.item)
  package var expenses: [Expense] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
