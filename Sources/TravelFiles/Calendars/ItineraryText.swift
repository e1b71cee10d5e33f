// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parsing of the itineraries that timetable systems write into the description of an event.
///
/// A leg has two lines, in any language: a word, a time, a station, and a platform after a dash. The
/// first line ends with the train or bus in parentheses.
///
///     ab 10:26 Frankfurt(Main)Hbf - Gleis 19 (ICE   16)
///     an 11:33 Köln Hbf - Gleis 6
enum ItineraryText {
  private struct Line {
    var hour: Int
    var minute: Int
    var station: String
    var platform: String?
    var vehicle: String?
    var seat: String?
  }

  /// The reservations of the legs of an event with a description.
  static func reservations(_ event: CalendarEvent, _ note: String) -> [Reservation] {
    let legs = legs(event, note)
    return legs.enumerated().map { index, leg in
      var journey = leg.journey
      if index == 0, let text = event.location {
        journey.departure.place?.coordinates = LocationText.place(text).coordinates
      }
      var reservation = Reservation(
        journey.mode == .bus ? .bus : .train, subject: .journey(journey))
      reservation.seat = leg.seat.map { Seat(number: $0) }
      // A booking code before the title, such as `#9876543210: From Vienna to Brno`.
      reservation.number = event.summary?.firstMatch(of: /^#([A-Z0-9]{5,20}):/)
        .map { String($0.1) }
      if event.attendees.count == 1 {
        reservation.traveller = Traveller(name: event.attendees[0])
      }
      if event.status == .cancelled { reservation.status = .cancelled }
      return reservation
    }
  }

  /// The legs of an event; none if its description has another form, or its times disagree.
  private static func legs(
    _ event: CalendarEvent, _ note: String
  ) -> [(journey: Journey, seat: String?)] {
    guard let start = event.start, !start.isDateOnly, note.utf8.count < 65_536 else { return [] }
    let lines = note.split(separator: "\n").prefix(400).map { parse($0.trimmed) }
    var legs: [(journey: Journey, seat: String?)] = []
    var clock = start.local
    var index = 0
    while index + 1 < lines.count {
      guard let departure = lines[index], let vehicle = departure.vehicle,
        let arrival = lines[index + 1], arrival.vehicle == nil
      else {
        index += 1
        continue
      }
      guard let departs = next(departure, after: clock), let arrives = next(arrival, after: departs)
      else { return [] }
      legs.append((journey(vehicle, departure, departs, arrival, arrives), departure.seat))
      clock = arrives
      index += 2
    }
    // The first departure is the start of the event, and the last arrival its end. Their zone is the
    // event's; the zones of other stations are not known.
    guard let first = legs.first?.journey, let last = legs.last?.journey,
      first.departure.time?.local == start.local,
      event.end == nil || last.arrival.time?.local == event.end?.local
    else { return [] }
    legs[0].journey.departure.time?.zone = start.zone
    legs[legs.count - 1].journey.arrival.time?.zone = event.end?.zone ?? .unknown
    return legs
  }

  /// Parses a row of a table, such as `Dep:14:39|Vienna, Hbf|Vienna → Prague (RJ 1234)|1/42`.
  private static func parseRow(_ text: String) -> Line? {
    let cells = text.split(separator: "|").map { $0.trimmed }
    guard cells.count >= 2, let match = cells[0].wholeMatch(of: /\p{L}{1,12}: ?(\d{1,2}):(\d\d)/),
      let hour = Int(match.1), let minute = Int(match.2)
    else { return nil }
    var line = Line(hour: hour, minute: minute, station: cells[1])
    for cell in cells.dropFirst(2) {
      if let match = cell.wholeMatch(of: /.* \((.+)\)/) {
        line.vehicle = String(match.1)
      } else if cell.wholeMatch(of: /\d{1,3}\/\d{1,3}/) != nil {
        line.seat = cell
      }
    }
    return line
  }

  private static func parse(_ text: String) -> Line? {
    if text.utf8.contains(UInt8(ascii: "|")) { return parseRow(text) }
    guard hasTime(text), let match = text.wholeMatch(of: /\S{1,12} (\d{1,2}):(\d\d) (.+)/),
      let hour = Int(match.1), let minute = Int(match.2)
    else { return nil }
    var rest = match.3.trimmed
    var vehicle: String?
    if rest.hasSuffix(")"), let open = rest.lastIndex(of: "("), open > rest.startIndex,
      rest[rest.index(before: open)].isWhitespace
    {
      vehicle = rest[rest.index(after: open)...].dropLast()
        .split(separator: " ").joined(separator: " ")
      rest = rest[..<open].trimmed
    }
    var platform: String?
    if let match = rest.wholeMatch(of: /(.+?) - \S+ (\S.*)/) {
      rest = match.1.trimmed
      platform = match.2.trimmed
    }
    return Line(hour: hour, minute: minute, station: rest, platform: platform, vehicle: vehicle)
  }

  /// True if a time follows the first space of a text.
  ///
  /// Most lines of a description thus need no regular expression, whose creation is slow.
  private static func hasTime(_ text: String) -> Bool {
    var bytes = text.utf8.drop { $0 != 0x20 }.dropFirst()
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 <= 9 } ?? false }
    guard isDigit(bytes.popFirst()) else { return false }
    if isDigit(bytes.first) { bytes.removeFirst() }
    return bytes.popFirst() == UInt8(ascii: ":") && isDigit(bytes.first)
  }

  /// The first time with the hour and minute of a line that is not before another time.
  private static func next(_ line: Line, after clock: LocalDateTime) -> LocalDateTime? {
    guard let sameDay = LocalDateTime(clock.date, hour: line.hour, minute: line.minute)
    else { return nil }
    if sameDay >= clock { return sameDay }
    return clock.date.adding(days: 1).flatMap {
      LocalDateTime($0, hour: line.hour, minute: line.minute)
    }
  }

  private static func journey(
    _ vehicle: String, _ departure: Line, _ departs: LocalDateTime, _ arrival: Line,
    _ arrives: LocalDateTime
  ) -> Journey {
    let isBus = vehicle.lowercased().hasPrefix("bus")
    var journey = Journey(isBus ? .bus : .train)
    journey.number = vehicle.isEmpty ? nil : vehicle
    let kind: Place.Kind = isBus ? .busStop : .trainStation
    journey.departure = Stop(place: Place(kind, name: departure.station), time: TravelTime(departs))
    journey.departure.platform = departure.platform
    journey.arrival = Stop(place: Place(kind, name: arrival.station), time: TravelTime(arrives))
    journey.arrival.platform = arrival.platform
    journey.departureDay = departs.date
    return journey
  }
}

/// Parsing of bookings as lines of label and value, as airlines write them into calendars.
///
///     Booking reference: XYZ123
///     Flight: LH 2218
///     From: Munich Terminal 2
///     To: Toulouse Blagnac
enum LabelledText {
  /// The flight of an event with a description; nil if the description doesn't name flight, origin and destination.
  static func reservation(_ event: CalendarEvent, _ note: String) -> Reservation? {
    guard note.utf8.count < 16_384, let start = event.start else { return nil }
    var values: [Label: String] = [:]
    for line in note.split(separator: "\n").prefix(100) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let label = labels[parts[0].trimmed.lowercased()] else { continue }
      let value = parts[1].trimmed
      if !value.isEmpty, values[label] == nil { values[label] = value }
    }
    guard let from = values[.origin], let to = values[.destination],
      let number = values[.flight].map({ FlightNumber($0) }), let airline = number.airline
    else { return nil }
    var journey = Journey(.flight)
    journey.carrier = Organization(.airline, name: values[.operator], code: airline)
    journey.number = number.number
    journey.departure = Stop(place: Place(.airport, name: from), time: start)
    journey.arrival = Stop(place: Place(.airport, name: to), time: event.end)
    var reservation = Reservation(.flight, subject: .journey(journey))
    reservation.number = values[.code]
    if event.status == .cancelled { reservation.status = .cancelled }
    return reservation
  }

  private enum Label { case code, flight, origin, destination, `operator` }

  private static let labels: [String: Label] = [
    "booking reference": .code, "booking code": .code, "reservation code": .code,
    "confirmation": .code, "confirmation number": .code, "buchungscode": .code,
    "buchungsreferenz": .code, "référence de réservation": .code, "localizador": .code,
    "flight": .flight, "flight number": .flight, "flight no.": .flight, "flugnr.": .flight,
    "flugnummer": .flight, "flug": .flight, "vol": .flight, "vuelo": .flight,
    "from": .origin, "departure airport": .origin, "von": .origin, "de": .origin, "desde": .origin,
    "to": .destination, "arrival airport": .destination, "nach": .destination, "à": .destination,
    "a": .destination, "operated by": .operator, "durchgeführt von": .operator,
    "airline": .operator, "opéré par": .operator,
  ]
}
