// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import TravelFiles

@testable import TripPlanner

struct ExportTests {
  private func sample() async throws -> (TripLibrary, TripDetail) {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    let id = try await library.tripID(matching: "Around the Pacific")
    return (library, try #require(try await library.trip(id)))
  }

  @Test func `a calendar has zones, stable identifiers and versions`() async throws {
    let (library, detail) = try await sample()
    let now = Date(timeIntervalSinceReferenceDate: 0)
    let export = try await library.export(.calendar, of: detail.id, now: now)
    #expect(export.fileName == "2027-03-05-around-the-pacific.ics")
    let document = try TravelFileReader().read(export.data)
    #expect(document.issues.total == 0)
    let segment = try #require(detail.segments.first)
    let event = try #require(
      document.events.first { $0.uid == segment.id.uuidString.lowercased() + "@trips.cairn" })
    #expect(event.start?.stored == segment.departure && event.end?.stored == segment.arrival)
    #expect(event.sequence == 0)
    // An unchanged trip is written alike later, so that a reader of its feed recognizes it.
    let later = try await library.export(
      .calendar, of: detail.id, now: now.addingTimeInterval(3600))
    #expect(later.data == export.data)
    try await library.edit(SegmentSnapshot.self, segment.id) {
      $0.departure = "2027-03-10T22:55:00[Pacific/Auckland]"
    }
    let again = try TravelFileReader().read(
      try await library.export(.calendar, of: detail.id, now: now).data)
    let changed = try #require(again.events.first { $0.uid == event.uid })
    #expect(changed.sequence > event.sequence)
    #expect(changed.start?.stored == "2027-03-10T22:55:00[Pacific/Auckland]")
  }

  @Test func `the own calendar imports without duplicates`() async throws {
    let (library, detail) = try await sample()
    let data = try await library.export(.calendar, of: detail.id).data
    let file = await library.importData(
      data, name: "own.ics", options: TripImportOptions()
    ).files[0]
    #expect(file.changes.allSatisfy { $0.kind == .unchanged }, "\(file.changes)")
    #expect(try await library.trip(detail.id)?.items.count == detail.items.count)
  }

  @Test func `places and costs are written and read`() async throws {
    let (library, detail) = try await sample()
    for format in [TripExportFormat.gpx, .kml] {
      let data = try await library.export(format, of: detail.id).data
      let document = try TravelFileReader().read(data)
      #expect(document.places.count == detail.places.count)
    }
    let csv = String(decoding: try await library.export(.costs, of: detail.id).data, as: UTF8.self)
    #expect(csv.contains("2027-01-12,Flights,Transport,Kim Aroha,2480,NZD"))
    let empty = try await library.makeTrip("Empty")
    for format in [TripExportFormat.calendar, .gpx, .kml, .costs] {
      await #expect(throws: TripLibraryError.self) {
        try await library.export(format, of: empty.id)
      }
    }
  }

  @Test func `one HTML file has all texts, a map, and no other file`() async throws {
    let (library, detail) = try await sample()
    try await library.edit(TripSnapshot.self, detail.id) { $0.title = "A <b> & \"c\"" }
    try await library.makeSegment(
      in: detail.id, "Ferry", "2027-03-07T10:00:00[Pacific/Auckland]", nil
    ) {
      ($0.bookingCode, $0.departurePlatform) = ("PIER<7>", "2b")
    }
    let html = String(decoding: try await library.export(.html, of: detail.id).data, as: UTF8.self)
    #expect(html.hasPrefix("<!doctype html>") && html.contains("<svg"))
    #expect(html.contains("A &lt;b&gt; &amp; &quot;c&quot;") && !html.contains("<b>"))
    for segment in detail.segments { #expect(html.contains(segment.displayTitle)) }
    #expect(html.contains("K7QX2M") && html.contains("Pacific/Auckland"))
    #expect(html.contains("Booking PIER&lt;7&gt;") && html.contains("Platform 2b"))
    #expect(!html.contains("<script") && !html.contains("http:") || html.contains("xmlns"))
    #expect(!html.contains("src=") && !html.contains("<link"))
    // The map has coastlines, the flights, and a numbered place for each number of the list.
    for name in ["map-land", "map-flight"] {
      let path = try #require(html.firstMatch(of: try Regex("class=\"\(name)\" d=\"([^\"]*)\"")))
      #expect((path.output[1].substring?.count ?? 0) > 100, "\(name)")
    }
    let marks = html.matches(of: /<g class="map-place">/).count
    #expect(marks > 2 && marks == detail.mappedPlaces().count)
    let list = try #require(html.firstMatch(of: /<ol class="places">(.*?)<\/ol>/)).1
    #expect(list.components(separatedBy: "<li>").count == marks + 1)
  }

  @Test func `days and amounts of another device are escaped in the HTML file`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-10", "2027-03-12")
    var expense = ExpenseSnapshot()
    (expense.tripID, expense.title, expense.amount) = (trip.id, "Dinner", 40)
    (expense.currency, expense.day) = ("EUR", "2027-03-10")
    try await library.insert(expense)
    // A device stores what another one sends, without the checks of a form.
    let context = ModelContext(library.modelContainer)
    let stored = try #require(try context.first(Expense.self, id: expense.id))
    (stored.day, stored.currency) = ("<img src=day>", "<img src=currency>")
    let owner = try #require(try context.first(Trip.self, id: trip.id))
    owner.currency = "<img src=total>"
    try context.save()
    let html = String(decoding: try await library.export(.html, of: trip.id).data, as: UTF8.self)
    #expect(!html.contains("<img"))
    for text in ["day", "currency", "total"] {
      #expect(html.contains("&lt;img src=\(text)&gt;"), "\(text)")
    }
  }

  @Test(arguments: 1...12)
  func `random trips go out as JSON and come in equal`(_ seed: Int) async throws {
    let source = try await makeLibrary()
    var random = RandomTrips(seed: UInt64(seed))
    let trips = try await random.insert(into: source)
    let data = try await source.exportAll()
    let target = try await makeLibrary()
    let file = await target.importData(
      data, name: "all.json", options: TripImportOptions()
    ).files[0]
    #expect(file.error == nil, "\(String(describing: file.error))")
    for trip in trips {
      let (left, right) = (
        try #require(try await source.trip(trip)), try #require(try await target.trip(trip))
      )
      var expected = left
      expected.trip.ownerID = right.trip.ownerID
      #expect(expected == right)
      for document in left.documents {
        #expect(
          try await source.documentData(document.id) == target.documentData(document.id))
      }
      #expect(try await source.tracks(trip) == target.tracks(trip))
      #expect(try await source.findings(trip) == target.findings(trip))
    }
    let again = await target.importData(data, name: "all.json", options: TripImportOptions())
    #expect(again.count(.added) == 0 && again.failedCount == 0)
    #expect(try await target.exportAll().count > 0)
  }

  @Test func `damaged exports are told with their place`() async throws {
    let library = try await makeLibrary()
    for text in [
      "{\"format\":\"cairn-trips\",\"trips\":[{}],\"templates\":[],\"version\":2}",
      "{\"format\":\"cairn-trips\",\"trips\":[],\"templates\":[],\"version\":99}",
      "{\"format\":\"cairn-trips\",\"trips\":",
    ] {
      let file = await library.importText(text)
      #expect(file.error?.message.contains("no export of trips") == true, "\(file)")
    }
  }
}

/// Trips with random values.
struct RandomTrips {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func text() -> String {
    let words = ["Graz", "Über", "naïve", "東京", "a,b", "\"q\"", "<x>", "line\nbreak", "ß", "🚆"]
    return (0...number(0...3)).map { _ in words[number(0...(words.count - 1))] }
      .joined(separator: " ")
  }

  private mutating func time(_ day: Int) -> String {
    let zones = [
      "[Europe/Vienna]", "[Pacific/Auckland]", "[America/Los_Angeles]", "[Asia/Kathmandu]",
      "+05:45", "",
    ]
    let hour = number(10...23)
    let minute = number(10...59)
    let date = day < 10 ? "0\(day)" : "\(day)"
    return "2027-03-\(date)T\(hour):\(minute):00\(zones[number(0...5)])"
  }

  /// Inserts one to three trips, and returns their identifiers.
  mutating func insert(into library: TripLibrary) async throws -> [UUID] {
    var ids: [UUID] = []
    for _ in 0..<number(1...3) { ids.append(try await insertTrip(into: library)) }
    return ids
  }

  private mutating func insertTrip(into library: TripLibrary) async throws -> UUID {
    var trip = TripSnapshot()
    trip.title = text()
    (trip.startDay, trip.endDay) = ("2027-03-01", "2027-03-\(number(10...28))")
    trip.notes = number(0...1) == 0 ? nil : text()
    trip.currency = "EUR"
    trip.budget = Decimal(number(0...99_999)) / 100
    let id = try await library.createTrip(trip).id
    var people: [UUID] = []
    for _ in 0..<number(0...4) {
      var person = CollaboratorSnapshot()
      (person.name, person.tripID) = (text(), id)
      people.append(try await library.insert(person).id)
    }
    var places: [UUID] = []
    for _ in 0..<number(0...6) {
      var place = PlaceSnapshot()
      (place.name, place.tripID, place.notes) = (text(), id, text())
      place.latitude = Double.random(in: -90...90, using: &random)
      place.longitude = Double.random(in: -180...180, using: &random)
      places.append(try await library.insert(place).id)
    }
    for _ in 0..<number(0...6) {
      var segment = SegmentSnapshot()
      (segment.title, segment.tripID) = (text(), id)
      (segment.departure, segment.arrival) = (time(number(1...28)), time(number(1...28)))
      segment.originID = places.randomElement(using: &random)
      segment.bookingCode = text()
      try await library.insert(segment)
      var booking = BookingSnapshot()
      (booking.traveller, booking.tripID, booking.segmentID) = (text(), id, segment.id)
      booking.personID = people.randomElement(using: &random)
      booking.price = Decimal(number(0...1_000_000)) / 1000
      booking.currency = "KWD"
      try await library.insert(booking)
    }
    for _ in 0..<number(0...8) {
      var item = DayPlanItemSnapshot()
      (item.title, item.tripID, item.start) = (text(), id, time(number(1...28)))
      item.day = "2027-03-1\(number(0...9))"
      item.placeID = places.randomElement(using: &random)
      try await library.insert(item)
    }
    for _ in 0..<number(0...5) {
      var line = PackingItemSnapshot()
      (line.name, line.category, line.tripID) = (text(), text(), id)
      line.weight = Double.random(in: 0...9, using: &random)
      try await library.insert(line)
      var expense = ExpenseSnapshot()
      (expense.title, expense.tripID, expense.amount) = (
        text(), id, Decimal(number(1...99_999)) / 100
      )
      expense.currency = ["EUR", "JPY", "USD"][number(0...2)]
      expense.payerID = people.randomElement(using: &random)
      expense.shares = CostShare.encode(
        people.map { CostShare(person: $0, weight: Decimal(number(0...4))) })
      try await library.insert(expense)
    }
    let bytes = Data((0..<number(1...300_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try await library.addDocument(bytes, fileName: text(), to: id)
    _ = await library.importText(
      "{\"type\":\"LineString\",\"coordinates\":[[15.4,47.1],[15.5,47.2,380.5]]}", trip: id)
    return id
  }
}
