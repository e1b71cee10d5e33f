// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TravelFiles

@testable import TripPlanner

struct CheckTests {
  private func findKinds(_ library: TripLibrary, _ trip: UUID) async throws -> [Finding.Kind] {
    try await library.findings(trip).map(\.kind)
  }

  /// Two trains, and the findings about them.
  private func connection(
    _ arrival: String, _ departure: String, mode: Transport = .train, from: String = "B"
  ) async throws -> [Finding.Kind] {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    try await library.makeSegment(
      in: trip.id, "One", "2027-03-01T08:00:00[Europe/Vienna]", "\(arrival)[Europe/Vienna]"
    ) { ($0.originName, $0.destinationName) = ("A", "B") }
    try await library.makeSegment(
      in: trip.id, "Two", "\(departure)[Europe/Vienna]", "2027-03-01T20:00:00[Europe/Vienna]",
      mode: mode
    ) { ($0.originName, $0.destinationName) = (from, "C") }
    return try await findKinds(library, trip.id)
  }

  @Test func `connections are impossible, tight or fine`() async throws {
    #expect(try await connection("2027-03-01T10:00:00", "2027-03-01T10:20:00") == [])
    #expect(
      try await connection("2027-03-01T10:00:00", "2027-03-01T10:03:00") == [.tightConnection])
    #expect(
      try await connection("2027-03-01T10:00:00", "2027-03-01T10:30:00", mode: .flight)
        == [.tightConnection])
    #expect(
      try await connection("2027-03-01T10:00:00", "2027-03-01T09:50:00")
        == [.impossibleConnection])
    #expect(
      try await connection("2027-03-01T10:00:00", "2027-03-01T12:00:00", from: "D") == [.placeGap])
  }

  @Test func `travellers who fly apart at one time are no problem`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let flights = [("One", "Ada"), ("Two", "Bob"), ("Three", "Ada")]
    for (index, (name, traveller)) in flights.enumerated() {
      // The third flight of Ada departs before her first one arrives.
      let hour = index == 2 ? 9 : 8
      let segment = try await library.makeSegment(
        in: trip.id, name, "2027-03-01T0\(hour):00:00[Europe/Vienna]",
        "2027-03-01T10:0\(index):00[Europe/Vienna]", mode: .flight)
      var booking = BookingSnapshot()
      (booking.tripID, booking.segmentID) = (trip.id, segment.id)
      booking.traveller = traveller
      try await library.insert(booking)
    }
    let findings = try await library.findings(trip.id)
    #expect(findings.map(\.kind) == [.impossibleConnection])
    let segments = try #require(try await library.trip(trip.id)).segments
    let names = Dictionary(uniqueKeysWithValues: segments.map { ($0.id, $0.title) })
    #expect(findings.first?.objects.compactMap { names[$0] } == ["One", "Three"])
  }

  @Test func `a connection over the date line is no problem`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    try await library.makeSegment(
      in: trip.id, "NZ 2", "2027-03-10T23:55:00[Pacific/Auckland]",
      "2027-03-10T15:20:00[America/Los_Angeles]", mode: .flight)
    try await library.makeSegment(
      in: trip.id, "UA 1", "2027-03-10T18:00:00[America/Los_Angeles]",
      "2027-03-10T23:00:00[America/Denver]", mode: .flight)
    #expect(try await findKinds(library, trip.id) == [])
  }

  @Test func `times are checked for order, zones and skipped hours`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    try await library.makeSegment(
      in: trip.id, "Back", "2027-03-01T10:00:00[Europe/Vienna]",
      "2027-03-01T09:00:00[Europe/Vienna]")
    try await library.makeItem(
      in: trip.id, "Skipped", "2027-03-28", start: "2027-03-28T02:30:00[Europe/Vienna]")
    try await library.makeItem(in: trip.id, "Floating", "2027-03-29", start: "2027-03-29T12:00:00")
    #expect(
      Set(try await findKinds(library, trip.id))
        == [.arrivalBeforeDeparture, .skippedTime, .unknownZone])
  }

  @Test func `nights need a bed or a journey`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-05")
    try await library.makeItem(
      in: trip.id, "Hotel", "2027-03-01", start: "2027-03-01T15:00:00[Europe/Vienna]",
      end: "2027-03-02T10:00:00[Europe/Vienna]", kind: .lodging)
    try await library.makeSegment(
      in: trip.id, "Night train", "2027-03-03T22:00:00[Europe/Vienna]",
      "2027-03-04T07:00:00[Europe/Vienna]")
    let findings = try await library.findings(trip.id)
    #expect(findings.map(\.kind) == [.nightWithoutBed, .nightWithoutBed])
    #expect(findings.map(\.day?.description) == ["2027-03-02", "2027-03-04"])
  }

  @Test func `nights without a bed that follow each other are one finding`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-05")
    let finding = try #require(try await library.findings(trip.id).first)
    #expect(try await library.findings(trip.id).count == 1)
    #expect(
      finding.message == "There is no bed for the 4 nights from 2027-03-01 to 2027-03-05. "
        + "Add a stay, or a journey through the night.")
    #expect(finding.key == "nightWithoutBed:2027-03-01/2027-03-05")
  }

  @Test func `a flight over the date line covers its night`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-10", "2027-03-11")
    try await library.makeSegment(
      in: trip.id, "NZ 2", "2027-03-10T23:55:00[Pacific/Auckland]",
      "2027-03-10T15:20:00[America/Los_Angeles]", mode: .flight)
    #expect(try await findKinds(library, trip.id) == [])
  }

  @Test func `overlaps, dates and double bookings are found`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-01")
    try await library.makeItem(
      in: trip.id, "Museum", "2027-03-01", start: "2027-03-01T10:00:00[Europe/Vienna]",
      end: "2027-03-01T12:00:00[Europe/Vienna]")
    try await library.makeItem(
      in: trip.id, "Lunch", "2027-03-01", start: "2027-03-01T11:30:00[Europe/Vienna]",
      end: "2027-03-01T13:00:00[Europe/Vienna]")
    try await library.makeItem(in: trip.id, "Late", "2027-03-02")
    for name in ["Hotel A", "Hotel B"] {
      try await library.makeItem(
        in: trip.id, name, "2027-03-01", start: "2027-03-01T15:00:00[Europe/Vienna]",
        end: "2027-03-02T10:00:00[Europe/Vienna]", kind: .lodging)
    }
    let kinds = try await findKinds(library, trip.id)
    #expect(kinds.count { $0 == .overlap } == 1 && kinds.count { $0 == .doubleBooking } == 1)
    #expect(kinds.count { $0 == .outsideTrip } == 3)
  }

  @Test func `documents and budgets are checked`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-01")
    try await library.edit(TripSnapshot.self, trip.id) {
      $0.currency = "EUR"
      $0.budget = 100
      $0.categoryBudgets = Budget.encode(categoryBudgets: ["Food": 10])
    }
    let document = try await library.addDocument(
      Data("passport".utf8), fileName: "passport.txt", to: trip.id)
    try await library.edit(DocumentAssetSnapshot.self, document.id) { $0.expiryDay = "2027-02-01" }
    var expense = ExpenseSnapshot()
    (expense.title, expense.category, expense.amount) = ("Dinner", "Food", 120)
    expense.tripID = trip.id
    try await library.insert(expense)
    let findings = try await library.findings(trip.id)
    #expect(findings.map(\.kind) == [.expiredDocument, .overBudget, .overBudget])
  }

  @Test func `a dismissed finding stays away on all devices`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-02")
    let finding = try #require(try await library.findings(trip.id).first)
    try await library.dismiss(finding.key, in: trip.id)
    #expect(try await library.findings(trip.id).isEmpty)
    #expect(
      try await library.findings(trip.id, includingDismissed: true).map(\.isDismissed) == [true])
    try await library.undismiss(finding.key, in: trip.id)
    #expect(try await library.findings(trip.id).map(\.key) == [finding.key])
  }
}
