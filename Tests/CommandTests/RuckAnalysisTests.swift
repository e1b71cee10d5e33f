// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// Records, loads, comparisons, edits of tracks, privacy zones, checks and reports.
struct RuckAnalysisTests {
  /// A workspace with two walks of an hour on two days, and their IDs in order of time.
  private func stored() async throws -> (Workspace, [String]) {
    let workspace = try Workspace()
    let files = try (0..<2).map {
      try workspace.write(Track.gpx(points: 3600, number: $0), to: "\($0).gpx")
    }
    let result = try await workspace.cairn(
      ["ruck", "import"] + files + ["--pack-weight", "35 lb", "--surface", "dirt_road", "--json"])
    let rucks = try result.json(ImportJSON.self).imported
    try #require(rucks.count == 2, "\(result)")
    return (workspace, rucks.map(\.id))
  }

  private func object(_ result: CommandResult) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: result.outputData) as? [String: Any], "\(result)")
  }

  private func list(_ result: CommandResult) throws -> [[String: Any]] {
    try #require(
      try JSONSerialization.jsonObject(with: result.outputData) as? [[String: Any]], "\(result)")
  }

  @Test func `records and standards are printed as text and JSON`() async throws {
    let (workspace, ids) = try await stored()
    let text = try await workspace.cairn("ruck", "records")
    #expect(text.output.contains("fastest 1 mi  35 lb to below 50 lb"), "\(text)")
    #expect(text.output.contains(String(ids[0].prefix(8))))
    let json = try object(try await workspace.cairn("ruck", "records", "--json"))
    let fastest = try #require(json["fastest"] as? [[String: Any]])
    #expect(fastest.count == 1)
    let effort = try #require(fastest[0]["effort"] as? [String: Any])
    let seconds = try #require(effort["time_s"] as? Double)
    // A step of 1.334 m each second.
    #expect(abs(seconds - 1609.344 / 1.3343) < 2)
    let standards = try await workspace.cairn("ruck", "records", "--standards", "--json")
    #expect(try list(standards).count > 8)
    let table = try await workspace.cairn("ruck", "records", "--standards")
    #expect(table.output.contains("US Army: 12-mile foot march"), "\(table)")
  }

  @Test func `load, comparison, periods and report are printed as text and JSON`() async throws {
    let (workspace, ids) = try await stored()
    let load = try await workspace.cairn("ruck", "load", "--days", "3", "--json")
    #expect(try list(load).count == 3)
    #expect(try await workspace.cairn("ruck", "load", "--days", "0").status == 64)
    let comparison = try await workspace.cairn(["ruck", "compare"] + ids)
    #expect(comparison.output.contains("Hill-corrected pace"), "\(comparison)")
    #expect(comparison.output.contains("lcda-backpacking"))
    let compared = try list(try await workspace.cairn(["ruck", "compare"] + ids + ["--json"]))
    #expect(compared.count == 2)
    #expect((compared[0]["equations"] as? [Any])?.count == 4)
    let days = try list(try await workspace.cairn("ruck", "stats", "--by", "day", "--json"))
    #expect(days.compactMap { $0["count"] as? Int } == [1, 1])
    let months = try await workspace.cairn("ruck", "stats", "--by", "month")
    #expect(months.output.hasPrefix("MONTH"), "\(months)")
    let report = try await workspace.cairn(
      "ruck", "report", "--from", "2025-12-30", "--to", "2026-03-01")
    #expect(report.output.hasPrefix("Rucks from 2025-12-30 to before 2026-03-01\n"), "\(report)")
    #expect(report.output.contains("Records set in this period"))
    let empty = try object(
      try await workspace.cairn("ruck", "report", "--year", "2001", "--json"))
    #expect((empty["months"] as? [Any])?.isEmpty == true)
    #expect(try await workspace.cairn("ruck", "report", "--from", "2026-02-30").status == 64)
  }

  @Test func `a track is trimmed, split, joined and restored`() async throws {
    let (workspace, ids) = try await stored()
    let before = try await workspace.cairn("ruck", "show", ids[0], "--json").output
    let trimmed = try await workspace.cairn(
      "ruck", "trim", ids[0], "--from", "0:10:00", "--to", "50min", "--json")
    #expect(try trimmed.json([RuckJSON].self).map(\.duration_s) == [2400], "\(trimmed)")
    let parts = try await workspace.cairn("ruck", "split", ids[0], "--at", "0.5 mi", "--json")
    let two = try parts.json([RuckJSON].self)
    #expect(two.count == 2, "\(parts)")
    let joined = try await workspace.cairn(["ruck", "join"] + two.map(\.id) + ["--json"])
    #expect(try joined.json([RuckJSON].self).map(\.points) == [2401], "\(joined)")
    for _ in 0..<3 {
      let undone = try await workspace.cairn("ruck", "undo")
      #expect(undone.status == 0, "\(undone)")
    }
    #expect(try await workspace.cairn("ruck", "show", ids[0], "--json").output == before)
    let none = try await workspace.cairn("ruck", "undo")
    #expect(none.status == 1 && none.error.contains("no edit to undo"), "\(none)")
    #expect(try await workspace.cairn("ruck", "trim", ids[0]).status == 64)
    #expect(try await workspace.cairn("ruck", "split", ids[0], "--at", "soon").status == 64)
  }

  @Test func `a privacy zone cuts the export of a ruck, and not that of all`() async throws {
    let (workspace, ids) = try await stored()
    let added = try await workspace.cairn(
      "ruck", "zone", "add", "home", "--at", "47.02,8.5", "--radius", "500 m", "--json")
    #expect(added.status == 0, "\(added)")
    let zones = try list(try await workspace.cairn("ruck", "zone", "list", "--json"))
    #expect(zones.compactMap { $0["latitude"] as? Double } == [47.02])
    func points(_ arguments: String...) async throws -> Int {
      let result = try await workspace.cairn(["ruck", "export"] + arguments)
      return result.output.components(separatedBy: "<trkpt").count - 1
    }
    let cut = try await points(ids[0])
    #expect(cut < 3200 && cut > 2500)
    #expect(try await points(ids[0], "--include-private") == 3600)
    let all = try await workspace.cairn("ruck", "export", "--all", "--output", "all.json")
    #expect(all.status == 0, "\(all)")
    let other = try Workspace()
    let restored = try await other.cairn(
      "ruck", "import", workspace.url.appending(path: "all.json").path(percentEncoded: false),
      "--json")
    #expect(try restored.json(ImportJSON.self).imported.map(\.points) == [3600, 3600])
    let list = try await workspace.cairn("ruck", "list", "--json").output
    #expect(try await other.cairn("ruck", "list", "--json").output == list)
    #expect(try await workspace.cairn("ruck", "zone", "remove", "home").status == 0)
    #expect(try await points(ids[0]) == 3600)
  }

  @Test func `a check exits with 1 if it finds something`() async throws {
    let (workspace, ids) = try await stored()
    let good = try await workspace.cairn("ruck", "check")
    #expect(good.status == 0 && good.output == "2 rucks checked, nothing found\n", "\(good)")
    // The second walk begins at the time of the first one, elsewhere.
    let overlap = Track.gpx(points: 1800, number: 0).replacing("lon=\"8.5\"", with: "lon=\"9.5\"")
    _ = try await workspace.cairn(
      "ruck", "import", try workspace.write(overlap, to: "overlap.gpx"))
    let bad = try await workspace.cairn("ruck", "check", "--json")
    #expect(bad.status == 1)
    let findings = try #require(try object(bad)["findings"] as? [[String: Any]])
    #expect(findings.compactMap { $0["kind"] as? String } == ["overlap"], "\(bad)")
    #expect(try await workspace.cairn("ruck", "check", ids[1]).status == 0)
  }
}
