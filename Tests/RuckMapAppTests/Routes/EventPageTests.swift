// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The page of an event, with its participants and its rucks.
@Suite(.timeLimit(.minutes(5))) struct EventPageTests {
  private func send(
    _ path: String, _ fields: [String: String] = [:], to server: TestServer
  ) async throws -> RawResponse {
    let token = try await server.token()
    return try await server.post(path, fields.merging(["token": token]) { first, _ in first })
  }

  private func event(_ server: TestServer, group: UUID? = nil) async throws -> EventItem {
    var event = EventItem(startDate: SampleTrack.start.addingTimeInterval(86_400))
    event.name = "Night ruck"
    event.place = "At the old bridge"
    event.group = group
    return try await server.library.insert(event)
  }

  @Test func `participants are added by name or from the group, once, and removed`() async throws {
    try await TestServer.run { server in
      var club = GroupItem()
      club.name = "Club"
      let group = try await server.library.insert(club)
      try await server.library.addMember(named: "Kim", role: .member, to: group.id)
      let event = try await event(server, group: group.id)
      let path = "/rucks/events/\(event.id.uuidString.lowercased())"
      func names() async throws -> [String] {
        try await server.library.object(EventItem.self, event.id)?.participants.map(\.name) ?? []
      }
      let owner = try await names()
      #expect(owner.count == 1)
      for _ in 0..<2 {
        let added = try await send(path + "/people", ["person": "Lee"], to: server)
        #expect(added.headers["location"] == "\(path)?done=added")
        #expect(try await send(path + "/group", to: server).status == 303)
      }
      #expect(try await names().sorted() == (owner + ["Kim", "Lee"]).sorted())
      let page = try await server.send("GET", path).body
      #expect(page.contains("At the old bridge") && page.contains("Remove Kim"))

      let kim = try #require(
        try await server.library.object(EventItem.self, event.id)?.participants
          .first { $0.name == "Kim" })
      let person = ["person": kim.id.uuidString.lowercased()]
      let removed = try await send(path + "/people/remove", person, to: server)
      #expect(removed.headers["location"] == "\(path)?done=deleted")
      #expect(try await send(path + "/people/remove", person, to: server).status == 404)
      #expect(try await names().contains("Kim") == false)
      // The person stays a member of the group.
      #expect(
        try await server.library.object(GroupItem.self, group.id)?.members.contains {
          $0.name == "Kim"
        } == true)
    }
  }

  @Test func `a ruck of its days is added to an event and removed`() async throws {
    try await TestServer.run { server in
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "Hill"), named: "a.gpx")
      _ = try await server.importElsewhere(SampleTrack.gpx(20, name: "Faraway"), named: "b.gpx")
      let ruck = try #require(try await server.library.rucks().first { $0.name == "Hill" })
      let event = try await event(server)
      let path = "/rucks/events/\(event.id.uuidString.lowercased())"
      let id = ruck.id.uuidString.lowercased()
      let form = try await server.send("GET", path).body
      #expect(form.contains("<option value=\"\(id)\"") && !form.contains("Faraway"))
      let added = try await send(path + "/rucks/add", ["ruck": id], to: server)
      #expect(added.status == 303)
      #expect(try await server.library.rucks(ofEvent: event.id).map(\.id) == [ruck.id])
      let page = try await server.send("GET", path).body
      #expect(page.contains("Remove Hill from the event") && !page.contains("<option value"))
      #expect(try await send(path + "/rucks/remove", ["ruck": id], to: server).status == 303)
      #expect(try await server.library.rucks(ofEvent: event.id).isEmpty)
    }
  }

  @Test func `unknown events, people and rucks are not found, and a name is needed`() async throws {
    try await TestServer.run { server in
      let event = try await event(server)
      let path = "/rucks/events/\(event.id.uuidString.lowercased())"
      let unknown = "/rucks/events/\(UUID().uuidString.lowercased())"
      #expect(try await server.send("GET", unknown).status == 404)
      for (path, fields, status) in [
        (path + "/people", ["person": " "], 422),
        (path + "/people", ["person": String(repeating: "a", count: 201)], 422),
        (path + "/people/remove", [:], 400), (path + "/rucks/add", ["ruck": "none"], 404),
        (path + "/rucks/add", ["ruck": UUID().uuidString], 404),
        (path + "/rucks/change", ["ruck": UUID().uuidString], 404),
        (unknown + "/people", ["person": "Kim"], 404), (unknown + "/group", [:], 404),
        (unknown + "/rucks/add", ["ruck": UUID().uuidString], 404),
      ] as [(String, [String: String], Int)] {
        let response = try await send(path, fields, to: server)
        #expect(response.status == status, "\(path) \(fields)")
      }
      let forged = try await server.post(path + "/people", ["token": "0", "person": "Kim"])
      #expect(forged.status == 403)
      #expect(
        try await server.library.object(EventItem.self, event.id)?.participants.count == 1)
    }
  }
}
