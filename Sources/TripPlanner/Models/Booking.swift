// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// One traveller's booking of a segment or of an item of the plan.
@Model
package final class Booking {
  #FullText<Booking>([
    \.traveller, \.code, \.ticketNumber, \.seat, \.membership, \.notes,
  ])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var traveller: String = ""
  @Attribute(.allowsCloudEncryption) package var code: String?
  /// The raw value of a ``BookingStatus``.
  package var status: String = "confirmed"
  package var seat: String?
  package var seatClass: String?
  package var coach: String?
  package var boardingGroup: String?
  package var sequenceNumber: String?
  @Attribute(.allowsCloudEncryption) package var ticketNumber: String?
  /// The barcode as `format:message`.
  @Attribute(.allowsCloudEncryption) package var barcode: String?
  @Attribute(.allowsCloudEncryption) package var membership: String?
  package var price: Decimal?
  /// The currency of the price, in ISO 4217.
  package var currency: String?
  package var partySize: Int?
  @Attribute(.allowsCloudEncryption) package var url: String?
  @Attribute(.allowsCloudEncryption) package var notes: String?
  @Attribute(.allowsCloudEncryption) package var importedValues: String?
  /// The identifier of the expense of the price, as the import has stored it, after `cost:`.
  @Attribute(.allowsCloudEncryption) package var sourceKeys: String?

  package var trip: Trip?
  package var segment: Segment?
  package var item: DayPlanItem?
  package var person: Collaborator?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
