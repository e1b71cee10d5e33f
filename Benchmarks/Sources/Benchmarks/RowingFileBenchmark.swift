// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import PM5Sources

/// Reading rowing files beside pandas and fitdecode, and decoding a monitor's notifications.
struct RowingFileBenchmark {
  let directory: URL
  let rounds = 300
  let notifications = 1_000_000

  private static var repository: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func fixture(_ name: String) -> URL {
    repository.appending(path: "Tests/ActivityFilesTests/Fixtures/\(name)")
  }

  func run() throws -> [Figure] {
    let season = Self.fixture("goconcept2__concept2-season-2021.csv")
    let fit = directory.appending(path: "strokes.fit")
    try RowingSample.workout(strokes: 2_000).fitData(start: RowingSample.start).write(to: fit)
    return [
      try decoding(),
      try reading("season CSV: read 277 rows", season, "season", goal: 10, rounds: rounds) {
        $0.workouts.count
      },
      try reading("FIT: read 2,000 strokes", fit, "fit", goal: 20, rounds: 12) {
        $0.workouts.reduce(0) { $0 + $1.strokes.count }
      },
    ]
  }

  /// The rate at which notifications of all kinds are decoded, in millions a second.
  private func decoding() throws -> Figure {
    let frames = PM5Characteristic.allCases.map { characteristic in
      (characteristic.rawValue, [UInt8](repeating: 0x21, count: 20))
    }
    var decoded = 0
    let time = ContinuousClock().measure {
      for index in 0..<notifications {
        let (number, bytes) = frames[index % frames.count]
        if (try? PM5Message(characteristic: number, bytes: bytes)) != nil { decoded += 1 }
      }
    }
    try WrongResult.unless(decoded == notifications, "\(decoded) notifications are decoded")
    let rate = Double(notifications) / (time / .seconds(1)) / 1e6
    return Figure(
      name: "PM5: decode notifications", value: rate, unit: "M/s", ratio: 1 / rate,
      baseline: "goal: at least 1 M/s on a core")
  }

  /// The median time of reading a file, beside that of a Python library divided by the goal.
  private func reading(
    _ name: String, _ file: URL, _ kind: String, goal: Double, rounds: Int,
    _ count: (RowingFile) -> Int
  ) throws -> Figure {
    let (expected, other) = try python(kind, file, rounds: rounds)
    var times: [Double] = []
    for round in 0..<rounds {
      var found = 0
      let time = try ContinuousClock().measure { found = count(try RowingFile(contentsOf: file)) }
      try WrongResult.unless(found == expected, "\(file.lastPathComponent) has \(found) rows")
      if round >= rounds / 3 { times.append(time / .milliseconds(1)) }
    }
    let own = times.median
    let text = other.formatted(.number.precision(.fractionLength(2)))
    return Figure(
      name: name, value: own, unit: "ms", ratio: own / (other / goal),
      baseline: "goal: \(Int(goal)) times as fast as Python's \(text) ms")
  }

  private func python(_ kind: String, _ file: URL, rounds: Int) throws -> (Int, Double) {
    func text(_ program: URL, _ arguments: [String]) throws -> String {
      String(
        decoding: try ProgramOutput.of(program, arguments, in: Self.repository), as: UTF8.self
      ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let folder = try text(
      Self.repository.appending(path: "Scripts/python"),
      ["rowing", "Benchmarks/Rowing/requirements.txt"])
    let result = try text(
      URL(filePath: folder).appending(path: "bin/python"),
      ["Benchmarks/Rowing/time_reader.py", kind, file.path(percentEncoded: false), "\(rounds)"])
    let numbers = result.split(separator: " ").compactMap { Double($0) }
    try WrongResult.unless(numbers.count == 2, "\(kind) is read with \(result)")
    return (Int(numbers[0]), numbers[1])
  }
}
