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
