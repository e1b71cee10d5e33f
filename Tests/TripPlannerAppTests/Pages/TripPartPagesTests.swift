// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TripPlanner

@testable import TripPlannerApp

struct TripPartPagesTests {
  @Test func `a format without content is not offered, and its address says so`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Empty"]).location
      let page = try await server.send("GET", path + "/share").body
      for format in ["csv", "gpx", "kml", "ics"] {
        #expect(!page.contains("/export/\(format)"))
        let answer = try await server.send("GET", path + "/export/\(format)")
        #expect(answer.status == 409)
        #expect(answer.body.contains("The trip has nothing that a"))
      }
      #expect(page.contains("/export/json") && page.contains("/export/html"))
      #expect(try await !server.send("GET", path + "/budget").body.contains("/export/csv"))
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var expense = ExpenseSnapshot()
      (expense.title, expense.amount, expense.currency) = ("Tram", 3, "EUR")
      expense.tripID = id
      try await server.library.insert(expense)
      #expect(try await server.send("GET", path + "/share").body.contains("/export/csv"))
      #expect(try await server.send("GET", path + "/budget").body.contains("/export/csv"))
      #expect(try await server.send("GET", path + "/export/csv").status == 200)
    }
  }

  @Test func `the page of people sets the user's name`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      #expect(try await server.post(path + "/profile", ["own": "Kim"]).status == 303)
      #expect(try await server.library.profile().displayName == "Kim")
      #expect(try await server.send("GET", path + "/people").body.contains(#"value="Kim""#))
      _ = try await server.post(path + "/people", ["name": "Ann"])
      #expect(try await server.send("GET", path + "/activity").body.contains("Kim, this device"))
    }
  }

  @Test func `the timeline has the time of boarding`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      var segment = SegmentSnapshot()
      segment.tripID = id
      segment.mode = .flight
      segment.departure = "2027-03-10T23:55:00[Pacific/Auckland]"
      segment.boarding = "2027-03-10T23:10:00[Pacific/Auckland]"
      try await server.library.insert(segment)
      #expect(try await server.send("GET", path).body.contains("Boarding 23:10"))
    }
  }
}
