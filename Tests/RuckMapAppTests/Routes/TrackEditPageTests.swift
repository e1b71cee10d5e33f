// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The page that trims, splits and joins tracks, whose forms need no JavaScript.
@Suite(.timeLimit(.minutes(5))) struct TrackEditPageTests {
  private func path(_ id: UUID) -> String { "/rucks/\(id.uuidString.lowercased())/track" }

  /// Imports rucks of 60 points, half a minute apart, on consecutive days.
  private func rucks(_ count: Int, on server: TestServer) async throws -> [RuckSummary] {
    for number in 1...count {
      _ = try await server.importElsewhere(
        SampleTrack.gpx(number, name: "Ruck \(number)", points: 60), named: "\(number).gpx")
    }
    return try await server.library.rucks().sorted { $0.startedAt < $1.startedAt }
  }

  private func send(
    _ path: String, _ fields: [String: String] = [:], to server: TestServer
  ) async throws -> RawResponse {
    let token = try await server.token()
    return try await server.post(path, fields.merging(["token": token]) { first, _ in first })
  }

  @Test func `a trim is reported on the ruck's page, and undone`() async throws {
    try await TestServer.run { server in
      let ruck = try #require(try await rucks(1, on: server).first)
      let own = path(ruck.id)
      let link = try await server.send("GET", "/rucks/\(ruck.id.uuidString.lowercased())").body
      #expect(link.contains("href=\"\(own)\""))
      let trimmed = try await send(
        "\(own)/trim", ["from": "0 h 5 min", "to": "0:25:00"], to: server)
      #expect(trimmed.status == 303)
      let location = try #require(trimmed.headers["location"])
      #expect(try await server.send("GET", location).body.contains("The track is trimmed."))
      let after = try #require(try await server.library.ruck(ruck.id)?.summary)
      #expect(after.duration == 1200)
      #expect(after.distance < ruck.distance)

      let page = try await server.send("GET", own).body
      let match = try #require(page.firstMatch(of: /name="edit" value="([0-9a-f-]{36})"/))
      let undone = try await send("\(own)/undo", ["edit": String(match.1)], to: server)
      #expect(undone.status == 303)
      #expect(undone.headers["location"]?.hasSuffix("?done=undone") == true)
      let restored = try #require(try await server.library.ruck(ruck.id)?.summary)
      #expect(restored.duration == ruck.duration && restored.distance == ruck.distance)
      // A second click finds no such edit, and the page says so.
      let again = try await send("\(own)/undo", ["edit": String(match.1)], to: server)
      let reason = try await server.send("GET", try #require(again.headers["location"])).body
      #expect(reason.contains("role=\"alert\""))
    }
  }

  @Test func `a ruck is split, and its parts are joined`() async throws {
    try await TestServer.run { server in
      let ruck = try #require(try await rucks(1, on: server).first)
      let split = try await send("\(path(ruck.id))/split", ["at": "10 min"], to: server)
      #expect(split.headers["location"]?.hasSuffix("?done=divided") == true)
      let parts = try await server.library.rucks().sorted { $0.startedAt < $1.startedAt }
      try #require(parts.count == 2)
      #expect(parts[0].id == ruck.id)
      let second = parts[1].id.uuidString.lowercased()
      #expect(try await server.send("GET", path(ruck.id)).body.contains("value=\"\(second)\""))
      let joined = try await send("\(path(ruck.id))/join", ["other": second], to: server)
      #expect(joined.headers["location"]?.hasSuffix("?done=combined") == true)
      #expect(try await server.library.rucks().map(\.id) == [ruck.id])
    }
  }

  @Test func `rejected edits show the reason at their form and change nothing`() async throws {
    try await TestServer.run { server in
      let all = try await rucks(2, on: server)
      let own = path(all[0].id)
      for (form, fields, reason) in [
        ("trim", [:], "Enter a new start"), ("trim", ["from": "soon"], "Write a position"),
        ("trim", ["from": "0 min"], "outside of the track"),
        ("trim", ["from": "29 min and more"], "Write a position"),
        ("trim", ["to": "0 min"], "Less than two points"), ("split", [:], "Enter the position"),
        ("split", ["at": "500 km"], "outside of the track"), ("join", [:], "Choose a ruck"),
        ("join", ["other": all[0].id.uuidString], "at least two different rucks"),
      ] as [(String, [String: String], String)] {
        let response = try await send("\(own)/\(form)", fields, to: server)
        #expect(response.status == 422, "\(form) \(fields)")
        #expect(response.body.contains(reason), "\(form) \(fields): \(response.body)")
        let marked = response.body.split(separator: "<section").filter {
          $0.contains("role=\"alert\"")
        }
        #expect(marked.count == 1 && marked[0].contains("\(form)-title"), "\(form) \(fields)")
      }
      #expect(try await server.library.trackEdits().isEmpty)
      #expect(
        try await server.library.rucks().sorted { $0.startedAt < $1.startedAt } == all)
    }
  }

  @Test func `edits of an unknown ruck or edit are not found, and need the token`() async throws {
    try await TestServer.run { server in
      let ruck = try #require(try await rucks(1, on: server).first)
      let unknown = path(UUID())
      #expect(try await server.send("GET", unknown).status == 404)
      for (form, fields) in [
        ("trim", ["from": "1 min"]), ("split", ["at": "1 min"]),
        ("join", ["other": ruck.id.uuidString]),
      ] {
        let response = try await send("\(unknown)/\(form)", fields, to: server)
        #expect(response.status == 404, "\(form)")
      }
      #expect(try await send("\(path(ruck.id))/undo", to: server).status == 400)
      let forged = try await server.post(
        "\(path(ruck.id))/trim", ["token": "0", "from": "5 min"])
      #expect(forged.status == 403)
      #expect(try await server.library.trackEdits().isEmpty)
    }
  }
}
