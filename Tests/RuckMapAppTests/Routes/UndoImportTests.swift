// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import PageTestSupport
import RuckMap
import Testing

/// Undoing an import, and the track of a ruck for the map.
@Suite(.timeLimit(.minutes(15)))
struct UndoImportTests {
  private static let path = "/rucks/import/undo"
  private static let unknown = "00000000-0000-0000-0000-000000000000"

  /// The hidden identifiers of the result page's form; nil without the form.
  private func rucks(_ page: RawResponse) -> String? {
    page.body.firstMatch(of: /name="ids" value="([^"]+)"/).map { String($0.1) }
  }

  @Test
  func `an import of thousands of rucks can be undone`() async throws {
    try await TestServer.run { server in
      let page = try await server.upload([(name: "a.gpx", text: SampleTrack.gpx(1, name: "A"))])
      let added = try #require(rucks(page))
      let others = (0..<7_500).map { _ in UUID().uuidString }
      let answer = try await server.post(
        Self.path,
        [
          "token": try await server.token(),
          "ids": (others + [added]).joined(separator: " "),
        ])
      #expect(answer.status == 303, "\(answer.body.prefix(1_000))")
      #expect(try await server.library.rucks().isEmpty)
    }
  }

  @Test
  func `undoing an import deletes the rucks that it added, and no others`() async throws {
    try await TestServer.run { server in
      let old = (name: "old.gpx", text: SampleTrack.gpx(1, name: "Old"))
      let first = try await server.upload([old])
      #expect(first.body.contains("Undo this import"))
      let second = try await server.upload([
        old, (name: "a.gpx", text: SampleTrack.gpx(2, name: "A")),
        (name: "b.gpx", text: SampleTrack.gpx(3, name: "B")), (name: "bad.gpx", text: "<kml/>"),
      ])
      let added = try #require(rucks(second))
      #expect(added.split(separator: " ").count == 2)
      let token = try await server.token()
      let answer = try await server.post(Self.path, ["token": token, "ids": added])
      #expect(answer.status == 303)
      #expect(answer.headers["location"] == "/rucks")
      #expect(try await server.library.rucks().map(\.name) == ["Old"])
      // A second click changes nothing.
      let again = try await server.post(Self.path, ["token": token, "ids": added])
      #expect(again.status == 303)
      #expect(try await server.library.rucks().map(\.name) == ["Old"])
    }
  }

  @Test
  func `an import without new rucks can't be undone`() async throws {
    try await TestServer.run { server in
      let file = (name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))
      _ = try await server.upload([file])
      for page in [
        try await server.upload([file]), try await server.upload([(name: "bad.gpx", text: "x")]),
      ] {
        #expect(rucks(page) == nil)
        #expect(!page.body.contains("Undo"))
      }
    }
  }

  @Test(
    arguments: [
      (nil, 400), ("", 400), ("x y", 400), (Self.unknown, 303), ("x \(Self.unknown)", 303),
    ] as [(String?, Int)])
  func `a form without a valid identifier is rejected`(value: String?, status: Int) async throws {
    try await TestServer.run { server in
      _ = try await server.upload([(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))])
      var fields = ["token": try await server.token()]
      fields["ids"] = value
      let answer = try await server.post(Self.path, fields)
      #expect(answer.status == status)
      #expect(try await server.library.rucks().count == 1)
    }
  }

  @Test
  func `a form without the token deletes nothing`() async throws {
    try await TestServer.run { server in
      let page = try await server.upload([(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))])
      let fields = ["token": FormToken().text, "ids": try #require(rucks(page))]
      let answer = try await server.post(Self.path, fields)
      #expect(answer.status == 403)
      #expect(try await server.send("GET", Self.path).status == 404)
      #expect(try await server.library.rucks().count == 1)
    }
  }

  @Test
  func `an archive of a store is reported object by object, and undone as a whole`() async throws {
    try await TestServer.run { server in
      let folder = server.directory.deletingLastPathComponent()
      let source = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
      let file = try TestServer.file(
        SampleTrack.gpx(1, name: "Hill"), named: "hill.gpx", in: folder)
      _ = await source.importFiles([file], options: ImportOptions(packWeight: 10))
      var goal = GoalItem(startDate: .now)
      goal.name = "Twenty a week"
      goal.target = 20_000
      try await source.insert(goal)
      let archive = String(decoding: try await source.exportAll(), as: UTF8.self)
      let page = try await server.upload([(name: "ruckmap.json", text: archive)])
      #expect(page.status == 200)
      #expect(page.body.contains("<h2>Other objects</h2>"))
      #expect(page.body.contains("<li>goal Twenty a week<p>Imported</p></li>"))
      #expect(try await server.library.rucks().map(\.name) == ["Hill"])
      #expect(try await server.library.objects(GoalItem.self).map(\.name) == ["Twenty a week"])

      let ids = try #require(rucks(page))
      let token = try await server.token()
      let answer = try await server.post(Self.path, ["token": token, "ids": ids])
      #expect(answer.status == 303)
      #expect(try await server.library.rucks().isEmpty)
      #expect(try await server.library.objects(GoalItem.self).isEmpty)
      let again = try await server.upload([(name: "ruckmap.json", text: archive)])
      #expect(again.body.contains("<li>goal Twenty a week<p>Imported</p></li>"))
      #expect(again.body.contains("<p>Already stored</p></li>"))
    }
  }

  @Test
  func `the page of rucks exports all data as a file that the form imports`() async throws {
    try await TestServer.run { server in
      _ = try await server.upload([(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))])
      let list = try await server.send("GET", "/rucks")
      #expect(list.body.contains(#"<a href="/rucks/export" download>Export all data</a>"#))
      let file = try await server.send("GET", "/rucks/export")
      #expect(file.status == 200 && file.headers["cache-control"] == "no-store")
      #expect(file.headers["content-disposition"] == #"attachment; filename="ruckmap.json""#)
      let again = try await server.upload([(name: "ruckmap.json", text: file.body)])
      #expect(again.status == 200 && again.body.contains("<h2>Already imported</h2>"))
      #expect(!again.body.contains("Undo this import"))
    }
  }

  @Test
  func `the track of a ruck is served for the map`() async throws {
    struct Track: Decodable {
      var segments: [[[Double]]]
    }
    try await TestServer.run { server in
      _ = try await server.upload([(name: "one.gpx", text: SampleTrack.gpx(1, name: "One"))])
      let ruck = try #require(try await server.library.rucks().first)
      let path = "/rucks/\(ruck.id.uuidString.lowercased())/track.json"
      let answer = try await server.send("GET", path)
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json")
      let segments = try JSONDecoder().decode(Track.self, from: Data(answer.body.utf8)).segments
      #expect(segments.map(\.count) == [12])
      #expect(segments.first?.first == [46.01, 14.5, 0])
      let length = try #require(segments.first?.last?.last)
      #expect(abs(length - ruck.distance) < ruck.distance / 100)
      for id in [Self.unknown, "none"] {
        let missing = try await server.send("GET", "/rucks/\(id)/track.json")
        #expect(missing.status == 404)
        #expect(missing.body.contains("There is no such ruck"))
        #expect(missing.body.contains(#"href="/rucks">All rucks</a>"#))
      }
    }
  }
}
