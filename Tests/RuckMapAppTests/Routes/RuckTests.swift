// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import Testing

/// Editing, deleting and downloading one ruck.
struct RuckTests {
  /// A server with one ruck.
  private func run(_ body: (TestServer, String, RuckSummary) async throws -> Void) async throws {
    try await TestServer.run { server in
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))], fields: [("pack", "10 kg")])
      let ruck = try #require(try await server.library.rucks().first)
      try await body(server, "/rucks/\(ruck.id.uuidString.lowercased())", ruck)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an edit is stored and shown`() async throws {
    try await run { server, path, ruck in
      let fields = [
        "token": try await server.token(), "name": " Néw <b>name</b> ",
        "notes": "Line 1\r\nLine & 2", "pack": "20 kg",
      ]
      let answer = try await server.post(path, fields)
      #expect(answer.status == 303)
      #expect(answer.headers["location"] == path + "?saved")
      let page = try await server.send("GET", path + "?saved")
      #expect(page.body.contains("Your changes are saved."))
      #expect(page.body.contains("<h1>Néw &lt;b&gt;name&lt;/b&gt;</h1>"))
      #expect(page.body.contains("Line 1\nLine &amp; 2"))
      let stored = try #require(try await server.library.ruck(ruck.id)).summary
      #expect(stored.name == "Néw <b>name</b>")
      #expect(abs(stored.packWeight - 20) < 1e-9)
      #expect(stored.calories != ruck.calories)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an assumed body weight is replaced by the entered one, for this ruck only`() async throws {
    try await run { server, path, ruck in
      #expect(ruck.calories?.isBodyWeightAssumed == true)
      let page = try await server.send("GET", path).body
      #expect(page.contains("id=\"body\" name=\"body\" type=\"text\" value=\"\""))
      #expect(page.contains("is assumed. The energy is recalculated."))
      let token = try await server.token()
      // An empty field leaves the assumption.
      _ = try await server.post(path, ["token": token, "body": ""])
      #expect(try await server.library.ruck(ruck.id)?.summary.calories == ruck.calories)
      #expect(try await server.post(path, ["token": token, "body": "95 kg"]).status == 303)
      let energy = try #require(try await server.library.ruck(ruck.id)?.summary.calories)
      #expect(!energy.isBodyWeightAssumed && abs(energy.bodyWeight - 95) < 1e-9)
      #expect(energy.kilocalories > (ruck.calories?.kilocalories ?? .infinity))
      #expect(try await server.library.profile().bodyWeight == nil)
      // The shown weight is rounded; sent back, it changes nothing.
      _ = try await server.post(path, ["token": token, "name": "Named", "body": "209.4 lb"])
      #expect(try await server.library.ruck(ruck.id)?.summary.calories == energy)
      for text in ["5 kg", "heavy", "-80 kg"] {
        let rejected = try await server.post(path, ["token": token, "body": text])
        #expect(rejected.status == 422 && rejected.body.contains("value=\"\(text)\""), "\(text)")
      }
    }
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      ("pack", "heavy", "is not a mass"), ("pack", "9999 kg", "not a possible mass"),
      ("name", String(repeating: "x", count: 201), "200 characters"),
      ("notes", String(repeating: "x", count: 10_001), "10000 characters"),
    ])
  func `an invalid edit changes nothing and preserves the input`(
    field: String, value: String, text: String
  ) async throws {
    try await run { server, path, ruck in
      var fields = [
        "token": try await server.token(), "name": "Typed", "notes": "", "pack": "12 kg",
      ]
      fields[field] = value
      let answer = try await server.post(path, fields)
      #expect(answer.status == 422)
      #expect(answer.body.contains(text))
      #expect(answer.body.contains(value))
      #expect(try await server.library.ruck(ruck.id)?.summary == ruck)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an oversized form is rejected`() async throws {
    try await run { server, path, _ in
      let notes = String(repeating: "x", count: 300_000)
      let answer = try await server.post(
        path, ["token": try await server.token(), "notes": notes])
      #expect(answer.status == 400)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck is deleted after a confirmation`() async throws {
    try await run { server, path, ruck in
      let question = try await server.send("GET", path + "/delete")
      #expect(question.status == 200)
      #expect(question.body.contains("Delete First?"))
      #expect(try await server.library.rucks().count == 1)
      let answer = try await server.post(path + "/delete", ["token": try await server.token()])
      #expect(answer.status == 303)
      #expect(answer.headers["location"] == "/rucks")
      #expect(try await server.library.rucks().isEmpty)
      #expect(try await server.send("GET", path).status == 404)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck is downloaded as GPX`() async throws {
    try await run { server, path, ruck in
      let file = try await server.send("GET", path + "/track.gpx")
      #expect(file.status == 200)
      #expect(file.headers["content-type"] == "application/gpx+xml")
      let disposition = try #require(file.headers["content-disposition"])
      #expect(disposition.wholeMatch(of: /attachment; filename="ruck-[0-9a-f]{8}\.gpx"/) != nil)
      #expect(file.body.contains("<gpx"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a ruck is downloaded in the other formats`() async throws {
    try await run { server, path, ruck in
      let page = try await server.send("GET", path).body
      for format in RuckFileFormat.allCases {
        let link = path + (format == .json ? "/ruck.json" : "/track.\(format.rawValue)")
        #expect(page.contains("href=\"\(link)\""), "\(format)")
        let file = try await server.send("GET", link)
        #expect(file.status == 200 && !file.body.isEmpty)
        #expect(file.headers["content-type"] == format.mediaType)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an unchanged asset is answered with status 304`() async throws {
    try await TestServer.run { server in
      for name in ["cairn.css", "cairn.js", "cairn.svg"] {
        let first = try await server.send("GET", "/assets/\(name)")
        #expect(first.status == 200)
        let tag = try #require(first.headers["etag"])
        let again = try await server.send(
          "GET", "/assets/\(name)", headers: [("If-None-Match", tag)])
        #expect(again.status == 304)
      }
    }
  }
}
