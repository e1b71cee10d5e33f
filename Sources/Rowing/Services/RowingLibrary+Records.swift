// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns the best results by machine, weight class and season.
  ///
  /// A whole session counts if it is a record distance or time exactly, without rest. Efforts are
  /// the fastest parts of sessions with strokes; they never span a rest or a gap.
  ///
  /// - Parameters:
  ///   - athlete: The athlete; nil for all.
  ///   - season: The year in which the season ends; nil for every season.
  ///   - machine: The machine; nil for all.
  ///   - weightClass: The weight class; nil for all.
  ///   - efforts: Whether parts of sessions are included.
  ///   - viewer: The person whose role selects the athletes.
  /// - Returns: One record for each piece, machine, weight class, season and kind, ordered so.
  /// - Throws: A `SwiftDataError`.
  package func records(
    athlete: UUID?, season: Int? = nil, machine: RowingMachine? = nil,
    weightClass: WeightClass? = nil, efforts: Bool = true, for viewer: RowingViewer = .init()
  ) throws -> [RecordSnapshot] {
    let query = SessionQuery(athlete: athlete, machine: machine, isEnded: true)
      .restricted(to: viewer)
    if efforts { try validateCache() }
    let sessions = try modelContext.fetch(FetchDescriptor(predicate: query.condition))
    var best: [RecordKey: RecordSnapshot] = [:]
    for session in sessions where weightClass == nil || session.weightClass == weightClass {
      let year = RowingSeason(containing: session.startTime, in: calendar(of: session)).year
      if let season, season != year { continue }
      var candidates = wholePieces(session, season: year)
      if efforts, session.recordedStrokes > 1 {
        candidates += try self.efforts(in: session, season: year)
      }
      for candidate in candidates {
        let key = RecordKey(candidate)
        if best[key].map({ candidate.isBetter(than: $0) }) ?? true { best[key] = candidate }
      }
    }
    return best.values.sorted { RecordKey($0) < RecordKey($1) }
  }

  /// The calendar with the time zone of a session's athlete.
  func calendar(of session: RowingSession) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = session.athlete?.timeZone ?? .current
    return calendar
  }

  private func wholePieces(_ session: RowingSession, season: Int) -> [RecordSnapshot] {
    guard session.restTime == 0, session.restDistance == 0, !session.hasGaps,
      session.isComplete, session.totalTime > 0, session.totalDistance > 0,
      RowingFigures.isPlausible(
        distance: session.totalDistance, duration: session.totalTime, machine: session.machine)
    else { return [] }
    let record = RecordSnapshot(
      machine: session.machine, weightClass: session.weightClass, season: season,
      distance: session.totalDistance, duration: session.totalTime, isOverDistance: true,
      athlete: session.athlete?.id, session: session.id, startedAt: session.startTime,
      kind: .whole)
    var result: [RecordSnapshot] = []
    if let distance = RecordPieces.distance(session.totalDistance) {
      var piece = record
      piece.distance = distance
      result.append(piece)
    }
    if let duration = RecordPieces.duration(session.totalTime) {
      var piece = record
      piece.duration = duration
      piece.isOverDistance = false
      result.append(piece)
    }
    return result
  }

  private func efforts(in session: RowingSession, season: Int) throws -> [RecordSnapshot] {
    let record = RecordSnapshot(
      machine: session.machine, weightClass: session.weightClass, season: season, distance: 0,
      duration: 0, isOverDistance: true, athlete: session.athlete?.id, session: session.id,
      startedAt: session.startTime, kind: .effort)
    return try bestEfforts(of: session).map { effort in
      var piece = record
      (piece.distance, piece.duration) = (effort.distance, effort.duration)
      piece.isOverDistance = effort.isOverDistance
      return piece
    }
  }
}

/// The piece, the machine, the class, the season and the kind of a record, in the order of lists.
private struct RecordKey: Hashable, Comparable {
  let machine: String
  let isOverTime: Int
  let piece: Double
  let weightClass: String
  let season: Int
  let kind: String

  init(_ record: RecordSnapshot) {
    machine = record.machine.rawValue
    isOverTime = record.isOverDistance ? 0 : 1
    piece = record.isOverDistance ? record.distance : record.duration
    weightClass = record.weightClass?.rawValue ?? ""
    season = record.season
    kind = record.kind.rawValue
  }

  static func < (left: Self, right: Self) -> Bool {
    let first = (left.machine, left.isOverTime, left.piece, left.weightClass)
    let second = (right.machine, right.isOverTime, right.piece, right.weightClass)
    if first != second { return first < second }
    // The newest season is first, and a whole session precedes a part of one.
    return (-left.season, right.kind) < (-right.season, left.kind)
  }
}

extension RecordSnapshot {
  /// Whether the result is better; the earlier of two equal results is.
  fileprivate func isBetter(than other: RecordSnapshot) -> Bool {
    let (own, others) =
      isOverDistance ? (duration, other.duration) : (-distance, -other.distance)
    return own != others ? own < others : startedAt < other.startedAt
  }
}
