// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Derives travel items from the events of a calendar.
struct CalendarItems {
  /// The problems of embedded bookings.
  var issues = TravelFileIssueLog()

  /// The bookings of an event, or the event itself, with the identifier and the state of the event.
  mutating func items(_ event: CalendarEvent) -> [TravelItem] {
    let items = derived(event)
    let uid = event.uid.map { uid in
      event.recurrenceID.map { "\(uid)#\($0.local)" } ?? uid
    }
    return items.enumerated().map { index, item in
      switch item {
      case .reservation(var reservation):
        reservation.uid = uid.map { items.count == 1 ? $0 : "\($0)/\(index)" }
        if event.status == .cancelled { reservation.status = .cancelled }
        return .reservation(reservation)
      case .event(var result):
        result.uid = uid
        result.isCancelled = event.status == .cancelled
        return .event(result)
      case .journey, .place, .organization: return item
      }
    }
  }

  private mutating func derived(_ event: CalendarEvent) -> [TravelItem] {
    if let text = event.embeddedReservations, let items = embedded(text, event) { return items }
    if let note = event.note {
      let legs = ItineraryText.reservations(event, note)
      if !legs.isEmpty { return legs.map { .reservation($0) } }
      if let reservation = LabelledText.reservation(event, note) {
        return [.reservation(reservation)]
      }
    }
    return event.start == nil ? [] : [.event(self.event(event))]
  }

  private mutating func embedded(_ text: String, _ event: CalendarEvent) -> [TravelItem]? {
    do {
      var decoder = SchemaDecoder()
      let items = decoder.items(try StructuredJSON.parse(Array(text.utf8)))
      issues.add(decoder.issues)
      return items.isEmpty ? nil : items
    } catch {
      issues.add(
        .malformedPart, line: event.line, "The embedded booking is skipped: \(error.reason)")
      return nil
    }
  }

  private func event(_ event: CalendarEvent) -> Event {
    var result = Event(name: event.summary, start: event.start, end: event.end)
    result.deferredNote = event.deferredNote
    result.url = event.url
    if let location = event.location {
      result.location = LocationText.place(location)
    }
    // A position with few decimals is a city's; the address of the text is better.
    if let position = event.coordinates, result.location?.address == nil {
      result.location = result.location ?? Place()
      result.location?.coordinates = position
    }
    return result
  }
}

/// Parsing of an event's location.
enum LocationText {
  /// The place of a text such as `Name (Street 1, City, Country)` or `48.1, 16.3`.
  static func place(_ text: String) -> Place {
    let numbers = text.split(separator: ",").map { Double($0.trimmed) }
    if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let position = Coordinates(latitude: latitude, longitude: longitude)
    {
      return Place(coordinates: position)
    }
    // The creation of a regular expression costs more than the search for its last character.
    if text.utf8.last == UInt8(ascii: ")"), let match = text.wholeMatch(of: /(.+?) ?\((.+)\)/),
      let address = address(String(match.2))
    {
      return Place(name: String(match.1), address: address)
    }
    return Place(name: text)
  }

  /// The address of a text that ends in a country, such as `Street 1, City, Region, Country 12345`.
  private static func address(_ text: String) -> PostalAddress? {
    var parts = text.split(separator: ",").map { $0.trimmed }
    guard (3...4).contains(parts.count), var last = parts.popLast() else { return nil }
    var postalCode: String?
    if let match = last.wholeMatch(of: /(.+) (\d{4,6})/) {
      last = String(match.1)
      postalCode = String(match.2)
    }
    guard let country = CountryTable.code(last) else { return nil }
    return PostalAddress(
      street: parts[0], postalCode: postalCode, locality: parts[1],
      region: parts.count > 2 ? parts[2] : nil, country: country)
  }
}
