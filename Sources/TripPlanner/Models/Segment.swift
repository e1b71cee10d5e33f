// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A journey by one vehicle, such as a flight.
///
/// Times are wall-clock times with zones in the form of ``StoredTime``; instants are derived.
@Model
package final class Segment {
  #FullText<Segment>([
    \.title, \.carrier, \.carrierCode, \.number, \.vehicle, \.bookingCode, \.notes,
    \.originName, \.destinationName,
  ])
  #Index<Segment>([\.departure])

  @Attribute(.unique) package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted: Bool = false
  package var deletedAt: Date?

  package var title: String = ""
  /// The raw value of a ``Transport``.
  package var transport: String = "other"
  /// The airline or other operator.
  package var carrier: String?
  /// The number of the flight, train or bus.
  package var number: String?
  package var departure: String?
  package var arrival: String?
  /// The raw value of a ``BookingStatus``.
  package var status: String = "confirmed"
  @Attribute(.allowsCloudEncryption) package var bookingCode: String?
  @Attribute(.allowsCloudEncryption) package var notes: String?

  // Since version 2.
  /// The IATA code of the airline.
  package var carrierCode: String?
  /// The name or code of the place of departure, for lists, search, and places without an object.
  package var originName: String?
  package var destinationName: String?
  package var departureTerminal: String?
  package var departureGate: String?
  package var departurePlatform: String?
  package var arrivalTerminal: String?
  package var arrivalGate: String?
  package var arrivalPlatform: String?
  /// The beginning of boarding, or of the check-in of a rented car.
  package var boarding: String?
  package var vehicle: String?
  @Attribute(.allowsCloudEncryption) package var url: String?
  /// The values of the last import, by which edits of the user are recognized.
  @Attribute(.allowsCloudEncryption) package var importedValues: String?
  /// The keys of the booking in its sources, one in a line.
  @Attribute(.allowsCloudEncryption) package var sourceKeys: String?

  package var trip: Trip?
  @Relationship(deleteRule: .nullify, inverse: \Route.segments) package var route: Route?
  @Relationship(deleteRule: .nullify, inverse: \Place.departures) package var origin: Place?
  @Relationship(deleteRule: .nullify, inverse: \Place.arrivals) package var destination: Place?
  @Relationship(deleteRule: .nullify, inverse: \DayPlanItem.segment)
  package var dayPlanItems: [DayPlanItem] = []
  @Relationship(deleteRule: .cascade, inverse: \Booking.segment)
  package var bookings: [Booking] = []
  @Relationship(deleteRule: .nullify, inverse: \DocumentAsset.segment)
  package var documents: [DocumentAsset] = []
  @Relationship(deleteRule: .nullify, inverse: \Expense.segment)
  package var expenses: [Expense] = []

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}
