// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

/// The values of segments, items and bookings that follow from a reservation.
enum ReservationValues {
  /// True if the reservation is a segment; others are items of the plan.
  static func isSegment(_ reservation: Reservation) -> Bool {
    switch reservation.subject {
    case .journey, .carRental: true
    case .lodging, .event, .food: false
    }
  }

  /// Sets the values of a segment.
  static func fill(_ segment: inout SegmentSnapshot, _ reservation: Reservation) {
    segment.bookingStatus = status(reservation)
    segment.bookingCode = reservation.number?.shortenedName
    segment.url = reservation.url
    switch reservation.subject {
    case .journey(let journey):
      segment.mode = transport(journey.mode)
      segment.carrier = (journey.carrier?.name ?? journey.carrier?.code)?.shortenedName
      segment.carrierCode = journey.carrier?.code
      segment.number = (journey.number ?? journey.name)?.shortenedName
      segment.departure =
        (journey.departure.time ?? journey.departureDay.map { TravelTime($0) })?.stored
      segment.arrival = journey.arrival.time?.stored
      segment.boarding = journey.boarding?.stored
      fill(&segment, journey.departure, journey.arrival)
    case .carRental(let rental):
      segment.mode = reservation.kind == .taxi ? .taxi : .car
      segment.carrier = rental.company?.name?.shortenedName
      segment.vehicle = (rental.name ?? rental.model)?.shortenedName
      segment.departure = (rental.pickup.time ?? reservation.start)?.stored
      segment.arrival = rental.dropoff.time?.stored
      fill(&segment, rental.pickup, rental.dropoff)
    case .lodging, .event, .food: break
    }
  }

  private static func fill(_ segment: inout SegmentSnapshot, _ from: Stop, _ to: Stop) {
    segment.originName = endName(from.place)
    segment.destinationName = endName(to.place)
    segment.departureTerminal = from.terminal
    segment.departureGate = from.gate
    segment.departurePlatform = from.platform
    segment.arrivalTerminal = to.terminal
    segment.arrivalGate = to.gate
    segment.arrivalPlatform = to.platform
  }

  /// Sets the values of an item of the plan.
  static func fill(_ item: inout DayPlanItemSnapshot, _ reservation: Reservation) {
    item.bookingStatus = status(reservation)
    item.bookingCode = reservation.number?.shortenedName
    item.url = reservation.url
    item.start = reservation.startTime?.stored
    item.end = reservation.endTime?.stored
    item.day = reservation.startTime?.date.description
    switch reservation.subject {
    case .lodging(let place):
      item.planKind = .lodging
      item.title = name(place) ?? "Stay"
    case .food(let place):
      item.planKind = .food
      item.title = name(place) ?? "Table"
    case .event(let event):
      item.planKind = .event
      item.title = event.name?.shortenedName ?? name(event.location) ?? "Event"
      item.notes = event.note
      item.url = reservation.url ?? event.url
    case .journey, .carRental: break
    }
  }

  /// Sets the values of a booking.
  static func fill(_ booking: inout BookingSnapshot, _ reservation: Reservation) {
    booking.traveller = traveller(reservation.traveller)
    booking.code = reservation.number?.shortenedName
    booking.bookingStatus = status(reservation)
    booking.seat = reservation.seat?.number
    booking.seatClass = reservation.seat?.serviceClass
    booking.coach = reservation.seat?.section
    booking.boardingGroup = reservation.boardingGroup
    booking.sequenceNumber = reservation.sequenceNumber
    booking.ticketNumber = reservation.ticket?.number
    booking.barcode = reservation.ticket?.barcode?.token
    booking.membership =
      [reservation.membership?.program, reservation.membership?.number]
      .compactMap(\.self).joined(separator: " ").nonEmptyText
    if let price = reservation.price, let amount = price.amount, let currency = price.currency,
      Currency.minorUnits(currency) != nil
    {
      // Sources compute prices, such as 99.99000000000001; a charge has the digits of its currency.
      booking.price = Currency.rounded(amount, currency)
      booking.currency = currency
    }
    booking.partySize = reservation.partySize
    booking.url = reservation.url
  }

  /// True if a reservation has values of a booking beside its object.
  static func hasBooking(_ reservation: Reservation) -> Bool {
    reservation.number != nil || reservation.traveller != nil || reservation.seat != nil
      || reservation.ticket != nil || reservation.price?.amount != nil || reservation.pass != nil
  }

  /// The name of a traveller.
  static func traveller(_ traveller: Traveller?) -> String {
    (traveller?.name
      ?? [traveller?.givenName, traveller?.familyName].compactMap(\.self).joined(separator: " "))
      .shortenedName
  }

  /// The name of a place for people.
  static func name(_ place: TravelFiles.Place?) -> String? {
    (place?.name ?? place?.code ?? place?.address?.line.nonEmptyText)?.shortenedName
  }

  /// The name of an end; the code of an airport that the source shouts, as passes do.
  private static func endName(_ place: TravelFiles.Place?) -> String? {
    guard let place, place.kind == .airport, let code = place.code, let name = place.name,
      name == name.uppercased()
    else { return name(place) }
    return code
  }

  static func transport(_ mode: Journey.Mode) -> Transport {
    switch mode {
    case .flight: .flight
    case .train: .train
    case .bus: .bus
    case .boat: .boat
    }
  }

  static func status(_ reservation: Reservation) -> BookingStatus {
    switch reservation.status {
    case .confirmed: .confirmed
    case .pending, .hold: .pending
    case .cancelled: .cancelled
    }
  }

  /// Applies the difference between two versions of a source to values that the user may have edited.
  ///
  /// A value that the user has changed since the older version stays.
  static func merge<Snapshot: EntitySnapshot>(
    _ current: inout Snapshot, older: Snapshot, newer: Snapshot
  ) {
    for field in Snapshot.Entity.fields
    where !field.isEqual(older, newer) && field.isEqual(current, older) {
      field.copy(newer, &current)
    }
  }

  /// Encodes a reservation for ``Segment/importedValues``.
  static func encode(_ reservation: Reservation) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(reservation)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Decodes a stored reservation; nil if another version wrote it in another form.
  static func decode(_ text: String?) -> Reservation? {
    text.flatMap { try? JSONDecoder().decode(Reservation.self, from: Data($0.utf8)) }
  }
}
