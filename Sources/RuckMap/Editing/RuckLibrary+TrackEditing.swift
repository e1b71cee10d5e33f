// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy
import Measures
import SwiftData

extension RuckLibrary {
  /// Removes the beginning or the end of a ruck's track; all figures are calculated again.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - start: The new start; nil keeps the start.
  ///   - end: The new end; nil keeps the end.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, a ``TrackEditError``, or a `SwiftDataError`;
  ///   nothing is changed then.
  public func trim(
    _ id: UUID, from start: TrackPosition?, to end: TrackPosition?
  ) throws -> RuckSummary {
    try editTracks(.trim) { editor in
      let session = try session(id)
      let points = try points(of: id)
      let track = points.map(\.trackPoint)
      guard !track.isEmpty else { throw TrackEditError.noTrack }
      let first = try start?.index(in: track) ?? 0
      // The point at the end belongs to the track, unless the position is beyond it.
      let last = try end.map { min(try $0.index(in: track), track.count - 1) } ?? track.count - 1
      guard first > 0 || last < track.count - 1 else { throw TrackEditError.nothingToRemove }
      guard last - first >= 1 else { throw TrackEditError.nothingRemains }
      try editor.keep(session, points)
      editor.delete(points[..<first])
      editor.delete(points[(last + 1)...])
      try editor.derive(session, Array(points[first...last]))
      return ([session.id], RuckSummary(session))
    }
  }

  /// Divides a ruck into two at a position.
  ///
  /// The first part keeps the identifier. The second part gets the same pack, surface, exertion,
  /// notes, gear and weather, and segments and series by their times.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - position: The position of the first point of the second part.
  /// - Returns: Both rucks, the earlier first.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, a ``TrackEditError``, or a `SwiftDataError`;
  ///   nothing is changed then.
  public func split(_ id: UUID, at position: TrackPosition) throws -> [RuckSummary] {
    try editTracks(.split) { editor in
      let session = try session(id)
      let points = try points(of: id)
      guard !points.isEmpty else { throw TrackEditError.noTrack }
      let index = try position.index(in: points.map(\.trackPoint))
      guard index > 0, index < points.count else { throw TrackEditError.nothingToRemove }
      guard index > 1, points.count - index > 1 else { throw TrackEditError.nothingRemains }
      try editor.keep(session, points)
      let second = editor.part(of: session, named: "part 2")
      let rest = Array(points[index...])
      editor.moveParts(from: session, to: second, since: rest.lazy.compactMap(\.timestamp).first)
      for point in rest { point.session = second }
      try editor.derive(session, Array(points[..<index]))
      try editor.derive(second, rest)
      return ([session.id, second.id], [RuckSummary(session), RuckSummary(second)])
    }
  }

  /// Combines rucks into one; the gaps between them are pauses.
  ///
  /// The earliest ruck keeps its identifier, name and weather. If the packs differ, each part keeps
  /// its own as a ``SessionSegment``.
  ///
  /// - Parameter ids: The identifiers of at least two rucks with times, in any order.
  /// - Returns: The combined ruck.
  /// - Throws: ``RuckLibraryError/notFound(_:)``, a ``TrackEditError``, or a `SwiftDataError`;
  ///   nothing is changed then.
  public func join(_ ids: [UUID]) throws -> RuckSummary {
    try join(ids) {}
  }

  /// Combines rucks into one, in the transaction of a change that comes first.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of the rucks.
  ///   - change: Changes the rucks; the undo of the join does not revert it.
  /// - Returns: The combined ruck.
  /// - Throws: As ``join(_:)``, or an error of `change`; nothing is changed then.
  func join(_ ids: [UUID], after change: () throws -> Void) throws -> RuckSummary {
    try editTracks(.join) { editor in
      try change()
      let sessions = try Set(ids).map { try session($0) }.sorted { $0.startDate < $1.startDate }
      guard sessions.count > 1, let first = sessions.first else {
        throw TrackEditError.tooFewRucks
      }
      guard sessions.allSatisfy({ $0.isTimed && $0.endDate != nil }) else {
        throw TrackEditError.untimed
      }
      for (earlier, later) in zip(sessions, sessions.dropFirst())
      where later.startDate < earlier.endDate ?? earlier.startDate {
        throw TrackEditError.overlappingRucks
      }
      for (earlier, later) in zip(sessions, sessions.dropFirst())
      where later.startDate.timeIntervalSince(earlier.endDate ?? earlier.startDate)
        > RecordingTimes.longestGap
      {
        throw TrackEditError.tooFarApart
      }
      let tracks = try sessions.map { try points(of: $0.id) }
      guard tracks.allSatisfy({ !$0.isEmpty }) else { throw TrackEditError.noTrack }
      for (session, points) in zip(sessions, tracks) { try editor.keep(session, points) }
      editor.keepLoads(of: sessions)
      var segment = -1
      for (session, points) in zip(sessions, tracks) {
        editor.appendSegments(points, after: &segment)
        guard session !== first else { continue }
        editor.moveParts(from: session, to: first, since: nil)
        for point in points { point.session = first }
        let texts = [first.notes, session.notes].compactMap(\.self).filter { !$0.isEmpty }
        first.notes = texts.isEmpty ? nil : texts.joined(separator: "\n\n")
        first.pausedTime += session.pausedTime
        try editor.delete(session)
      }
      try editor.derive(first, tracks.flatMap(\.self))
      return ([first.id], RuckSummary(first))
    }
  }

  /// Returns the edits that can be undone, the newest first.
  ///
  /// - Parameter id: The ruck; nil returns the edits of all rucks.
  /// - Returns: At most 50 edits.
  /// - Throws: A `SwiftDataError`.
  public func trackEdits(of id: UUID? = nil) throws -> [TrackEdit] {
    let revisions = FetchDescriptor<RuckRevision>(
      sortBy: [SortDescriptor(\.date, order: .reverse)])
    return try modelContext.fetch(revisions)
      .map { TrackEdit(id: $0.id, date: $0.date, kind: $0.kind, rucks: $0.results) }
      .filter { edit in id.map { edit.rucks.contains($0) } ?? true }
  }

  /// Undoes an edit: the rucks have their tracks and figures again as before.
  ///
  /// A name, notes, exertion and pack that were changed after the edit remain.
  ///
  /// - Parameter id: The identifier of the edit; nil undoes the newest.
  /// - Returns: The restored rucks.
  /// - Throws: ``TrackEditError/noRevision``, ``TrackEditError/changedSince``, or a `SwiftDataError`;
  ///   nothing is changed then.
  @discardableResult
  public func undoTrackEdit(_ id: UUID? = nil) throws -> [RuckSummary] {
    let edits = try trackEdits()
    guard let edit = id.map({ id in edits.first { $0.id == id } }) ?? edits.first else {
      throw TrackEditError.noRevision
    }
    let isOutdated = edits.prefix { $0.id != edit.id }
      .contains { !Set($0.rucks).isDisjoint(with: edit.rucks) }
    guard !isOutdated else { throw TrackEditError.changedSince }
    var restored: [RuckSummary] = []
    try modelContext.transaction {
      let editID = edit.id
      let found = try modelContext.fetch(
        FetchDescriptor<RuckRevision>(predicate: #Predicate { $0.id == editID }))
      guard let revision = found.first, let data = revision.original else {
        throw TrackEditError.noRevision
      }
      let copies = try RuckArchive.rucks(of: data)
      let editor = TrackEditor(context: modelContext, user: try ownerForUpdate())
      restored = try editor.restore(copies, replacing: revision.results, editedAt: revision.date)
        .map { RuckSummary($0) }
      modelContext.delete(revision)
    }
    return restored
  }

  /// The stored positions of a ruck in the order of recording.
  func points(of id: UUID) throws -> [LocationPoint] {
    try modelContext.fetch(
      FetchDescriptor<LocationPoint>(
        predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.index)]))
  }

  /// Edits tracks in one transaction, and records a revision.
  private func editTracks<Result: Sendable>(
    _ kind: TrackEditKind, _ body: (inout TrackEditor) throws -> ([UUID], Result)
  ) throws -> Result {
    var result: Result?
    try modelContext.transaction {
      var editor = TrackEditor(context: modelContext, user: try ownerForUpdate())
      let (ids, value) = try body(&editor)
      try editor.record(kind, results: ids)
      result = value
    }
    guard let result else { throw TrackEditError.noTrack }
    return result
  }
}

/// An edit of a track that can be undone.
public struct TrackEdit: Sendable, Hashable, Codable, Identifiable {
  /// The identifier of the edit.
  public var id: UUID
  /// The time of the edit.
  public var date: Date
  /// The kind of edit.
  public var kind: TrackEditKind
  /// The rucks after the edit.
  public var rucks: [UUID]

  /// Creates an edit.
  public init(id: UUID, date: Date, kind: TrackEditKind, rucks: [UUID]) {
    self.id = id
    self.date = date
    self.kind = kind
    self.rucks = rucks
  }
}
