// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The values of a ``Booking``.
package struct BookingSnapshot: EntitySnapshot {
  package typealias Entity = Booking

  package var id: UUID
  package var createdAt: Date
  package var updatedAt: Date
  package var isDeleted = false
  package var deletedAt: Date?

  package var traveller: String = ""
  package var code: String?
  package var status: String = "confirmed"
  package var seat: String?
  package var seatClass: String?
  package var coach: String?
  package var boardingGroup: String?
  package var sequenceNumber: String?
  package var ticketNumber: String?
  package var barcode: String?
  package var membership: String?
  package var price: Decimal?
  package var currency: String?
  package var partySize: Int?
  package var url: String?
  package var notes: String?
  package var importedValues: String?
  package var sourceKeys: String?
  package var tripID: UUID?
  package var segmentID: UUID?
  package var itemID: UUID?
  package var personID: UUID?

  package init(id: UUID, at now: Date) {
    self.id = id
    createdAt = now
    updatedAt = now
  }
}

extension Booking: TripEntity {
  package typealias Snapshot = BookingSnapshot

  package static let fields: [EntityField<Booking>] = [
    .value("isDeleted", \.isDeleted, \.isDeleted),
    .value("traveller", \.traveller, \.traveller),
    .value("code", \.code, \.code, isPrivate: true),
    .value("status", \.status, \.status),
    .value("seat", \.seat, \.seat),
    .value("seatClass", \.seatClass, \.seatClass),
    .value("coach", \.coach, \.coach),
    .value("boardingGroup", \.boardingGroup, \.boardingGroup),
    .value("sequenceNumber", \.sequenceNumber, \.sequenceNumber),
    .value("ticketNumber", \.ticketNumber, \.ticketNumber, isPrivate: true),
    .value("barcode", \.barcode, \.barcode, isPrivate: true),
    .value("membership", \.membership, \.membership, isPrivate: true),
    .value("price", \.price, \.price),
    .value("currency", \.currency, \.currency),
    .value("partySize", \.partySize, \.partySize),
    .value("url", \.url, \.url, isPrivate: true),
    .value("notes", \.notes, \.notes, isPrivate: true),
    .value("importedValues", \.importedValues, \.importedValues, isPrivate: true, isLogged: false),
    .value("sourceKeys", \.sourceKeys, \.sourceKeys, isPrivate: true, isLogged: false),
    .relation("trip", \.trip, \.tripID),
    .relation("segment", \.segment, \.segmentID),
    .relation("item", \.item, \.itemID),
    .relation("person", \.person, \.personID),
  ]

  package func copyAttributes(to snapshot: inout BookingSnapshot) {
    snapshot.traveller = traveller
    snapshot.code = code
    snapshot.status = status
    snapshot.seat = seat
    snapshot.seatClass = seatClass
    snapshot.coach = coach
    snapshot.boardingGroup = boardingGroup
    snapshot.sequenceNumber = sequenceNumber
    snapshot.ticketNumber = ticketNumber
    snapshot.barcode = barcode
    snapshot.membership = membership
    snapshot.price = price
    snapshot.currency = currency
    snapshot.partySize = partySize
    snapshot.url = url
    snapshot.notes = notes
    snapshot.importedValues = importedValues
    snapshot.sourceKeys = sourceKeys
  }

  package func copyRelations(to snapshot: inout BookingSnapshot) {
    snapshot.tripID = trip?.id
    snapshot.segmentID = segment?.id
    snapshot.itemID = item?.id
    snapshot.personID = person?.id
  }

  package static func with(id: UUID) -> Predicate<Booking> {
    #Predicate { $0.id == id }
  }

  package static func inTrip(_ trip: UUID) -> Predicate<Booking> {
    #Predicate { $0.trip?.id == trip }
  }

  package static var deletedModels: Predicate<Booking> { #Predicate { $0.isDeleted } }
}
