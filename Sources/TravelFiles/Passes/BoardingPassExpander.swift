// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Completes a flight reservation with the content of its boarding pass barcode.
struct BoardingPassExpander {
  /// A date within half a year of the flight.
  var documentDate: LocalDate?

  /// Adds the facts that reservation and journey lack.
  func expand(_ reservation: inout Reservation, _ journey: inout Journey) {
    guard let message = reservation.ticket?.barcode?.message, let pass = BoardingPass(message),
      let leg = leg(of: pass, for: journey)
    else { return }
    reservation.number = reservation.number ?? leg.bookingCode
    reservation.seat = reservation.seat ?? leg.seat.map { Seat(number: $0) }
    reservation.sequenceNumber = reservation.sequenceNumber ?? leg.sequenceNumber
    if reservation.ticket?.number == nil { reservation.ticket?.number = leg.ticketNumber }
    let passenger = PersonName.traveller(family: pass.familyName, given: pass.givenName)
    reservation.traveller =
      reservation.traveller.map { ReservationMerge.merged($0, passenger) } ?? passenger
    if let number = leg.membershipNumber, reservation.membership == nil {
      reservation.membership = Membership(
        program: leg.membershipAirline, number: number, member: passenger)
    }
    if journey.carrier?.code == nil, let airline = leg.airline {
      journey.carrier = journey.carrier ?? Organization(.airline)
      journey.carrier?.code = airline
    }
    journey.number = journey.number ?? leg.flightNumber
    addCode(leg.origin, to: &journey.departure)
    addCode(leg.destination, to: &journey.arrival)
    if journey.departureDay == nil, journey.departure.time == nil, journey.boarding == nil,
      let day = leg.dayOfYear, let documentDate
    {
      journey.departureDay = BoardingPass.date(dayOfYear: day, near: documentDate)
    }
  }

  private func addCode(_ code: String, to stop: inout Stop) {
    stop.place = stop.place ?? Place(.airport)
    if stop.place?.code == nil { stop.place?.code = code }
  }

  /// The leg of the journey; nil if the barcode belongs to another flight.
  private func leg(of pass: BoardingPass, for journey: Journey) -> BoardingPass.Leg? {
    pass.legs.first { leg in
      matches(journey.departure.place?.code, leg.origin)
        && matches(journey.arrival.place?.code, leg.destination)
        && matches(journey.number, leg.flightNumber)
    }
  }

  private func matches(_ known: String?, _ other: String?) -> Bool {
    known == nil || other == nil || known == other
  }
}

/// Names of persons in bookings.
enum PersonName {
  /// The traveller of a boarding pass.
  static func traveller(family: String, given: String?) -> Traveller {
    Traveller(
      name: [given, family].compactMap(\.self).joined(separator: " "), givenName: given,
      familyName: family)
  }

  /// The name without a title before it, such as `Dr` or `Mrs.`.
  static func withoutTitle(_ name: String) -> String {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return name }
    let title = parts[0].hasSuffix(".") ? parts[0].dropLast() : parts[0]
    return titles.contains(title.lowercased()) ? String(parts[1]) : name
  }

  private static let titles: Set<String> = [
    "dr", "mr", "mrs", "ms", "miss", "herr", "frau", "mme", "prof",
  ]
}
