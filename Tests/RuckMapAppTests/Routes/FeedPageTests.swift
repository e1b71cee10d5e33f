// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The page of the feed, and its card on dashboards.
struct FeedPageTests {
  private func send(
    _ path: String, _ fields: [String: String], to server: TestServer
  ) async throws -> RawResponse {
    let token = try await server.token()
    return try await server.post(path, fields.merging(["token": token]) { first, _ in first })
  }

  @Test(.timeLimit(.minutes(15)))
  func `rucks, awards and notes are on the page and on the dashboard`() async throws {
    try await TestServer.run { server in
      let empty = try await server.send("GET", "/rucks/feed").body
      #expect(empty.contains("There is no entry yet.") && !empty.contains("name=\"group\""))
      _ = try await server.importElsewhere(
        SampleTrack.gpx(1, name: "<i>Ridge</i>"), named: "one.gpx")
      let ruck = try #require(try await server.library.rucks().first).id.uuidString.lowercased()
      let added = try await send("/rucks/feed", ["note": "<b>Boots</b>"], to: server)
      #expect(added.status == 303)
      let page = try await server.send("GET", "/rucks/feed").body
      #expect(page.contains("<a href=\"/rucks/\(ruck)\">&lt;i&gt;Ridge&lt;/i&gt;</a>"))
      #expect(page.contains("First ruck") && page.contains("completed a ruck of"))
      #expect(page.contains("<strong>&lt;b&gt;Boots&lt;/b&gt;</strong>"))
      #expect(page.matches(of: /Delete the note of/).count == 1)
      let groups = try await server.send("GET", "/rucks/groups").body
      #expect(groups.contains("href=\"/rucks/feed\""))
      let card = "id=\"activity\""
      #expect(try await server.send("GET", "/rucks/dashboard/city").body.contains(card))
      #expect(!(try await server.send("GET", "/rucks/dashboard").body.contains(card)))
      _ = try await send("/settings", ["show-social": "1"], to: server)
      #expect(try await server.send("GET", "/rucks/dashboard").body.contains(card))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a rejected note stays in the form, and only notes are deleted`() async throws {
    try await TestServer.run { server in
      var group = GroupItem()
      group.name = "Club"
      let club = try await server.library.insert(group)
      for (fields, field) in [
        (["note": " "], "note-form-note"), (["note": "x", "group": "Club"], "note-form-group"),
      ] {
        let rejected = try await send("/rucks/feed", fields, to: server)
        #expect(rejected.status == 422, "\(fields)")
        #expect(rejected.body.contains("id=\"\(field)-error\""), "\(fields)")
      }
      #expect(try await server.post("/rucks/feed", ["note": "x", "token": "0"]).status == 403)
      let id = club.id.uuidString.lowercased()
      #expect(try await send("/rucks/feed", ["note": "x", "group": id], to: server).status == 303)
      _ = try await server.importElsewhere(SampleTrack.gpx(1, name: "One"), named: "one.gpx")
      let entries = try await server.library.feed(in: .current)
      #expect(entries.first { $0.kind == .note }?.groupName == "Club")
      for entry in entries {
        let path = "/rucks/feed/\(entry.id.uuidString.lowercased())/delete"
        let location = try await send(path, [:], to: server).headers["location"] ?? ""
        #expect(location.contains("problem=") == (entry.kind != .note), "\(entry)")
      }
      #expect(try await server.library.feed(in: .current).allSatisfy { $0.kind != .note })
      let unknown = "/rucks/feed/\(UUID().uuidString.lowercased())/delete"
      #expect(try await send(unknown, [:], to: server).status == 404)
    }
  }
}
