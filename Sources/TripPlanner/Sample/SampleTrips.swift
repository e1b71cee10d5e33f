// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

/// Three trips in five zones, with a flight over the date line and a night in which clocks are set back.
enum SampleTrips {
  /// A place of the sample.
  private struct Spot {
    var key: String
    var name: String
    var category: PlaceCategory
    var code: String?
    var latitude: Double
    var longitude: Double
    var zone: String
    var locality: String
    var country: String
  }

  private static let spots: [Spot] = [
    Spot(
      key: "akl", name: "Auckland Airport", category: .airport, code: "AKL", latitude: -37.008,
      longitude: 174.792, zone: "Pacific/Auckland", locality: "Auckland", country: "NZ"),
    Spot(
      key: "lax", name: "Los Angeles International", category: .airport, code: "LAX",
      latitude: 33.943, longitude: -118.408, zone: "America/Los_Angeles", locality: "Los Angeles",
      country: "US"),
    Spot(
      key: "zrh", name: "Zürich Flughafen", category: .airport, code: "ZRH", latitude: 47.458,
      longitude: 8.548, zone: "Europe/Zurich", locality: "Zürich", country: "CH"),
    Spot(
      key: "ktm", name: "Tribhuvan International", category: .airport, code: "KTM",
      latitude: 27.697, longitude: 85.359, zone: "Asia/Kathmandu", locality: "Kathmandu",
      country: "NP"),
    Spot(
      key: "ber", name: "Berlin Hbf", category: .trainStation, latitude: 52.525, longitude: 13.369,
      zone: "Europe/Berlin", locality: "Berlin", country: "DE"),
    Spot(
      key: "vie", name: "Wien Hbf", category: .trainStation, latitude: 48.185, longitude: 16.378,
      zone: "Europe/Vienna", locality: "Wien", country: "AT"),
    Spot(
      key: "inn", name: "Harbour Lodge", category: .lodging, latitude: -36.843, longitude: 174.766,
      zone: "Pacific/Auckland", locality: "Auckland", country: "NZ"),
    Spot(
      key: "bay", name: "Ocean View Inn", category: .lodging, latitude: 34.01, longitude: -118.492,
      zone: "America/Los_Angeles", locality: "Santa Monica", country: "US"),
    Spot(
      key: "tea", name: "Lakeside Tea House", category: .lodging, latitude: 28.21,
      longitude: 83.958, zone: "Asia/Kathmandu", locality: "Pokhara", country: "NP"),
  ]

  /// Inserts the sample in the running transaction.
  static func insert(in context: ModelContext, owner: UUID, at now: Date) throws {
    try pacific(Builder(context, "pacific", owner, now))
    try himalaya(Builder(context, "himalaya", owner, now))
    try nightTrain(Builder(context, "night", owner, now))
  }

  private static func pacific(_ trip: Builder) throws {
    try trip.begin("Around the Pacific", "Auckland and Los Angeles", "2027-03-05", "2027-03-16") {
      $0.currency = "NZD"
      $0.budget = 6000
      $0.zone = "Pacific/Auckland"
    }
    let kim = try trip.person("Kim Aroha")
    let sam = try trip.person("Sam Weber")
    try trip.stay("inn", "2027-03-05", "2027-03-10", code: "HL-2207")
    let flight = try trip.segment(
      .flight, "CN", "2", from: ("akl", "2027-03-10T23:55:00"), to: ("lax", "2027-03-10T15:20:00"))
    try trip.booking(flight, "Kim Aroha", kim, code: "K7QX2M", seat: "31A")
    try trip.booking(flight, "Sam Weber", sam, code: "K7QX2M", seat: "31B")
    try trip.stay("bay", "2027-03-10", "2027-03-16", code: "OV-88")
    try trip.item("Walk on One Tree Hill", "2027-03-06", "2027-03-06T09:30:00", "Pacific/Auckland")
    try trip.item("Ferry to Waiheke", "2027-03-07", "2027-03-07T10:00:00", "Pacific/Auckland")
    try trip.item("Griffith Observatory", "2027-03-12", nil, "America/Los_Angeles")
    try trip.pack("Clothes", [("Shirts", 4, 0.18), ("Rain jacket", 1, 0.35), ("Socks", 6, 0.05)])
    try trip.pack("Documents", [("Passport", 1, 0.04), ("Tickets", 1, nil)])
    try trip.expense("Flights", "Transport", 2480, "NZD", "2027-01-12", kim, isPaid: true)
    try trip.expense("Harbour Lodge", "Lodging", 890, "NZD", "2027-03-05", sam, isPaid: true)
    try trip.expense(
      "Ocean View Inn", "Lodging", 1150, "USD", "2027-03-10", kim, isPaid: false)
    try trip.rate("USD", "NZD", 1.72, "2027-01-12")
  }

  private static func himalaya(_ trip: Builder) throws {
    try trip.begin("Annapurna", "Pokhara", "2027-10-02", "2027-10-19") {
      $0.currency = "EUR"
      $0.zone = "Asia/Kathmandu"
    }
    let sam = try trip.person("Sam Weber")
    let out = try trip.segment(
      .flight, "CN", "610", from: ("zrh", "2027-10-02T10:15:00"), to: ("ktm", "2027-10-02T23:40:00")
    )
    try trip.booking(out, "Sam Weber", sam, code: "P4LW9T", seat: "12C")
    try trip.stay("tea", "2027-10-02", "2027-10-18", code: nil)
    try trip.item("Sarangkot at sunrise", "2027-10-04", "2027-10-04T05:15:00", "Asia/Kathmandu")
    let back = try trip.segment(
      .flight, "CN", "611", from: ("ktm", "2027-10-18T22:05:00"), to: ("zrh", "2027-10-19T06:20:00")
    )
    try trip.booking(back, "Sam Weber", sam, code: "P4LW9T", seat: "14C")
    try trip.pack("Trek", [("Boots", 1, 1.2), ("Poles", 2, 0.24), ("Water filter", 1, 0.09)])
    try trip.expense("Permit", "Activities", 3000, "NPR", "2027-10-03", sam, isPaid: false)
    try trip.rate("EUR", "NPR", 151.5, "2027-09-20")
  }

  private static func nightTrain(_ trip: Builder) throws {
    try trip.begin("Night train to Vienna", "Wien", "2027-10-30", "2027-11-01") {
      $0.currency = "EUR"
    }
    let kim = try trip.person("Kim Aroha")
    // Clocks are set back during this night, at three o'clock.
    let train = try trip.segment(
      .train, nil, "NJ 457", from: ("ber", "2027-10-30T20:52:00"),
      to: ("vie", "2027-10-31T06:58:00"))
    try trip.booking(train, "Kim Aroha", kim, code: "NJ55D0", seat: "61")
    try trip.item("Naschmarkt", "2027-10-31", nil, "Europe/Vienna")
    try trip.expense("Sleeper", "Transport", 89.9, "EUR", "2027-09-01", kim, isPaid: true)
  }

  /// Inserts the parts of one trip, with identifiers that follow from their names.
  private final class Builder {
    let context: ModelContext
    let id: UUID
    let owner: UUID
    let now: Date
    private var places: [String: UUID] = [:]

    init(_ context: ModelContext, _ key: String, _ owner: UUID, _ now: Date) {
      self.context = context
      id = UUID(namespace: .tripNamespace, name: "sample:\(key)")
      self.owner = owner
      self.now = now
    }

    private func id(_ name: String) -> UUID { UUID(namespace: id, name: name) }

    func begin(
      _ title: String, _ destination: String, _ start: String, _ end: String,
      _ change: (inout TripSnapshot) -> Void
    ) throws {
      var trip = TripSnapshot(id: id, at: now)
      trip.title = title
      trip.destination = destination
      trip.startDay = start
      trip.endDay = end
      trip.ownerID = owner
      change(&trip)
      try context.insert(trip, at: now)
    }

    func place(_ key: String) throws -> (id: UUID, spot: Spot)? {
      guard let spot = SampleTrips.spots.first(where: { $0.key == key }) else { return nil }
      if let id = places[key] { return (id, spot) }
      var place = PlaceSnapshot(id: id("place:\(key)"), at: now)
      place.name = spot.name
      place.placeCategory = spot.category
      place.code = spot.code
      place.latitude = spot.latitude
      place.longitude = spot.longitude
      place.zone = spot.zone
      place.locality = spot.locality
      place.country = spot.country
      place.tripID = id
      try context.insert(place, at: now)
      places[key] = place.id
      return (place.id, spot)
    }

    func person(_ name: String) throws -> UUID {
      var person = CollaboratorSnapshot(id: id("person:\(name)"), at: now)
      person.name = name
      person.collaboratorRole = .editor
      person.tripID = id
      return try context.insert(person, at: now).id
    }

    func segment(
      _ mode: Transport, _ carrier: String?, _ number: String, from: (String, String),
      to: (String, String)
    ) throws -> UUID {
      var segment = SegmentSnapshot(id: id("segment:\(number)"), at: now)
      segment.mode = mode
      segment.carrierCode = carrier
      segment.carrier = carrier == nil ? nil : "Cairn Air"
      segment.number = number
      segment.tripID = id
      if let place = try place(from.0) {
        segment.originID = place.id
        segment.originName = place.spot.code ?? place.spot.name
        segment.departure = "\(from.1)[\(place.spot.zone)]"
      }
      if let place = try place(to.0) {
        segment.destinationID = place.id
        segment.destinationName = place.spot.code ?? place.spot.name
        segment.arrival = "\(to.1)[\(place.spot.zone)]"
      }
      return try context.insert(segment, at: now).id
    }

    func booking(
      _ segment: UUID, _ traveller: String, _ person: UUID, code: String, seat: String
    ) throws {
      var booking = BookingSnapshot(id: id("booking:\(segment):\(traveller)"), at: now)
      booking.traveller = traveller
      booking.personID = person
      booking.code = code
      booking.seat = seat
      booking.segmentID = segment
      booking.tripID = id
      try context.insert(booking, at: now)
    }

    func stay(_ key: String, _ from: String, _ to: String, code: String?) throws {
      guard let place = try place(key) else { return }
      var item = DayPlanItemSnapshot(id: id("stay:\(key)"), at: now)
      item.planKind = .lodging
      item.title = place.spot.name
      item.placeID = place.id
      item.day = from
      item.start = "\(from)T15:00:00[\(place.spot.zone)]"
      item.end = "\(to)T10:00:00[\(place.spot.zone)]"
      item.bookingCode = code
      item.tripID = id
      try context.insert(item, at: now)
    }

    func item(_ title: String, _ day: String, _ start: String?, _ zone: String) throws {
      var item = DayPlanItemSnapshot(id: id("item:\(title)"), at: now)
      item.title = title
      item.day = day
      item.start = start.map { "\($0)[\(zone)]" }
      item.tripID = id
      try context.insert(item, at: now)
    }

    func pack(_ category: String, _ lines: [(String, Int, Double?)]) throws {
      for line in lines {
        var item = PackingItemSnapshot(id: id("pack:\(category):\(line.0)"), at: now)
        item.name = line.0
        item.category = category
        item.quantity = line.1
        item.weight = line.2
        item.tripID = id
        try context.insert(item, at: now)
      }
    }

    func expense(
      _ title: String, _ category: String, _ amount: Decimal, _ currency: String, _ day: String,
      _ payer: UUID, isPaid: Bool
    ) throws {
      var expense = ExpenseSnapshot(id: id("expense:\(title)"), at: now)
      expense.title = title
      expense.category = category
      expense.amount = amount
      expense.currency = currency
      expense.day = day
      expense.payerID = payer
      expense.isPaid = isPaid
      expense.tripID = id
      try context.insert(expense, at: now)
    }

    func rate(_ currency: String, _ base: String, _ rate: Decimal, _ day: String) throws {
      var snapshot = ExchangeRateSnapshot(id: id("rate:\(currency)"), at: now)
      snapshot.currency = currency
      snapshot.base = base
      snapshot.rate = rate
      snapshot.day = day
      snapshot.tripID = id
      try context.insert(snapshot, at: now)
    }
  }
}

extension TripLibrary {
  /// Stores the sample trips if the library is empty.
  ///
  /// - Returns: True if the sample was added.
  @discardableResult
  package func addSampleIfEmpty() throws -> Bool {
    guard try modelContext.fetchCount(FetchDescriptor<Trip>()) == 0 else { return false }
    try write { now in
      let owner = try ownerForUpdate(at: now)
      try SampleTrips.insert(in: modelContext, owner: owner.id, at: now)
    }
    return true
  }
}
