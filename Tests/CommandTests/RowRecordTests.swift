// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn row simulate`, `record`, `decode` and `workout`.
struct RowRecordTests {
  @Test func `a simulated workout is recorded as it was rowed`() async throws {
    struct Detail: Decodable {
      struct Interval: Decodable {
        let kind: String
        let distance_m: Double
      }
      struct Stroke: Decodable {
        let power_w: Double?
        let force_curve_n: [Double]?
      }
      let distance_m: Double
      let is_complete: Bool
      let intervals: [Interval]
      let strokes: [Stroke]
    }
    let workspace = try Workspace()
    let simulated = try await workspace.cairn(
      "row", "simulate", "3x250m/0:30r", "--watts", "220", "--rate", "26", "--seed", "7", "--out",
      "capture.txt")
    #expect(simulated.status == 0 && simulated.output == "", "\(simulated)")
    let again = try await workspace.cairn(
      "row", "simulate", "3x250m/0:30r", "--watts", "220", "--rate", "26", "--seed", "7")
    #expect(
      try String(contentsOf: workspace.url.appending(path: "capture.txt"), encoding: .utf8)
        == again.output)
    let recorded = try await workspace.cairn(
      "row", "record", "capture.txt", "--start", "2026-01-15T18:30:00Z", "--json")
    let session = try #require(try recorded.json([SessionJSON].self).first, "\(recorded)")
    #expect(session.is_complete && session.source == "pm5")
    #expect(session.started_at.hasPrefix("2026-01-15T18:3"), "\(session)")
    let show = try await workspace.cairn("row", "show", session.id, "--json")
    let detail = try show.json(Detail.self)
    #expect(abs(detail.distance_m - 750) < 1 && detail.is_complete, "\(detail.distance_m)")
    #expect(detail.intervals.filter { $0.kind == "work" }.map(\.distance_m) == [250, 250, 250])
    #expect(detail.strokes.count > 60)
    #expect(detail.strokes.contains { ($0.force_curve_n?.count ?? 0) > 5 })
  }

  @Test func `a recording from a pipe is stored, and a malformed line is reported`() async throws {
    let workspace = try Workspace()
    let result = try await workspace.shell(
      #"""
      { "$cairn" row simulate 250m --seed 3; echo "1.0 0031 zz"; } | "$cairn" row record - || true
      """#)
    #expect(result.output.contains("250 m"), "\(result)")
    #expect(result.error.contains("standard input:"), "\(result)")
  }

  @Test func `splits are numbered, and an interrupted recording is finished`() async throws {
    struct Detail: Decodable {
      struct Interval: Decodable { let number: Int }
      let is_complete: Bool
      let pace_s_per_500m: Double?
      let intervals: [Interval]
    }
    let workspace = try Workspace()
    let capture = try await workspace.cairn("row", "simulate", "500m", "--seed", "3").output
    let whole = try await workspace.cairn(["row", "record", "-", "--json"], input: capture)
    let session = try #require(try whole.json([SessionJSON].self).first, "\(whole)")
    let show = try await workspace.cairn("row", "show", session.id, "--json").json(Detail.self)
    #expect(show.intervals.map(\.number) == Array(1...5))
    let lines = capture.split(separator: "\n")
    let half = lines.prefix(lines.count / 2).joined(separator: "\n") + "\n"
    let cut = try await workspace.cairn(["row", "record", "-", "--json"], input: half)
    let part = try #require(try cut.json([SessionJSON].self).first, "\(cut)")
    #expect(!part.is_complete)
    let shown = try await workspace.cairn("row", "show", part.id, "--json").json(Detail.self)
    #expect(shown.pace_s_per_500m != nil)
    let stats = try await workspace.cairn("row", "stats", "--json")
    #expect(stats.output.contains("\"sessions\" : 2"), "\(stats)")
    let finished = try await workspace.cairn("row", "edit", part.id, "--finish")
    #expect(finished.status == 0, "\(finished)")
  }

  @Test func `notifications are decoded by name`() async throws {
    struct Frame: Decodable {
      let char: String
      let mode: String
      let elapsed_s: Double
      let stroke_rate: Int
      let heart_rate: Int?
      let average_pace_s: Double
    }
    let workspace = try Workspace()
    let line = "0032 8b2f00a40828ff7b588467000000000000\n"
    let result = try await workspace.cairn(
      ["row", "decode", "-", "--json"], input: "121.7 " + line + line + "# a comment\n")
    let frames = try result.json([Frame].self)
    #expect(frames.count == 2 && result.status == 0, "\(result)")
    let frame = try #require(frames.first)
    #expect(frame.char == "0032" && frame.mode == "direct" && frame.elapsed_s == 121.71)
    #expect(frame.stroke_rate == 40 && frame.heart_rate == nil && frame.average_pace_s == 265)
    let bad = try await workspace.cairn(
      ["row", "decode", "-"], input: "1 0032 zz\n1 9999 00\n\u{0}\u{1}\n1 \(line)")
    #expect(bad.status == 1 && bad.output.contains("average_pace_s=265"), "\(bad)")
    #expect(bad.error.contains("standard input:1: ") && bad.error.contains(":2: "), "\(bad)")
    let long = try await workspace.cairn(
      ["row", "decode", "-"], input: String(repeating: "1 ", count: 100_000) + "\n1 \(line)")
    #expect(long.status == 1 && long.output.contains("stroke_rate=40"), "\(long.error)")
  }

  @Test func `a workout becomes frames, and frames a workout`() async throws {
    struct Workout: Decodable {
      let workout: String
      let frames: [String]
    }
    let workspace = try Workspace()
    for text in ["2000m", "30:00", "5x500m/2:00r", "v4:00/1:00r,3:00/1:00r", "100cal"] {
      let there = try await workspace.cairn("row", "workout", text, "--json").json(Workout.self)
      #expect(!there.frames.isEmpty && there.frames.allSatisfy { $0.hasPrefix("f1") }, "\(text)")
      let back = try await workspace.cairn(["row", "workout"] + there.frames + ["--json"])
      #expect(try back.json(Workout.self).workout == there.workout, "\(text): \(back)")
    }
    for text in ["5xfar", "f1760701f2", "2000 m/h", "0x500m"] {
      let result = try await workspace.cairn("row", "workout", text)
      #expect(result.status == 1 && result.output == "", "\(text): \(result)")
    }
  }

  @Test(arguments: [
    (["row", "simulate", "2000m", "--watts", "0"], "--watts 0.0 is out of range"),
    (["row", "simulate", "2000m", "--loss", "2"], "--loss 2.0 is out of range"),
    (["row", "simulate", "2000m", "--disconnects", "101"], "--disconnects 101 is out of range"),
    (["row", "compare", "1"], "Give the ID of another session"),
    (["row", "compare", "1", "--target", "fast"], "'fast' is not a target"),
    (["row", "edit", "1"], "Nothing to change"),
    (["row", "zones", "set"], "Nothing to change"),
    (["row", "zones", "set", "UT2"], "'UT2' is not a zone"),
    (["row", "import", "a.csv", "b.csv", "--start", "2026-01-01"], "--start needs exactly one"),
    (["row", "list", "--from", "soon"], "'soon' is not a date"),
    (["row", "list", "--from", "2026-02-01", "--to", "2026-01-01"], "--from must be before"),
    (["row", "export", "1"], "Missing expected argument '--format <format>'"),
    (["row", "stats", "--by", "day"], "'week', 'month' or 'season'"),
  ])
  func `a usage error names the remedy`(arguments: [String], error: String) async throws {
    let result = try await Workspace().cairn(arguments)
    #expect(result.status == 64 && result.output == "", "\(result)")
    #expect(result.error.contains(error), "\(result.error)")
  }
}
