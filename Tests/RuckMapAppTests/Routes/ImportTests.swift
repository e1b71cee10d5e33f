// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import RuckMap
import RuckMapApp
import SwiftData
import Testing

/// Uploads over a socket.
struct ImportTests {
  private static let hostile = "<script>alert(1)"

  @Test(.timeLimit(.minutes(15)))
  func `an upload reports new, invalid and already imported files`() async throws {
    try await TestServer.run { server in
      let files = [
        ("one.gpx", SampleTrack.gpx(1, name: "First")), ("bad.gpx", "<kml/>"),
        ("two.gpx", SampleTrack.gpx(2, name: "Second")),
      ]
      let page = try await server.upload(
        files.map { (name: $0.0, text: $0.1) },
        fields: [("pack", "35 lb"), ("body", "180 lb")])
      #expect(page.status == 200)
      #expect(page.body.contains("<h1>2 imported, 1 not imported</h1>"))
      for name in ["one.gpx", "two.gpx", "bad.gpx"] {
        #expect(page.body.contains(name))
        #expect(!page.body.contains("/\(name)"), "the server's own path is shown")
      }
      let rucks = try await server.library.rucks()
      #expect(rucks.map(\.name) == ["Second", "First"])
      #expect(rucks.allSatisfy { abs($0.packWeight - 35 * 0.45359237) < 1e-9 })
      #expect(rucks.allSatisfy { $0.calories?.isBodyWeightAssumed == false })
      let again = try await server.upload([(name: "one.gpx", text: files[0].1)])
      #expect(again.body.contains("<h1>1 already imported</h1>"))
      #expect(try await server.library.rucks().count == 2)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `awards are calculated with the last file of a batch`() async throws {
    try await TestServer.run { server in
      func awards() throws -> Int {
        try ModelContext(server.library.modelContainer).fetch(FetchDescriptor<SocialActivity>())
          .count { $0.kind == .achievementEarned }
      }
      _ = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))], fields: [("more", "1")])
      #expect(try await server.library.rucks().count == 1)
      #expect(try awards() == 0)
      _ = try await server.upload([(name: "bad.gpx", text: "<kml/>")])
      #expect(try awards() > 0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `the page of a real recording shows its statistics`() async throws {
    try await TestServer.run { server in
      let text = try Fixture.text("cerknicko-jezero.gpx")
      _ = try await server.upload([(name: "cerknicko-jezero.gpx", text: text)])
      let ruck = try #require(try await server.library.rucks().first)
      #expect(ruck.points == 296)
      let page = try await server.send("GET", "/rucks/\(ruck.id.uuidString.lowercased())")
      #expect(page.status == 200)
      for part in ["2.84 <span", "class=\"track-line\"", "profile-elevation", "profile-pace"] {
        #expect(page.body.contains(part), "\(part)")
      }
      #expect(page.body.contains("assumed body weight"))
      #expect(!page.body.lowercased().contains("nan"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an upload in one-byte chunks is imported`() async throws {
    try await TestServer.run { server in
      let form = UploadBody(
        token: try await server.token(),
        files: [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First", points: 2))])
      let response = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /rucks/import HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            + "Content-Type: \(form.contentType.1)\r\nTransfer-Encoding: chunked\r\n\r\n")
        for scalar in form.text.unicodeScalars {
          try await connection.send("1\r\n\(scalar)\r\n")
        }
        try await connection.send("0\r\n\r\n")
        return try await connection.response()
      }
      #expect(response.body.contains("<h1>1 imported</h1>"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `hostile names are escaped`() async throws {
    try await TestServer.run { server in
      let quote = "\"\u{301} onfocus=alert(1) x=\"\u{301}"
      let page = try await server.upload([
        (name: Self.hostile + ".gpx", text: SampleTrack.gpx(1, name: Self.hostile)),
        (name: "b" + quote + ".gpx", text: SampleTrack.gpx(2, name: quote)),
        (name: Self.hostile + ".txt", text: "<script>alert(2)</script>"),
      ])
      let ids = try await server.library.rucks().map(\.id.uuidString).map { $0.lowercased() }
      #expect(ids.count == 2)
      var pages = [page, try await server.send("GET", "/rucks")]
      for id in ids {
        pages.append(try await server.send("GET", "/rucks/\(id)"))
        pages.append(try await server.send("GET", "/rucks/\(id)/delete"))
      }
      for page in pages {
        #expect(!page.body.contains("<script>"))
        #expect(page.body.contains("&lt;script&gt;alert(1)") || page.body.contains("&quot;\u{301}"))
        #expect(!page.body.unicodeScalars.map { $0 }.containsQuoteBeforeAccent)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func `an oversized upload is answered with an error page and stores nothing`(isLengthTold: Bool)
    async throws
  {
    try await TestServer.run(maximumUploadSize: 200_000) { server in
      let form = UploadBody(
        token: try await server.token(),
        files: [
          (name: "one.gpx", text: SampleTrack.gpx(1, name: "First")),
          (name: "large.gpx", text: String(repeating: "x", count: 300_000)),
        ])
      let response = try await RawConnection.open(port: server.port) { connection in
        let head =
          "POST /rucks/import HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Content-Type: \(form.contentType.1)\r\n"
        let size = form.text.utf8.count
        if isLengthTold {
          try await connection.send(head + "Content-Length: \(size)\r\n\r\n" + form.text)
        } else {
          try await connection.send(head + "Transfer-Encoding: chunked\r\n\r\n")
          try await connection.send(
            String(size, radix: 16) + "\r\n" + form.text + "\r\n0\r\n\r\n")
        }
        return try await connection.response()
      }
      #expect(response.status == 413)
      #expect(response.body.contains("The upload is too large"))
      #expect(response.body.contains("195 KB"))
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an upload with an invalid token stores nothing`() async throws {
    try await TestServer.run { server in
      let files = [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))]
      let stale = try await server.upload(files, token: FormToken().text)
      #expect(stale.status == 403)
      #expect(stale.body.contains("The form is out of date"))
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an interrupted upload stores nothing`() async throws {
    try await TestServer.run { server in
      let form = UploadBody(
        token: try await server.token(),
        files: [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))])
      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /rucks/import HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            + "Content-Type: \(form.contentType.1)\r\nContent-Length: \(form.text.utf8.count)\r\n\r\n"
            + form.text.dropLast(200))
      }
      #expect(try await server.send("GET", "/").status == 200)
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      ("pack", "heavy", "is not a mass"), ("pack", "35 stone", "not a unit"),
      ("body", "-5", "not a possible mass"),
    ])
  func `an invalid weight is explained, and nothing is imported`(
    field: String, value: String, text: String
  ) async throws {
    try await TestServer.run { server in
      let page = try await server.upload(
        [(name: "one.gpx", text: SampleTrack.gpx(1, name: "First"))], fields: [(field, value)])
      #expect(page.status == 422)
      #expect(page.body.contains(text))
      #expect(page.body.contains("Nothing was imported"))
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `an upload without valid files is answered with an explanation`() async throws {
    try await TestServer.run { server in
      let none = try await server.upload([(name: "", text: "")])
      #expect(none.status == 422)
      #expect(none.body.contains("No file was chosen"))
      let bad = try await server.upload([(name: "bad.gpx", text: "not a track")])
      #expect(bad.status == 422)
      #expect(bad.body.contains("1 not imported"))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a request for JSON gets a result for each file`() async throws {
    struct Report: Decodable {
      struct File: Decodable {
        var name: String
        var state: String
        var id: String?
        var title: String?
        var link: String?
        var detail: String?
      }
      var files: [File]
      var problem: String?
    }
    try await TestServer.run { server in
      func upload(_ fields: [(String, String)] = []) async throws -> (RawResponse, Report) {
        let form = UploadBody(
          token: try await server.token(), fields: fields,
          files: [
            (name: "one.gpx", text: SampleTrack.gpx(1, name: "First")),
            (name: "bad.gpx", text: "<kml/>"),
          ])
        let answer = try await server.send(
          "POST", "/rucks/import", headers: [form.contentType, ("Accept", "application/json")],
          body: form.text)
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        return (answer, try JSONDecoder().decode(Report.self, from: Data(answer.body.utf8)))
      }
      let (rejected, problem) = try await upload([("pack", "heavy")])
      #expect(rejected.status == 422 && problem.files.isEmpty)
      #expect(problem.problem?.contains("is not a mass") == true)
      #expect(try await server.library.rucks().isEmpty)

      let (first, report) = try await upload()
      #expect(first.status == 200 && report.problem == nil)
      #expect(report.files.map(\.name) == ["one.gpx", "bad.gpx"])
      #expect(report.files.map(\.state) == ["imported", "failed"])
      let ruck = try #require(try await server.library.rucks().first)
      #expect(report.files[0].id == ruck.id.uuidString && report.files[0].title == "First")
      #expect(report.files[0].link == "/rucks/\(ruck.id.uuidString.lowercased())")
      #expect(report.files[1].detail?.isEmpty == false && report.files[1].link == nil)
      let (_, again) = try await upload()
      #expect(again.files.map(\.state) == ["unchanged", "failed"])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `two files with the same name are both imported`() async throws {
    try await TestServer.run { server in
      let page = try await server.upload([
        (name: "a.gpx", text: SampleTrack.gpx(1, name: "First")),
        (name: "a.gpx", text: SampleTrack.gpx(2, name: "Second")),
      ])
      #expect(page.body.contains("<h1>2 imported</h1>"))
    }
  }
}

extension [Unicode.Scalar] {
  /// True if a quotation mark precedes a combining acute accent.
  fileprivate var containsQuoteBeforeAccent: Bool {
    zip(self, dropFirst()).contains { $0 == "\"" && $1 == "\u{301}" }
  }
}
