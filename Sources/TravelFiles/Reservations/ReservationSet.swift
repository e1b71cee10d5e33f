// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Combines the items of one document: sightings of one booking are merged, and a journey that two
/// other journeys of the document cover is dropped.
enum ReservationSet {
  /// The number of items up to which pairs are compared; larger documents are only sorted.
  private static let comparisonLimit = 500

  /// Returns the items, sorted by their start.
  static func combined(_ items: [TravelItem]) -> [TravelItem] {
    guard items.count <= comparisonLimit else { return items }
    var result: [TravelItem] = []
    for item in items {
      if let index = result.firstIndex(where: { isSame($0, item) }),
        let merged = merged(result[index], item)
      {
        result[index] = merged
      } else {
        result.append(item)
      }
    }
    result = withoutSpans(result)
    return result.enumerated().sorted { first, second in
      guard let firstTime = start(first.element), let secondTime = start(second.element),
        firstTime.local != secondTime.local
      else { return first.offset < second.offset }
      return TimeMerge.isBefore(firstTime, secondTime)
    }.map(\.element)
  }

  private static func start(_ item: TravelItem) -> TravelTime? {
    switch item {
    case .reservation(let reservation):
      reservation.startTime ?? reservation.journey?.departureDay.map { TravelTime($0) }
    case .journey(let journey): journey.departure.time
    case .event(let event): event.start
    case .place, .organization: nil
    }
  }

  // MARK: Events of bookings

  /// Merges two sightings; the event of a booking, such as that of an attached calendar, gives it its identifier.
  private static func merged(_ first: TravelItem, _ second: TravelItem) -> TravelItem? {
    switch (first, second) {
    case (.reservation(var reservation), .event(let event)),
      (.event(let event), .reservation(var reservation)):
      reservation.uid = reservation.uid ?? event.uid
      if event.isCancelled { reservation.status = .cancelled }
      return .reservation(reservation)
    default: return ReservationMerge.merged(first, second)
    }
  }

  /// True if an event has the times of a booking and names its object, or has both times of its journey.
  private static func isSame(_ reservation: Reservation, _ event: Event) -> Bool {
    guard reservation.uid == nil || event.uid == nil || reservation.uid == event.uid,
      let start = event.start
    else { return false }
    switch reservation.subject {
    case .event(let other):
      return other.name != nil && other.name == event.name && other.start?.local == start.local
    case .journey(let journey):
      guard let departure = journey.departure.time, let arrival = journey.arrival.time,
        let end = event.end
      else { return false }
      return isSame(departure, start) && isSame(arrival, end)
    case .lodging(let place):
      guard let checkOut = reservation.checkOut?.date, let end = event.end?.date,
        reservation.checkIn?.date == start.date, names(event, place)
      else { return false }
      // The last day of an event of whole days is the one before the departure.
      return end == checkOut || end.adding(days: 1) == checkOut
    case .food(let place):
      return reservation.start.map { isSame($0, start) } == true && names(event, place)
    case .carRental: return false
    }
  }

  private static func isSame(_ first: TravelTime, _ second: TravelTime) -> Bool {
    guard !first.isDateOnly, !second.isDateOnly else { return false }
    if let first = first.instant, let second = second.instant { return first == second }
    return first.local == second.local
  }

  /// True if the name of an event, or that of its place, contains the name of a place.
  private static func names(_ event: Event, _ place: Place) -> Bool {
    guard let name = place.name?.nonEmpty else { return false }
    return [event.name, event.location?.name].compactMap(\.self).contains {
      $0.range(of: name, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
  }

  // MARK: Sameness

  /// True if two items are sightings of one booking.
  static func isSame(_ first: TravelItem, _ second: TravelItem) -> Bool {
    switch (first, second) {
    case (.reservation(let first), .reservation(let second)): isSame(first, second)
    case (.event(let first), .event(let second)):
      first.name != nil && first.name == second.name && first.start?.local == second.start?.local
    case (.place(let first), .place(let second)): isSame(first, second)
    case (.reservation(let reservation), .event(let event)),
      (.event(let event), .reservation(let reservation)):
      isSame(reservation, event)
    default: false
    }
  }

  private static func isSame(_ first: Place, _ second: Place) -> Bool {
    let kinds: Set<Place.Kind> = [first.kind, second.kind]
    return first.name != nil && first.name == second.name && first.address == second.address
      && (first.kind == second.kind || kinds.contains(.business) || kinds.contains(.generic))
  }

  private static func isSame(_ first: Reservation, _ second: Reservation) -> Bool {
    guard first.kind == second.kind, agree(first.number, second.number),
      isSame(first.traveller, second.traveller), agree(first.pass, second.pass)
    else { return false }
    switch (first.subject, second.subject) {
    case (.journey(let firstJourney), .journey(let secondJourney)):
      return isSame(firstJourney, secondJourney)
    case (.lodging(let firstPlace), .lodging(let secondPlace)):
      return firstPlace.name == secondPlace.name && first.checkIn?.date == second.checkIn?.date
        && first.checkIn != nil
    case (.event(let firstEvent), .event(let secondEvent)):
      return firstEvent.name == secondEvent.name
        && firstEvent.start?.local == secondEvent.start?.local
        && first.seat == second.seat && firstEvent.name != nil && first.number == second.number
        && first.traveller == second.traveller
    case (.food(let firstPlace), .food(let secondPlace)):
      return firstPlace.name == secondPlace.name && first.start == second.start
    case (.carRental(let firstRental), .carRental(let secondRental)):
      return firstRental.pickup == secondRental.pickup && first.number == second.number
    default: return false
    }
  }

  private static func isSame(_ first: Journey, _ second: Journey) -> Bool {
    guard agree(first.departure.place?.code, second.departure.place?.code),
      agree(first.arrival.place?.code, second.arrival.place?.code),
      agree(first.departureDay, second.departureDay),
      agree(first.departure.time?.local, second.departure.time?.local)
    else { return false }
    if let firstNumber = first.number, let secondNumber = second.number {
      return first.departureDay != nil
        && (firstNumber == secondNumber || firstNumber.hasSuffix(" " + secondNumber)
          || secondNumber.hasSuffix(" " + firstNumber))
    }
    return first.departure.time != nil
      && first.departure.time?.local == second.departure.time?.local
      && first.departure.place?.name == second.departure.place?.name
      && first.arrival.place?.name == second.arrival.place?.name
  }

  private static func isSame(_ first: Traveller?, _ second: Traveller?) -> Bool {
    guard let first = first?.name, let second = second?.name else { return true }
    func key(_ name: String) -> Set<Substring> {
      let folded = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
      // Sources also name travellers such as Adult 1 and Adult 2.
      return Set(folded.split(whereSeparator: { !$0.isLetter && !$0.isNumber }))
    }
    return key(first) == key(second)
  }

  private static func agree<Value: Equatable>(_ first: Value?, _ second: Value?) -> Bool {
    first == nil || second == nil || first == second
  }

  // MARK: Spans

  /// Drops a journey from A to C if the document has journeys from A to B and from B to C at the same
  /// times; its booking is added to both.
  private static func withoutSpans(_ items: [TravelItem]) -> [TravelItem] {
    var items = items
    var index = 0
    while index < items.count {
      if let span = items[index].reservation, let parts = parts(of: span, in: items) {
        for part in parts {
          if let reservation = items[part].reservation {
            items[part] = .reservation(added(span, to: reservation))
          }
        }
        items.remove(at: index)
      } else {
        index += 1
      }
    }
    return items
  }

  private static func parts(of span: Reservation, in items: [TravelItem]) -> [Int]? {
    guard let journey = span.journey, journey.number == nil, journey.mode != .flight,
      let departure = journey.departure.time, let arrival = journey.arrival.time
    else { return nil }
    let legs = items.enumerated().compactMap { index, item -> (Int, Journey)? in
      guard let leg = item.reservation?.journey, leg.number != nil,
        agree(item.reservation?.number, span.number)
      else { return nil }
      return (index, leg)
    }
    guard
      let first = legs.first(where: {
        $0.1.departure.time?.local == departure.local
          && $0.1.departure.place?.name == journey.departure.place?.name
          && $0.1.arrival.place?.name != journey.arrival.place?.name
      }),
      let last = legs.first(where: {
        $0.1.arrival.time?.local == arrival.local
          && $0.1.arrival.place?.name == journey.arrival.place?.name
          && $0.1.departure.place?.name != journey.departure.place?.name
      })
    else { return nil }
    return [first.0, last.0]
  }

  private static func added(_ span: Reservation, to reservation: Reservation) -> Reservation {
    var reservation = reservation
    reservation.number = reservation.number ?? span.number
    reservation.traveller = reservation.traveller ?? span.traveller
    reservation.price = reservation.price ?? span.price
    reservation.ticket = reservation.ticket ?? span.ticket
    reservation.url = reservation.url ?? span.url
    return reservation
  }
}
