// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageTestSupport
import Testing

/// The page of a trip's map by its requests.
struct MapPageTests {
  @Test func `a map without places, and one without positions, name their next steps`()
    async throws
  {
    try await TripServer.run { server in
      let path = try await server.post("/trips/new", ["title": "Trip"]).location
      let empty = try await server.send("GET", path + "/map").body
      #expect(empty.contains("No places yet") && !empty.contains("No positions yet"))
      let added = try await server.post(path + "/places/new", ["name": "Hut"])
      #expect(added.status == 303, "\(added.body)")
      let page = try await server.send("GET", path + "/map").body
      #expect(page.contains("No positions yet") && !page.contains("No places yet"))
      #expect(page.contains("enter its position"))
    }
  }
}
