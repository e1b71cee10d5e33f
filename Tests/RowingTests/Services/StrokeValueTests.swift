// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData
import Testing

/// Records and load of a library that has read the strokes before.
@Suite struct StrokeValueTests {
  private let folder: TemporaryFolder
  private let library: RowingLibrary
  private let athlete: UUID
  private let calendar: Calendar
  private let start = Date(timeIntervalSince1970: 1_780_000_000)

  init() throws {
    folder = try TemporaryFolder()
    library = try RowingLibrary.open(directory: folder.url)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    self.calendar = calendar
    let context = ModelContext(library.modelContainer)
    let anna = Athlete(name: "Anna", email: "")
    context.insert(anna)
    try context.save()
    athlete = anna.id
  }

  /// Adds a session of two intervals with strokes and heart rates.
  private func addSession(day: Int, speed: Double, heartRate: Int?) throws {
    let context = ModelContext(try RowingStore.container(directory: folder.url))
    let id = athlete
    let found = try context.fetch(FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id }))
    let session = RowingSession(
      athlete: try #require(found.first), startTime: start + Double(day) * 86_400)
    (session.totalTime, session.totalDistance) = (240, 240 * speed)
    (session.isComplete, session.recordedStrokes) = (true, 96)
    context.insert(session)
    for number in 0..<2 {
      let part = RowingInterval(index: number, kind: .work)
      (part.number, part.startElapsed) = (number, Double(number) * 120)
      part.startDistance = part.startElapsed * speed
      context.insert(part)
      part.session = session
    }
    for index in 0..<96 {
      let elapsed = Double(index + 1) * 2.5
      let stroke = PerformanceMetric(
        id: UUID(), session: session, index: index, timestamp: session.startTime + elapsed)
      (stroke.elapsedTime, stroke.distance) = (elapsed, elapsed * speed)
      stroke.intervalNumber = index / 48
      stroke.heartRate = heartRate.map { $0 + index / 4 }
      context.insert(stroke)
    }
    try context.save()
  }

  private func expectCurrentValues(after change: String) async throws {
    let end = start + 20 * 86_400
    let other = try RowingLibrary.open(directory: folder.url)
    #expect(
      try await library.records(athlete: nil) == (try await other.records(athlete: nil)),
      "after \(change)")
    #expect(
      try await library.load(athlete: athlete, to: end, in: calendar)
        == (try await other.load(athlete: athlete, to: end, in: calendar)),
      "after \(change)")
  }

  @Test func `records and load follow changes by other processes`() async throws {
    for day in 0..<4 {
      try addSession(day: day, speed: 4 + Double(day) / 10, heartRate: day == 1 ? nil : 120 + day)
    }
    try await expectCurrentValues(after: "the start")
    let context = ModelContext(try RowingStore.container(directory: folder.url))
    func strokes(of day: Int) throws -> [PerformanceMetric] {
      let instant = start + Double(day) * 86_400
      return try context.fetch(
        FetchDescriptor<PerformanceMetric>(
          predicate: #Predicate { $0.session?.startTime == instant },
          sortBy: [SortDescriptor(\.index)]))
    }
    func save(_ change: String) async throws {
      try context.save()
      try await expectCurrentValues(after: change)
    }
    let before = try await library.records(athlete: nil)
    for stroke in try strokes(of: 3) { stroke.distance *= 1.05 }
    try await save("an update of strokes")
    #expect(try await library.records(athlete: nil) != before)
    for stroke in try strokes(of: 1) { stroke.heartRate = 150 }
    try await save("the first heart rates of a session")
    context.delete(try #require(try strokes(of: 2).last))
    try await save("a deletion of a stroke")
    let session = try #require(try strokes(of: 0).first?.session)
    let added = PerformanceMetric(
      id: UUID(), session: session, index: 96, timestamp: session.startTime + 250)
    (added.elapsedTime, added.distance, added.heartRate) = (250, 1010, 170)
    added.intervalNumber = 1
    context.insert(added)
    try await save("an insertion of a stroke")
    for part in session.intervals where part.number == 1 { part.startElapsed = 118 }
    try await save("an update of an interval")
    session.machine = .bikeErg
    try await save("another machine")
    try addSession(day: 5, speed: 6, heartRate: 140)
    try await expectCurrentValues(after: "a new session")
    context.delete(session)
    try await save("a deletion of a session")
  }

  @Test func `sessions without heart rate count in the days of a period only`() async throws {
    for day in [-40, -3, 0] { try addSession(day: day, speed: 4, heartRate: nil) }
    let end = start + 10 * 86_400
    let whole = try await library.load(athlete: athlete, to: end, in: calendar)
    #expect(whole.sessionsWithoutHeartRate == 3)
    let from = start - 10 * 86_400
    let part = try await library.load(athlete: athlete, from: from, to: end, in: calendar)
    #expect(part.sessionsWithoutHeartRate == 2)
  }

  @Test func `a period's load has the means of the whole history`() async throws {
    for day in [-1900, -1500, -40, -3, 0] {
      try addSession(day: day, speed: 4, heartRate: 130)
    }
    let end = start + 10 * 86_400
    let whole = try await library.load(athlete: athlete, to: end, in: calendar)
    #expect(whole.days.first?.sessions == 1)
    let from = start - 60 * 86_400
    let part = try await library.load(athlete: athlete, from: from, to: end, in: calendar)
    let expected = Array(whole.days.suffix(part.days.count))
    #expect(part.days.map(\.date) == expected.map(\.date))
    #expect(part.days.first?.date == calendar.startOfDay(for: from))
    #expect(part.days.map(\.sessions) == expected.map(\.sessions))
    for (day, other) in zip(part.days, expected) {
      #expect(abs(day.average7 - other.average7) < 1e-6)
      #expect(abs(day.average42 - other.average42) < 1e-6)
      #expect(abs(day.edwards42 - other.edwards42) < 1e-6)
    }
  }
}
