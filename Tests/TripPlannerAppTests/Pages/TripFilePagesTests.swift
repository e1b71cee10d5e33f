// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import Testing
import TravelFiles
import TripPlanner
import TripPlannerApp

/// Files that pages import, store and show.
struct TripFilePagesTests {
  @Test func `files are previewed, confirmed, and reported one by one`() async throws {
    try await TripServer.run { server in
      let flight = try TripFixture.text("kitinerary__calendarhandlerdata_flight.ics")
      let files = [(name: "flight.ics", text: flight), (name: "broken.ics", text: "no calendar")]
      let preview = try await server.upload(files, fields: [("action", "preview")])
      #expect(preview.status == 200)
      #expect(preview.body.contains("can be imported") && preview.body.contains("not imported"))
      #expect(try await server.library.trips(.all).isEmpty)
      let stage = try #require(preview.body.firstMatch(of: /name="stage" value="([^"]*)"/)).1
      let result = try await server.post("/trips/import/stage", ["stage": String(stage)])
      #expect(result.status == 200, "\(result.body)")
      #expect(try await server.library.trips(.all).first?.segmentCount == 1)
      let again = try await server.post("/trips/import/stage", ["stage": String(stage)])
      #expect(again.status == 422)
      let unchanged = try await server.upload([files[0]], fields: [("action", "import")])
      #expect(unchanged.body.contains("unchanged"))
      #expect(try await server.library.trips(.all).first?.segmentCount == 1)
      let failed = try await server.upload([files[1]], fields: [("action", "import")])
      #expect(failed.status == 422)
    }
  }

  @Test func `pasted text is imported into the chosen trip`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Berlin"]).location
      let trip = String(path.dropFirst("/trips/".count))
      let text = try TripFixture.text("kitinerary__calendarhandlerdata_hotel.ics")
      let answer = try await server.post(
        "/trips/import/text", ["text": text, "trip": trip, "action": "import"])
      #expect(answer.status == 200, "\(answer.body)")
      let trips = try await server.library.trips(.all)
      #expect(trips.count == 1 && trips.first?.itemCount == 1)
      let empty = try await server.post("/trips/import/text", ["text": "  "])
      #expect(empty.status == 422)
    }
  }

  @Test func `a document is stored, shown and never run`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let files = [
        (name: "../../ticket.pdf", text: "%PDF-1.4 ticket"),
        (name: "page.html", text: "<!doctype html><script>alert(1)</script>"),
      ]
      #expect(try await server.upload(files, to: path + "/documents").status == 303)
      let id = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let documents = try #require(try await server.library.trip(id)).documents
      #expect(documents.count == 2)
      for document in documents {
        let answer = try await server.send(
          "GET", "\(path)/documents/\(document.id.uuidString.lowercased())")
        #expect(answer.status == 200)
        if document.fileName.hasSuffix("pdf") {
          #expect(answer.headers["content-type"] == "application/pdf")
          #expect(answer.body == "%PDF-1.4 ticket")
        } else {
          #expect(answer.headers["content-type"] == "application/octet-stream")
          #expect(answer.headers["content-disposition"]?.hasPrefix("attachment") == true)
        }
      }
    }
  }
}
