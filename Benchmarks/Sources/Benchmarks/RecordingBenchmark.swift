// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The processor time of a recording with a fix a second, and the delay from a fix to an open page.
struct RecordingBenchmark {
  let directory: URL
  /// The seconds in which the processor time is measured.
  let seconds = 30
  let fixes = 5
  /// Seconds between two fixes that are both stored: above the interval of the recorder.
  private static let interval = 5.5

  func run() throws -> [Figure] {
    let data = directory.appending(path: "recording", directoryHint: .isDirectory)
    let arguments = ["--data", data.path(percentEncoded: false)]
    let daemon = try FixServer()
    defer { daemon.close() }
    let recorder = try ChildProcess(
      ["ruck", "record", "--gpsd", "127.0.0.1:\(daemon.port)"] + arguments,
      executable: CairnBinary.url())
    defer { recorder.end() }
    try daemon.waitForClient()
    var walked = 0.0
    func sendFix() throws {
      walked += 7
      try daemon.send(metresNorth: walked)
    }

    // The start of the recording does not count.
    for _ in 0..<3 {
      try sendFix()
      Thread.sleep(forTimeInterval: 1)
    }
    let (clock, used) = (ContinuousClock(), try recorder.processorTime())
    let begin = clock.now
    for _ in 0..<seconds {
      try sendFix()
      Thread.sleep(forTimeInterval: 1)
    }
    let share = (try recorder.processorTime() - used) / (clock.now - begin) * 100

    let server = try ChildProcess(
      ["serve", "--no-cloud", "--port", "0"] + arguments, executable: CairnBinary.url())
    defer { server.end() }
    let line = try server.line()
    guard let match = line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)/), let port = UInt16(match.1)
    else { throw WrongResult(description: "the server prints no address: \(line)") }
    let client = LoopbackClient(port: port)
    let page = try client.get("/rucks/record").text
    guard let path = page.firstMatch(of: /data-changes="([^"]+)"/)?.1 else {
      throw WrongResult(description: "the page names no stream of changes")
    }
    let stream = try ChangeStream(client, path: String(path))
    defer { stream.close() }
    var delays: [Double] = []
    for _ in 0..<fixes {
      Thread.sleep(forTimeInterval: Self.interval)
      try stream.discard()
      let delay = try clock.measure {
        try sendFix()
        try stream.waitForChange()
        _ = try client.get("/rucks/record")
      }
      delays.append(delay / .milliseconds(1))
    }
    return [
      Figure(
        name: "recording, a fix a second", value: share, unit: "% CPU", ratio: share / 2,
        baseline: "goal: 2 % CPU"),
      Figure(
        name: "a fix to an open page, slowest", value: delays.max() ?? .nan, unit: "ms",
        ratio: (delays.max() ?? .nan) / 1_000, baseline: "goal: 1,000 ms"),
    ]
  }
}
