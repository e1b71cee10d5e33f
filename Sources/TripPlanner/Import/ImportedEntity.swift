// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

/// An entity whose objects are created from reservations.
protocol ImportedEntity: TripEntity where Snapshot: ImportedSnapshot {
  var sourceKeys: String? { get }
  var importedValues: String? { get }
  var status: String { get }
  var bookings: [Booking] { get }
}

extension ImportedEntity {
  /// The bookings that are not deleted.
  var liveBookings: [Booking] { bookings.filter { !$0.isDeleted } }
}

/// The values of an object that is created from reservations.
protocol ImportedSnapshot: EntitySnapshot {
  var tripID: UUID? { get set }
  var status: String { get set }
  var sourceKeys: String? { get set }
  var importedValues: String? { get set }
  /// The place of the start.
  var firstPlaceID: UUID? { get set }
  /// The place of the end; always nil for an item of the plan.
  var lastPlaceID: UUID? { get set }
  /// The names of both places.
  var placeNames: (String?, String?) { get }

  /// Sets the values that follow from a reservation.
  mutating func fill(_ reservation: Reservation)

  /// Returns the places and times of both ends.
  static func stops(of reservation: Reservation) -> (Stop, Stop?)
}

extension Segment: ImportedEntity {}
extension DayPlanItem: ImportedEntity {}

extension SegmentSnapshot: ImportedSnapshot {
  var firstPlaceID: UUID? {
    get { originID }
    set { originID = newValue }
  }
  var lastPlaceID: UUID? {
    get { destinationID }
    set { destinationID = newValue }
  }
  var placeNames: (String?, String?) { (originName, destinationName) }

  mutating func fill(_ reservation: Reservation) { ReservationValues.fill(&self, reservation) }

  static func stops(of reservation: Reservation) -> (Stop, Stop?) {
    switch reservation.subject {
    case .journey(let journey): (journey.departure, journey.arrival)
    case .carRental(let rental): (rental.pickup, rental.dropoff)
    case .lodging, .event, .food: (Stop(place: reservation.venue, time: reservation.startTime), nil)
    }
  }
}

extension DayPlanItemSnapshot: ImportedSnapshot {
  var firstPlaceID: UUID? {
    get { placeID }
    set { placeID = newValue }
  }
  var lastPlaceID: UUID? {
    get { nil }
    set {}
  }
  var placeNames: (String?, String?) { (title, nil) }

  mutating func fill(_ reservation: Reservation) { ReservationValues.fill(&self, reservation) }

  static func stops(of reservation: Reservation) -> (Stop, Stop?) {
    (Stop(place: reservation.venue, time: reservation.startTime), nil)
  }
}
