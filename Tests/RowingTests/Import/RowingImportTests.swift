// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import Rowing
import SwiftData
import Testing

@Suite struct RowingImportTests {
  let folder: TemporaryFolder
  let library: RowingLibrary
  let london: TimeZone

  static let header = """
    "Log ID","Date","Description","Work Time (Formatted)","Work Time (Seconds)",\
    "Rest Time (Formatted)","Rest Time (Seconds)","Work Distance","Rest Distance",\
    "Stroke Rate/Cadence","Stroke Count","Pace","Avg Watts","Cal/Hour","Total Cal",\
    "Avg Heart Rate","Drag Factor","Age","Weight","Type","Ranked","Comments"
    """

  init() throws {
    folder = try TemporaryFolder()
    library = try RowingLibrary.open(directory: folder.url.appending(path: "store"))
    london = try #require(TimeZone(identifier: "Europe/London"))
  }

  private func options(_ session: UUID? = nil, start: Date? = nil) -> RowingImportOptions {
    RowingImportOptions(start: start, session: session, timeZone: london)
  }

  @Test func `a season is imported once`() async throws {
    let file = Fixture.url(Fixture.seasons[3])
    let first = await library.importFiles([file], options: options())
    #expect(first.failed.isEmpty)
    #expect(first.imported.count == 277)
    #expect(first.imported.first?.line == 2)
    let second = await library.importFiles([file], options: options())
    #expect(second.imported.isEmpty)
    #expect(second.merged.isEmpty)
    #expect(second.unchanged.count == 277)
    #expect(try await library.sessions(SessionQuery()).count == 277)
  }

  @Test func `a session has the logbook's figures, and starts before its end`() async throws {
    _ = await library.importFiles([Fixture.url(Fixture.seasons[3])], options: options())
    let newest = try #require(try await library.sessions(SessionQuery()).sessions.first)
    #expect(newest.workout == "30:01")
    #expect(newest.duration == 1801.7)
    #expect(newest.distance == 7075)
    #expect(newest.power == 170)
    #expect(newest.pace == 127.3)
    #expect(newest.paceText == "2:07.3")
    #expect(newest.caloriesPerHour == 883)
    #expect(newest.calories == 439)
    #expect(newest.heartRate == 164)
    #expect(newest.dragFactor == 122)
    #expect(newest.strokes == 663)
    #expect(newest.strokeRate == 24)
    #expect(newest.weightClass == .heavyweight)
    #expect(newest.machine == .rowErg)
    #expect(newest.source == "concept2Season")
    let end = Date(timeIntervalSince1970: 1_613_741_880)  // 2021-02-19 13:38 in London
    #expect(newest.endedAt == end)
    #expect(abs(newest.startedAt.timeIntervalSince(end) + 1801.7) < 0.001)
  }

  @Test func `a BikeErg has its pace per 1000 m`() async throws {
    _ = await library.importFiles([Fixture.url(Fixture.seasons[2])], options: options())
    let bikes = try await library.sessions(SessionQuery(machine: .bikeErg))
    let printed = try SeasonRow.all().filter { $0.isBike && $0.number("Avg Watts") != nil }
    var count = 0
    for row in printed {
      // The rows are those of all seasons, and the sessions those of one.
      let bike = bikes.sessions.first {
        abs($0.duration - row.duration) < 0.001 && $0.distance == row.distance
      }
      guard let bike else { continue }
      let tenths = try #require(row.paceTenths)
      #expect(bike.pace.map { Int(($0 * 10).rounded()) } == tenths)
      count += 1
    }
    #expect(count > 0)
  }

  @Test func `a midnight is a day without time`() async throws {
    let report = await library.importFiles(
      [Fixture.url(Fixture.seasons[1])], options: options())
    let days = report.imported.filter(\.session.isDayOnly)
    #expect(days.contains { $0.session.duration == 1266 })
    // The same workout with its time is equal to the day's.
    let file = try folder.file(
      "timed.csv",
      Self.header
        + "\n\"\",\"2018-05-29 18:45:00\",\"5000m row\",\"21:06.0\",\"1266\",\"\",\"\",\"5000\",\"\",\"23\",\"\",\"\",\"\",\"\",\"\",\"151\",\"\",\"\",\"Hwt\",\"RowErg\",\"No\",\"\"\n"
    )
    let merged = await library.importFiles([file], options: options())
    #expect(merged.merged.count == 1, "\(merged)")
    let session = try #require(merged.merged.first?.session)
    #expect(!session.isDayOnly)
    #expect(session.heartRate == 151)
  }

  @Test func `a result without a date is flagged, and a start sets it`() async throws {
    let file = Fixture.url("ergarcade__concept2-result-44214428.csv")
    let report = await library.importFiles([file], options: options())
    let entry = try #require(report.imported.first, "\(report)")
    #expect(entry.session.isDateAssumed)
    #expect(entry.warnings.contains { $0.contains("no date") })
    #expect(entry.session.recordedStrokes == 689)
    #expect(abs(entry.session.distance - 7584.1) < 0.01)
    #expect(abs(entry.session.duration - 1798.6) < 0.01)
    let again = await library.importFiles([file], options: options())
    #expect(again.unchanged.map(\.session.id) == [entry.session.id])

    let other = try RowingLibrary.open(directory: folder.url.appending(path: "other"))
    let start = Date(timeIntervalSince1970: 1_588_000_000)
    let dated = await other.importFiles([file], options: options(start: start))
    #expect(dated.imported.first?.session.startedAt == start)
    #expect(dated.imported.first?.session.isDateAssumed == false)
  }

  @Test func `a result gives an existing session its strokes`() async throws {
    let season = try folder.file(
      "season.csv",
      Self.header
        + "\n\"44214428\",\"2020-05-04 18:18:00\",\"30:00 row\",\"30:00.0\",\"1800\",\"\",\"\",\"7590\",\"\",\"23\",\"690\",\"1:58.5\",\"210\",\"1023\",\"511\",\"\",\"120\",\"40\",\"Hwt\",\"RowErg\",\"No\",\"\"\n"
    )
    let first = await library.importFiles([season], options: options())
    let id = try #require(first.imported.first?.session.id, "\(first)")
    let result = Fixture.url("ergarcade__concept2-result-44214428.csv")
    let second = await library.importFiles([result], options: options())
    #expect(second.merged.map(\.session.id) == [id])
    let session = try #require(try await library.session(id)?.summary)
    #expect(session.recordedStrokes == 689)
    #expect(session.duration == 1800)
    #expect(session.distance == 7590)
    #expect(session.power == 210)
    #expect(!session.isDateAssumed)
    let strokes = try await library.strokes(of: id)
    #expect(strokes.count == 689)
    #expect(strokes[1].power == 103)
    #expect(strokes[1].elapsed == 3.3)
    #expect(
      try await library.strokes(of: id, from: 600, limit: 10).map(\.index) == Array(600..<610))
    #expect(try await library.latestStrokes(of: id, limit: 2).map(\.index) == [687, 688])
  }

  @Test func `strokes of painsled and BoatCoach have forces`() async throws {
    let files = [
      "rowingdata__sled_2016-03-10T07-01-16.strokes.csv", "rowingdata__boatcoach.csv",
    ].map { Fixture.url($0) }
    let report = await library.importFiles(files, options: options())
    #expect(report.imported.count == 2, "\(report)")
    let sled = try #require(report.imported.first?.session)
    let strokes = try await library.strokes(of: sled.id)
    #expect(strokes.count == sled.recordedStrokes)
    let second = strokes[1]
    #expect(second.peakForce.map { abs($0 - 216.1 * 4.448_22) < 0.01 } == true)
    #expect(second.driveLength == 1.39)
    #expect(second.driveTime == 0.77)
    #expect(second.recoveryTime == 2.65)
    #expect(strokes[0].work == nil)  // 6553.5 stands for an unknown work.
    let coach = try #require(report.imported.last?.session)
    let forces = try await library.strokes(of: coach.id).compactMap(\.peakForce)
    // 100 in the first row, which the header calls kilograms, are pounds-force.
    #expect(forces.first.map { abs($0 - 100 * 4.448_22) < 0.01 } == true, "\(forces.prefix(3))")
  }

  @Test func `a bad file and a bad row stop no other`() async throws {
    let bad = try folder.file("bad.csv", "a,b,c\n1,2,3\n")
    let missing = folder.url.appending(path: "missing.csv")
    let report = await library.importFiles(
      [bad, missing, Fixture.url(Fixture.seasons[0])], options: options())
    #expect(report.imported.count == 157)
    #expect(report.failed.count == 2)
    #expect(report.failed.allSatisfy { !$0.error.isEmpty })
    #expect(try await library.undoImport(report.imported.map(\.session.id)) == 157)
    #expect(try await library.sessions(SessionQuery()).count == 0)
  }

  @Test(arguments: [
    ("2021-02-19 13:38:00", "1e15", "5000", "more than 31 days"),
    ("2021-02-19 13:38:00", "1800", "1e9", "10,000 km"),
    ("0001-01-01 10:00:00", "1800", "5000", "1900 to 2199"),
    ("9999-12-31 10:00:00", "1800", "5000", "1900 to 2199"),
  ])
  func `a row of an impossible length or year stops no other`(
    date: String, seconds: String, metres: String, reason: String
  ) async throws {
    let rows = [(date, seconds, metres), ("2021-02-19 13:38:00", "1200", "5000")].map {
      "7,\($0.0),\($0.1),\($0.2),RowErg"
    }
    let file = try folder.file(
      "season.csv",
      (["Log ID,Date,Work Time (Seconds),Work Distance,Type"] + rows).joined(separator: "\n"))
    let report = await library.importFiles([file], options: options())
    #expect(report.imported.map(\.session.duration) == [1200], "\(report)")
    #expect(report.failed.map(\.line) == [2])
    #expect(report.failed.allSatisfy { $0.error.contains(reason) }, "\(report.failed)")
    let athlete = try await library.defaultAthlete().id
    #expect(try await !library.load(athlete: athlete).days.isEmpty)
  }

  @Test func `a season is not merged into one chosen session`() async throws {
    let first = await library.importFiles([Fixture.url(Fixture.seasons[2])], options: options())
    let id = try #require(first.imported.first?.session.id)
    let report = await library.importFiles(
      [Fixture.url(Fixture.seasons[3])], options: options(id))
    #expect(report.imported.isEmpty && report.merged.isEmpty)
    #expect(report.failed.first?.error.contains("a file with one workout") == true, "\(report)")
  }

  @Test func `two devices derive equal identifiers for one season`() async throws {
    let other = try RowingLibrary.open(directory: folder.url.appending(path: "other"))
    let file = Fixture.url(Fixture.seasons[0])
    let (first, second) = (
      await library.importFiles([file], options: options()),
      await other.importFiles([file], options: options())
    )
    #expect(first.imported.map(\.session.id) == second.imported.map(\.session.id))
    #expect(Set(first.imported.map(\.session.id)).count == 157)
  }

  @Test func `an exported session is imported as the same workout`() async throws {
    let report = await library.importFiles(
      [Fixture.url("rowingdata__sled_2016-03-10T07-01-16.strokes.csv")], options: options())
    let session = try #require(report.imported.first?.session)
    let (workout, start) = try await library.exportWorkout(session.id)
    #expect(start == session.startedAt)
    #expect(workout.strokes.count == session.recordedStrokes)
    #expect(workout.distance == session.distance)
    #expect(workout.machine == .rower)
    let peak = try #require(workout.strokes[1].peakForce)
    #expect(abs(peak - 216.1 * 4.448_22) < 0.01)
  }

  @Test(arguments: ["fit", "tcx", "csv"])
  func `intervals with rests have equal strokes after an export and an import`(
    format: String
  ) async throws {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let simulator = PM5Simulator(
      plan: try WorkoutPlan(text: "3x250m/1:00r"), options: SimulatorOptions(seed: 5))
    let recorder = LiveRecorder(
      modelContainer: library.modelContainer, options: .init(start: start))
    for frame in simulator.frames { try await recorder.receive(frame) }
    try await recorder.finish()
    let id = try #require(await recorder.sessionID)
    let (workout, from) = try await library.exportWorkout(id)
    let file = folder.url.appending(path: "intervals.\(format)")
    let data =
      switch format {
      case "fit": try workout.fitData(start: from)
      case "tcx": try workout.tcxData(start: from)
      default: workout.csvData()
      }
    try data.write(to: file)
    let other = RowingLibrary(modelContainer: try RowingStore.inMemory())
    let report = await other.importFiles([file], options: options())
    let copy = try #require(report.imported.first?.session, "\(report.failed)")
    let (old, new) = (try await library.strokes(of: id), try await other.strokes(of: copy.id))
    #expect(new.count == old.count)
    #expect(new.map(\.interval) == old.map(\.interval))
    for (one, two) in zip(old, new) {
      #expect(abs(one.elapsed - two.elapsed) < 0.01 && abs(one.distance - two.distance) < 0.01)
    }
    // CSV states the time of the drive's end, other formats that of the recovery's end.
    let delay = format == "csv" ? 0.01 : 5
    let rests = try await library.restStrokes(of: id)
    let copies = try await other.restStrokes(of: copy.id)
    #expect(!rests.isEmpty && copies.count == rests.count)
    #expect(copies.map(\.interval) == rests.map(\.interval))
    #expect(copies.map(\.index) == rests.map(\.index))
    #expect(copies.map(\.strokeRate) == rests.map(\.strokeRate))
    #expect(copies.map(\.heartRate) == rests.map(\.heartRate))
    for (one, two) in zip(rests, copies) {
      #expect(abs(one.timestamp.timeIntervalSince(two.timestamp)) < delay)
      #expect(abs((one.power ?? 0) - (two.power ?? 0)) <= 0.5)
    }
    let parts = try #require(try await other.session(copy.id)).intervals
    #expect(parts.map(\.kind) == [.work, .rest, .work, .rest, .work])
    // A second import finds the session, and adds nothing.
    let again = await library.importFiles([file], options: options())
    #expect(again.imported.isEmpty && again.failed.isEmpty, "\(again)")
    #expect(try await library.restStrokes(of: id).count == rests.count)
    #expect(abs(copy.duration - (try #require(try await library.session(id))).summary.duration) < 1)
  }

  @Test func `several athletes require a choice`() async throws {
    let anna = try await library.addAthlete(name: "Anna")
    _ = try await library.addAthlete(name: "Ben")
    let file = Fixture.url(Fixture.seasons[1])
    let refused = await library.importFiles([file], options: options())
    #expect(refused.failed.count == 1)
    #expect(refused.imported.isEmpty)
    let report = await library.importFiles(
      [file], options: RowingImportOptions(athlete: anna.id, timeZone: london))
    #expect(report.imported.count == 60)
    #expect(report.imported.allSatisfy { $0.session.athleteName == "Anna" })
  }

  @Test func `equal workouts of two formats are united after sync`() async throws {
    let context = ModelContext(library.modelContainer)
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    let end = Date(timeIntervalSince1970: 1_600_000_000)
    for (index, distance) in [5000.0, 5000.4].enumerated() {
      let session = RowingSession(athlete: athlete, startTime: end.addingTimeInterval(-1200))
      session.endTime = end.addingTimeInterval(Double(index) * 20)
      (session.totalTime, session.totalDistance, session.isComplete) = (1200, distance, true)
      if index == 1 { session.averageHeartRate = 150 } else { session.comments = "steady" }
      context.insert(session)
      if index == 1 {
        for stroke in 0..<5 {
          let metric = PerformanceMetric(
            id: UUID(), session: session, index: stroke, timestamp: end)
          (metric.elapsedTime, metric.distance) = (Double(stroke) * 2, Double(stroke) * 8)
          context.insert(metric)
        }
      }
    }
    try context.save()
    #expect(try await library.recalculateDerivedValues() > 0)
    let sessions = try await library.sessions(SessionQuery()).sessions
    #expect(sessions.count == 1)
    let session = try #require(sessions.first)
    #expect(session.heartRate == 150)
    #expect(session.comments == "steady")
    #expect(session.recordedStrokes == 5)
    #expect(try await library.strokes(of: session.id).count == 5)
    #expect(try await library.recalculateDerivedValues() == 0)
  }
}
