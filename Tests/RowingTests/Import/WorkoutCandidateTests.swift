// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// The stored sessions among which an import searches a file's workouts.
@Suite struct WorkoutCandidateTests {
  let folder: TemporaryFolder
  let library: RowingLibrary
  let london: TimeZone

  init() throws {
    folder = try TemporaryFolder()
    library = try RowingLibrary.open(directory: folder.url.appending(path: "store"))
    london = try #require(TimeZone(identifier: "Europe/London"))
  }

  /// Imports a season of 5000 m in 20 minutes each.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - rows: The logbook number, empty for none, and the end of each workout.
  /// - Returns: The report.
  /// - Throws: An error of the file system.
  private func season(
    _ name: String, _ rows: [(id: String, end: String)]
  ) async throws -> RowingImportReport {
    let lines = rows.map {
      "\"\($0.id)\",\"\($0.end)\",\"5000m row\",\"20:00.0\",\"1200\",\"\",\"\",\"5000\",\"\",\"24\","
        + "\"480\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"Hwt\",\"RowErg\",\"No\",\"\""
    }
    let file = try folder.file(
      name, ([RowingImportTests.header] + lines).joined(separator: "\n") + "\n")
    return await library.importFiles([file], options: RowingImportOptions(timeZone: london))
  }

  @Test func `a workout is found by its logbook number after its start is moved`() async throws {
    let rows = [(id: "1001", end: "2020-05-04 18:18:00"), (id: "1002", end: "2020-05-05 18:18:00")]
    let first = try await season("season.csv", rows)
    let ids = first.imported.map(\.session.id)
    #expect(ids.count == 2, "\(first)")
    let start = Date(timeIntervalSince1970: 1_000_000_000)
    let moved = try #require(ids.first)
    _ = try await library.edit(moved, SessionEdit(startedAt: start))
    let second = try await season("again.csv", rows)
    #expect(second.imported.isEmpty && second.failed.isEmpty, "\(second)")
    #expect(Set((second.merged + second.unchanged).map(\.session.id)) == Set(ids))
    #expect(try await library.session(moved)?.summary.startedAt == start)
  }

  @Test func `a workout of a season of any length is found again`() async throws {
    // More numbers than a query binds one by one.
    let rows = (0..<300).map { index in
      (id: "\(5000 + index)", end: "20\(10 + index / 20)-03-\(index % 20 + 10) 08:00:00")
    }
    let first = try await season("season.csv", rows)
    #expect(first.imported.count == 300, "\(first.failed)")
    let second = try await season("again.csv", rows)
    #expect(second.unchanged.map(\.session.id) == first.imported.map(\.session.id))
  }

  @Test func `equal workouts of other days are no candidates`() async throws {
    let first = try await season("a.csv", [(id: "", end: "2020-05-04 18:18:00")])
    let second = try await season("b.csv", [(id: "", end: "2020-05-05 18:18:00")])
    let third = try await season("c.csv", [(id: "", end: "2021-05-04 18:18:00")])
    #expect([first, second, third].map(\.imported.count) == [1, 1, 1])
    let again = try await season(
      "d.csv", [(id: "", end: "2021-05-04 18:18:00"), (id: "", end: "2020-05-04 18:18:00")])
    #expect(
      again.unchanged.map(\.session.id)
        == [third, first].compactMap(\.imported.first?.session.id), "\(again)")
  }

  @Test func `a recording with long rests is found by its end`() async throws {
    let context = ModelContext(library.modelContainer)
    let athlete = Athlete(name: "Anna", email: "")
    context.insert(athlete)
    let end = Date(timeIntervalSince1970: 1_588_612_680)  // 2020-05-04 18:18 in London
    let session = RowingSession(athlete: athlete, startTime: end - 9000)
    (session.endTime, session.totalTime, session.totalDistance) = (end, 1200, 5000)
    session.isComplete = true
    context.insert(session)
    try context.save()
    let report = try await season("a.csv", [(id: "", end: "2020-05-04 18:18:00")])
    #expect((report.merged + report.unchanged).map(\.session.id) == [session.id], "\(report)")
  }

  /// Stores recordings of 5000 m in 20 minutes, or of other totals.
  private func record(
    _ ends: [Double], duration: Double = 1200.04, distance: Double = 5000
  ) throws -> [UUID] {
    let context = ModelContext(library.modelContainer)
    let athletes = try context.fetch(FetchDescriptor<Athlete>())
    let athlete = athletes.first ?? Athlete(name: "Anna", email: "")
    if athletes.isEmpty { context.insert(athlete) }
    athlete.timeZoneIdentifier = london.identifier
    let ids = ends.map { seconds in
      let end = Date(timeIntervalSince1970: seconds)
      let session = RowingSession(athlete: athlete, startTime: end - duration)
      (session.endTime, session.totalTime, session.totalDistance) = (end, duration, distance)
      (session.source, session.isComplete) = ("pm5", true)
      context.insert(session)
      return session.id
    }
    try context.save()
    return ids
  }

  /// The end of a workout on 4 May 2020 at 18:18 in London.
  private static let evening = 1_588_612_680.0

  @Test func `a recording is the workout of a monitor whose clock is wrong`() async throws {
    let ids = try record([Self.evening])
    let report = try await season("a.csv", [(id: "1001", end: "2020-05-04 14:05:00")])
    #expect(report.merged.map(\.session.id) == ids, "\(report)")
    let again = try await season("a.csv", [(id: "1001", end: "2020-05-04 14:05:00")])
    #expect(again.unchanged.map(\.session.id) == ids, "\(again)")
    // The recording is one workout of the logbook; an equal one of the day is another workout.
    let other = try await season("b.csv", [(id: "1002", end: "2020-05-04 15:00:00")])
    #expect(other.imported.count == 1, "\(other)")
  }

  @Test(arguments: [(1200.2, 5000.0, 0.0), (1200, 5001, 0), (1200, 5000, 86_400)])
  func `a recording of another work time, distance or date is another workout`(
    duration: Double, distance: Double, later: Double
  ) async throws {
    _ = try record([Self.evening + later], duration: duration, distance: distance)
    let report = try await season("a.csv", [(id: "1001", end: "2020-05-04 14:05:00")])
    #expect(report.imported.count == 1, "\(report)")
  }

  @Test func `equal recordings of one day are paired with the workouts of the logbook`()
    async throws
  {
    let ids = try record([0, 3600, 7200].map { Self.evening + $0 })
    let ends = ["18:48:00", "19:48:00", "20:48:00"]
    let rows = ends.enumerated().map { (id: "\(2001 + $0)", end: "2020-05-04 \($1)") }
    let report = try await season("a.csv", rows)
    #expect(Set(report.merged.map(\.session.id)) == Set(ids), "\(report)")
  }

  @Test func `a recording and a workout of a monitor with another time are united after sync`()
    async throws
  {
    let imported = try await season("a.csv", [(id: "1001", end: "2020-05-04 14:05:00")])
    let id = try #require(imported.imported.first?.session.id)
    let recorded = try #require(try record([Self.evening]).first)
    #expect(try await library.recalculateDerivedValues() > 0)
    let sessions = try await library.sessions(SessionQuery()).sessions
    #expect(sessions.map(\.id) == [min(id, recorded)])
    #expect(try await library.recalculateDerivedValues() == 0)
  }

  @Test func `a recording that has a workout's number is united with the import of another device`()
    async throws
  {
    let recorded = try #require(try record([Self.evening]).first)
    let report = try await season("a.csv", [(id: "1001", end: "2020-05-04 14:05:00")])
    #expect(report.merged.map(\.session.id) == [recorded], "\(report)")
    // Another device imported the file before it had the recording, and then an equal workout.
    let context = ModelContext(library.modelContainer)
    let athlete = try #require(try context.fetch(FetchDescriptor<Athlete>()).first)
    var ids: [UUID] = []
    for (number, end) in [("1001", Self.evening - 15_180), ("1002", Self.evening - 11_580)] {
      let date = Date(timeIntervalSince1970: end)
      let session = RowingSession(athlete: athlete, startTime: date - 1200)
      (session.endTime, session.totalTime, session.totalDistance) = (date, 1200, 5000)
      (session.source, session.sourceID, session.isComplete) = ("csv", number, true)
      context.insert(session)
      ids.append(session.id)
    }
    try context.save()
    #expect(try await library.recalculateDerivedValues() > 0)
    let sessions = try await library.sessions(SessionQuery()).sessions
    #expect(Set(sessions.map(\.id)) == [min(ids[0], recorded), ids[1]])
    #expect(try await library.recalculateDerivedValues() == 0)
  }

  @Test func `another athlete's equal workout is no candidate`() async throws {
    let (anna, ben) = (
      try await library.addAthlete(name: "Anna"), try await library.addAthlete(name: "Ben")
    )
    let file = Fixture.url(Fixture.seasons[1])
    for athlete in [anna.id, ben.id] {
      let report = await library.importFiles(
        [file], options: RowingImportOptions(athlete: athlete, timeZone: london))
      #expect(report.imported.count == 60)
    }
  }
}
