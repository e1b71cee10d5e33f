// Cairn
// SPDX-License-Identifier: Apache-2.0

import CommandTestSupport
import Foundation
import Testing

/// `cairn ruck record` as a process, with the real gpsd daemon.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RecordCommandTests {
  /// A running ruck as `--json` prints it.
  private struct Running: Decodable {
    let id: String
    let state: String
    let points: Int
    let distance_m: Double
    let elapsed_s: Double
    let pack_weight_kg: Double
    let last_position_at: String?
    let expected_end_at: String?
  }

  /// A receiver on a walk to the north, ten times as fast as the clock.
  private final class Receiver: @unchecked Sendable {
    // Unchecked because `lock` protects the mutable state.

    static let start = Date(
      timeIntervalSince1970: (Date.now.timeIntervalSince1970 - 3_600).rounded())
    private let lock = NSLock()
    private var sent = 0
    private var task: Task<Void, any Error>?

    init(_ daemon: GPSDaemon, from first: Int = 0) {
      task = Task { [weak self] in
        for second in first..<100_000 {
          try daemon.send(
            Self.start + Double(second), latitude: 46 + Double(second) * 1.4 / 111_195,
            longitude: 7)
          self?.note(second)
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }

    deinit { task?.cancel() }

    private func note(_ second: Int) { lock.withLock { sent = second } }

    /// The time of the last fix.
    var time: Date { Self.start + Double(lock.withLock { sent }) }
  }

  private func running(_ workspace: Workspace) async throws -> Running? {
    let result = try await workspace.cairn("ruck", "record", "status", "--json")
    try #require(result.status == 0, "\(result)")
    return try result.json([Running].self).last
  }

  /// Waits until the running ruck has some positions.
  private func wait(for points: Int, in workspace: Workspace) async throws -> Running {
    try await CommandTestSupport.wait {
      try await running(workspace).flatMap { $0.points >= points ? $0 : nil }
    }
  }

  private func start(
    _ workspace: Workspace, _ daemon: GPSDaemon, _ more: String...
  ) throws -> RunningCommand {
    try workspace.startCairn(
      ["ruck", "record", "--gpsd", "127.0.0.1:\(daemon.port)", "--json"] + more)
  }

  @Test func `a ruck is recorded from gpsd until Ctrl-C`() async throws {
    let workspace = try Workspace()
    let daemon = try await GPSDaemon(in: workspace)
    let recording = try start(workspace, daemon, "--pack-weight", "16 kg")
    let receiver = Receiver(daemon)
    let ruck = try await wait(for: 15, in: workspace)
    #expect(ruck.state == "recording")
    #expect(ruck.pack_weight_kg == 16)
    recording.send(SIGINT)
    let result = try await recording.result()
    try #require(result.status == 0, "\(result)")
    withExtendedLifetime(receiver) {}
    let ended = try result.json(RuckJSON.self)
    #expect(ended.id == ruck.id)
    #expect(ended.points >= 15)
    #expect(ended.pack_weight_kg == 16)
    #expect(ended.duration_s >= 70)
    #expect(abs(ended.distance_m - ended.moving_s * 1.4) < 0.1 * ended.distance_m)
    #expect(try await running(workspace) == nil)
  }

  @Test func `a killed recording loses at most five seconds, and is resumed`() async throws {
    let workspace = try Workspace()
    let daemon = try await GPSDaemon(in: workspace)
    let first = try start(workspace, daemon)
    let receiver = Receiver(daemon)
    _ = try await wait(for: 10, in: workspace)
    let killed = receiver.time
    first.send(SIGKILL)
    #expect(try await first.result().wasKilled)
    let left = try #require(try await running(workspace))
    #expect(left.points >= 10)
    let last = try #require(left.last_position_at.flatMap { try? Date($0, strategy: .iso8601) })
    // The fixes of the last interval, and the one or two that gpsd has not reported yet.
    #expect(killed.timeIntervalSince(last) <= 5 + 2)

    let second = try start(workspace, daemon)
    let resumed = try await wait(for: left.points + 10, in: workspace)
    #expect(resumed.id == left.id)
    second.send(SIGINT)
    let result = try await second.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.error.contains("resuming the ruck"))
    withExtendedLifetime(receiver) {}
    let ended = try result.json(RuckJSON.self)
    #expect(ended.id == left.id)
    #expect(ended.points >= left.points + 10)
  }

  @Test func `SIGTERM leaves the ruck open, and its end needs no recorder`() async throws {
    let workspace = try Workspace()
    let daemon = try await GPSDaemon(in: workspace)
    let recording = try start(workspace, daemon)
    let receiver = Receiver(daemon)
    let ruck = try await wait(for: 15, in: workspace)
    recording.send(SIGTERM)
    #expect(try await recording.result().status == 0)
    withExtendedLifetime(receiver) {}
    let result = try await workspace.cairn(
      "ruck", "record", "end", "--rpe", "7", "--notes", "Rain", "--json")
    let ended = try result.json(RuckJSON.self)
    #expect(ended.id == ruck.id)
    #expect(ended.notes == "Rain")
    #expect(ended.points >= 15)
  }

  @Test func `pause, load and resume from another terminal reach the recorder`() async throws {
    let workspace = try Workspace()
    let daemon = try await GPSDaemon(in: workspace)
    let recording = try start(workspace, daemon, "--pack-weight", "20 kg")
    let receiver = Receiver(daemon)
    _ = try await wait(for: 8, in: workspace)
    let paused = try await workspace.cairn("ruck", "record", "pause", "--json").json(Running.self)
    #expect(paused.state == "paused")
    // Positions of more than an interval arrive meanwhile.
    try await Task.sleep(for: .seconds(2))
    #expect(try await running(workspace)?.points == paused.points)
    let changed = try await workspace.cairn("ruck", "record", "load", "10 kg", "--json")
    #expect(abs(try changed.json(Running.self).pack_weight_kg - 10) < 0.001)
    let resumed = try await workspace.cairn("ruck", "record", "resume", "--json")
    #expect(try resumed.json(Running.self).state == "recording")
    _ = try await wait(for: paused.points + 8, in: workspace)
    let again = try await workspace.cairn("ruck", "record", "resume")
    #expect(again.status == 1)
    #expect(again.error.contains("is not paused"))
    let end = try await workspace.cairn("ruck", "record", "end", "--json")
    #expect(end.status == 0, "\(end)")
    let result = try await recording.result()
    #expect(result.status == 0)
    #expect(result.error.contains("ended or deleted elsewhere"))
    withExtendedLifetime(receiver) {}
  }

  @Test func `a daemon that stops and starts again is survived`() async throws {
    let workspace = try Workspace()
    let daemon = try await GPSDaemon(in: workspace)
    let port = daemon.port
    let recording = try start(workspace, daemon)
    var receiver: Receiver? = Receiver(daemon)
    let before = try await wait(for: 8, in: workspace)
    receiver = nil
    try await daemon.stop()
    try await CommandTestSupport.wait {
      try await running(workspace) == nil ? nil : true
    }
    #expect(!recording.hasEnded)
    let next = try await GPSDaemon(in: workspace, port: port)
    receiver = Receiver(next, from: 500)
    _ = try await wait(for: before.points + 8, in: workspace)
    recording.send(SIGINT)
    let result = try await recording.result()
    #expect(result.status == 0, "\(result)")
    #expect(result.error.contains("gpsd at 127.0.0.1:\(port)"))
    withExtendedLifetime(receiver) {}
  }

  @Test func `a replayed log with a shifted date is stored with the corrected one`() async throws {
    let workspace = try Workspace()
    let log = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(components: "RuckMapTests", "Fixtures", "gpsd__haicom-305N.log")
    let result = try await workspace.cairn(
      "ruck", "record", "--replay", log.path, "--speed", "0", "--json")
    try #require(result.status == 0, "\(result)")
    let ruck = try result.json(RuckJSON.self)
    #expect(ruck.started_at?.hasPrefix("2007-04-08T09:5") == true)
    #expect(ruck.points > 5)
  }

  @Test func `an unfinished ruck of yesterday is not resumed without a decision`() async throws {
    let workspace = try Workspace()
    // A replay that is stopped leaves a ruck open.
    let gpx = try workspace.write(Track.gpx(points: 400, number: 1), to: "walk.gpx")
    let recording = try workspace.startCairn(
      "ruck", "record", "--replay", gpx, "--speed", "20", "--json")
    let ruck = try await wait(for: 20, in: workspace)
    recording.send(SIGTERM)
    _ = try await recording.result()
    // The time of the last change, in the store as of yesterday.
    let aged = try await workspace.shell(
      #"sqlite3 "$1" 'UPDATE RuckingSession SET lastModified = lastModified - 86400'"#,
      workspace.store.path(percentEncoded: false))
    try #require(aged.status == 0, "\(aged)")
    let refused = try await workspace.cairn(
      "ruck", "record", "--replay", gpx, "--speed", "0", "--json")
    #expect(refused.status == 1)
    #expect(refused.error.contains("--end-unfinished"))
    let ended = try await workspace.cairn(
      "ruck", "record", "--end-unfinished", "--replay", gpx, "--speed", "0", "--json")
    try #require(ended.status == 0, "\(ended)")
    #expect(try ended.json(RuckJSON.self).id != ruck.id)
    #expect(try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self).count == 2)
  }

  @Test func `several running rucks need a choice, and the others are ended`() async throws {
    let workspace = try Workspace()
    let gpx = try workspace.write(Track.gpx(points: 2_000, number: 1), to: "walk.gpx")
    func complete(_ value: Int) async throws {
      let result = try await workspace.shell(
        "sqlite3 \"$1\" 'UPDATE RuckingSession SET isCompleted = \(value)'",
        workspace.store.path(percentEncoded: false))
      try #require(result.status == 0, "\(result)")
    }
    /// Leaves a ruck open, as on a device that has not received the other one.
    func leaveOpen(_ more: String...) async throws -> Running {
      let recording = try workspace.startCairn(
        ["ruck", "record", "--replay", gpx, "--speed", "100", "--json"] + more)
      let ruck = try await wait(for: 20, in: workspace)
      recording.send(SIGTERM)
      _ = try await recording.result()
      return ruck
    }
    let first = try await leaveOpen("--expected-return", "2h")
    #expect(first.expected_end_at != nil)
    try await complete(1)
    let second = try await leaveOpen()
    #expect(second.expected_end_at == nil)
    try await complete(0)
    let refused = try await workspace.cairn(
      "ruck", "record", "--replay", gpx, "--speed", "0", "--json")
    #expect(refused.status == 1)
    #expect(refused.error.contains("cairn ruck record continue"), "\(refused)")
    let unclear = try await workspace.cairn("ruck", "record", "pause")
    #expect(unclear.status == 1)
    let removed = try await workspace.cairn(
      "ruck", "record", "return", "none", "--ruck", first.id, "--json")
    #expect(try removed.json(Running.self).expected_end_at == nil)
    // Both are replays of one recording.
    #expect(try await workspace.cairn("ruck", "record", "join").status == 1)
    let unknown = try await workspace.cairn("ruck", "record", "continue", "zz")
    #expect(unknown.error.contains("no running ruck ID begins"), "\(unknown)")
    let chosen = try await workspace.cairn("ruck", "record", "continue", second.id, "--json")
    #expect(try chosen.json(Running.self).id == second.id)
    #expect(chosen.error.contains("ended the running ruck"))
    let ended = try await workspace.cairn("ruck", "list", "--json").json([RuckJSON].self)
    #expect(ended.map(\.id) == [first.id])
    #expect(ended.allSatisfy { $0.points >= 20 })
  }

  @Test func `one process records at a time, and control needs a running ruck`() async throws {
    let workspace = try Workspace()
    let gpx = try workspace.write(Track.gpx(points: 4_000, number: 1), to: "walk.gpx")
    let recording = try workspace.startCairn("ruck", "record", "--replay", gpx, "--speed", "20")
    _ = try await wait(for: 3, in: workspace)
    let second = try await workspace.cairn("ruck", "record", "--replay", gpx)
    #expect(second.status == 1)
    #expect(second.error.contains("another process is recording"))
    let discarded = try await workspace.cairn("ruck", "record", "discard", "--yes")
    #expect(discarded.status == 0, "\(discarded)")
    #expect(try await recording.result().error.contains("ended or deleted elsewhere"))
    let none = try await workspace.cairn("ruck", "record", "pause")
    #expect(none.status == 1)
    #expect(none.error.contains("no ruck is running"))
  }

  @Test(arguments: [
    ["--gpsd", "nowhere:0"], ["--gpsd", ":2947"], ["--gpsd", "a:b"], ["--speed", "-1"],
    ["--interval", "0"], ["--pack-weight", "heavy"], ["--surface", "moon"],
    ["--expected-return", "later"], ["--expected-return", "25:00"],
  ])
  func `an invalid option is rejected before anything is stored`(_ option: [String]) async throws {
    let workspace = try Workspace()
    let result = try await workspace.cairn(["ruck", "record"] + option)
    #expect(result.status == 64, "\(result)")
    #expect(!FileManager.default.fileExists(atPath: workspace.store.path))
  }

  @Test func `a file that can't be replayed starts no ruck`() async throws {
    let workspace = try Workspace()
    let text = try workspace.write("no track", to: "notes.txt")
    for file in [text, "missing.gpx"] {
      let result = try await workspace.cairn("ruck", "record", "--replay", file)
      #expect(result.status == 1, "\(result)")
    }
    #expect(try await running(workspace) == nil)
  }

  @Test func `the weather is off by default, and never delays the recording`() async throws {
    let workspace = try Workspace()
    let release = workspace.url.appending(path: "release").path
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(components: "Support", "Clients", "weather_service.py")
    let service = try workspace.startShell("exec python3 \"$1\" \"$2\"", [script.path, release])
    defer { service.send(SIGTERM) }
    let address = try await CommandTestSupport.wait {
      service.outputSoFar.split(separator: "\n").first.map(String.init)
    }
    let gpx = try workspace.write(Track.gpx(points: 600, number: 1), to: "walk.gpx")
    let recording = try workspace.startCairn(
      "ruck", "record", "--weather", "--weather-service", address, "--replay",
      gpx,
      "--speed", "60", "--json")
    // Positions are stored while the service doesn't answer.
    _ = try await wait(for: 20, in: workspace)
    try await CommandTestSupport.wait {
      service.outputSoFar.contains("/v1/forecast 47.0 8.5") ? true : nil
    }
    try Data().write(to: URL(filePath: release))
    #expect(try await recording.result().status == 0)
    let weather = try await workspace.shell(
      #"sqlite3 "$1" 'SELECT condition, temperature FROM WeatherData'"#,
      workspace.store.path(percentEncoded: false))
    #expect(weather.output == "Light rain|17.4\n", "\(weather)")
  }
}
