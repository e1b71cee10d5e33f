// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import Testing
import TripPlanner
import TripPlannerApp

/// Trips on a device whose server does not answer.
struct OfflineTripTests {
  @Test func `devices save the stylesheet and the script of the pages`() async throws {
    try await TripServer.run(hasSample: true, isWebApp: true) { server in
      let worker = try await server.send("GET", OfflinePaths.worker).body
      let trip = try #require(try await server.library.trips(.all).first).id
      let page = try await server.send("GET", "/trips/\(trip.uuidString.lowercased())").body
      let files = page.matches(of: /(?:<link rel="stylesheet" href|<script src)="([^"]*)"/)
        .map { String($0.1) }
      #expect(files.contains("/assets/tripplanner.css") && files.contains("/assets/tripplanner.js"))
      for file in files {
        #expect(worker.contains("\"\(file)\""), "\(file)")
        #expect(try await server.send("GET", file).status == 200, "\(file)")
      }
    }
  }

  /// The list of the pages that a device saves.
  private struct List: Decodable {
    var paths: [String]
    var omitted: Int
  }

  @Test func `the list of pages to save has every part of the trip, and each of them opens`()
    async throws
  {
    try await TripServer.run(hasSample: true) { server in
      let trip = try #require(
        try await server.library.trips(.all).first { $0.trip.title.contains("Pacific") })
      _ = try await server.library.addDocument(
        Data("%PDF-1.4".utf8), fileName: "visa.pdf", to: trip.id)
      let own = "/trips/\(trip.id.uuidString.lowercased())"
      let answer = try await server.send("GET", own + "/pages.json")
      #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
      let list = try JSONDecoder().decode(List.self, from: Data(answer.body.utf8))
      #expect(list.omitted == 0 && Set(list.paths).count == list.paths.count)
      let detail = try #require(try await server.library.trip(trip.id))
      let parts =
        detail.segments.map { "segments/\($0.id)" } + detail.items.map { "items/\($0.id)" }
        + detail.places.map { "places/\($0.id)" } + detail.documents.map { "documents/\($0.id)" }
      for part in parts { #expect(list.paths.contains("\(own)/\(part.lowercased())"), "\(part)") }
      for path in list.paths {
        #expect(try await server.send("GET", path).status == 200, "\(path)")
      }
    }
  }

  @Test func `a queued tick or archiving sets its state, and does not revert another device's`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      _ = try await server.post(path + "/packing", ["name": "Tent"])
      let trip = try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
      let list = try await server.send("GET", path + "/packing").body
      let check = String(try #require(list.firstMatch(of: /action="([^"]*\/check)"/)).1)
      #expect(list.contains(#"name="packed" value="1""#))
      // Two devices send the form that the page had before the tick.
      for state in ["1", "1", "0", "0"] {
        #expect(try await server.post(check, ["packed": state]).status == 303)
        #expect(try await server.library.packing(trip).packedCount == (state == "1" ? 1 : 0))
      }
      let share = try await server.send("GET", path + "/share").body
      #expect(share.contains(#"name="archived" value="1""#))
      for state in ["1", "1", "0", "0"] {
        #expect(try await server.post(path + "/archive", ["archived": state]).status == 303)
        #expect(try await server.library.trips(.archived).count == (state == "1" ? 1 : 0))
      }
    }
  }

  @Test func `a list beyond the limit has the first pages, and the number of the others`() throws {
    let list = PinnedPages((0..<2_003).map { "/\($0)" })
    #expect(list.paths.count == PinnedPages.limit && list.paths.first == "/0")
    #expect(list.omitted == 3)
  }
}
