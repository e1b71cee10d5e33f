// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The figures of an athlete beside those of others.
package struct AthleteComparison: Sendable, Hashable, Identifiable {
  /// The athlete.
  package var athlete: AthleteSnapshot
  /// The number of completed sessions in the period.
  package var sessions: Int
  /// Metres of work in the period.
  package var distance: Double
  /// Seconds of work in the period.
  package var duration: Double
  /// The shortest times over whole sessions on the machine, in seconds by metres.
  package var best: [Double: Double]
  /// The highest mean power by duration, with the critical power.
  package var curve: PowerCurve
  /// The athlete's identifier.
  package var id: UUID { athlete.id }

  /// Returns the highest mean power over a duration in watts; nil if no effort is as long.
  package func power(over duration: Double) -> Double? {
    curve.points.first { $0.duration >= duration * 0.999 }?.power
  }

  /// Returns a power by the athlete's weight in watts per kilogram; nil without a weight.
  package func perKilogram(_ power: Double?) -> Double? {
    guard let power, let weight = athlete.weight, weight > 0 else { return nil }
    return power / weight
  }

  /// The weight-adjusted best time over 2000 m in seconds; nil without a weight or a time.
  package var adjusted2k: Double? {
    guard let time = best[2000], let weight = athlete.weight else { return nil }
    return RowingFigures.weightAdjusted(duration: time, weight: weight)
  }
}

extension RowingLibrary {
  /// Compares athletes by volume, best times and power.
  ///
  /// - Parameters:
  ///   - athletes: The identifiers, in the order of the result.
  ///   - machine: The machine of best times and power.
  ///   - from: The earliest start of sessions.
  ///   - to: The end of the range of starts, which doesn't belong to it.
  /// - Returns: The figures of each athlete.
  /// - Throws: ``RowingLibraryError/athleteNotFound(_:)``, or a `SwiftDataError`.
  package func compareAthletes(
    _ athletes: [UUID], machine: RowingMachine = .rowErg, from: Date? = nil, to: Date? = nil
  ) throws -> [AthleteComparison] {
    try athletes.map { id in
      let athlete = try snapshot(try model(athlete: id))
      let totals = try sessions(
        SessionQuery(athlete: id, from: from, to: to, isEnded: true, pageSize: 1))
      let inside = SessionQuery(
        athlete: id, from: from, to: to, machine: machine, isEnded: true)
      return AthleteComparison(
        athlete: athlete, sessions: totals.count, distance: totals.distance,
        duration: totals.duration, best: try bestTimes(inside),
        curve: try powerCurve(athlete: id, machine: machine, from: from, to: to))
    }
  }

  /// The shortest times over the distances of records, of plausible whole sessions without rest and
  /// gaps.
  func bestTimes(_ query: SessionQuery) throws -> [Double: Double] {
    var descriptor = FetchDescriptor(predicate: query.condition)
    descriptor.propertiesToFetch = [
      \.totalDistance, \.totalTime, \.restTime, \.restDistance, \.hasGaps, \.isComplete, \.machine,
    ]
    var best: [Double: Double] = [:]
    for session in try modelContext.fetch(descriptor) {
      guard session.restTime == 0, session.restDistance == 0, !session.hasGaps,
        session.isComplete, session.totalTime > 0,
        RowingFigures.isPlausible(
          distance: session.totalDistance, duration: session.totalTime, machine: session.machine),
        let metres = RecordPieces.distance(session.totalDistance)
      else { continue }
      best[metres] = min(best[metres] ?? .infinity, session.totalTime)
    }
    return best
  }
}
