// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

/// Moves of journeys, items and days to another trip.
struct TransferTests {
  private let library: TripLibrary
  private let source: UUID
  private let target: UUID

  init() async throws {
    library = try await makeLibrary()
    source = try await library.makeTrip("North", "2027-03-01", "2027-03-05").id
    target = try await library.makeTrip("South", "2027-03-04", "2027-03-09").id
  }

  private func place(_ name: String, _ latitude: Double, in trip: UUID) async throws -> UUID {
    var place = PlaceSnapshot()
    (place.name, place.tripID) = (name, trip)
    (place.latitude, place.longitude) = (latitude, 5)
    return try await library.insert(place).id
  }

  private func person(_ name: String, in trip: UUID) async throws -> UUID {
    var person = CollaboratorSnapshot()
    (person.name, person.tripID) = (name, trip)
    return try await library.insert(person).id
  }

  /// Inserts a journey with a booking, a document and an expense.
  private func makeSegment() async throws -> SegmentSnapshot {
    var segment = SegmentSnapshot()
    (segment.title, segment.tripID) = ("Train", source)
    segment.departure = "2027-03-04T10:00:00[Europe/Vienna]"
    segment.originID = try await place("Graz", 47, in: source)
    segment.destinationID = try await place("Maribor", 46.5, in: source)
    try await library.insert(segment)
    var booking = BookingSnapshot()
    (booking.traveller, booking.tripID, booking.segmentID) = ("Ann", source, segment.id)
    booking.personID = try await person("Ann", in: source)
    try await library.insert(booking)
    try await library.addDocument(Data([1]), fileName: "t.pdf", to: source, segment: segment.id)
    var expense = ExpenseSnapshot()
    (expense.title, expense.tripID, expense.segmentID) = ("Ticket", source, segment.id)
    (expense.amount, expense.currency, expense.payerID) = (10, "EUR", booking.personID)
    let other = try await person("Bo", in: source)
    expense.shares = CostShare.encode(
      [booking.personID, other].compactMap(\.self).map { CostShare(person: $0) })
    try await library.insert(expense)
    return segment
  }

  @Test func `a moved journey has its bookings, documents and costs, and places of its new trip`()
    async throws
  {
    let segment = try await makeSegment()
    let known = try await place("Graz", 47, in: target)
    let ann = try await person("Ann", in: target)
    try await library.moveSegment(segment.id, to: target)
    let left = try #require(try await library.trip(source))
    #expect(left.segments.isEmpty && left.bookings.isEmpty && left.documents.isEmpty)
    #expect(left.expenses.isEmpty && left.places.count == 2 && left.people.count == 2)
    let moved = try #require(try await library.trip(target))
    let found = try #require(moved.segments.first)
    #expect(found.id == segment.id && found.departure == segment.departure)
    #expect(found.originID == known)
    #expect(moved.places.map(\.name).sorted() == ["Graz", "Maribor"])
    #expect(moved.place(found.destinationID)?.name == "Maribor")
    #expect(moved.bookings.map(\.personID) == [ann] && moved.documents.count == 1)
    let expense = try #require(moved.expenses.first)
    #expect(expense.payerID == ann)
    #expect(expense.shares.flatMap(CostShare.decode)?.map(\.person) == [ann])
  }

  @Test func `a move is undone and repeated`() async throws {
    let segment = try await makeSegment()
    try await library.moveSegment(segment.id, to: target)
    let before = try #require(try await library.trip(target))
    try await library.undo()
    let back = try #require(try await library.trip(source))
    #expect(back.segments.map(\.originID) == [segment.originID])
    #expect(back.bookings.count == 1 && back.documents.count == 1 && back.expenses.count == 1)
    #expect(try await library.trip(target)?.segments.isEmpty == true)
    try await library.redo()
    #expect(try await library.trip(target)?.segments.map(\.id) == before.segments.map(\.id))
  }

  @Test func `a day moves with its items and departures, in their order`() async throws {
    let segment = try await makeSegment()
    for title in ["Breakfast", "Castle"] {
      var item = DayPlanItemSnapshot()
      (item.title, item.tripID, item.day) = (title, source, "2027-03-04")
      item.segmentID = segment.id
      try await library.insert(item)
    }
    var other = DayPlanItemSnapshot()
    (other.title, other.tripID, other.day) = ("Lake", source, "2027-03-05")
    try await library.insert(other)
    var present = DayPlanItemSnapshot()
    (present.title, present.tripID, present.day) = ("Market", target, "2027-03-04")
    try await library.insert(present)
    let day = try #require(StoredTime.day("2027-03-04"))
    #expect(try await library.moveDay(day, of: source, to: target) == 3)
    let detail = try #require(try await library.trip(target))
    #expect(detail.items.map(\.title) == ["Market", "Breakfast", "Castle"])
    #expect(detail.segments.count == 1)
    #expect(try await library.trip(source)?.items.map(\.title) == ["Lake"])
  }

  @Test func `an imported booking is recognized in its new trip`() async throws {
    let name = "kitinerary__calendarhandlerdata_train.ics"
    let data = try Fixture.data(name)
    let options = TripImportOptions(trip: source)
    let file = await library.importData(data, name: name, options: options).files[0]
    #expect(file.error == nil)
    let segments = try #require(try await library.trip(source)).segments
    let segment = try #require(segments.first)
    try await library.moveSegment(segment.id, to: target)
    let again = await library.importData(data, name: name, options: TripImportOptions())
    #expect(again.count(.added) == 0, "\(again)")
    #expect(try await library.trip(target)?.segments.map(\.id) == [segment.id])
  }

  @Test func `a deleted or unknown trip is no target`() async throws {
    let segment = try await makeSegment()
    try await library.delete(TripSnapshot.self, target)
    for trip in [target, UUID()] {
      await #expect(throws: TripLibraryError.self) {
        try await library.moveSegment(segment.id, to: trip)
      }
    }
    #expect(try await library.trip(source)?.segments.count == 1)
  }
}
