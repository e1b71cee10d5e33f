// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import RuckMap

/// Importing FIT files of an hour, and the pages of a store with ten million points.
struct RuckBenchmark {
  /// The argument of a process that imports a folder, and prints its time and its peak memory.
  static let argument = "--rucks"

  let directory: URL
  /// 300, or the value of `CAIRN_RUCK_FILES`, such as 10,000.
  let files =
    ProcessInfo.processInfo.environment["CAIRN_RUCK_FILES"].flatMap { Int($0) } ?? 300
  let secondsOfFile = 3_600
  let longRucks = 1_000
  let pointsOfLongRuck = 10_000
  let requests = 30

  private var data: URL { directory.appending(path: "rucks", directoryHint: .isDirectory) }

  func run() async throws -> [Figure] {
    try importFigures() + (await pageFigures())
  }

  // MARK: Import

  private func importFigures() throws -> [Figure] {
    let folder = directory.appending(path: "hours", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for index in 0..<files {
      try recording(index, points: secondsOfFile).fitData()
        .write(to: folder.appending(path: "\(index).fit"))
    }
    let process = try ChildProcess([Self.argument, folder.path(percentEncoded: false)])
    defer { process.end() }
    let numbers = try process.line().split(separator: " ").compactMap { Double($0) }
    try WrongResult.unless(
      numbers.count == 3 && numbers[0] == Double(files), "the import printed \(numbers)")
    let rate = Double(files) / numbers[1]
    let megabytes = numbers[2] / 1_000_000
    return [
      Figure(
        name: "FIT: files of an hour imported", value: rate, unit: "/s", ratio: 30 / rate,
        baseline: "goal: 30 /s"),
      Figure(
        name: "FIT: peak memory of the import", value: megabytes, unit: "MB",
        ratio: megabytes / 300, baseline: "goal: 300 MB"),
    ]
  }

  /// Imports a folder in the child process; prints the imported files, the seconds and the peak memory.
  static func importFolder(_ path: String) async throws {
    let folder = URL(filePath: path)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
    let library = try RuckLibrary.open(directory: folder.appending(path: "store"))
    let clock = ContinuousClock()
    let begin = clock.now
    let report = await library.importFiles(files, options: ImportOptions(packWeight: 15))
    let seconds = (clock.now - begin) / .seconds(1)
    print(report.imported.count, seconds, try Memory.peak())
  }

  // MARK: Pages

  private func pageFigures() async throws -> [Figure] {
    let library = try RuckLibrary.open(directory: data)
    var last: UUID?
    for index in 0..<longRucks {
      let file = directory.appending(path: "long.fit")
      try recording(index, points: pointsOfLongRuck).fitData().write(to: file)
      let report = await library.importFiles([file], options: ImportOptions(packWeight: 15))
      last = report.imported.first?.ruck.id
    }
    guard let last else { throw WrongResult(description: "no ruck was imported") }
    let server = try PageServer(data: data)
    defer { server.end() }
    let list = try server.latency(of: "/rucks", requests: requests)
    let path = "/rucks/\(last.uuidString.lowercased())"
    let detail = try server.latency(of: path, requests: requests)
    let year = try server.latency(of: "/rucks/statistics?by=year", requests: requests)
    let points = (longRucks * pointsOfLongRuck).formatted()
    return [
      Figure("list page, \(points) points", list, goal: 50),
      Figure("page of a ruck, \(points) points", detail, goal: 150),
      Figure("statistics by year, \(points) points", year, goal: 50),
    ]
  }

  // MARK: Recordings

  /// A recording with a point a second, on a day and a course of its own.
  private func recording(_ index: Int, points: Int) -> ActivityRecording {
    let start = Date(timeIntervalSince1970: 1_500_000_000 + Double(index) * 86_400)
    let bearing = Double(index % 360) * .pi / 180
    var summary = ActivitySummary()
    summary.sport = .rucking
    summary.totals.start = start
    summary.totals.elapsedTime = Double(points)
    summary.totals.timerTime = Double(points)
    let samples = (0..<points).map { second in
      let metres = 1.4 * Double(second)
      var sample = ActivitySample()
      sample.time = start + Double(second)
      sample.latitude = 46.5 + metres * cos(bearing) / 111_320
      sample.longitude = 7.5 + metres * sin(bearing) / 76_600
      sample.altitude = 800 + 50 * sin(Double(second) / 500)
      sample.distance = metres
      sample.speed = 1.4
      sample.heartRate = Double(110 + second % 40)
      sample.cadence = 55
      return sample
    }
    return ActivityRecording(summary: summary, laps: [summary.totals], segments: [samples])
  }
}
