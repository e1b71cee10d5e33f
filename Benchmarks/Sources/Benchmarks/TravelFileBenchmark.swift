// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

/// Reading calendars beside Python's icalendar, and the memory of large files.
struct TravelFileBenchmark {
  /// The argument of a process that reads one file and prints the growth of its memory.
  static let argument = "--travel-file"

  let directory: URL
  let events = 1_000
  let rounds = 7

  private static let mebibyte = 1_048_576.0

  func run() throws -> [Figure] {
    let calendar = directory.appending(path: "events.ics")
    try Data(
      TravelSample.calendar(events, from: 20_500, perDay: 10, name: "Event").utf8
    ).write(to: calendar)
    let own = try parse(calendar)
    let other = try python(calendar)
    return [
      Figure(
        name: "ICS: read \(events) events", value: own, unit: "ms", ratio: own / (other / 3),
        baseline:
          "a third of icalendar's \(other.formatted(.number.precision(.fractionLength(1)))) ms"
      ),
      try memory("HTML of 50 MB", "large.html", TravelSample.page(bytes: 50_000_000)),
      try memory("ICS of 100 MB", "large.ics", Self.largeCalendar()),
    ]
  }

  /// A calendar of 100 MB: 1,000 events with long descriptions.
  private static func largeCalendar() -> String {
    let line = String(repeating: "The train stops at every station. ", count: 2) + "\r\n "
    return TravelSample.calendar(
      1_000, from: 20_500, perDay: 10, name: "Event",
      note: String(repeating: line, count: 100_000 / line.utf8.count))
  }

  private func parse(_ file: URL) throws -> Double {
    var times: [Double] = []
    for round in 0...rounds {
      let time = try ContinuousClock().measure {
        let document = try TravelFileReader().read(try Data(contentsOf: file))
        try WrongResult.unless(document.events.count == events, "\(document.events.count) events")
      }
      if round > 0 { times.append(time / .milliseconds(1)) }
    }
    return times.median
  }

  /// The median time of icalendar in milliseconds.
  private func python(_ file: URL) throws -> Double {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = try text(
      repository.appending(path: "Scripts/python"),
      ["calendars", "Tests/Support/Clients/calendars.txt"], in: repository)
    let result = try text(
      URL(filePath: folder).appending(path: "bin/python"),
      ["Benchmarks/time_calendar.py", file.path(percentEncoded: false)], in: repository)
    let numbers = result.split(separator: " ").compactMap { Double($0) }
    try WrongResult.unless(
      numbers.count == 2 && numbers[0] == Double(events), "icalendar reads \(result)")
    return numbers[1]
  }

  private func text(_ program: URL, _ arguments: [String], in folder: URL) throws -> String {
    String(decoding: try ProgramOutput.of(program, arguments, in: folder), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Memory

  /// The growth of the memory of a process that reads a file, beyond the file itself.
  private func memory(_ name: String, _ file: String, _ text: String) throws -> Figure {
    let url = directory.appending(path: file)
    try Data(text.utf8).write(to: url)
    let process = try ChildProcess([Self.argument, url.path(percentEncoded: false)])
    defer { process.end() }
    let line = try process.line()
    guard let bytes = Int(line) else { throw WrongResult(description: line) }
    let value = Double(bytes) / Self.mebibyte
    return Figure(
      name: name, value: value, unit: "MiB", ratio: value / 64, baseline: "goal: 64 MiB")
  }

  /// Reads a file, and prints the bytes that the peak of the memory grew by, without those of the file.
  static func read(_ path: String) throws {
    let before = try Memory.peak()
    let data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    let document = try TravelFileReader().read(data)
    try WrongResult.unless(
      !document.events.isEmpty || !document.reservations.isEmpty, "\(path) has no booking")
    print(try Memory.peak() - before - data.count)
  }
}
