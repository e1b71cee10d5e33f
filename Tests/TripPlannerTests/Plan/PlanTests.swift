// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

struct PlanTests {
  @Test(arguments: [
    "2027-03-10", "2027-03-10T23:55:00[Pacific/Auckland]", "2027-03-10T23:55:00+05:45",
    "2027-10-31T02:30:00[Europe/Berlin][_fold=1]", "2027-03-10T23:55:00",
    "2027-03-10T08:00:00-03:30",
  ])
  func `stored times are read as they were written`(_ text: String) throws {
    let time = try #require(TravelTime(stored: text))
    #expect(time.stored == text)
  }

  @Test func `the second of two equal wall clocks is an hour later`() throws {
    let first = try #require(TravelTime(stored: "2027-10-31T02:30:00[Europe/Berlin]"))
    let second = try #require(TravelTime(stored: "2027-10-31T02:30:00[Europe/Berlin][_fold=1]"))
    #expect(first.seconds(until: second) == 3600)
  }

  @Test func `a flight over the date line has its real duration`() throws {
    var segment = SegmentSnapshot()
    segment.departure = "2027-03-10T23:55:00[Pacific/Auckland]"
    segment.arrival = "2027-03-10T15:20:00[America/Los_Angeles]"
    #expect(segment.duration == TimeInterval(44_700))  // 12:25 h
  }

  @Test func `a night with a clock change has its real duration`() throws {
    for (departure, arrival, hours) in [
      ("2027-03-27T23:00:00", "2027-03-28T07:00:00", 7.0),
      ("2027-10-30T23:00:00", "2027-10-31T07:00:00", 9.0),
    ] {
      var segment = SegmentSnapshot()
      segment.departure = departure + "[Europe/Vienna]"
      segment.arrival = arrival + "[Europe/Vienna]"
      #expect(segment.duration == hours * 3600)
    }
  }

  @Test func `imported items of one day are in the order of their times in each trip`() async throws
  {
    let library = try await makeLibrary()
    func events(_ name: String, _ hours: [String]) -> String {
      hours.reduce("BEGIN:VCALENDAR\n") { text, hour in
        text + "BEGIN:VEVENT\nUID:\(name)\(hour)\nSUMMARY:\(name)\(hour)\n"
          + "DTSTART:20270301T\(hour)0000Z\nDTEND:20270301T\(hour)3000Z\nEND:VEVENT\n"
      } + "END:VCALENDAR\n"
    }
    for (name, hours) in [("A", ["12", "08", "10"]), ("B", ["09", "11", "07"])] {
      let trip = try await library.makeTrip(name, "2027-03-01", "2027-03-01")
      let file = await library.importText(events(name, hours), trip: trip.id)
      #expect(file.error == nil)
      let titles = try await library.plan(trip.id)[0].entries.map { entry in
        if case .item(let item) = entry { item.title } else { "" }
      }
      #expect(titles == hours.sorted().map { name + $0 })
      let positions = try await library.items(DayPlanItemSnapshot.self, in: trip.id)
        .sorted { $0.title < $1.title }.map(\.position)
      // The items of another trip have no effect.
      #expect(positions == [1, 2, 3])
    }
  }

  @Test func `items move within a day and to other days`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-03")
    var ids: [UUID] = []
    for name in ["A", "B", "C"] {
      ids.append(try await library.makeItem(in: trip.id, name, "2027-03-01").id)
    }
    func titles(_ day: Int) async throws -> [String] {
      try await library.plan(trip.id)[day].entries.map { entry in
        if case .item(let item) = entry { item.title } else { "" }
      }
    }
    #expect(try await titles(0) == ["A", "B", "C"])
    let first = try #require(StoredTime.day("2027-03-01"))
    let second = try #require(StoredTime.day("2027-03-02"))
    try await library.move(ids[2], to: first, before: ids[0])
    #expect(try await titles(0) == ["C", "A", "B"])
    // Many moves into one gap leave the order intact.
    for index in 0..<120 {
      try await library.move(
        ids[index % 2 == 0 ? 1 : 0], to: first, before: ids[index % 2 == 0 ? 0 : 1])
    }
    #expect(try await titles(0) == ["C", "A", "B"])
    try await library.move(ids[0], to: second)
    #expect(try await titles(0) == ["C", "B"])
    #expect(try await titles(1) == ["A"])
  }

  @Test func `a new item with a time is placed by its time`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-01")
    for (name, time) in [("Dinner", "19:00"), ("Breakfast", "08:00"), ("Museum", "11:30")] {
      try await library.makeItem(
        in: trip.id, name, "2027-03-01", start: "2027-03-01T\(time):00[Europe/Vienna]")
    }
    let items = try #require(try await library.trip(trip.id)?.items)
    #expect(items.map(\.title) == ["Breakfast", "Museum", "Dinner"])
  }

  @Test func `shifting a trip keeps wall-clock times`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-20", "2027-03-27")
    let segment = try await library.makeSegment(
      in: trip.id, "Train", "2027-03-26T09:00:00[Europe/Vienna]",
      "2027-03-26T13:00:00[Europe/Vienna]")
    try await library.makeItem(in: trip.id, "Museum", "2027-03-21")
    #expect(try await library.shiftTrip(trip.id, days: 7) == 3)
    let shifted = try #require(try await library.item(SegmentSnapshot.self, segment.id))
    // After the clock change, the instant is 23 hours later on the last day.
    #expect(shifted.departure == "2027-04-02T09:00:00[Europe/Vienna]")
    let detail = try #require(try await library.trip(trip.id))
    #expect(detail.trip.startDay == "2027-03-27" && detail.items[0].day == "2027-03-28")
    #expect(try await library.shiftTrip(trip.id, days: -7) == 3)
    #expect(
      try await library.item(SegmentSnapshot.self, segment.id)?.departure == segment.departure)
  }

  @Test func `a copy has new identifiers and no bookings`() async throws {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    let source = try #require(
      try await library.trips().first { $0.trip.title == "Around the Pacific" })
    let copy = try await library.copyTrip(source.id, title: "Again", days: 365)
    let (old, new) = (
      try #require(try await library.trip(source.id)), try #require(try await library.trip(copy.id))
    )
    #expect(new.trip.title == "Again" && new.trip.startDay == "2028-03-04")
    #expect(new.segments.count == old.segments.count && new.items.count == old.items.count)
    #expect(new.places.count == old.places.count && new.bookings.isEmpty)
    #expect(Set(new.segments.map(\.id)).isDisjoint(with: old.segments.map(\.id)))
    let places = Set(new.places.map(\.id))
    #expect(new.segments.allSatisfy { places.contains($0.originID ?? UUID()) })
    #expect(new.segments.allSatisfy { $0.bookingCode == nil })
    #expect(new.packingItems.allSatisfy { !$0.isPacked })
  }

  @Test func `the countdown names the next departure`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    try await library.makeSegment(
      in: trip.id, "Later", "2027-03-11T09:00:00[Europe/Vienna]", nil)
    try await library.makeSegment(
      in: trip.id, "Next", "2027-03-10T23:55:00[Pacific/Auckland]", nil)
    try await library.makeSegment(in: trip.id, "Unknown", "2027-03-10T00:10:00", nil)
    let now = try #require(TravelTime(stored: "2027-03-10T00:00:00+00:00")?.instant)
    let next = try #require(try await library.next(now: now))
    #expect(next.segment?.title == "Next" && next.seconds == 10 * 3600 + 55 * 60)
    try await library.setArchived(trip.id, true)
    #expect(try await library.next(now: now) == nil)
  }

  @Test func `the next departure is the earliest instant, not wall clock`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    // Days without times are no departures; there are more than one batch of them.
    for _ in 0..<40 { try await library.makeSegment(in: trip.id, "Day", "2027-03-10", nil) }
    try await library.makeSegment(
      in: trip.id, "Honolulu", "2027-03-10T12:00:00[Pacific/Honolulu]", nil)
    try await library.makeSegment(
      in: trip.id, "Kiritimati", "2027-03-11T00:30:00[Pacific/Kiritimati]", nil)
    try await library.makeSegment(
      in: trip.id, "Later", "2027-03-20T00:30:00[Pacific/Kiritimati]", nil)
    let now = try #require(TravelTime(stored: "2027-03-10T00:00:00+00:00")?.instant)
    let next = try #require(try await library.next(now: now))
    #expect(next.segment?.title == "Kiritimati" && next.seconds == 10 * 3600 + 30 * 60)
  }

  @Test func `a list without the numbers of items has the other numbers`() async throws {
    let library = try await makeLibrary()
    #expect(try await library.addSampleIfEmpty())
    let counted = try await library.trips(.all)
    let listed = try await library.trips(.all, countsItems: false)
    #expect(listed.allSatisfy { $0.itemCount == nil } && counted.contains { $0.itemCount ?? 0 > 0 })
    #expect(listed.map(\.segmentCount) == counted.map(\.segmentCount))
    #expect(listed.map(\.packedCount) == counted.map(\.packedCount))
    #expect(listed.map(\.trip) == counted.map(\.trip))
  }

  @Test func `deleting a trip hides its parts and restoring brings them back`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let segment = try await library.makeSegment(in: trip.id, "Train", nil, nil)
    try await library.delete(TripSnapshot.self, trip.id)
    #expect(try await library.trips().isEmpty)
    #expect(try await library.trips(.deleted).map(\.id) == [trip.id])
    #expect(try await library.item(SegmentSnapshot.self, segment.id)?.isDeleted == false)
    #expect(try await library.search("Train").isEmpty)
    #expect(try await library.deletedItems().map(\.type) == ["Trip"])
    try await library.restore(TripSnapshot.self, trip.id)
    #expect(try await library.trip(trip.id)?.segments.map(\.id) == [segment.id])
    try await library.purge(TripSnapshot.self, trip.id)
    #expect(try await library.item(SegmentSnapshot.self, segment.id) == nil)
  }

  @Test func `names and prefixes pick one trip`() async throws {
    let library = try await makeLibrary()
    let first = try await library.makeTrip("Sommer in Graz")
    try await library.makeTrip("Sommer in Linz")
    #expect(try await library.tripID(matching: "sommer in graz") == first.id)
    #expect(try await library.tripID(matching: "Graz") == first.id)
    #expect(try await library.tripID(matching: String(first.id.uuidString.prefix(8))) == first.id)
    await #expect(throws: TripLibraryError.self) { try await library.tripID(matching: "Sommer") }
    await #expect(throws: TripLibraryError.self) { try await library.tripID(matching: "Wels") }
  }

  @Test func `impossible values are rejected and nothing is stored`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-02")
    let segment = try await library.makeSegment(in: trip.id, "Train", nil, nil)
    await #expect(throws: TripLibraryError.self) {
      try await library.edit(SegmentSnapshot.self, segment.id) {
        $0.title = "Changed"
        $0.departure = "tomorrow"
      }
    }
    await #expect(throws: TripLibraryError.self) {
      try await library.edit(TripSnapshot.self, trip.id) { $0.endDay = "2027-02-01" }
    }
    await #expect(throws: TripLibraryError.self) {
      try await library.edit(SegmentSnapshot.self, segment.id) { $0.originID = UUID() }
    }
    #expect(try await library.item(SegmentSnapshot.self, segment.id) == segment)
  }
}
