// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decodes the vocabulary of schema.org into travel items.
///
/// Older names of properties, as mail markup uses them, are accepted beside the current ones. Values
/// of a wrong type are left out.
struct SchemaDecoder {
  /// The problems of the decoded objects.
  var issues = TravelFileIssueLog()

  /// Decodes all items of a value, and of its graphs.
  mutating func items(_ value: StructuredValue) -> [TravelItem] {
    value.values.flatMap { value -> [TravelItem] in
      guard case .object(let object) = value else { return [] }
      if let graph = object["@graph"] { return items(graph) }
      return object.singleReservations.flatMap { items($0) }
    }
  }

  private mutating func items(_ object: StructuredObject) -> [TravelItem] {
    object.types.compactMap { item(object, type: $0) }
  }

  private mutating func item(_ object: StructuredObject, type: String) -> TravelItem? {
    if let kind = Self.reservations[type] { return .reservation(reservation(object, kind)) }
    if let mode = Self.journeys[type] { return .journey(journey(object, mode)) }
    if Self.isEvent(type) { return .event(event(object)) }
    if let kind = Self.placeKinds[type] {
      let place = self.place(object, kind)
      return place.isEmpty ? nil : .place(place)
    }
    if type == "Organization" || type == "Airline" {
      return organization(object).map { .organization($0) }
    }
    return nil
  }

  private static let reservations: [String: Reservation.Kind] = [
    "FlightReservation": .flight, "TrainReservation": .train, "BusReservation": .bus,
    "BoatReservation": .boat, "RentalCarReservation": .carRental, "TaxiReservation": .taxi,
    "LodgingReservation": .lodging, "EventReservation": .event,
    "FoodEstablishmentReservation": .food,
  ]
  private static let journeys: [String: Journey.Mode] = [
    "Flight": .flight, "TrainTrip": .train, "BusTrip": .bus, "BoatTrip": .boat,
  ]
  private static let placeKinds: [String: Place.Kind] = [
    "Place": .generic, "Airport": .airport, "TrainStation": .trainStation, "BusStation": .busStop,
    "BusStop": .busStop, "BoatTerminal": .port, "LodgingBusiness": .lodging, "Hotel": .lodging,
    "Hostel": .lodging, "Motel": .lodging, "Resort": .lodging, "BedAndBreakfast": .lodging,
    "Campground": .lodging, "VacationRental": .lodging, "FoodEstablishment": .restaurant,
    "Restaurant": .restaurant, "CafeOrCoffeeShop": .restaurant, "BarOrPub": .restaurant,
    "Bakery": .restaurant, "FastFoodRestaurant": .restaurant, "LocalBusiness": .business,
    "TouristAttraction": .attraction, "EventVenue": .generic,
  ]

  private static func isEvent(_ type: String) -> Bool {
    type == "Event" || type == "Festival"
      || type.hasSuffix("Event") && !type.hasPrefix("Public") && type.count > 5
  }

  // MARK: Reservations

  private mutating func reservation(
    _ object: StructuredObject, _ kind: Reservation.Kind
  ) -> Reservation {
    let subject = object["reservationFor"]?.object ?? StructuredObject()
    var reservation = Reservation(kind, subject: self.subject(subject, of: object, kind))
    reservation.number = object.text("reservationNumber", "reservationId")
    reservation.status = Self.status(object.text("reservationStatus"))
    reservation.traveller = traveller(object["underName"]?.values.first)
    let ticket = object["reservedTicket"]?.object ?? StructuredObject()
    if reservation.traveller == nil { reservation.traveller = traveller(ticket["underName"]) }
    readTicket(ticket, of: object, into: &reservation)
    reservation.boardingGroup = object.text("boardingGroup")
    reservation.sequenceNumber = object.text("passengerSequenceNumber")
    reservation.membership = membership(object)
    reservation.price = price(object)
    reservation.checkIn = time(object, "checkinTime", "checkinDate", "checkInTime")
    reservation.checkOut = time(object, "checkoutTime", "checkoutDate", "checkOutTime")
    reservation.start = time(object, "startTime", "pickupTime")
    reservation.end = time(object, "endTime", "dropoffTime")
    if kind != .food && kind != .taxi { (reservation.start, reservation.end) = (nil, nil) }
    reservation.partySize = object.text("partySize").flatMap { Int($0) }
    reservation.url = object.text("url")
    reservation.actions = actions(object, url: reservation.url)
    reservation.modified = time(object, "modifiedTime")
    if let type = object.text("pkpassPassTypeIdentifier"),
      let serial = object.text("pkpassSerialNumber")
    {
      reservation.pass = PassIdentity(typeIdentifier: type, serialNumber: serial)
    }
    reservation.documents = Set(object["subjectOf"]?.values.compactMap(\.text) ?? []).sorted()
    return reservation
  }

  private mutating func subject(
    _ subject: StructuredObject, of reservation: StructuredObject, _ kind: Reservation.Kind
  ) -> Reservation.Subject {
    switch kind {
    case .flight: .journey(journey(subject, .flight))
    case .train: .journey(journey(subject, .train))
    case .bus: .journey(journey(subject, .bus))
    case .boat: .journey(journey(subject, .boat))
    case .carRental, .taxi: .carRental(rental(subject, reservation))
    case .lodging: .lodging(place(subject, .lodging))
    case .event: .event(event(subject))
    case .food: .food(place(subject, .restaurant))
    }
  }

  private mutating func rental(
    _ car: StructuredObject, _ reservation: StructuredObject
  ) -> CarRental {
    var rental = CarRental()
    rental.name = car.text("name")
    rental.model = car.text("model") ?? car["model"]?.object?.text("name")
    rental.brand = car["brand"]?.object?.text("name") ?? car.text("brand")
    rental.company =
      organization(car["rentalCompany"]) ?? organization(reservation["provider"])
    rental.pickup = Stop(
      place: place(reservation["pickupLocation"], .generic), time: time(reservation, "pickupTime"))
    rental.dropoff = Stop(
      place: place(reservation["dropoffLocation"], .generic),
      time: time(reservation, "dropoffTime"))
    return rental
  }

  static func status(_ text: String?) -> Reservation.Status {
    let name = text?.split(separator: "/").last.map(String.init) ?? ""
    return switch name {
    case "Cancelled", "ReservationCancelled", "Canceled": .cancelled
    case "Pending", "ReservationPending": .pending
    case "Hold", "ReservationHold": .hold
    default: .confirmed
    }
  }

  private func readTicket(
    _ ticket: StructuredObject, of object: StructuredObject, into reservation: inout Reservation
  ) {
    let value = Ticket(
      name: ticket.text("name"), number: ticket.text("ticketNumber") ?? object.text("ticketNumber"),
      // A barcode has significant spaces at its end.
      token: ticket["ticketToken"]?.text ?? object["ticketToken"]?.text)
    if !value.isEmpty { reservation.ticket = value }
    let seat = ticket["ticketedSeat"]?.object ?? StructuredObject()
    let seatValue = Seat(
      number: seat.text("seatNumber") ?? object.text("airplaneSeat"), row: seat.text("seatRow"),
      section: seat.text("seatSection"), serviceClass: seat.text("seatingType"))
    if !seatValue.isEmpty { reservation.seat = seatValue }
  }

  private func membership(_ object: StructuredObject) -> Membership? {
    guard let value = object[first: "programMembershipUsed", "programMembership"]?.object else {
      return nil
    }
    let membership = Membership(
      program: value.text("programName", "program"),
      number: value.text("membershipNumber", "memberNumber"), member: traveller(value["member"]))
    return membership == Membership() ? nil : membership
  }

  private mutating func price(_ object: StructuredObject) -> Price? {
    let specification = object["totalPrice"]?.object
    let text = specification?.text("price") ?? object.text("totalPrice", "price")
    let currency = specification?.text("priceCurrency") ?? object.text("priceCurrency")
    guard text != nil || currency != nil else { return nil }
    let price = Price(
      amount: text.flatMap { PriceParser.amount($0) },
      currency: currency.flatMap { PriceParser.currency($0) }
        ?? text.flatMap { PriceParser.price($0)?.currency })
    if price.amount == nil, let text {
      issues.add(.unreadableAmount, "The amount \"\(text.prefix(40))\" is left out")
    }
    return price.amount == nil && price.currency == nil ? nil : price
  }

  // MARK: Parts

  private mutating func journey(_ object: StructuredObject, _ mode: Journey.Mode) -> Journey {
    var journey = Journey(mode)
    journey.carrier = organization(
      object[first: "airline", "provider", "trainCompany", "busCompany", "carrier"])
    if mode == .flight { journey.carrier?.kind = .airline }
    journey.number = object.text("flightNumber", "trainNumber", "busNumber")
    journey.name = object.text("trainName", "busName", "name")
    if mode == .flight || mode == .boat { journey.name = nil }
    journey.departure = stop(object, "departure", "Departure", mode)
    journey.arrival = stop(object, "arrival", "Arrival", mode)
    journey.departureDay = time(object, "departureDay")?.date
    journey.boarding = time(object, "boardingTime")
    if journey.departure.time?.isDateOnly == true, mode == .flight {
      journey.departureDay = journey.departureDay ?? journey.departure.time?.date
      journey.departure.time = nil
    }
    if journey.departureDay == nil { journey.departureDay = journey.departure.time?.date }
    if mode == .flight, let number = journey.number {
      let parts = FlightNumber(number)
      journey.number = parts.number
      if let code = parts.airline, journey.carrier?.code == nil {
        journey.carrier = journey.carrier ?? Organization(.airline)
        journey.carrier?.code = code
      }
    }
    return journey
  }

  private mutating func stop(
    _ object: StructuredObject, _ end: String, _ title: String, _ mode: Journey.Mode
  ) -> Stop {
    let kind: (names: [String], kind: Place.Kind) =
      switch mode {
      case .flight: (["Airport"], .airport)
      case .train: (["Station"], .trainStation)
      case .bus: (["BusStop", "BusStation", "Station"], .busStop)
      case .boat: (["BoatTerminal"], .port)
      }
    let value = kind.names.lazy.compactMap { object[end + $0] }.first
    var stop = Stop(place: place(value, kind.kind), time: time(object, end + "Time"))
    stop.gate = object.text(end + "Gate")
    stop.platform = object.text(end + "Platform")
    stop.terminal = object.text(end + "Terminal")
    if end == "arrival" { stop.gate = nil }
    return stop
  }

  private mutating func event(_ object: StructuredObject) -> Event {
    var event = Event(
      name: object.text("name"), start: time(object, "startDate", "startTime"),
      end: time(object, "endDate", "endTime"))
    event.note = object.text("description")
    event.doorTime = time(object, "doorTime")
    event.location = place(object["location"], .generic)
    event.url = object.text("url")
    event.image = image(object["image"])
    event.actions = actions(object, url: nil)
    if let ticketURL = object["offers"]?.object?.text("url"), object["offers"]?.object?.types == [],
      event.url == nil
    {
      event.url = ticketURL
    }
    return event
  }

  private mutating func place(_ value: StructuredValue?, _ kind: Place.Kind) -> Place? {
    guard let value else { return nil }
    if let object = value.object {
      let actual = object.types.lazy.compactMap { Self.placeKinds[$0] }.first
      let place = place(object, kind == .generic ? actual ?? kind : kind)
      return place.isEmpty ? nil : place
    }
    return value.text.flatMap { $0.trimmed.isEmpty ? nil : Place(kind, name: $0.trimmed) }
  }

  private mutating func place(_ object: StructuredObject, _ kind: Place.Kind) -> Place {
    var place = Place(kind, name: object.text("name"))
    place.code = IATACode.location(
      object.text("iataCode")
        ?? object.text("identifier").flatMap {
          $0.hasPrefix("iata:") ? String($0.dropFirst(5)) : nil
        })
    place.address = address(object["address"])
    place.coordinates = coordinates(object["geo"]?.object ?? object)
    place.telephone = object.text("telephone")
    place.email = object.text("email")
    place.url = object.text("url") ?? object["mainEntityOfPage"]?.object?.text("url")
    place.note = object.text("description")
    place.image = image(object["image"])
    place.actions = actions(object, url: nil)
    return place
  }

  private mutating func coordinates(_ object: StructuredObject) -> Coordinates? {
    guard let latitude = object.text("latitude"), let longitude = object.text("longitude"),
      let latitudeValue = Double(latitude), let longitudeValue = Double(longitude)
    else { return nil }
    let position = Coordinates(latitude: latitudeValue, longitude: longitudeValue)
    if position == nil {
      issues.add(.unreadablePosition, "The position \(latitude), \(longitude) is left out")
    }
    return position
  }

  private func address(_ value: StructuredValue?) -> PostalAddress? {
    guard let value else { return nil }
    guard let object = value.object else {
      return value.text.flatMap { $0.trimmed.isEmpty ? nil : PostalAddress(street: $0.trimmed) }
    }
    let address = PostalAddress(
      street: object.text("streetAddress"), postalCode: object.text("postalCode"),
      locality: object.text("addressLocality"), region: object.text("addressRegion"),
      country: object.text("addressCountry") ?? object["addressCountry"]?.object?.text("name"))
    return address.isEmpty ? nil : address
  }

  private func traveller(_ value: StructuredValue?) -> Traveller? {
    guard let value else { return nil }
    guard let object = value.object else {
      return value.text.flatMap { $0.trimmed.isEmpty ? nil : Traveller(name: $0.trimmed) }
    }
    let traveller = Traveller(
      name: object.text("name"), givenName: object.text("givenName"),
      familyName: object.text("familyName"), email: object.text("email"))
    return traveller == Traveller() ? nil : traveller
  }

  private func organization(_ value: StructuredValue?) -> Organization? {
    guard let value else { return nil }
    if let object = value.object { return organization(object) }
    return value.text.flatMap { $0.trimmed.isEmpty ? nil : Organization(name: $0.trimmed) }
  }

  private func organization(_ object: StructuredObject) -> Organization? {
    let organization = Organization(
      object.types.contains("Airline") ? .airline : .generic, name: object.text("name"),
      code: IATACode.airline(object.text("iataCode")), url: object.text("url"))
    return organization.name == nil && organization.code == nil ? nil : organization
  }

  private func image(_ value: StructuredValue?) -> String? {
    (value?.text ?? value?.object?.text("url"))?.trimmed.nonEmpty
  }

  private func actions(_ object: StructuredObject, url: String?) -> [BookingAction] {
    var actions: [BookingAction] = []
    for value in object["potentialAction"]?.values ?? [] {
      guard let object = value.object, let type = object.types.first,
        let kind = type == "EditAction" ? .update : BookingAction.Kind(rawValue: type),
        let target = Self.target(object)
      else { continue }
      actions.append(BookingAction(kind, url: target))
    }
    for (key, kind) in Self.links {
      if let target = object.text(key) { actions.append(BookingAction(kind, url: target)) }
    }
    if let url { actions.append(BookingAction(.view, url: url)) }
    // A link that only views the booking takes the place of equal links of other kinds.
    let views = Set(actions.lazy.filter { $0.kind == .view }.map(\.url))
    return Set(actions.filter { $0.kind == .view || !views.contains($0.url) }).sorted()
  }

  private static let links: [(String, BookingAction.Kind)] = [
    ("cancelReservationUrl", .cancel), ("modifyReservationUrl", .update),
    ("checkinUrl", .checkIn), ("ticketDownloadUrl", .download),
  ]

  private static func target(_ action: StructuredObject) -> String? {
    guard let target = action[first: "target", "url"] else { return nil }
    if let text = target.object?.text("urlTemplate", "url") { return text }
    return target.text?.trimmed.nonEmpty
  }

  private mutating func time(_ object: StructuredObject, _ keys: String...) -> TravelTime? {
    guard let value = keys.lazy.compactMap({ object[$0] }).first(where: { $0 != .null }) else {
      return nil
    }
    let text: String?
    var zone: TravelZone?
    if let object = value.object {
      text = object.text("@value")
      zone = object.text("timezone").flatMap { TravelZone(identifier: $0) }
    } else {
      text = value.text
    }
    guard let text = text?.trimmed.nonEmpty else { return nil }
    guard let time = TravelTime(iso8601: text), time.date.year > 1 || keys[0] == "boardingTime"
    else {
      issues.add(.unreadableTime, "The time \"\(text.prefix(40))\" is left out")
      return nil
    }
    return zone.map { time.converted(to: $0) } ?? time
  }
}

extension String {
  /// The text, or nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
