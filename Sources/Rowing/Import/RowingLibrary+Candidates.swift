// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation
import SwiftData

extension RowingLibrary {
  /// The largest difference between the starts of two records of one workout, in seconds.
  ///
  /// A start is calculated back from the end, so that rests and the delay of a recording's end
  /// shift it. A day without a time is up to a day early.
  private static let startMargin: TimeInterval = 2 * 86_400

  /// Returns an athlete's completed sessions that a file's workouts may equal, by identifier.
  ///
  /// One fetch reads the sessions around the file's dates, another one those with its logbook
  /// numbers, and two for each new undated workout with strokes those with its identifier and its
  /// totals. Each of them reads an index.
  ///
  /// - Parameters:
  ///   - workouts: The file's workouts.
  ///   - athlete: The athlete's identifier.
  ///   - file: The file's name, which may have a logbook number.
  /// - Returns: The sessions, each once.
  /// - Throws: A `SwiftDataError`.
  func candidates(
    for workouts: [ImportedWorkout], of athlete: UUID, file: String
  ) throws -> [RowingSession] {
    var any = FetchDescriptor<RowingSession>(predicate: #Predicate { $0.athlete?.id == athlete })
    any.fetchLimit = 1
    any.propertiesToFetch = [\.id]
    guard try !modelContext.fetch(any).isEmpty else { return [] }
    var found: [UUID: RowingSession] = [:]
    func add(_ condition: Predicate<RowingSession>) throws -> [RowingSession] {
      // SQLite would prefer the index of the athlete's sessions to that of numbers or totals.
      let sessions = try modelContext.fetch(FetchDescriptor(predicate: condition)).filter {
        $0.isComplete && $0.athlete?.id == athlete
      }
      for session in sessions { found[session.id] = session }
      return sessions
    }
    let dated = workouts.filter { !$0.isDateAssumed }
    if let first = dated.map(\.start).min(), let last = dated.map(\.end).max() {
      let (from, to) = (first - Self.startMargin, max(first, last) + Self.startMargin)
      _ = try add(
        #Predicate {
          $0.athlete?.id == athlete && $0.isComplete && $0.startTime >= from && $0.startTime <= to
        })
    }
    let known = Set(found.values.compactMap(\.sourceID))
    var logIDs = Set(workouts.compactMap(\.workout.logID)).subtracting([""])
    let named = dated.count < workouts.count ? Set(WorkoutFinder.logIDs(inName: file)) : []
    logIDs.formUnion(named)
    let unknown: [String?] = Array(logIDs.subtracting(known))
    if !unknown.isEmpty { _ = try add(#Predicate { unknown.contains($0.sourceID) }) }
    let isNamed = found.values.contains { $0.sourceID.map { named.contains($0) } ?? false }
    for workout in workouts where workout.isDateAssumed {
      let id = workout.key(athlete: athlete).identifier(content: workout.content)
      let isStored = try !add(#Predicate { $0.id == id }).isEmpty
      guard !isStored, !isNamed, !workout.workout.strokes.isEmpty else { continue }
      let totals = WorkoutFinder.totals(of: workout)
      let (shortest, longest) = (totals.seconds.lowerBound, totals.seconds.upperBound)
      let (nearest, farthest) = (totals.metres.lowerBound, totals.metres.upperBound)
      _ = try add(
        #Predicate {
          $0.recordedStrokes == 0 && $0.totalTime >= shortest && $0.totalTime <= longest
            && $0.totalDistance >= nearest && $0.totalDistance <= farthest
        })
    }
    return found.values.sorted { $0.id < $1.id }
  }
}
