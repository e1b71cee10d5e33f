// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Kills of `cairn row record` while a monitor sends notifications.
@Suite(.timeLimit(.minutes(15)))
struct RecordKillTests {
  /// The number of kills: 2, or the value of `CAIRN_KILL_ROUNDS`.
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_KILL_ROUNDS"].flatMap(Int.init) ?? 2

  private struct Session: Decodable {
    struct Stroke: Decodable {
      let number: Int
      let elapsed_s: Double
      let gap: Bool
    }

    let id: String
    let is_complete: Bool
    let distance_m: Double
    let strokes: [Stroke]
  }

  /// A simulated workout as the lines of a capture.
  private struct Capture {
    let lines: [String]

    /// The number of strokes in the first lines, by the numbers of characteristic 0035.
    func strokes(in count: Int) -> Int {
      Set(
        lines.prefix(count).compactMap { line -> Substring? in
          let parts = line.split(separator: " ")
          // The count is the last field of the notification of a stroke.
          return parts.count == 3 && parts[1] == "0035" ? parts[2].suffix(4) : nil
        }
      ).count
    }
  }

  private func capture(_ workspace: Workspace, seed: Int) async throws -> Capture {
    let result = try await workspace.cairn("row", "simulate", "500m", "--seed", "\(seed)")
    try #require(result.status == 0, "\(result)")
    return Capture(lines: result.output.split(separator: "\n").map(String.init))
  }

  private func sessions(_ workspace: Workspace) async throws -> [Session] {
    struct Entry: Decodable { let id: String }
    let list = try await workspace.cairn("row", "list", "--json").json([Entry].self)
    var sessions: [Session] = []
    for entry in list {
      sessions.append(
        try await workspace.cairn("row", "show", entry.id, "--json").json(Session.self))
    }
    return sessions
  }

  @Test func `a stroke is stored within a second, and a killed recording resumes`() async throws {
    var generator = SystemRandomNumberGenerator()
    for round in 0..<Self.rounds {
      let workspace = try Workspace()
      let capture = try await capture(workspace, seed: round + 1)
      let pipe = workspace.url.appending(path: "pipe").path(percentEncoded: false)
      try #require(mkfifo(pipe, 0o600) == 0)
      let recording = try workspace.startCairn("row", "record", pipe, "--serial", "430")
      // Opens when the process has opened its end.
      let writer = try FileHandle(forWritingTo: URL(filePath: pipe))
      let cut = Int.random(
        in: capture.lines.count / 4...capture.lines.count * 3 / 4, using: &generator)
      let text = capture.lines.prefix(cut).joined(separator: "\n") + "\n"
      try writer.write(contentsOf: Data(text.utf8))
      let written = capture.strokes(in: cut)
      try #require(written > 5)
      // The store is written by the time that the process waits for the next line.
      let before = try await wait(for: {
        let stored = try await sessions(workspace).first
        return stored.map { $0.strokes.count >= written ? $0 : nil } ?? nil
      })
      #expect(before.strokes.count == written, "round \(round)")
      #expect(!before.is_complete)

      // Another stroke, then a second, then the kill.
      var next = cut
      while capture.strokes(in: next) == written { next += 1 }
      try writer.write(
        contentsOf: Data((capture.lines[cut..<next].joined(separator: "\n") + "\n").utf8))
      try await Task.sleep(for: .seconds(1))
      recording.send(SIGKILL)
      #expect(try await recording.result().wasKilled)
      try writer.close()
      let killed = try #require(try await sessions(workspace).first)
      #expect(killed.strokes.count == written + 1, "round \(round)")
      #expect(!killed.is_complete)

      let rest = capture.lines.dropFirst(next + 20).joined(separator: "\n") + "\n"
      let resumed = try await workspace.cairn(
        ["row", "record", "-", "--serial", "430"], input: rest)
      #expect(resumed.status == 0, "\(resumed)")
      let all = try await sessions(workspace)
      #expect(all.count == 1, "round \(round)")
      let session = try #require(all.first)
      #expect(session.id == killed.id && session.is_complete && session.distance_m == 500)
      #expect(session.strokes.prefix(written + 1).map(\.number) == Array(1...(written + 1)))
      let elapsed = session.strokes.map(\.elapsed_s)
      #expect(elapsed == elapsed.sorted())
      #expect(session.strokes.count <= capture.strokes(in: capture.lines.count))
    }
  }

  @Test func `an abandoned recording of another monitor stays incomplete`() async throws {
    let workspace = try Workspace()
    let capture = try await capture(workspace, seed: 9)
    let half = capture.lines.prefix(capture.lines.count / 2).joined(separator: "\n") + "\n"
    let first = try await workspace.cairn(["row", "record", "-", "--serial", "1"], input: half)
    #expect(first.status == 0, "\(first)")
    let whole = capture.lines.joined(separator: "\n") + "\n"
    let second = try await workspace.cairn(["row", "record", "-", "--serial", "2"], input: whole)
    #expect(second.status == 0, "\(second)")
    let all = try await sessions(workspace)
    #expect(all.map(\.is_complete).sorted { !$0 && $1 } == [false, true])
  }
}
