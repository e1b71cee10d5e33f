// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import PageTestSupport
import SwiftData
import Testing
import TripPlanner

/// Undo on the pages: refused steps, deleted pages, and changes that belong to no trip.
struct UndoPagesTests {
  private func id(_ path: String) throws -> UUID {
    try #require(UUID(uuidString: String(path.dropFirst("/trips/".count))))
  }

  /// The path and the query of a redirect.
  private func target(_ response: RawResponse) throws -> String {
    try #require(response.headers["location"])
  }

  @Test func `a refused step offers an older change`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "First"]).location
      let trip = try id(path)
      _ = try await server.post(path + "/edit", ["title": "First", "destination": "Graz"])
      _ = try await server.post(path + "/edit", ["title": "Second", "destination": "Graz"])
      // Another device changes the title since.
      let context = ModelContext(server.library.modelContainer)
      context.author = CloudKitMirroring.Mirror.author
      try #require(try context.first(Trip.self, id: trip)).title = "Theirs"
      try context.save()
      let refused = try await server.post(path + "/undo", ["next": path + "/budget"])
      #expect(try refused.location == path + "/budget")
      let page = try await server.send("GET", try target(refused)).body
      #expect(page.contains("changed since") && page.contains("Undo an older change"))
      #expect(!page.contains("--skip"))
      let skipped = try await server.post(
        path + "/undo", ["next": path + "/budget", "skip": "1"])
      #expect(skipped.status == 303)
      let after = try await server.send("GET", try target(skipped)).body
      #expect(after.contains("An older change is undone") && !after.contains("changed since"))
      let stored = try #require(try await server.library.item(TripSnapshot.self, trip))
      #expect(stored.title == "Theirs" && stored.destination == "")
      // The address alone does not show the form.
      #expect(
        try await !server.send("GET", path + "?older=1").body.contains("Undo an older change"))
    }
  }

  @Test func `undo of an object from its own page leads to the trip`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let segment = try await server.post(
        path + "/segments/new", ["transport": "train", "from": "A", "to": "B"]
      ).location
      let undone = try await server.post(path + "/undo", ["next": segment])
      #expect(try undone.location == path)
      let redone = try await server.post(path + "/redo", ["next": segment])
      #expect(try redone.location == segment)
      _ = try await server.post(path + "/undo")
      let created = try await server.post(path + "/undo")
      #expect(try created.location == "/trips")
      #expect(try await server.library.trips(.all).isEmpty)
      // The page of all trips brings it back.
      #expect(try await server.post("/trips/activity/redo").status == 303)
      #expect(try await server.library.trips(.all).count == 1)
    }
  }

  @Test func `a deletion for good is confirmed on a page of its own`() async throws {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Tour"]).location
      let trip = try id(path)
      #expect(try await server.post(path + "/delete").status == 303)
      let list = try await server.send("GET", "/trips/deleted").body
      let purge = String(try #require(list.firstMatch(of: /href="([^"]*\/purge)"/)).1)
      let page = try await server.send("GET", purge).body
      #expect(page.contains("Delete Tour for good?") && page.contains("action=\"\(purge)\""))
      #expect(try await server.library.item(TripSnapshot.self, trip) != nil)
      #expect(try await server.post(purge).status == 303)
      #expect(try await server.library.item(TripSnapshot.self, trip) == nil)
      #expect(try await server.send("GET", purge).status == 404)
      // Undo of all trips stops there, and offers an older change.
      let refused = try await server.post("/trips/activity/undo")
      let answer = try await server.send("GET", try target(refused)).body
      #expect(answer.contains("The last change can&#39;t be undone: delete for good trip Tour"))
      #expect(answer.contains("Undo an older change"))
    }
  }

  @Test func `the log of all trips has templates and the profile, which undo reverts`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      _ = try await server.post(path + "/packing", ["name": "Tent", "quantity": "1"])
      _ = try await server.post(path + "/packing/save", ["name": "Winter"])
      _ = try await server.post(path + "/profile", ["own": "Kim"])
      #expect(try await server.send("GET", "/trips").body.contains("href=\"/trips/activity\""))
      let log = try await server.send("GET", "/trips/activity").body
      #expect(log.contains("added the packing template") && log.contains("Winter"))
      #expect(log.contains("changed the display name of the profile"))
      #expect(log.contains("added the packing line") && log.contains("in Trip"))
      #expect(try await !server.send("GET", path + "/activity").body.contains("Winter"))
      #expect(try await server.post("/trips/activity/undo").status == 303)
      #expect(try await server.library.profile().displayName == "")
      #expect(try await server.post("/trips/activity/undo").status == 303)
      #expect(try await server.library.templates().isEmpty)
      let after = try await server.send("GET", "/trips/activity?done=undone").body
      #expect(after.contains("The change is undone.") && after.contains("Redo: "))
      #expect(try await server.library.packing(id(path)).itemCount == 1)
    }
  }
}
