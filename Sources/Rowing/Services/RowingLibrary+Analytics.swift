// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

/// The totals of a completed session, without its strokes.
package struct SessionTotals: Sendable, Hashable {
  /// The identifier.
  package var id: UUID
  /// The start.
  package var startedAt: Date
  /// The machine.
  package var machine: RowingMachine
  /// Metres of work.
  package var distance: Double
  /// Seconds of work.
  package var duration: Double
  /// Strokes per minute; nil if unknown.
  package var strokeRate: Double?
  /// True if the session has rest.
  package var hasRest: Bool
  /// True if the recording has gaps.
  package var hasGaps: Bool

  /// Whether the mean speed is one that a rower can have.
  package var isPlausible: Bool {
    RowingFigures.isPlausible(distance: distance, duration: duration, machine: machine)
  }

  /// The mean power of the work in watts, from time and distance; nil without them, on machines that
  /// are not Concept2's, and for an implausible power.
  package var power: Double? {
    RowingFigures.power(distance: distance, duration: duration, machine: machine)
      .flatMap { RowingFigures.isPlausible(power: $0) ? $0 : nil }
  }
}

/// The figures of a completed session that follow from its strokes.
package struct SessionFigures: Sendable, Hashable {
  /// The totals.
  package var totals: SessionTotals
  /// The highest mean power by rising duration.
  package var curve: [PowerSample]
  /// The power over time, of continuous parts; one sample for a session without strokes.
  package var samples: [PowerSample]
  /// The stroke technique; nil for a session without strokes.
  package var strokes: StrokeAnalysis?
}

extension RowingLibrary {
  /// Returns the totals of an athlete's ended sessions, by start and identifier.
  package func sessionTotals(of athlete: UUID) throws -> [SessionTotals] {
    try endedSessions(of: athlete).map { SessionTotals($0) }
  }

  /// Returns the totals of an athlete's ended sessions, by start and identifier, and the zones.
  ///
  /// The sessions are read once for both.
  package func sessionTotalsAndZones(
    of id: UUID
  ) throws -> (totals: [SessionTotals], zones: ZoneTable) {
    let athlete = try model(athlete: id)
    let sessions = try endedSessions(of: id)
    let curve =
      athlete.zoneBasePower == nil
      ? Self.powerCurve(of: sessions.filter { $0.machine == .rowErg }, machine: .rowErg) : nil
    return (sessions.map { SessionTotals($0) }, Self.zones(of: athlete, curve: curve))
  }

  /// Whether an athlete is stored.
  package func contains(athlete id: UUID) throws -> Bool {
    try modelContext.fetchCount(
      FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })) > 0
  }

  /// Returns the identifiers of a team's members; none for an unknown team.
  package func memberIDs(ofTeam id: UUID) throws -> [UUID] {
    try modelContext.fetch(FetchDescriptor<Team>(predicate: #Predicate { $0.id == id }))
      .first?.members.map(\.id) ?? []
  }

  private func endedSessions(of athlete: UUID) throws -> [RowingSession] {
    var descriptor = FetchDescriptor<RowingSession>(
      predicate: #Predicate { $0.athlete?.id == athlete && ($0.isComplete || $0.endTime != nil) },
      sortBy: [SortDescriptor(\.startTime), SortDescriptor(\.id)])
    descriptor.propertiesToFetch = [
      \.id, \.startTime, \.machine, \.totalDistance, \.totalTime, \.averageStrokeRate, \.restTime,
      \.restDistance, \.hasGaps, \.averagePower, \.powerProfileData,
    ]
    return try modelContext.fetch(descriptor)
  }

  /// Returns the figures of a session; nil if no completed session has the identifier.
  package func sessionFigures(of id: UUID) throws -> SessionFigures? {
    guard let session = try modelContext.fetch(RowingSession.withIdentifier(id)).first,
      session.isEnded
    else { return nil }
    let totals = SessionTotals(session)
    let strokes = try metrics(of: id).map { StrokeSnapshot($0) }
    let whole = totals.power.map { PowerSample(duration: totals.duration, power: $0) }
    guard !strokes.isEmpty else {
      return SessionFigures(
        totals: totals, curve: totals.hasRest || totals.hasGaps ? [] : Self.curve(whole, []),
        samples: whole.map { [$0] } ?? [], strokes: nil)
    }
    let segments = StrokeSegments(
      strokes, intervals: try parts(of: id).map { IntervalSnapshot($0) })
    let powers = segments.powers(machine: session.machine)
    let profile = zip(PowerProfile.durations, PowerProfile(powers).powers)
      .map { PowerSample(duration: $0, power: $1) }
    return SessionFigures(
      totals: totals,
      curve: Self.curve(totals.hasRest || totals.hasGaps ? nil : whole, profile),
      samples: powers.flatMap(\.self), strokes: StrokeAnalyzer.analyze(strokes))
  }

  /// Returns a profile with the whole session; of two powers for one duration, the higher one.
  private static func curve(_ whole: PowerSample?, _ profile: [PowerSample]) -> [PowerSample] {
    guard let whole, whole.duration >= 1 else { return profile }
    var curve = profile.filter { $0.duration != whole.duration }
    let equal = profile.first { $0.duration == whole.duration }
    curve.append(equal.map { $0.power > whole.power ? $0 : whole } ?? whole)
    return curve.sorted { $0.duration < $1.duration }
  }
}

extension SessionTotals {
  fileprivate init(_ session: RowingSession) {
    let rate = session.averageStrokeRate
    self.init(
      id: session.id, startedAt: session.startTime, machine: session.machine,
      distance: session.totalDistance, duration: session.totalTime,
      strokeRate: rate > 0 ? rate : nil,
      hasRest: session.restTime > 0 || session.restDistance > 0, hasGaps: session.hasGaps)
  }
}
