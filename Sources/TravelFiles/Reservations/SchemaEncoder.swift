// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Encodes travel items in the vocabulary of schema.org.
///
/// A time in a named zone has the form of KDE Itinerary, an object with `@value` and `timezone`, since
/// schema.org has no form for zones.
package enum SchemaEncoder {
  /// Encodes an item.
  package static func encode(_ item: TravelItem) -> StructuredValue {
    var object: StructuredObject
    switch item {
    case .reservation(let reservation): object = encode(reservation)
    case .journey(let journey): object = encode(journey)
    case .event(let event): object = encode(event)
    case .place(let place): object = encode(place)
    case .organization(let organization): object = encode(organization)
    }
    object["@context"] = .string("http://schema.org")
    return .object(object)
  }

  private static func object(
    _ type: String, _ members: [(String, StructuredValue?)]
  ) -> StructuredObject {
    var object = StructuredObject(["@type": .string(type)])
    for (key, value) in members {
      if let value { object[key] = value }
    }
    return object
  }

  private static func text(_ text: String?) -> StructuredValue? { text.map { .string($0) } }

  // MARK: Reservations

  private static func encode(_ reservation: Reservation) -> StructuredObject {
    var object = object(
      type(reservation.kind),
      [
        ("reservationNumber", text(reservation.number)),
        ("reservationStatus", text("http://schema.org/" + status(reservation.status))),
        ("underName", reservation.traveller.map { .object(encode($0)) }),
        ("reservedTicket", ticket(reservation)),
        ("boardingGroup", text(reservation.boardingGroup)),
        ("passengerSequenceNumber", text(reservation.sequenceNumber)),
        ("programMembershipUsed", reservation.membership.map { .object(encode($0)) }),
        ("totalPrice", reservation.price?.amount.map { .number("\($0)") }),
        ("priceCurrency", text(reservation.price?.currency)),
        ("checkinTime", time(reservation.checkIn)), ("checkoutTime", time(reservation.checkOut)),
        ("startTime", time(reservation.start)), ("endTime", time(reservation.end)),
        ("partySize", reservation.partySize.map { .number("\($0)") }),
        ("url", text(reservation.url)), ("potentialAction", actions(reservation.actions)),
        ("modifiedTime", time(reservation.modified)),
        ("pkpassPassTypeIdentifier", text(reservation.pass?.typeIdentifier)),
        ("pkpassSerialNumber", text(reservation.pass?.serialNumber)),
        (
          "subjectOf",
          reservation.documents.isEmpty ? nil : .array(reservation.documents.map { .string($0) })
        ),
      ])
    if reservation.kind == .flight { object["airplaneSeat"] = text(reservation.seat?.number) }
    switch reservation.subject {
    case .journey(let journey): object["reservationFor"] = .object(encode(journey))
    case .event(let event): object["reservationFor"] = .object(encode(event))
    case .lodging(let place), .food(let place): object["reservationFor"] = .object(encode(place))
    case .carRental(let rental): encode(rental, into: &object)
    }
    return object
  }

  private static func encode(_ rental: CarRental, into object: inout StructuredObject) {
    object["reservationFor"] = .object(
      self.object(
        "RentalCar",
        [
          ("name", text(rental.name)), ("model", text(rental.model)),
          ("brand", rental.brand.map { .object(self.object("Brand", [("name", .string($0))])) }),
          ("rentalCompany", rental.company.map { .object(encode($0)) }),
        ]))
    object["pickupLocation"] = rental.pickup.place.map { .object(encode($0)) }
    object["pickupTime"] = time(rental.pickup.time)
    object["dropoffLocation"] = rental.dropoff.place.map { .object(encode($0)) }
    object["dropoffTime"] = time(rental.dropoff.time)
  }

  private static func type(_ kind: Reservation.Kind) -> String {
    switch kind {
    case .flight: "FlightReservation"
    case .train: "TrainReservation"
    case .bus: "BusReservation"
    case .boat: "BoatReservation"
    case .carRental: "RentalCarReservation"
    case .taxi: "TaxiReservation"
    case .lodging: "LodgingReservation"
    case .event: "EventReservation"
    case .food: "FoodEstablishmentReservation"
    }
  }

  private static func status(_ status: Reservation.Status) -> String {
    switch status {
    case .confirmed: "ReservationConfirmed"
    case .pending: "ReservationPending"
    case .hold: "ReservationHold"
    case .cancelled: "ReservationCancelled"
    }
  }

  private static func ticket(_ reservation: Reservation) -> StructuredValue? {
    let isFlight = reservation.kind == .flight
    let seat = isFlight ? nil : reservation.seat
    guard reservation.ticket != nil || seat != nil else { return nil }
    return .object(
      object(
        "Ticket",
        [
          ("name", text(reservation.ticket?.name)),
          ("ticketNumber", text(reservation.ticket?.number)),
          ("ticketToken", text(reservation.ticket?.token)),
          (
            "ticketedSeat",
            seat.map {
              .object(
                object(
                  "Seat",
                  [
                    ("seatNumber", text($0.number)), ("seatRow", text($0.row)),
                    ("seatSection", text($0.section)), ("seatingType", text($0.serviceClass)),
                  ]))
            }
          ),
        ]))
  }

  // MARK: Parts

  private static func encode(_ journey: Journey) -> StructuredObject {
    let name: (type: String, stop: String, number: String) =
      switch journey.mode {
      case .flight: ("Flight", "Airport", "flightNumber")
      case .train: ("TrainTrip", "Station", "trainNumber")
      case .bus: ("BusTrip", "BusStop", "busNumber")
      case .boat: ("BoatTrip", "BoatTerminal", "boatNumber")
      }
    return object(
      name.type,
      [
        (
          journey.mode == .flight ? "airline" : "provider",
          journey.carrier.map { .object(encode($0)) }
        ),
        (name.number, text(journey.number)),
        (journey.mode == .bus ? "busName" : "trainName", text(journey.name)),
        ("departure" + name.stop, journey.departure.place.map { .object(encode($0)) }),
        ("departureTime", time(journey.departure.time)),
        ("departureGate", text(journey.departure.gate)),
        ("departurePlatform", text(journey.departure.platform)),
        ("departureTerminal", text(journey.departure.terminal)),
        ("departureDay", journey.departureDay.map { .string($0.description) }),
        ("boardingTime", time(journey.boarding)),
        ("arrival" + name.stop, journey.arrival.place.map { .object(encode($0)) }),
        ("arrivalTime", time(journey.arrival.time)),
        ("arrivalPlatform", text(journey.arrival.platform)),
        ("arrivalTerminal", text(journey.arrival.terminal)),
      ])
  }

  private static func encode(_ event: Event) -> StructuredObject {
    object(
      "Event",
      [
        ("name", text(event.name)), ("description", text(event.note)),
        ("startDate", time(event.start)), ("endDate", time(event.end, isEnd: true)),
        ("doorTime", time(event.doorTime)),
        ("location", event.location.map { .object(encode($0)) }), ("url", text(event.url)),
        ("image", text(event.image)), ("potentialAction", actions(event.actions)),
      ])
  }

  private static func encode(_ place: Place) -> StructuredObject {
    let type =
      switch place.kind {
      case .generic: "Place"
      case .airport: "Airport"
      case .trainStation: "TrainStation"
      case .busStop: "BusStation"
      case .port: "BoatTerminal"
      case .lodging: "LodgingBusiness"
      case .restaurant: "FoodEstablishment"
      case .attraction: "TouristAttraction"
      case .business: "LocalBusiness"
      }
    return object(
      type,
      [
        ("name", text(place.name)),
        place.kind == .airport
          ? ("iataCode", text(place.code))
          : ("identifier", place.code.map { .string("iata:" + $0) }),
        ("address", place.address.map { .object(encode($0)) }),
        (
          "geo",
          place.coordinates.map {
            .object(
              object(
                "GeoCoordinates",
                [
                  ("latitude", .number("\($0.latitude)")),
                  ("longitude", .number("\($0.longitude)")),
                ]))
          }
        ),
        ("telephone", text(place.telephone)), ("email", text(place.email)),
        ("url", text(place.url)), ("description", text(place.note)), ("image", text(place.image)),
        ("potentialAction", actions(place.actions)),
      ])
  }

  private static func encode(_ address: PostalAddress) -> StructuredObject {
    object(
      "PostalAddress",
      [
        ("streetAddress", text(address.street)), ("postalCode", text(address.postalCode)),
        ("addressLocality", text(address.locality)), ("addressRegion", text(address.region)),
        ("addressCountry", text(address.country)),
      ])
  }

  private static func encode(_ traveller: Traveller) -> StructuredObject {
    object(
      "Person",
      [
        ("name", text(traveller.name)), ("givenName", text(traveller.givenName)),
        ("familyName", text(traveller.familyName)), ("email", text(traveller.email)),
      ])
  }

  private static func encode(_ membership: Membership) -> StructuredObject {
    object(
      "ProgramMembership",
      [
        ("programName", text(membership.program)), ("membershipNumber", text(membership.number)),
        ("member", membership.member.map { .object(encode($0)) }),
      ])
  }

  private static func encode(_ organization: Organization) -> StructuredObject {
    object(
      organization.kind == .airline ? "Airline" : "Organization",
      [
        ("name", text(organization.name)), ("iataCode", text(organization.code)),
        ("url", text(organization.url)),
      ])
  }

  private static func actions(_ actions: [BookingAction]) -> StructuredValue? {
    guard !actions.isEmpty else { return nil }
    return .array(
      actions.map { .object(object($0.kind.rawValue, [("target", .string($0.url))])) })
  }

  /// A time; the end of a whole day is its last second.
  private static func time(_ time: TravelTime?, isEnd: Bool = false) -> StructuredValue? {
    guard let time else { return nil }
    let local =
      isEnd && time.isDateOnly ? "\(time.date)T23:59:59" : time.local.description
    var shown = time
    if isEnd, time.isDateOnly,
      let last = LocalDateTime(time.date, hour: 23, minute: 59, second: 59)
    {
      shown.local = last
    }
    guard let offset = shown.offset else { return .string(local) }
    let text = local + (time.zone == .offset(0) ? "Z" : TravelTime.text(offset: offset))
    guard let zone = time.zone.identifier else { return .string(text) }
    return .object(
      object("QDateTime", [("@value", .string(text)), ("timezone", .string(zone))]))
  }
}
