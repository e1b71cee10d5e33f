// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Rowing
import SwiftData

/// The rowing tracker: the import of a season, the list of 10,000 sessions, the power curve and the
/// records of 3,000 sessions, and the analytics of a million strokes.
struct RowingBenchmark {
  let directory: URL
  let seasonRows = 2_000
  let curveSessions = 3_000
  let analyzedSessions = 1_000
  let strokesOfAnalyzed = 1_000
  let requests = 20

  func run() throws -> [Figure] {
    try importing() + lists() + curves() + analytics()
  }

  // MARK: Import

  /// The import of a season by the command, beside inserting the same sessions into a store.
  private func importing() throws -> [Figure] {
    let file = try write(RowingSample.season(rows: seasonRows), "season.csv")
    var (imports, starts, inserts) = ([Double](), [Double](), [Double]())
    for round in 0...5 {
      let folder = directory.appending(path: "import-\(round)")
      let empty = try milliseconds { try command(["row", "list", "--json"], folder) }
      let whole = try milliseconds { try command(["row", "import", file, "--json"], folder) }
      let insert = try insertSessions(directory.appending(path: "insert-\(round)"))
      guard round > 0 else { continue }
      starts.append(empty)
      imports.append(whole)
      inserts.append(insert)
    }
    let (own, insert) = (imports.median - starts.median, inserts.median)
    return [
      Figure(
        name: "season CSV: import \(seasonRows) rows", value: own, unit: "ms",
        ratio: own / (insert * 2),
        baseline: "goal: twice the \(Int(insert)) ms of inserting the same objects"),
      try importMemory(file),
    ]
  }

  /// The most memory that the command ever has while it imports a season.
  private func importMemory(_ file: String) throws -> Figure {
    // Foundation doesn't report the memory of an ended process.
    let program = """
      import resource, subprocess, sys
      subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    let folder = directory.appending(path: "import-memory").path(percentEncoded: false)
    let output = try ProgramOutput.of(
      URL(filePath: "/usr/bin/env"),
      [
        "python3", "-c", program, CairnBinary.url().path(percentEncoded: false), "row", "import",
        file, "--json", "--data", folder,
      ])
    let text = String(decoding: output, as: UTF8.self)
    guard let kilobytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw WrongResult(description: "the memory of the import is \(text)")
    }
    let megabytes = kilobytes * 1024 / 1e6
    return Figure(
      name: "  peak memory", value: megabytes, unit: "MB", ratio: megabytes / 150,
      baseline: "goal: 150 MB")
  }

  private func insertSessions(_ folder: URL) throws -> Double {
    let rows = try RowingFile(data: Data(RowingSample.season(rows: seasonRows).utf8)).workouts
    let container = try RowingStore.container(directory: folder)
    return try milliseconds {
      let context = ModelContext(container)
      let athlete = Athlete(name: "Me", email: "")
      context.insert(athlete)
      for row in rows {
        let session = RowingSession(athlete: athlete, startTime: row.start(in: .gmt) ?? .now)
        session.endTime = row.date?.date(in: .gmt)
        session.totalTime = row.duration ?? 0
        session.totalDistance = row.distance ?? 0
        session.averagePace = row.pace ?? 0
        session.averagePower = row.power ?? 0
        session.averageStrokeRate = row.strokeRate ?? 0
        session.dragFactor = row.dragFactor.map(Double.init) ?? 0
        session.workoutText = row.title
        session.strokeCount = row.strokeCount
        session.calories = row.calories
        session.averageHeartRate = row.heartRate
        session.sourceID = row.logID
        session.source = row.format.description
        session.sourceFile = "season.csv"
        session.deviceFigures = DeviceFigures(
          power: row.power, pace: row.pace, caloriesPerHour: row.caloriesPerHour,
          calories: row.calories, strokeRate: row.strokeRate,
          dragFactor: row.dragFactor.map(Double.init), strokeCount: row.strokeCount,
          heartRate: row.heartRate)
        session.isComplete = true
        context.insert(session)
      }
      try context.save()
    }
  }

  // MARK: Pages

  /// The list of sessions with 1,000 and with 10,000 sessions.
  ///
  /// Both lists end today, so that the calendar, the weeks and the season on them are equal.
  private func lists() throws -> [Figure] {
    let now = Date.now
    let times = try [1_000, 10_000].map { count in
      let folder = directory.appending(path: "list-\(count)")
      let season = RowingSample.season(
        rows: count, from: now - Double(count) * RowingSample.interval)
      try command(["row", "import", try write(season, "\(count).csv"), "--json"], folder)
      return try latency(of: "/rowing", folder) {
        try WrongResult.unless($0.contains("rel=\"next\""), "the list has a single page")
      }
    }
    return [
      Figure(
        name: "list of 10,000 sessions", value: times[1], unit: "ms", ratio: times[1] / 50,
        baseline: "goal: 50 ms"),
      Figure(
        name: "  growth from 1,000 sessions", value: times[1] / times[0], unit: "x",
        ratio: times[1] / times[0] / 1.5, baseline: "goal: flat, at most 1.5 x"),
    ]
  }

  /// The power curve and the records of sessions whose strokes the first request reads.
  private func curves() throws -> [Figure] {
    let folder = directory.appending(path: "curve")
    let files = try (0..<curveSessions).map { index in
      let url = directory.appending(path: "curve-\(index).fit")
      let workout = RowingSample.workout(strokes: 40 + index % 60, seed: index)
      try workout.fitData(start: RowingSample.start + Double(index) * 40_000).write(to: url)
      return url.path(percentEncoded: false)
    }
    try command(["row", "import"] + files + ["--json"], folder)
    let time = try latency(of: "/rowing/curve", folder) {
      try WrongResult.unless(!$0.contains("Nothing to show yet"), "the power curve is empty")
    }
    let records = try latency(of: "/rowing/records", folder) {
      try WrongResult.unless($0.contains("best efforts"), "the records have no efforts")
    }
    return [
      Figure(
        name: "power curve of \(curveSessions) sessions", value: time, unit: "ms",
        ratio: time / 100, baseline: "goal: 100 ms"),
      Figure(
        name: "records of \(curveSessions) sessions", value: records, unit: "ms",
        ratio: records / 200, baseline: "goal: 200 ms, without reading their strokes again"),
    ]
  }

  /// The median time of requests for a page, whose text is checked first.
  private func latency(
    of path: String, _ folder: URL, check: (String) throws -> Void
  ) throws -> Double {
    let server = try PageServer(data: folder)
    defer { server.end() }
    try check(try server.client.get(path).text)
    return try server.latency(of: path, requests: requests)
  }

  // MARK: Analytics

  /// A refresh of a million strokes, beside fetching them; and one after one new session.
  private func analytics() throws -> [Figure] {
    let folder = directory.appending(path: "analytics")
    let container = try RowingStore.container(directory: folder)
    let athlete = try fill(container)
    let fetch = try milliseconds {
      let context = ModelContext(container)
      let strokes = try context.fetch(FetchDescriptor<PerformanceMetric>())
      let sum = strokes.reduce(0) { $0 + $1.power }
      try WrongResult.unless(sum > 0, "no strokes are fetched")
    }
    let server = try PostgreSQLCluster()
    defer { server.end() }
    let database = ["--database", server.address]
    try command(["row", "analytics", "init", "--own", "--json"] + database, folder)
    let whole = try milliseconds {
      try command(["row", "analytics", "refresh", "--json"] + database, folder)
    }
    var (ones, starts) = ([Double](), [Double]())
    for number in 1...3 {
      try add(
        RowingSample.workout(strokes: strokesOfAnalyzed), analyzedSessions + number, to: athlete,
        in: container)
      // The start of the program and the opening of the store.
      starts.append(
        try milliseconds {
          try command(["row", "list", "--json", "--to", "2000-01-01"], folder)
        })
      ones.append(
        try milliseconds {
          try command(["row", "analytics", "refresh", "--json"] + database, folder)
        })
    }
    let own = max(0, ones.median - starts.median)
    let strokes = analyzedSessions * strokesOfAnalyzed
    return [
      Figure(
        name: "analytics: refresh of \(strokes) strokes", value: whole, unit: "ms",
        ratio: whole / (fetch * 3), baseline: "goal: 3 times the \(Int(fetch)) ms of fetching them"),
      Figure(
        name: "  after one new session", value: own, unit: "ms", ratio: own / (whole / 100),
        baseline: "goal: 1 % of the whole refresh"),
    ]
  }

  private func fill(_ container: ModelContainer) throws -> UUID {
    let context = ModelContext(container)
    let athlete = Athlete(name: "Me", email: "")
    context.insert(athlete)
    try context.save()
    for index in 0..<analyzedSessions {
      try add(
        RowingSample.workout(strokes: strokesOfAnalyzed, seed: index), index + 1, to: athlete.id,
        in: container)
    }
    return athlete.id
  }

  private func add(
    _ workout: RowingWorkout, _ number: Int, to id: UUID, in container: ModelContainer
  ) throws {
    let context = ModelContext(container)
    let athletes = FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })
    guard let athlete = try context.fetch(athletes).first else {
      throw WrongResult(description: "the athlete of the sessions is not stored")
    }
    let start = RowingSample.start + Double(number) * 40_000
    let session = RowingSession(athlete: athlete, startTime: start)
    session.totalTime = workout.duration ?? 0
    session.totalDistance = workout.distance ?? 0
    session.isComplete = true
    session.recordedStrokes = workout.strokes.count
    context.insert(session)
    for (index, stroke) in workout.strokes.enumerated() {
      let metric = PerformanceMetric(
        id: UUID(), session: session, index: index,
        timestamp: start + (stroke.elapsed ?? 0))
      metric.elapsedTime = stroke.elapsed ?? 0
      metric.distance = stroke.distance ?? 0
      metric.power = stroke.power ?? 0
      metric.strokeRate = 24
      metric.driveTime = 0.8
      metric.strokeLength = 1.35
      context.insert(metric)
    }
    try context.save()
  }

  // MARK: Helpers

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let file = directory.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  private func command(_ arguments: [String], _ folder: URL) throws {
    try ProgramOutput.of(
      CairnBinary.url(), arguments + ["--data", folder.path(percentEncoded: false)])
  }
}
