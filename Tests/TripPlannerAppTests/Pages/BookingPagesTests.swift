// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TripPlanner

/// The forms of bookings, and of amounts in them.
struct BookingPagesTests {
  private func id(_ path: String) throws -> UUID {
    try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
  }

  @Test func `a journey is added with its first booking, and gets a second one`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Tour", "currency": "EUR"]
      ).location
      let trip = try id(path)
      _ = try await server.post(path + "/people", ["name": "Ann", "role": "editor"])
      let form = try await server.send("GET", path + "/segments/new").body
      for name in ["traveller", "seat", "ticket", "price"] {
        #expect(form.contains("name=\"\(name)\""), "\(name)")
      }
      let added = try await server.post(
        path + "/segments/new",
        [
          "transport": "flight", "from": "VIE", "to": "JFK", "code": "ABC123", "notes": "Window",
          "traveller": "ann", "seat": "5A", "ticket": "257 1", "price": "420",
        ])
      #expect(added.status == 303, "\(added.body)")
      var detail = try #require(try await server.library.trip(trip))
      let first = try #require(detail.bookings.first)
      #expect(first.segmentID == detail.segments.first?.id && first.seat == "5A")
      #expect(first.price == 420 && first.currency == "EUR" && first.ticketNumber == "257 1")
      #expect(first.personID == detail.people.first?.id && first.code == nil && first.notes == nil)
      let segment = try added.location
      let page = try await server.send("GET", segment).body
      let add = try #require(page.firstMatch(of: /href="([^"]*\/bookings\/new\?segment=[^"]*)"/)).1
      #expect(try await server.send("GET", String(add)).status == 200)
      let second = try await server.post(
        path + "/bookings/new",
        [
          "segment": String(segment.split(separator: "/").last ?? ""), "traveller": "Bo",
          "price": "51500 JPY",
        ])
      #expect(second.status == 303, "\(second.body)")
      detail = try #require(try await server.library.trip(trip))
      let bo = try #require(detail.bookings.first { $0.traveller == "Bo" })
      #expect(bo.price == 51500 && bo.currency == "JPY" && bo.personID == nil)
      #expect(try await server.send("GET", segment).body.contains("JPY 51,500"))
      // The form of a stored journey leaves the bookings to their own forms.
      let edit = try await server.send("GET", segment + "/edit").body
      #expect(!edit.contains("name=\"ticket\""))
    }
  }

  @Test func `an imported booking without a traveller is edited, and keeps its price`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      let trip = try id(path)
      var segment = SegmentSnapshot()
      segment.tripID = trip
      try await server.library.insert(segment)
      var booking = BookingSnapshot()
      (booking.tripID, booking.segmentID) = (trip, segment.id)
      (booking.price, booking.currency) = (Decimal(string: "12.345"), "EUR")
      try await server.library.insert(booking)
      let own = "\(path)/bookings/\(booking.id.uuidString.lowercased())/edit"
      let saved = try await server.post(
        own, ["price": "12.345", "currency": "EUR", "seat": "14D"])
      #expect(saved.status == 303, "\(saved.body)")
      var edited = try #require(try await server.library.trip(trip)?.bookings.first)
      #expect(edited.seat == "14D" && edited.price == Decimal(string: "12.345"))
      #expect(try await server.post(own, ["seat": "14D"]).status == 303)
      edited = try #require(try await server.library.trip(trip)?.bookings.first)
      #expect(edited.price == nil && edited.currency == nil)
    }
  }

  @Test func `an amount finer than its currency is rejected by every form`() async throws {
    try await TripServer.run { server in
      let path = try await server.post(
        "/trips/new", ["title": "Tour", "currency": "JPY"]
      ).location
      for name in ["Ann", "Bo"] {
        _ = try await server.post(path + "/people", ["name": name, "role": "editor"])
      }
      let trip = try id(path)
      let ann = try #require(try await server.library.trip(trip)?.people.first)
      let share = "share-\(ann.id.uuidString.lowercased())"
      let cases: [(String, [String: String], String)] = [
        ("/trips/new", ["title": "A", "currency": "EUR", "budget": "1.234"], "at most 2 digits"),
        (path + "/edit", ["title": "A", "currency": "JPY", "budget": "1.5"], "a whole number"),
        (path + "/bookings/new", ["traveller": "Ann", "price": "1.5"], "1.5 JPY is finer"),
        (
          path + "/bookings/new", ["price": "1.234", "currency": "EUR"], "1.234 EUR is finer"
        ),
        (
          path + "/segments/new", ["transport": "train", "from": "A", "to": "B", "price": "1.5"],
          "1.5 JPY is finer"
        ),
        (
          path + "/expenses/new", ["title": "Tea", "amount": "1.5", "currency": "JPY"],
          "1.5 JPY is finer"
        ),
        (
          path + "/expenses/new",
          ["title": "Tea", "amount": "10", "currency": "JPY", share: "=1.5"], "1.5 JPY is finer"
        ),
      ]
      for (form, values, message) in cases {
        let answer = try await server.post(form, values)
        #expect(answer.status == 422 && answer.body.contains(message), "\(form): \(values)")
      }
      let detail = try #require(try await server.library.trip(trip))
      #expect(detail.trip.budget == nil && detail.bookings.isEmpty && detail.segments.isEmpty)
      #expect(detail.expenses.isEmpty)
      #expect(try await server.library.trips(.all).count == 1)
    }
  }
}
