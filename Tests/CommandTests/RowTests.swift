// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn row`: sessions and their figures.
struct RowTests {
  /// A workspace with an imported season.
  private func season() async throws -> (Workspace, [SessionJSON]) {
    let workspace = try Workspace()
    let result = try await workspace.cairn("row", "import", RowingFixture.season.path, "--json")
    try #require(result.status == 0, "\(result)")
    return (workspace, try result.json(RowImportJSON.self).imported)
  }

  /// The keys of a JSON object.
  private func keys(_ result: CommandResult) throws -> Set<String> {
    let value = try JSONSerialization.jsonObject(with: result.outputData)
    let object = try #require((value as? [[String: Any]])?.first ?? value as? [String: Any])
    return Set(object.keys)
  }

  @Test func `a season is imported once, with the figures of the logbook`() async throws {
    let (workspace, sessions) = try await season()
    #expect(sessions.count == 157)
    #expect(abs(sessions.reduce(0) { $0 + $1.distance_m } - 261_385) < 0.5)
    #expect(abs(sessions.reduce(0) { $0 + $1.duration_s } - 63_649.9) < 0.05)
    let again = try await workspace.cairn("row", "import", RowingFixture.season.path, "--json")
    let report = try again.json(RowImportJSON.self)
    #expect(report.imported.isEmpty && report.merged.isEmpty && report.failed.isEmpty)
    #expect(report.unchanged.count == 157)
    let list = try await workspace.cairn("row", "list", "--json").json([SessionJSON].self)
    #expect(list.count == 157)
    #expect(list.first?.workout == "10x0:30/1:00r", "\(String(describing: list.first))")
    let piece = try #require(list.first { $0.distance_m == 5000 && $0.duration_s == 1279.1 })
    #expect(piece.pace_text == "2:07.9" && piece.power_w == 167 && piece.calories_per_h == 875)
  }

  @Test func `JSON has the documented keys, and null for unknown values`() async throws {
    let (workspace, sessions) = try await season()
    let list = try await workspace.cairn("row", "list", "--json")
    let session: Set = [
      "id", "athlete", "started_at", "date_assumed", "machine", "type", "workout", "distance_m",
      "duration_s", "rest_distance_m", "rest_s", "pace_s_per_500m", "pace_text",
      "stroke_rate_spm", "power_w", "max_power_w", "calories_kcal", "calories_per_h",
      "heart_rate_bpm", "drag_factor", "strokes", "source", "is_complete",
    ]
    #expect(try keys(list) == session)
    #expect(list.output.contains("\"heart_rate_bpm\" : null"))
    let show = try await workspace.cairn("row", "show", sessions[0].id, "--json")
    #expect(try keys(show).isSuperset(of: session.union(["intervals", "strokes", "device"])))
    let stats = try await workspace.cairn("row", "stats", "--by", "season", "--json")
    #expect(try keys(stats) == ["period", "sessions", "distance_m", "duration_s"])
    let records = try await workspace.cairn("row", "records", "--json")
    #expect(
      try keys(records)
        == [
          "machine", "distance_m", "duration_s", "session", "started_at", "kind", "weight_class",
          "season", "athlete",
        ])
    let curve = try await workspace.cairn("row", "curve", "--json")
    #expect(try keys(curve) == ["points", "cp_w", "w_prime_j"])
    let report = try await workspace.cairn("row", "import", RowingFixture.season.path, "--json")
    #expect(try keys(report) == ["imported", "merged", "unchanged", "failed"])
  }

  @Test func `records are the best whole pieces of the season`() async throws {
    struct Record: Decodable {
      let distance_m: Double
      let duration_s: Double
      let kind: String
    }
    let (workspace, _) = try await season()
    let records = try await workspace.cairn("row", "records", "--json").json([Record].self)
    for (distance, duration) in [
      (500.0, 98.7), (1000, 218.6), (2000, 457.7), (5000, 1217.9), (10_000, 2488.7),
    ] {
      let best = records.filter { $0.kind == "whole" && $0.distance_m == distance }
      #expect(best.map(\.duration_s).min() == duration, "\(distance)")
    }
  }

  @Test func `totals by month and season add up to the whole`() async throws {
    struct Period: Decodable {
      let period: String
      let sessions: Int
      let distance_m: Double
    }
    let (workspace, _) = try await season()
    for by in ["week", "month", "season"] {
      let result = try await workspace.cairn("row", "stats", "--by", by, "--json")
      let periods = try result.json([Period].self)
      #expect(periods.reduce(0) { $0 + $1.sessions } == 157, "\(by)")
      #expect(abs(periods.reduce(0) { $0 + $1.distance_m } - 261_385) < 0.5, "\(by)")
    }
    let text = try await workspace.cairn("row", "stats")
    #expect(text.output.contains("SEASON") && text.output.contains("2018"), "\(text)")
  }

  @Test func `a file without a date is flagged, and an edit sets its start`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("row", "import", RowingFixture.ergData.path, "--json")
    let session = try #require(try result.json(RowImportJSON.self).imported.first, "\(result)")
    #expect(session.date_assumed)
    let edit = try await workspace.cairn(
      "row", "edit", String(session.id.prefix(8)), "--start", "2016-07-02 09:30", "--type", "test",
      "--comments", "First test", "--json")
    let changed = try edit.json(SessionJSON.self)
    #expect(changed.started_at == "2016-07-02T09:30:00Z" && changed.type == "Test", "\(edit)")
    let strokes = try await workspace.cairn("row", "show", session.id, "--strokes")
    #expect(strokes.output.contains("Comments") && strokes.output.contains("PEAK"), "\(strokes)")
  }

  @Test func `--start gives a file without a date its time`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(
      "row", "import", RowingFixture.result.path, "--start", "2020-03-01T08:00:00Z", "--json")
    let session = try #require(try result.json(RowImportJSON.self).imported.first, "\(result)")
    #expect(session.started_at == "2020-03-01T08:00:00Z" && !session.date_assumed)
  }

  @Test func `a bad file is reported, stops no other, and the status is 1`() async throws {
    let workspace = try Workspace()
    let bad = try workspace.write("no workout", to: "notes.csv")
    let result = try await workspace.cairn(
      "row", "import", bad, RowingFixture.boatCoach.path, "missing.csv", "--json")
    #expect(result.status == 1, "\(result)")
    let report = try result.json(RowImportJSON.self)
    #expect(report.imported.count == 1 && report.failed.count == 2)
    #expect(report.failed.map(\.file) == [bad, "missing.csv"])
    #expect(result.error.contains("notes.csv") && result.error.contains("missing.csv"))
  }

  @Test func `a bad row is reported by its line, and the others are imported`() async throws {
    let workspace = try Workspace()
    var lines = try String(contentsOf: RowingFixture.season.url, encoding: .utf8)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    lines[3] = lines[3].replacing("\"1255.3\"", with: "\"soon\"")
    let file = try workspace.write(lines.joined(separator: "\n"), to: "season.csv")
    let result = try await workspace.cairn("row", "import", file, "--json")
    let report = try result.json(RowImportJSON.self)
    #expect(result.status == 1 && report.imported.count == 156, "\(result.error)")
    #expect(report.failed.map(\.line) == [4])
    #expect(result.error.contains("season.csv:4: "), "\(result.error)")
  }

  @Test func `an athlete of a squad gets the sessions of an import`() async throws {
    let workspace = try Workspace()
    for name in ["Anna", "Bea"] {
      let result = try await workspace.cairn("row", "athlete", "add", name, "--weight", "68.5")
      #expect(result.status == 0, "\(result)")
    }
    let refused = try await workspace.cairn("row", "import", RowingFixture.season.path)
    #expect(refused.status == 1 && refused.error.contains("several athletes"), "\(refused)")
    let result = try await workspace.cairn(
      "row", "import", RowingFixture.season.path, "--athlete", "bea", "--json")
    let sessions = try result.json(RowImportJSON.self).imported
    #expect(sessions.count == 157 && sessions.allSatisfy { $0.athlete == "Bea" })
    _ = try await workspace.cairn("row", "team", "add", "Masters")
    for name in ["Anna", "Bea"] {
      let joined = try await workspace.cairn("row", "team", "join", name, "masters")
      #expect(joined.status == 0, "\(joined)")
    }
    let board = try await workspace.cairn("row", "team", "board")
    #expect(board.output.contains("Anna") && board.output.contains("7:37.7"), "\(board)")
    _ = try await workspace.cairn("row", "team", "leave", "Anna")
    let list = try await workspace.cairn("row", "team", "list", "--json")
    #expect(list.output.contains("\"Bea\"") && !list.output.contains("\"Anna\""), "\(list)")
    let deleted = try await workspace.cairn("row", "athlete", "delete", "Bea", "--yes")
    #expect(deleted.status == 0, "\(deleted)")
    #expect(try await workspace.cairn("row", "list").output.hasPrefix("No sessions yet."))
  }

  @Test func `the load ends today, and falls on the days of rest`() async throws {
    struct Load: Decodable {
      struct Day: Decodable {
        let sessions: Int
        let banister: Double
        let average_7_days: Double
      }

      let days: [Day]
    }
    let workspace = try Workspace()
    let start = Date.now.addingTimeInterval(-10 * 86_400).formatted(.iso8601)
    let result = try await workspace.cairn(
      "row", "import", RowingFixture.ergData.path, "--start", start)
    try #require(result.status == 0, "\(result)")
    let days = try await workspace.cairn("row", "load", "--json").json(Load.self).days
    // Midnight can pass meanwhile.
    #expect((11...12).contains(days.count), "\(days.count)")
    let (first, last) = (try #require(days.first), try #require(days.last))
    #expect(first.sessions == 1 && first.banister > 0)
    #expect(last.sessions == 0 && last.banister == 0)
    #expect(last.average_7_days > 0 && last.average_7_days < first.average_7_days / 3)
    let text = try await workspace.cairn("row", "load")
    #expect(text.output.contains(String(Date.now.formatted(.iso8601).prefix(8))), "\(text)")
  }

  @Test func `zones are shown, set and reset`() async throws {
    let (workspace, _) = try await season()
    let standard = try await workspace.cairn("row", "zones")
    #expect(standard.status == 0 && standard.output.contains("UT2"), "\(standard)")
    let set = try await workspace.cairn(
      "row", "zones", "set", "Easy:0", "Hard:90", "--base", "200")
    #expect(set.output.contains("Easy") && set.output.contains("0–180 W"), "\(set)")
    #expect(set.output.contains("from 180 W") && set.output.contains("Base 200 W"), "\(set)")
    let wrong = try await workspace.cairn("row", "zones", "set", "Easy:50", "Hard:40")
    #expect(wrong.status == 1 && wrong.error.contains("zones can't be used"), "\(wrong)")
    let reset = try await workspace.cairn("row", "zones", "reset")
    #expect(reset.output == standard.output)
  }

  @Test(arguments: ["fit", "tcx", "csv"])
  func `an exported session is already stored when it is imported`(format: String) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn("row", "import", RowingFixture.boatCoach.path, "--json")
    let session = try #require(try result.json(RowImportJSON.self).imported.first, "\(result)")
    let export = try await workspace.cairn(
      "row", "export", session.id, "--format", format, "--output", "out.\(format)")
    #expect(export.status == 0, "\(export)")
    let again = try await workspace.cairn("row", "import", "out.\(format)", "--json")
    let report = try again.json(RowImportJSON.self)
    #expect(again.status == 0 && report.imported.isEmpty && report.failed.isEmpty, "\(again)")
  }

  @Test func `sessions are compared with each other and with a target`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(
      "row", "import", RowingFixture.boatCoach.path, RowingFixture.result.path, "--json")
    let sessions = try result.json(RowImportJSON.self).imported
    try #require(sessions.count == 2)
    let both = try await workspace.cairn("row", "compare", sessions[0].id, sessions[1].id)
    #expect(both.status == 0 && both.output.contains("LEAD OF A"), "\(both)")
    let target = try await workspace.cairn(
      "row", "compare", sessions[0].id, "--target", "2:00", "--by", "time")
    #expect(target.status == 0 && target.output.contains("499m@2:00.0"), "\(target)")
  }

  @Test func `a session is deleted after a confirmation only`() async throws {
    let (workspace, sessions) = try await season()
    let refused = try await workspace.cairn("row", "delete", sessions[0].id)
    #expect(refused.status == 1 && refused.error.contains("--yes"), "\(refused)")
    let deleted = try await workspace.cairn("row", "delete", sessions[0].id, "--yes")
    #expect(deleted.output == "deleted \(sessions[0].id)\n", "\(deleted)")
    let show = try await workspace.cairn("row", "show", sessions[0].id)
    #expect(show.status == 1 && show.error.contains("no session ID begins with"), "\(show)")
  }

  @Test func `control characters of a file reach no terminal`() async throws {
    let workspace = try Workspace()
    let lines = try String(contentsOf: RowingFixture.season.url, encoding: .utf8)
      .split(separator: "\n").prefix(2).map(String.init)
    let text = lines.joined(separator: "\n")
      .replacing("10x0:30/1:00r row", with: "\u{1B}[2J=cmd()\u{202E}")
    let file = try workspace.write(text, to: "season.csv")
    let result = try await workspace.cairn("row", "import", file)
    #expect(result.status == 0, "\(result)")
    #expect(!result.output.contains("\u{1B}[2J") && !result.output.contains("\u{202E}"))
  }

  @Test func `every subcommand has a help with an example`() async throws {
    let workspace = try Workspace()
    let commands = [
      [], ["import"], ["list"], ["show"], ["edit"], ["delete"], ["export"], ["stats"],
      ["records"], ["curve"], ["zones"], ["zones", "show"], ["zones", "set"], ["zones", "reset"],
      ["load"], ["compare"], ["athlete"], ["athlete", "add"], ["athlete", "list"],
      ["athlete", "edit"], ["athlete", "delete"], ["athlete", "use"], ["athlete", "compare"],
      ["team"], ["team", "add"], ["team", "list"], ["team", "edit"], ["team", "delete"],
      ["team", "join"], ["team", "leave"], ["team", "board"], ["record"], ["simulate"],
      ["decode"], ["workout"],
    ]
    for command in commands {
      let result = try await workspace.cairn(["row"] + command + ["--help"])
      #expect(result.status == 0 && result.output.contains("EXAMPLE"), "\(command)")
      #expect(
        result.output.contains("\n  " + (["cairn", "row"] + command).joined(separator: " ")),
        "\(command)")
    }
  }
}
