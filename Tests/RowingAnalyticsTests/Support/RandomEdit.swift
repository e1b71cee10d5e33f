// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import SwiftData

/// A random change of a store, as a user or a sync makes it.
struct RandomEdit {
  let folder: URL
  var random: SeededRandom

  /// Performs one change, and returns its description.
  mutating func perform() async throws -> String {
    let library = try RowingLibrary.open(directory: folder)
    let sessions = try await library.sessions(SessionQuery(pageSize: 1000)).sessions
      .sorted { $0.id.uuidString < $1.id.uuidString }
    let athletes = try await library.athletes(includingInactive: true)
      .sorted { $0.id.uuidString < $1.id.uuidString }
    guard let session = sessions.randomElement(using: &random),
      let athlete = athletes.randomElement(using: &random)
    else { return "nothing" }
    switch Int.random(in: 0..<11, using: &random) {
    case 0:
      try await library.delete(session.id)
      return "delete \(session.id)"
    case 1:
      let start = session.startedAt.addingTimeInterval(
        86_400 * Double(Int.random(in: -400...400, using: &random)))
      _ = try await library.edit(session.id, SessionEdit(startedAt: start))
      return "move \(session.id)"
    case 2:
      _ = try await library.edit(session.id, SessionEdit(athlete: athlete.id))
      return "give \(session.id) to \(athlete.id)"
    case 3:
      let machine = RowingMachine.allCases.randomElement(using: &random) ?? .rowErg
      _ = try await library.edit(session.id, SessionEdit(machine: machine))
      return "machine \(session.id) \(machine)"
    case 4:
      let base = Double(Int.random(in: 120...300, using: &random))
      _ = try await library.setZones(PowerZone.standard, basePower: base, athlete: athlete.id)
      return "zones \(athlete.id) \(base)"
    case 5:
      _ = try await library.editAthlete(athlete.id, AthleteEdit(weight: .set(71.25)))
      return "weight \(athlete.id)"
    case 6: return try insert(for: athlete.id)
    case 7: return try changeStrokes(of: session.id) { _, stroke in stroke.power += 10 }
    case 8: return try changeStrokes(of: session.id) { context, stroke in context.delete(stroke) }
    case 9:
      return try changeStrokes(of: session.id) { context, stroke in
        guard let session = stroke.session else { return }
        let new = PerformanceMetric(
          id: UUID(), session: session, index: 100_000 + stroke.index, timestamp: stroke.timestamp)
        (new.elapsedTime, new.distance) = (stroke.elapsedTime + 1e4, stroke.distance + 4e4)
        new.power = 180
        context.insert(new)
      }
    default:
      guard athletes.count > 3 else {
        return "add \(try await library.addAthlete(name: "Anna \(athletes.count)").id)"
      }
      try await library.deleteAthlete(athlete.id)
      return "delete athlete \(athlete.id)"
    }
  }

  private mutating func insert(for athlete: UUID) throws -> String {
    let context = ModelContext(try RowingStore.container(directory: folder))
    let found = try context.fetch(
      FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == athlete }))
    guard let athlete = found.first else { return "nothing" }
    let start = Date(
      timeIntervalSince1970: Double(Int.random(in: 1_500_000_000...1_790_000_000, using: &random)))
    let session = RowingSession(
      athlete: athlete, pm5DeviceID: "", sessionType: .test, startTime: start)
    session.totalDistance = [2000, 5000, 1234.5].randomElement(using: &random) ?? 500
    session.totalTime = Double(Int.random(in: 4000...12_000, using: &random)) / 10
    session.isComplete = Bool.random(using: &random) || Bool.random(using: &random)
    context.insert(session)
    try context.save()
    return "insert \(session.id)"
  }

  /// Changes strokes of a session without the library, as a sync does.
  private mutating func changeStrokes(
    of session: UUID, _ change: (ModelContext, PerformanceMetric) -> Void
  ) throws -> String {
    let context = ModelContext(try RowingStore.container(directory: folder))
    let strokes = try context.fetch(
      FetchDescriptor<PerformanceMetric>(
        predicate: #Predicate { $0.session?.id == session }, sortBy: [SortDescriptor(\.index)]))
    for stroke in strokes.shuffled(using: &random).prefix(3) { change(context, stroke) }
    try context.save()
    return "change strokes of \(session)"
  }
}
