// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Derives a reservation from a Wallet pass.
///
/// The semantic tags and the barcode have a defined meaning. Other fields count only if their form
/// and their label agree with a known meaning.
struct WalletPassItems {
  private let pass: WalletPass

  init(_ pass: WalletPass) {
    self.pass = pass
  }

  /// The reservation; nil for passes that are no booking, such as store cards.
  func reservation() -> Reservation? {
    var reservation: Reservation?
    switch pass.style {
    case "boardingPass": reservation = boardingPass()
    case "eventTicket": reservation = lodging() ?? eventTicket()
    case "generic": reservation = lodging()
    default: reservation = nil
    }
    if reservation?.ticket == nil, let barcode = pass.barcode {
      reservation?.ticket = Ticket(token: barcode.token)
    }
    reservation?.pass = pass.identity
    if let identity = pass.identity {
      let path = identity.serialNumber.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      reservation?.documents = [
        "pkpass://\(identity.typeIdentifier)/\(path ?? identity.serialNumber)"
      ]
    }
    if pass.object["voided"] == .bool(true) { reservation?.status = .cancelled }
    return reservation
  }

  private var relevantDate: TravelTime? {
    pass.object.text("relevantDate").flatMap { TravelTime(iso8601: $0) }
  }

  private func tag(_ key: String) -> String? { pass.semantics.text(key) }

  private func timeTag(_ keys: String...) -> TravelTime? {
    for key in keys {
      let text = pass.semantics[key]?.object?.text("date") ?? tag(key)
      if let time = text.flatMap({ TravelTime(iso8601: $0) }) { return time }
    }
    return nil
  }

  private var seat: Seat? {
    guard let object = pass.semantics["seats"]?.object else { return nil }
    let seat = Seat(
      number: object.text("seatNumber"), row: object.text("seatRow"),
      section: object.text("seatSection"), serviceClass: object.text("seatType"))
    return seat.isEmpty ? nil : seat
  }

  // MARK: Boarding passes

  private func boardingPass() -> Reservation? {
    let mode: Journey.Mode =
      switch pass.object["boardingPass"]?.object?.text("transitType") {
      case "PKTransitTypeAir": .flight
      case "PKTransitTypeBus": .bus
      case "PKTransitTypeBoat": .boat
      default: .train
      }
    var journey = Journey(mode)
    let kind: Reservation.Kind =
      switch mode {
      case .flight: .flight
      case .train: .train
      case .bus: .bus
      case .boat: .boat
      }
    let placeKind: Place.Kind =
      switch mode {
      case .flight: .airport
      case .train: .trainStation
      case .bus: .busStop
      case .boat: .port
      }
    journey.departure.place = end(
      placeKind, index: 0, code: "departureAirportCode", name: "departureStationName",
      airport: "departureAirportName")
    journey.arrival.place = end(
      placeKind, index: 1, code: "destinationAirportCode", name: "destinationStationName",
      airport: "destinationAirportName")
    journey.departure.time = timeTag("currentDepartureDate", "originalDepartureDate")
    journey.arrival.time = timeTag("currentArrivalDate", "originalArrivalDate")
    journey.departure.gate = tag("departureGate") ?? gate
    journey.departure.terminal = tag("departureTerminal")
    journey.departure.platform = tag("departurePlatform")
    journey.boarding = timeTag("currentBoardingDate", "originalBoardingDate")
    if mode == .flight { addFlight(to: &journey) } else { journey.number = tag("vehicleNumber") }
    if journey.boarding == nil { addBoarding(to: &journey) }
    if let position = pass.position {
      journey.departure.place = journey.departure.place ?? Place(placeKind)
      journey.departure.place?.coordinates = position
    }
    var reservation = Reservation(kind, subject: .journey(journey))
    reservation.number = tag("confirmationNumber")
    reservation.boardingGroup = tag("boardingGroup")
    reservation.sequenceNumber = tag("boardingSequenceNumber")
    reservation.seat = seat
    reservation.traveller = passenger
    return reservation
  }

  /// The place of an end by semantic tags, or by the code in a primary field.
  private func end(
    _ kind: Place.Kind, index: Int, code: String, name: String, airport: String
  ) -> Place? {
    var place = Place(kind, name: tag(airport) ?? tag(name), code: IATACode.location(tag(code)))
    let primary = pass.fields.filter { $0.group == "primaryFields" }
    if primary.indices.contains(index), kind == .airport {
      let field = primary[index]
      if place.code == nil, field.value == field.value.uppercased(),
        let code = IATACode.location(field.value), AirportTable.airport(code) != nil
      {
        place.code = code
      }
      // The label is the city, or a word such as "From" that describes no airport of this code.
      if place.name == nil, let code = place.code,
        AirportTable.airports(named: field.label).contains(where: { $0.code == code })
      {
        place.name = field.label
      }
    } else if primary.indices.contains(index), place.name == nil, place.code == nil {
      place.name = primary[index].value.nonEmpty
    }
    return place.isEmpty ? nil : place
  }

  private func addFlight(to journey: inout Journey) {
    let message = pass.barcode.flatMap { BoardingPass($0.message) }
    let leg = message?.legs.first
    var airline = IATACode.airline(tag("airlineCode")) ?? leg?.airline
    if let text = tag("flightCode") {
      let number = FlightNumber(text)
      airline = airline ?? number.airline
      journey.number = number.number
    }
    journey.number = journey.number ?? tag("flightNumber")
    if airline != nil {
      // The pass is issued by the airline that its barcode names.
      journey.carrier = Organization(
        .airline, name: pass.object.text("organizationName"), code: airline)
    }
    if let leg, let day = leg.dayOfYear, let reference = reference {
      journey.departureDay = BoardingPass.date(dayOfYear: day, near: reference)
    }
  }

  /// A date within half a year of the flight.
  private var reference: LocalDate? {
    relevantDate?.date
      ?? pass.object.text("expirationDate").flatMap { TravelTime(iso8601: $0) }?.date
  }

  /// Reads the boarding time from a field with a time on the day of departure.
  private func addBoarding(to journey: inout Journey) {
    let fields = pass.fields.filter {
      $0.key.lowercased().contains("board") || $0.label.lowercased().contains("board")
    }
    guard let day = journey.departureDay,
      let match = fields.lazy.compactMap({ $0.value.wholeMatch(of: /(\d{1,2}):(\d\d)/) }).first,
      let hour = Int(match.1),
      let minute = Int(match.2), let local = LocalDateTime(day, hour: hour, minute: minute)
    else { return }
    journey.boarding = TravelTime(local)
  }

  private var gate: String? {
    guard let value = pass.field("gate")?.value,
      value.wholeMatch(of: /(?i)[a-z]{0,2}\d{0,3}[a-z]?/) != nil
    else { return nil }
    return value.nonEmpty
  }

  /// The name in the barcode, in the spelling of a field with the same letters.
  private var passenger: Traveller? {
    if let name = pass.semantics["passengerName"]?.object {
      let traveller = Traveller(
        name: [name.text("givenName"), name.text("familyName")].compactMap(\.self)
          .joined(separator: " ").nonEmpty,
        givenName: name.text("givenName"), familyName: name.text("familyName"))
      return traveller.name == nil ? nil : traveller
    }
    guard let message = pass.barcode.flatMap({ BoardingPass($0.message) }),
      let given = message.givenName
    else { return nil }
    for field in pass.fields {
      let parts = field.value.split { $0 == "," || $0 == " " || $0 == "/" }.map(String.init)
      guard parts.count == 2,
        parts.map({ $0.uppercased() }) == [message.familyName.uppercased(), given.uppercased()]
      else { continue }
      return PersonName.traveller(family: parts[0], given: parts[1])
    }
    return nil
  }

  // MARK: Events and hotels

  private func eventTicket() -> Reservation? {
    var event = Event(
      name: tag("eventName") ?? pass.field("event", in: "primaryFields")?.value,
      start: timeTag("eventStartDateInfo", "eventStartDate") ?? relevantDate,
      end: timeTag("eventEndDateInfo", "eventEndDate"))
    if event.name == nil { event.name = pass.object.text("description") }
    let venue = tag("venueName") ?? pass.field("venue", "location", "ort")?.value
    if venue != nil || pass.position != nil {
      event.location = Place(name: venue, coordinates: pass.position)
    }
    guard event.name != nil, event.start != nil else { return nil }
    var reservation = Reservation(.event, subject: .event(event))
    reservation.number = tag("confirmationNumber")
    reservation.seat = seat
    return reservation
  }

  /// The stay of a pass whose labels name a hotel, an arrival, and two dates.
  private func lodging() -> Reservation? {
    guard let hotel = pass.field("hotel", in: "primaryFields") else { return nil }
    let texts = pass.fields.map(\.value)
    guard
      let match = texts.lazy.compactMap({
        $0.firstMatch(
          of: /(\d{1,2})\.(\d{1,2})\.(\d\d(?:\d\d)?) ?[-–] ?(\d{1,2})\.(\d{1,2})\.(\d\d(?:\d\d)?)/)
      }).first,
      let arrival = Self.date(match.3, match.2, match.1),
      let departure = Self.date(match.6, match.5, match.4), arrival <= departure,
      relevantDate == nil || relevantDate?.date == arrival
    else { return nil }
    var reservation = Reservation(.lodging, subject: .lodging(place(hotel.value, texts)))
    reservation.checkIn = time(arrival, texts, label: "check-in")
    reservation.checkOut = time(departure, texts, label: "check-out")
    reservation.number =
      pass.field("booking-n", "booking n", "buchungsnummer", "confirmation", "reservation n")?.value
    for text in texts {
      if let link = text.firstMatch(of: /href="?(https?:\/\/[^\s">]+)/) {
        reservation.actions = [BookingAction(.update, url: String(link.1))]
      }
    }
    return reservation
  }

  private static func date(_ year: Substring, _ month: Substring, _ day: Substring) -> LocalDate? {
    guard let year = Int(year), let month = Int(month), let day = Int(day) else { return nil }
    return LocalDate(year: year < 100 ? 2000 + year : year, month: month, day: day)
  }

  private func time(_ date: LocalDate, _ texts: [String], label: String) -> TravelTime {
    for text in texts {
      for line in text.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix(label) {
        if let match = line.firstMatch(of: /(\d{1,2}):(\d\d)/), let hour = Int(match.1),
          let minute = Int(match.2), let local = LocalDateTime(date, hour: hour, minute: minute)
        {
          return TravelTime(local)
        }
      }
    }
    return TravelTime(date)
  }

  /// The hotel with the address, telephone and e-mail of a field with the hotel's name.
  private func place(_ name: String, _ texts: [String]) -> Place {
    var place = Place(.lodging, name: name, coordinates: pass.position)
    guard let text = texts.first(where: { $0.contains(name) && $0.contains("\n") }) else {
      return place
    }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }
    for (index, line) in lines.enumerated() {
      if index > 0, let match = line.wholeMatch(of: /(\d{4,5}) (\D{2,40})/), place.address == nil {
        place.address = PostalAddress(
          street: lines[index - 1], postalCode: String(match.1), locality: String(match.2))
      } else if let match = line.wholeMatch(of: /E-?[Mm]ail: ?(\S+@\S+)/) {
        place.email = String(match.1)
      } else if let match = line.wholeMatch(of: /(?:Tel\.?|Phone|Telefon):? ?(\+?[\d \/()-]{6,24})/)
      {
        place.telephone = match.1.trimmed
      }
    }
    // The international prefix of the telephone is the country of the hotel.
    if let telephone = place.telephone, let country = Self.country(telephone) {
      place.address?.country = country
    }
    return place
  }

  private static func country(_ telephone: String) -> String? {
    let prefixes = [
      "+49": "DE", "+43": "AT", "+41": "CH", "+33": "FR", "+34": "ES", "+31": "NL", "+32": "BE",
      "+44": "GB", "+45": "DK", "+46": "SE", "+48": "PL", "+420": "CZ", "+353": "IE",
    ]
    return prefixes.first { telephone.hasPrefix($0.key + " ") }?.value
  }
}
