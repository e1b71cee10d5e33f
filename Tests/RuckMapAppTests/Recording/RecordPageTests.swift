// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageTestSupport
import RuckMap
import Testing

/// The recording's page and its uploads, without a browser.
@Suite(.timeLimit(.minutes(15))) struct RecordPageTests {
  /// The receipt of an upload, or its problem.
  private struct Answer: Decodable {
    let ruck: String?
    let added: Int?
    let stored: Int?
    let completed: Bool?
    let code: String?
    let problem: String?
  }

  private let start = (Date.now - 3_600).timeIntervalSince1970.rounded() * 1_000

  private func upload(
    _ server: TestServer, token: String, secret: UUID = UUID(), first: Bool = true,
    points: Range<Int> = 0..<20, latitude: Double? = nil, end: Double? = nil,
    headers: [(String, String)] = []
  ) async throws -> RawResponse {
    let positions = points.map { number in
      """
      {"number":\(number),"segment":0,"time":\(start + Double(number) * 5_000),\
      "latitude":\(latitude ?? 46 + Double(number) * 7 / 111_195),"longitude":7,"accuracy":5}
      """
    }
    let body = """
      {"token":"\(token)","recording":"\(secret)","first":\(first),"name":"Evening",\
      "loads":[{"time":\(start),"packWeight":15,"surface":null}],"pauses":[],\
      "points":[\(positions.joined(separator: ","))],\
      "end":\(end.map { "{\"time\":\(start + $0 * 1_000),\"rpe\":5,\"notes\":null}" } ?? "null")}
      """
    return try await server.send(
      "POST", "/rucks/record/upload", headers: [("Content-Type", "application/json")] + headers,
      body: body)
  }

  private func answer(_ response: RawResponse) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(response.body.utf8))
  }

  @Test func `an uploaded ruck appears on the page, and is ended by its form`() async throws {
    try await TestServer.run { server in
      let token = try await server.token()
      let empty = try await server.send("GET", "/rucks/record")
      #expect(empty.status == 200)
      #expect(empty.body.contains("No ruck is running"))
      let receipt = try answer(try await upload(server, token: token))
      #expect(receipt.added == 20)
      let id = try #require(receipt.ruck).lowercased()
      let page = try await server.send("GET", "/rucks/record").body
      #expect(page.contains("Evening"))
      #expect(page.contains("/rucks/record/\(id)/pause"))
      for (action, fields, status) in [
        ("pause", [:], 303), ("pause", [:], 422), ("resume", [:], 303),
        ("load", ["pack": "10 kg", "surface": "loose_sand"], 303), ("load", ["pack": "heavy"], 422),
        ("end", ["rpe": "eleven"], 422), ("end", ["rpe": "11"], 422),
        ("end", ["rpe": "7", "notes": "Rain"], 303), ("end", [:], 422),
      ] as [(String, [String: String], Int)] {
        let response = try await server.post(
          "/rucks/record/\(id)/\(action)", fields.merging(["token": token]) { $1 })
        #expect(response.status == status, "\(action) \(fields): \(response.body)")
      }
      let identifier = try #require(UUID(uuidString: id))
      let ruck = try #require(try await server.library.ruck(identifier)?.summary)
      #expect(ruck.notes == "Rain")
      #expect(ruck.points == 20)
    }
  }

  @Test func `a repeated upload stores nothing twice`() async throws {
    try await TestServer.run { server in
      let (token, secret) = (try await server.token(), UUID())
      for part in [0..<10, 0..<10, 5..<15] {
        #expect(try await upload(server, token: token, secret: secret, points: part).status == 200)
      }
      let end = try answer(
        try await upload(server, token: token, secret: secret, points: 15..<20, end: 100))
      #expect(end.completed == true)
      #expect(end.stored == 20)
      #expect(try await server.library.rucks().map(\.points) == [20])
    }
  }

  @Test func `a forged upload is refused and stores nothing`() async throws {
    try await TestServer.run { server in
      let token = try await server.token()
      let wrong = String(repeating: "0", count: 64)
      for (status, response) in [
        (403, try await upload(server, token: wrong)),
        (
          403, try await upload(server, token: token, headers: [("Origin", "https://evil.example")])
        ),
        (403, try await upload(server, token: token, headers: [("Sec-Fetch-Site", "cross-site")])),
        (422, try await upload(server, token: token, latitude: 200)),
        (422, try await upload(server, token: token, points: 0..<5_001)),
        (410, try await upload(server, token: token, first: false)),
        (422, try await upload(server, token: token, points: 0..<3, end: 10)),
        (
          403,
          try await server.send("POST", "/rucks/record/upload", body: "{\"token\":\"x\"}")
        ),
        (403, try await server.send("POST", "/rucks/record/upload", body: "[1,2")),
        (
          422,
          try await server.send(
            "POST", "/rucks/record/upload", body: "{\"token\":\"\(token)\",\"points\":5}")
        ),
        (
          413,
          try await server.send(
            "POST", "/rucks/record/upload", body: String(repeating: "x", count: (2 << 20) + 1))
        ),
      ] as [(Int, RawResponse)] {
        #expect(response.status == status, "\(response.body)")
      }
      #expect(try await server.library.activeRecordings().isEmpty)
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test func `a deleted ruck stays deleted until the user sends it again`() async throws {
    try await TestServer.run { server in
      let (token, secret) = (try await server.token(), UUID())
      let id = try #require(
        try answer(try await upload(server, token: token, secret: secret)).ruck)
      let deletion = try await server.post(
        "/rucks/record/\(id.lowercased())/discard", ["token": token])
      #expect(deletion.status == 303)
      let refused = try await upload(
        server, token: token, secret: secret, first: false, points: 20..<25)
      #expect(refused.status == 410)
      #expect(try answer(refused).code == "deleted")
      #expect(try await upload(server, token: token, secret: secret, points: 0..<25).status == 200)
    }
  }

  @Test func `a form without a token, or for an unknown ruck, changes nothing`() async throws {
    try await TestServer.run { server in
      let ruck = try await server.library.startRecording(RecordingOptions(packWeight: 5))
      let id = ruck.id.uuidString.lowercased()
      #expect(try await server.post("/rucks/record/\(id)/discard", [:]).status == 403)
      let unknown = try await server.post(
        "/rucks/record/\(UUID().uuidString)/pause", ["token": try await server.token()])
      #expect(unknown.status == 422)
      let read = try await server.send("GET", "/rucks/record/\(id)/pause")
      #expect([404, 405].contains(read.status))
      #expect(try await server.library.activeRecordings().map(\.id) == [ruck.id])
    }
  }

  @Test func `the script is served, and saved for offline use`() async throws {
    try await TestServer.run(isWebApp: true) { server in
      let page = try await server.send("GET", "/rucks/record").body
      #expect(page.contains(#"<script src="/assets/ruckmap-record.js" defer>"#))
      let script = try await server.send("GET", "/assets/ruckmap-record.js")
      #expect(script.status == 200)
      let worker = try await server.send("GET", "/service-worker.js").body
      #expect(worker.contains("\"/assets/ruckmap-record.js\""))
    }
  }
}
