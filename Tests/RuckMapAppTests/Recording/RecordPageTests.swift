// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
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
    after seconds: Double = 0, headers: [(String, String)] = []
  ) async throws -> RawResponse {
    let start = start + seconds * 1_000
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

  @Test func `the weather service of the settings is asked once for each ruck, beside the upload`()
    async throws
  {
    let workspace = try Workspace()
    let release = workspace.url.appending(path: "release").path
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(components: "Support", "Clients", "weather_service.py")
    let service = try workspace.startShell("exec python3 \"$1\" \"$2\"", [script.path, release])
    defer { service.send(SIGTERM) }
    let address = try await CommandTestSupport.wait {
      service.outputSoFar.split(separator: "\n").first.map(String.init)
    }
    try await TestServer.run { server in
      let token = try await server.token()
      // The weather is off by default.
      let first = try answer(try await upload(server, token: token, after: 3_000))
      #expect(first.added == 20)
      let bad = try await server.post(
        "/settings", ["token": token, "ruck-weather-service": "nonsense"])
      #expect(bad.body.contains("not the address of a web service"), "\(bad)")
      let saved = try await server.post(
        "/settings", ["token": token, "ruck-weather-service": address])
      #expect(saved.status < 400, "\(saved)")
      // A form with another impossible value leaves the service on.
      let refused = try await server.post(
        "/settings", ["token": token, "ruck-weather-service": "", "age": "4000"])
      #expect(refused.status == 422, "\(refused)")
      // The start was too long ago.
      _ = try await upload(server, token: token, after: 1_000)
      let secret = UUID()
      let receipt = try answer(
        try await upload(server, token: token, secret: secret, after: 3_000))
      // The upload was answered while the service waits.
      let id = try #require(receipt.ruck.flatMap(UUID.init(uuidString:)))
      #expect(try await server.library.extras(of: id).weather == nil)
      _ = try await upload(
        server, token: token, secret: secret, first: false, points: 20..<40, after: 3_000)
      try Data().write(to: URL(filePath: release))
      let condition = try await CommandTestSupport.wait {
        try await server.library.extras(of: id).weather?.condition
      }
      #expect(condition == "Light rain")
      _ = try await upload(
        server, token: token, secret: secret, first: false, points: 40..<60, after: 3_000)
      let requests = service.outputSoFar.split(separator: "\n").count { $0.contains("/v1/") }
      #expect(requests == 1)
    }
  }

  @Test func `several running rucks are a question, and the others are ended`() async throws {
    try await TestServer.run { server in
      let token = try await server.token()
      let chosen = try #require(try answer(try await upload(server, token: token)).ruck)
      let other = try #require(try answer(try await upload(server, token: token, after: 30)).ruck)
      let page = try await server.send("GET", "/rucks/record").body
      #expect(page.contains("Which ruck goes on?"))
      #expect(page.contains("/rucks/record/\(other.lowercased())/continue"))
      // Rucks of the same time can't be joined.
      #expect(!page.contains("action=\"/rucks/record/join\""))
      for path in ["/", "/rucks"] {
        let body = try await server.send("GET", path).body
        #expect(body.contains("2 rucks are running: choose the one that goes on"), "\(path)")
      }
      let joined = try await server.post(
        "/rucks/record/join", ["token": token, "rucks": "\(chosen),\(other)"])
      #expect(joined.status == 422)
      #expect(joined.body.contains("a part of the same time"))
      let path = "/rucks/record/\(chosen.lowercased())/continue"
      #expect(try await server.post(path, [:]).status == 403)
      #expect(try await server.library.activeRecordings().count == 2)
      #expect(try await server.post(path, ["token": token]).status == 303)
      #expect(try await server.library.activeRecordings().map(\.id.uuidString) == [chosen])
      #expect(try await server.library.rucks().map(\.id.uuidString) == [other])
      #expect(try await server.library.rucks().map(\.points) == [20])
      #expect(!(try await server.send("GET", "/rucks/record").body).contains("Which ruck goes on?"))
      let ended = try await server.post(
        "/rucks/record/\(other.lowercased())/continue", ["token": token])
      #expect(ended.status == 422)
    }
  }

  @Test func `running rucks that follow each other are joined by the question's form`() async throws
  {
    try await TestServer.run { server in
      let token = try await server.token()
      let first = try #require(try answer(try await upload(server, token: token)).ruck)
      _ = try await upload(server, token: token, after: 600)
      let page = try await server.send("GET", "/rucks/record").body
      let rucks = try #require(page.firstMatch(of: /name="rucks" value="([0-9a-f,-]+)"/))
      let joined = try await server.post(
        "/rucks/record/join", ["token": token, "rucks": String(rucks.1)])
      #expect(joined.status == 303)
      #expect(joined.headers["location"]?.contains("/rucks/\(first.lowercased())") == true)
      #expect(try await server.library.rucks().map(\.points) == [40])
      #expect(try await server.library.activeRecordings().isEmpty)
    }
  }

  @Test func `an expected return is changed by a form, and shown on the page Safety`() async throws
  {
    try await TestServer.run { server in
      let token = try await server.token()
      let id = try #require(try answer(try await upload(server, token: token)).ruck).lowercased()
      let path = "/rucks/record/\(id)/return"
      let end = Date(
        timeIntervalSince1970: ((Date.now.timeIntervalSince1970 + 7_200) / 60).rounded() * 60)
      let field = String(end.formatted(.iso8601).prefix(16))
      for (text, status) in [
        (field, 303), ("later", 422), ("2001-01-01T10:00", 422), ("2001-01-01T30:00", 422),
      ] {
        let response = try await server.post(path, ["token": token, "return": text])
        #expect(response.status == status, "\(text): \(response.body)")
      }
      #expect(try await server.library.activeRecordings().map(\.expectedEnd) == [end])
      let page = try await server.send("GET", "/rucks/record").body
      #expect(page.contains("name=\"return\" type=\"datetime-local\" value=\"\(field)\""))
      let safety = try await server.send("GET", "/rucks/safety").body
      #expect(safety.contains("Evening"))
      let overdue = try #require(UUID(uuidString: id))
      try await server.library.expectReturn(of: overdue, at: end - 86_400, now: end - 90_000)
      #expect(
        try await server.send("GET", "/rucks/record").body
          .contains("The expected return has passed."))
      #expect(try await server.send("GET", "/rucks/safety").body.contains("overdue"))
      #expect(try await server.post(path, ["token": token, "return": ""]).status == 303)
      #expect(try await server.library.activeRecordings().map(\.expectedEnd) == [nil])
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
