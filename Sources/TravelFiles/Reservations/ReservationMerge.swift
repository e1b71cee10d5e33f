// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Merges two versions of one item: the values of the newer version, and those that it lacks.
public enum ReservationMerge {
  /// Merges an item with a newer version of it; nil if the items differ in kind.
  ///
  /// If both name a time of modification, the later one is the newer version, whatever their order.
  public static func merged(_ older: TravelItem, _ newer: TravelItem) -> TravelItem? {
    switch (older, newer) {
    case (.reservation(let older), .reservation(let newer)):
      merged(older, newer).map { .reservation($0) }
    case (.journey(let older), .journey(let newer)):
      older.mode == newer.mode ? .journey(merged(older, newer)) : nil
    case (.event(let older), .event(let newer)): .event(merged(older, newer))
    case (.place(let older), .place(let newer)): .place(merged(older, newer))
    case (.organization(let older), .organization(let newer)): .organization(merged(older, newer))
    default: nil
    }
  }

  /// Merges a reservation with a newer version of it; nil if the kinds differ.
  public static func merged(_ older: Reservation, _ newer: Reservation) -> Reservation? {
    guard older.kind == newer.kind else { return nil }
    if let first = older.modified, let second = newer.modified,
      TimeMerge.isBefore(second, first)
    {
      return combined(newer, older)
    }
    return combined(older, newer)
  }

  private static func combined(_ older: Reservation, _ newer: Reservation) -> Reservation {
    var result = newer
    // A version without a state or with an earlier state never revives a cancelled booking by itself.
    if older.status == .cancelled, newer.modified == nil { result.status = .cancelled }
    result.number = newer.number ?? older.number
    result.traveller = merge(older.traveller, newer.traveller, merged)
    result.subject = merged(older.subject, newer.subject)
    result.seat = merge(older.seat, newer.seat) { older, newer in
      Seat(
        number: newer.number ?? older.number, row: newer.row ?? older.row,
        section: newer.section ?? older.section,
        serviceClass: newer.serviceClass ?? older.serviceClass)
    }
    result.ticket = merge(older.ticket, newer.ticket, merged)
    result.boardingGroup = newer.boardingGroup ?? older.boardingGroup
    result.sequenceNumber = newer.sequenceNumber ?? older.sequenceNumber
    result.membership = newer.membership ?? older.membership
    result.price = merge(older.price, newer.price) { older, newer in
      newer.amount == nil ? older : newer
    }
    result.checkIn = TimeMerge.merged(older.checkIn, newer.checkIn)
    result.checkOut = TimeMerge.merged(older.checkOut, newer.checkOut)
    result.start = TimeMerge.merged(older.start, newer.start)
    result.end = TimeMerge.merged(older.end, newer.end)
    result.partySize = newer.partySize ?? older.partySize
    result.url = newer.url ?? older.url
    result.actions = Set(older.actions + newer.actions).sorted()
    result.modified = newer.modified ?? older.modified
    result.pass = newer.pass ?? older.pass
    result.documents = Set(older.documents + newer.documents).sorted()
    result.uid = newer.uid ?? older.uid
    return result
  }

  private static func merged(
    _ older: Reservation.Subject, _ newer: Reservation.Subject
  ) -> Reservation.Subject {
    switch (older, newer) {
    case (.journey(let older), .journey(let newer)): .journey(merged(older, newer))
    case (.event(let older), .event(let newer)): .event(merged(older, newer))
    case (.lodging(let older), .lodging(let newer)): .lodging(merged(older, newer))
    case (.food(let older), .food(let newer)): .food(merged(older, newer))
    case (.carRental(let older), .carRental(let newer)): .carRental(merged(older, newer))
    default: newer
    }
  }

  // MARK: Parts

  private static func merge<Value>(
    _ older: Value?, _ newer: Value?, _ body: (Value, Value) -> Value
  ) -> Value? {
    guard let older, let newer else { return newer ?? older }
    return body(older, newer)
  }

  static func merged(_ older: Journey, _ newer: Journey) -> Journey {
    var result = newer
    result.carrier = merge(older.carrier, newer.carrier, merged)
    result.number = longer(older.number, newer.number)
    result.name = newer.name ?? older.name
    result.departure = merged(older.departure, newer.departure)
    result.arrival = merged(older.arrival, newer.arrival)
    result.departureDay = newer.departureDay ?? older.departureDay
    result.boarding = TimeMerge.merged(older.boarding, newer.boarding)
    return result
  }

  /// The number of a train with its line, such as `EC 119` before `119`; the newer one otherwise.
  private static func longer(_ older: String?, _ newer: String?) -> String? {
    guard let older, let newer else { return newer ?? older }
    return older.hasSuffix(" " + newer) ? older : newer
  }

  private static func merged(_ older: Stop, _ newer: Stop) -> Stop {
    var result = newer
    result.place = merge(older.place, newer.place, merged)
    result.time = TimeMerge.merged(older.time, newer.time)
    result.gate = newer.gate ?? older.gate
    result.platform = newer.platform ?? older.platform
    result.terminal = newer.terminal ?? older.terminal
    return result
  }

  static func merged(_ older: Place, _ newer: Place) -> Place {
    var result = newer
    if newer.kind == .generic || newer.kind == .business { result.kind = older.kind }
    if older.kind == .generic || older.kind == .business { result.kind = newer.kind }
    result.name = richer(older.name, newer.name)
    result.code = newer.code ?? older.code
    result.address = merge(older.address, newer.address) { older, newer in
      PostalAddress(
        street: newer.street ?? older.street, postalCode: newer.postalCode ?? older.postalCode,
        locality: newer.locality ?? older.locality, region: newer.region ?? older.region,
        country: newer.country ?? older.country)
    }
    result.coordinates = newer.coordinates ?? older.coordinates
    result.telephone = newer.telephone ?? older.telephone
    result.email = newer.email ?? older.email
    result.url = newer.url ?? older.url
    result.note = newer.note ?? older.note
    result.image = newer.image ?? older.image
    result.actions = Set(older.actions + newer.actions).sorted()
    return result
  }

  /// The longer of two names where one begins with the other; the newer one otherwise.
  private static func richer(_ older: String?, _ newer: String?) -> String? {
    guard let older, let newer else { return newer ?? older }
    let shorter = older.lowercased().replacing(".", with: "").replacing(" ", with: "")
    let longer = newer.lowercased().replacing(".", with: "").replacing(" ", with: "")
    return shorter.hasPrefix(longer) && older.count > newer.count ? older : newer
  }

  static func merged(_ older: Event, _ newer: Event) -> Event {
    var result = newer
    result.name = newer.name ?? older.name
    result.note = newer.note ?? older.note
    result.start = TimeMerge.merged(older.start, newer.start)
    result.end = TimeMerge.merged(older.end, newer.end)
    result.doorTime = TimeMerge.merged(older.doorTime, newer.doorTime)
    result.uid = newer.uid ?? older.uid
    result.location = merge(older.location, newer.location, merged)
    result.url = newer.url ?? older.url
    result.image = newer.image ?? older.image
    result.actions = Set(older.actions + newer.actions).sorted()
    return result
  }

  private static func merged(_ older: CarRental, _ newer: CarRental) -> CarRental {
    var result = newer
    result.pickup = merged(older.pickup, newer.pickup)
    result.dropoff = merged(older.dropoff, newer.dropoff)
    result.name = newer.name ?? older.name
    result.model = newer.model ?? older.model
    result.brand = newer.brand ?? older.brand
    result.company = merge(older.company, newer.company, merged)
    return result
  }

  /// The newer organization; a name that is only the code gives way to a real name.
  private static func merged(_ older: Organization, _ newer: Organization) -> Organization {
    let isCode = newer.name != nil && newer.name == newer.code
    return Organization(
      newer.kind == .generic ? older.kind : newer.kind,
      name: isCode ? older.name ?? newer.name : newer.name ?? older.name,
      code: newer.code ?? older.code, url: newer.url ?? older.url)
  }

  /// The newer ticket; a barcode stays if the newer ticket has only a web address.
  private static func merged(_ older: Ticket, _ newer: Ticket) -> Ticket {
    let isLink = newer.token?.hasPrefix("http") ?? true
    return Ticket(
      name: newer.name ?? older.name, number: newer.number ?? older.number,
      token: isLink ? older.token ?? newer.token : newer.token)
  }

  /// The better spelling of each name: with accents, in mixed case, and not abbreviated.
  static func merged(_ older: Traveller, _ newer: Traveller) -> Traveller {
    Traveller(
      name: better(older.name, newer.name), givenName: better(older.givenName, newer.givenName),
      familyName: better(older.familyName, newer.familyName), email: newer.email ?? older.email)
  }

  private static func better(_ older: String?, _ newer: String?) -> String? {
    guard let older, let newer else { return newer ?? older }
    func quality(_ name: String) -> (Int, Int, Int) {
      let accents = name.unicodeScalars.count { $0.value > 127 }
      let isMixed = name != name.uppercased() && name != name.lowercased()
      return (accents, isMixed ? 1 : 0, name.count)
    }
    return quality(older) >= quality(newer) ? older : newer
  }
}

/// Merging of times.
enum TimeMerge {
  /// The newer time; of equal instants or wall clocks, the one with more knowledge of its zone.
  static func merged(_ older: TravelTime?, _ newer: TravelTime?) -> TravelTime? {
    guard let older, let newer else { return newer ?? older }
    let sameClock = older.local == newer.local
    let sameInstant = older.instant != nil && older.instant == newer.instant
    if sameClock || sameInstant, rank(older.zone) > rank(newer.zone) { return older }
    return newer
  }

  /// True if a time is before another, by instants, or by wall clocks if a zone is unknown.
  static func isBefore(_ first: TravelTime, _ second: TravelTime) -> Bool {
    if let firstInstant = first.instant, let secondInstant = second.instant {
      return firstInstant < secondInstant
    }
    return first.local < second.local
  }

  private static func rank(_ zone: TravelZone) -> Int {
    switch zone {
    case .unknown: 0
    case .offset: 1
    case .named: 2
    }
  }
}
