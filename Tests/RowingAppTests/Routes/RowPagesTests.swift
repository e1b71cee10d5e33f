// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import PageTestSupport
import Rowing
import Testing

/// The rowing pages by their requests.
struct RowPagesTests {
  @Test func `an upload reports each file, and can be undone`() async throws {
    try await RowServer.run { server in
      let season = try String(contentsOf: RowingFixture.season.url, encoding: .utf8)
      let result = try await server.upload([("season.csv", season), ("notes.csv", "no workout")])
      #expect(result.status == 200, "\(result.status)")
      #expect(result.body.contains("157 imported, 1 not imported"))
      #expect(result.body.contains("and 137 more") && result.body.contains("notes.csv"))
      let ids = try #require(result.body.firstMatch(of: /name="ids" value="([^"]*)"/)).1
      let undone = try await server.post("/rowing/import/undo", ["ids": String(ids)])
      #expect(undone.status == 303 && undone.headers["location"] == "/rowing")
      #expect(try await server.library.sessions(SessionQuery()).count == 0)
      let nothing = try await server.post("/rowing/import/undo", ["ids": "x"])
      #expect(nothing.status == 400)
    }
  }

  @Test func `an upload for the script is answered with JSON`() async throws {
    struct Report: Decodable {
      struct File: Decodable {
        let name: String
        let state: String
      }
      let files: [File]
      let problem: String?
    }
    try await RowServer.run { server in
      let text = try String(contentsOf: RowingFixture.ergData.url, encoding: .utf8)
      let accept = [("Accept", "application/json")]
      let result = try await server.upload(
        [("erg.csv", text), ("notes.csv", "no workout")], headers: accept)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.body.utf8))
      #expect(report.files.map(\.state) == ["imported", "failed"])
      let rejected = try await server.upload(
        [("erg.csv", text)], fields: [("start", "yesterday")], headers: accept)
      #expect(rejected.status == 422)
      let problem = try JSONDecoder().decode(Report.self, from: Data(rejected.body.utf8)).problem
      #expect(problem?.contains("“yesterday” is not a date") == true)
    }
  }

  @Test func `nothing is stored from a form without a valid token`() async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.boatCoach])
      let id = try #require(try await server.library.sessions(SessionQuery()).sessions.first?.id)
      let path = "/rowing/sessions/\(id.uuidString.lowercased())"
      for target in [
        path, path + "/delete", "/rowing/zones", "/rowing/zones/reset", "/rowing/athletes",
        "/rowing/teams", "/rowing/import/undo",
      ] {
        let response = try await server.post(target, ["token": "wrong", "name": "X"])
        #expect(response.status == 403, "\(target): \(response.status)")
      }
      #expect(try await server.library.sessions(SessionQuery()).count == 1)
      #expect(try await server.library.athletes().count == 1)
    }
  }

  @Test(arguments: [
    "/rowing/sessions/none", "/rowing/sessions/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01",
    "/rowing/sessions/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01/strokes",
    "/rowing/sessions/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01/delete",
    "/rowing/sessions/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01/file/fit",
    "/rowing/athletes/none", "/rowing/athletes/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01/delete",
    "/rowing/compare?a=2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01&target=2%3A00", "/rowing/nowhere",
  ])
  func `a page of an unknown object is status 404`(path: String) async throws {
    try await RowServer.run { server in
      let response = try await server.send("GET", path)
      #expect(response.status == 404, "\(path): \(response.status)")
      #expect(response.body.contains("<h1>"))
    }
  }

  @Test func `a file's text is escaped on every page`() async throws {
    try await RowServer.run { server in
      let season = try String(contentsOf: RowingFixture.season.url, encoding: .utf8)
        .split(separator: "\n").prefix(2).joined(separator: "\n")
        .replacing("10x0:30/1:00r row", with: "<script>alert(1)</script>")
      _ = try await server.upload([("<img src=x>.csv", season)])
      let session = try #require(try await server.library.sessions(SessionQuery()).sessions.first)
      _ = try await server.library.edit(session.id, SessionEdit(comments: "<b>bold</b>"))
      let id = session.id.uuidString.lowercased()
      for path in [
        "/", "/rowing", "/rowing/sessions/\(id)", "/rowing/sessions/\(id)/delete",
        "/rowing/sessions/\(id)/strokes", "/rowing/compare?a=\(id)&target=2%3A00",
        "/search?q=script", "/rowing/compare?a=\(id)&target=%3Cb%3E",
      ] {
        let page = try await server.send("GET", path)
        #expect(page.status == 200, "\(path)")
        #expect(!page.body.contains("<script>alert") && !page.body.contains("<b>"), "\(path)")
      }
    }
  }

  @Test(arguments: [
    "/rowing?sort=x&order=y&from=2026-99-99&to=z&minimum=-1&machine=Tank&type=Nap&athlete=1&page=-9",
    "/rowing?page=99999", "/rowing/records?season=NaN&machine=x&class=y&athlete=z",
    "/rowing/curve?from=x&to=y&machine=z", "/rowing/load?months=-3", "/rowing/zones?athlete=x",
    "/rowing/compare?a=x&b=y&target=z&by=q", "/rowing/board?team=x",
    "/rowing?text=%00%FF%E2%80%AE", "/rowing/live?x",
  ])
  func `an invalid parameter counts as absent`(path: String) async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.boatCoach])
      let response = try await server.send("GET", path)
      #expect(response.status == 200, "\(path): \(response.status)")
    }
  }

  @Test func `a session is edited, and a rejected edit keeps the typed values`() async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.boatCoach])
      let id = try #require(try await server.library.sessions(SessionQuery()).sessions.first?.id)
      let path = "/rowing/sessions/\(id.uuidString.lowercased())"
      let saved = try await server.post(
        path,
        [
          "workout": " 20:00 ", "start": "2016-11-28 08:37", "type": "Test",
          "comments": "one\r\ntwo",
        ])
      #expect(saved.status == 303 && saved.headers["location"] == path + "?saved")
      let session = try #require(try await server.library.session(id)?.summary)
      #expect(session.workout == "20:00" && session.type == .test)
      #expect(session.comments == "one\ntwo")
      #expect(session.startedAt.formatted(.iso8601) == "2016-11-28T08:37:00Z")
      for fields in [
        ["start": "soon"],
        ["start": "2016-11-28", "comments": String(repeating: "x", count: 10_001)],
        ["start": "2016-11-28", "workout": String(repeating: "x", count: 201)],
      ] {
        let rejected = try await server.post(path, fields)
        #expect(rejected.status == 422 && rejected.body.contains("Nothing was changed."))
      }
      let rejected = try await server.post(
        path, ["start": "soon", "type": "Race", "machine": "SkiErg"])
      for value in ["Race", "SkiErg"] {
        #expect(rejected.body.contains("<option value=\"\(value)\" selected>"), "\(value)")
      }
      #expect(try await server.library.session(id)?.summary == session)
    }
  }

  @Test func `the form of a session offers its athlete, who is not active`() async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.boatCoach])
      let session = try #require(try await server.library.sessions(SessionQuery()).sessions.first)
      let owner = try #require(session.athleteID)
      for name in ["Anna", "Ben"] { _ = try await server.library.addAthlete(name: name) }
      _ = try await server.library.editAthlete(owner, AthleteEdit(isActive: false))
      let page = try await server.send(
        "GET", "/rowing/sessions/\(session.id.uuidString.lowercased())")
      let id = owner.uuidString.lowercased()
      #expect(page.body.contains("<option value=\"\(id)\" selected>"))
    }
  }

  @Test func `an edit of other values keeps an assumed start and its strokes`() async throws {
    try await RowServer.run { server in
      let text = try String(contentsOf: RowingFixture.ergData.url, encoding: .utf8)
      _ = try await server.upload([("erg.csv", text)])
      let before = try #require(try await server.library.sessions(SessionQuery()).sessions.first)
      #expect(before.isDateAssumed)
      let strokes = try await server.library.strokes(of: before.id)
      let path = "/rowing/sessions/\(before.id.uuidString.lowercased())"
      let page = try await server.send("GET", path).body
      let start = try #require(page.firstMatch(of: /name="start" type="text" value="([^"]*)"/)).1
      let saved = try await server.post(
        path, ["start": String(start), "comments": "windy", "machine": "SkiErg"])
      #expect(saved.status == 303)
      let after = try #require(try await server.library.session(before.id)?.summary)
      #expect(after.comments == "windy" && after.machine == .skiErg)
      #expect(after.startedAt == before.startedAt && after.isDateAssumed)
      #expect(
        try await server.library.strokes(of: before.id).map(\.timestamp) == strokes.map(\.timestamp)
      )
      _ = try await server.post(path, ["start": "2024-05-01 09:00"])
      let moved = try #require(try await server.library.session(before.id)?.summary)
      #expect(moved.startedAt.formatted(.iso8601) == "2024-05-01T09:00:00Z")
      #expect(!moved.isDateAssumed && moved.machine == .skiErg && moved.comments == "windy")
    }
  }

  @Test func `a recording is closed as incomplete on its page`() async throws {
    try await RowServer.run { server in
      _ = try await server.library.addAthlete(name: "Anna")
      let simulator = PM5Simulator(
        plan: try WorkoutPlan(text: "500m"), options: SimulatorOptions(seed: 6))
      let recorder = LiveRecorder(
        modelContainer: server.library.modelContainer, options: .init(start: Date()))
      for frame in simulator.frames.prefix(300) { try await recorder.receive(frame) }
      let id = try #require(await recorder.sessionID)
      let path = "/rowing/sessions/\(id.uuidString.lowercased())"
      let open = try await server.send("GET", path)
      #expect(open.body.contains("Close as incomplete") && open.body.contains("not finished"))
      let closed = try await server.post(path, ["finish": "1"])
      #expect(closed.status == 303)
      let summary = try #require(try await server.library.session(id)?.summary)
      #expect(summary.isEnded && !summary.isComplete && summary.pace != nil)
      let page = try await server.send("GET", path)
      #expect(!page.body.contains("Close as incomplete") && page.body.contains("incomplete"))
    }
  }

  @Test func `a session is served as a file in each format`() async throws {
    try await RowServer.run { server in
      try await server.importElsewhere([.boatCoach])
      let id = try #require(try await server.library.sessions(SessionQuery()).sessions.first?.id)
      for (format, type) in [
        ("fit", "application/vnd.ant.fit"), ("tcx", "application/vnd.garmin.tcx+xml"),
        ("csv", "text/csv; charset=utf-8"),
      ] {
        let file = try await server.send(
          "GET", "/rowing/sessions/\(id.uuidString.lowercased())/file/\(format)")
        #expect(file.status == 200 && file.headers["content-type"] == type, "\(format)")
        #expect(file.headers["content-disposition"]?.hasSuffix(".\(format)\"") == true)
      }
      let unknown = try await server.send(
        "GET", "/rowing/sessions/\(id.uuidString.lowercased())/file/exe")
      #expect(unknown.status == 404)
    }
  }

  @Test func `zones are changed and reset, and impossible ones are rejected`() async throws {
    try await RowServer.run { server in
      let athlete = try await server.library.addAthlete(name: "Anna")
      let id = athlete.id.uuidString.lowercased()
      let saved = try await server.post(
        "/rowing/zones",
        [
          "athlete": id, "base": "200 W", "name-0": "Easy", "from-0": "0", "name-1": "Hard",
          "from-1": "90 %", "name-2": "", "from-2": "95",
        ])
      #expect(saved.status == 303, "\(saved.body)")
      let table = try await server.library.zones(athlete: athlete.id)
      #expect(table.rows.map(\.zone.name) == ["Easy", "Hard"] && table.basePower == 200)
      for fields in [
        ["base": "strong"], ["base": "-5"], ["name-0": "A", "from-0": "x"],
        ["name-0": "A", "from-0": "50", "name-1": "B", "from-1": "20"], [:],
      ] {
        let rejected = try await server.post(
          "/rowing/zones", fields.merging(["athlete": id]) { $1 })
        #expect(rejected.status == 422, "\(fields): \(rejected.status)")
      }
      #expect(try await server.library.zones(athlete: athlete.id) == table)
      _ = try await server.post("/rowing/zones/reset", ["athlete": id])
      #expect(try await server.library.zones(athlete: athlete.id).isDefault)
    }
  }

  @Test func `forms show the decimals of zones and body values`() async throws {
    try await RowServer.run { server in
      let athlete = try await server.library.addAthlete(
        name: "Anna", edit: AthleteEdit(weight: .set(72.25)))
      let zones = [
        PowerZone(name: "Easy", from: 0, to: 0.8125),
        PowerZone(name: "Hard", from: 0.8125, to: nil),
      ]
      let table = try await server.library.setZones(zones, basePower: 213.4, athlete: athlete.id)
      let id = athlete.id.uuidString.lowercased()
      let page = try await server.send("GET", "/rowing/zones?athlete=\(id)").body
      for value in ["213.4", "0", "81.25"] { #expect(page.contains("value=\"\(value)\"")) }
      let saved = try await server.post(
        "/rowing/zones",
        [
          "athlete": id, "base": "213.4", "name-0": "Easy", "from-0": "0", "name-1": "Hard",
          "from-1": "81.25",
        ])
      #expect(saved.status == 303)
      #expect(try await server.library.zones(athlete: athlete.id) == table)
      let form = try await server.send("GET", "/rowing/athletes/\(id)").body
      #expect(form.contains("value=\"72.25\""))
    }
  }

  @Test func `athletes and teams are added, joined and deleted`() async throws {
    try await RowServer.run { server in
      let team = try await server.post("/rowing/teams", ["name": "Masters"])
      let board = try #require(team.headers["location"])
      #expect(board.hasPrefix("/rowing/board?team="))
      let teamID = String(board.dropFirst("/rowing/board?team=".count))
        .replacing("%2D", with: "-")
      let added = try await server.post(
        "/rowing/athletes",
        ["name": "Anna", "weight": "68,5 kg", "team": teamID, "role": "athlete", "birth": "1990"])
      let path = try #require(added.headers["location"])
      let athlete = try #require(try await server.library.athletes().first)
      #expect(athlete.weight == 68.5 && athlete.teamName == "Masters" && athlete.birthYear == 1990)
      #expect(try await server.send("GET", board).body.contains("Anna"))
      for fields in [
        ["name": "Bea", "weight": "heavy"], ["name": ""], ["name": "Bea", "birth": "soon"],
        ["name": "Bea", "weight": "9000"],
      ] {
        let rejected = try await server.post("/rowing/athletes", fields)
        #expect(rejected.status == 422, "\(fields): \(rejected.status)")
        #expect(rejected.body.contains("Nothing was added."))
      }
      _ = try await server.post(path, ["name": "Anna B.", "team": "", "weight": ""])
      let changed = try #require(try await server.library.athlete(athlete.id))
      #expect(changed.name == "Anna B." && changed.teamID == nil && changed.weight == nil)
      #expect(try await server.post(path + "/delete", [:]).status == 303)
      #expect(try await server.library.athletes().isEmpty)
      #expect(try await server.post("/rowing/teams", ["name": " "]).status == 422)
    }
  }

  @Test func `a running session is on the live page, the board and the start page`() async throws {
    try await RowServer.run { server in
      let athlete = try await server.library.addAthlete(name: "Anna")
      let team = try await server.library.addTeam(name: "Masters")
      _ = try await server.library.join(athlete.id, team: team.id)
      _ = try await server.row(athlete: athlete.id)
      let live = try await server.send("GET", "/rowing/live").body
      #expect(live.contains("Anna") && live.contains("306 <span") && live.contains("5x500m/1:00r"))
      #expect(try await server.send("GET", "/rowing/board").body.contains("rowing now"))
      #expect(try await server.send("GET", "/").body.contains("Anna is rowing now"))
      for fragment in ["/fragments/rowing", "/fragments/rowing/live", "/fragments/rowing/board"] {
        let part = try await server.send("GET", fragment)
        #expect(part.status == 200 && !part.body.contains("<html"), "\(fragment)")
      }
    }
  }
}
