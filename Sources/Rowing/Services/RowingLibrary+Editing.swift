// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Changes a session.
  ///
  /// - Throws: ``RowingLibraryError/sessionNotFound(_:)``,
  ///   ``RowingLibraryError/athleteNotFound(_:)``,
  ///   ``RowingLibraryError/invalidValue(_:value:allowed:)``, or a `SwiftDataError`; nothing is
  ///   changed then.
  package func edit(_ id: UUID, _ edit: SessionEdit) throws -> SessionSummary {
    if let drag = edit.dragFactor, !(0...500).contains(drag) {
      throw RowingLibraryError.invalidValue(
        "A drag factor", value: "\(drag)", allowed: "0 to 500")
    }
    return try saving {
      let session = try model(session: id)
      let athlete = try edit.athlete.map { try model(athlete: $0) }
      if let start = edit.startedAt { session.move(to: start) }
      if let type = edit.type { session.sessionType = type }
      if let workout = edit.workout, workout != session.workoutText ?? "" {
        session.workoutText = workout.isEmpty ? nil : workout
        session.setTargets(of: try parts(of: id))
      }
      if let comments = edit.comments { session.comments = comments }
      if let weightClass = edit.weightClass { session.weightClass = weightClass }
      if let drag = edit.dragFactor {
        session.dragFactor = drag
        session.deviceFigures?.dragFactor = drag > 0 ? drag : nil
      }
      // A session of the same athlete stays with the team for which it was rowed.
      if let athlete, athlete.id != session.athlete?.id {
        session.athlete = athlete
        session.team = athlete.team
      }
      if let machine = edit.machine, machine != session.machine {
        session.machine = machine
        session.deviceFigures?.pace = nil
        session.deviceFigures?.power = nil
        session.deviceFigures?.caloriesPerHour = nil
        session.derive(
          strokes: try metrics(of: id).map { StrokeSnapshot($0) },
          intervals: try parts(of: id).map { IntervalSnapshot($0) })
      }
      session.modifiedAt = Date()
      return SessionSummary(session)
    }
  }

  /// Deletes a session with its strokes and intervals.
  package func delete(_ id: UUID) throws {
    try modelContext.transaction { modelContext.delete(try model(session: id)) }
  }

  /// Deletes the sessions that an import added, in one transaction.
  ///
  /// - Parameter ids: The identifiers of ``RowingImportReport/imported``; one that is already
  ///   deleted is ignored.
  /// - Returns: The number of deleted sessions.
  /// - Throws: A `SwiftDataError`; nothing is deleted then.
  @discardableResult
  package func undoImport(_ ids: [UUID]) throws -> Int {
    try saving {
      let sessions = try Set(ids).compactMap {
        try modelContext.fetch(RowingSession.withIdentifier($0)).first
      }
      for session in sessions { modelContext.delete(session) }
      return sessions.count
    }
  }

  /// Closes an interrupted recording as incomplete, at its last stroke.
  ///
  /// The session counts in totals with the figures of its strokes. A session that has ended is
  /// unchanged.
  ///
  /// - Returns: The session.
  /// - Throws: ``RowingLibraryError/sessionNotFound(_:)``, or a `SwiftDataError`.
  @discardableResult
  package func closeSession(_ id: UUID) throws -> SessionSummary {
    try saving {
      let session = try model(session: id)
      if !session.isEnded { try close(session) }
      return SessionSummary(session)
    }
  }

  /// The time without a change after which no process records a session, in seconds.
  private static let quietDuration: TimeInterval = 15 * 60

  /// Closes the recordings that a killed process left open and that no recording can resume.
  ///
  /// Another process may record another monitor now: sessions that changed in the last 15 minutes
  /// are unchanged.
  ///
  /// - Parameters:
  ///   - device: The serial number of the monitor whose session can be resumed.
  ///   - now: The current time.
  /// - Returns: The number of sessions that were closed.
  /// - Throws: A `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func closeAbandonedSessions(except device: String, at now: Date = Date()) throws -> Int {
    let cutoff = now.addingTimeInterval(-RowingSession.activeDuration)
    let quiet = now.addingTimeInterval(-Self.quietDuration)
    let source = Self.recordingSource
    return try saving {
      let open = try modelContext.fetch(
        FetchDescriptor<RowingSession>(
          predicate: #Predicate {
            !$0.isComplete && $0.endTime == nil && $0.source == source && $0.modifiedAt < quiet
          }))
      let abandoned = open.filter { $0.pm5DeviceID != device || $0.startTime <= cutoff }
      for session in abandoned { try close(session) }
      return abandoned.count
    }
  }

  private func close(_ session: RowingSession) throws {
    let strokes = try self.metrics(of: session.id).map { StrokeSnapshot($0) }
    let rests = try metrics(of: session.id, inRests: true).map(\.timestamp)
    let parts = try self.parts(of: session.id).map { IntervalSnapshot($0) }
    session.endTime =
      (strokes.map(\.timestamp) + rests).max() ?? session.startTime
    session.restTime = parts.reduce(0) { $0 + ($1.restDuration ?? 0) }
    session.restDistance = parts.reduce(0) { $0 + ($1.restDistance ?? 0) }
    session.hasGaps = true
    session.strokeCount = strokes.count
    session.derive(strokes: strokes, intervals: parts)
    session.modifiedAt = Date()
  }

  /// Recalculates derived values of sessions whose strokes were merged, and unites equal workouts.
  ///
  /// Call it after remote changes were applied. Two workouts of an athlete are equal by Concept2's
  /// rule: date, work time and distance. The one with the smallest identifier remains, with the
  /// values of both, so that all devices keep the same one.
  ///
  /// - Returns: The number of sessions that were changed.
  @discardableResult
  package func recalculateDerivedValues() throws -> Int {
    try saving { try attachSessions() + uniteEqualWorkouts() + deriveOutdated() }
  }

  /// Attaches sessions that have only the identifier of an athlete.
  private func attachSessions() throws -> Int {
    let detached = try modelContext.fetch(
      FetchDescriptor<RowingSession>(
        predicate: #Predicate { $0.athlete == nil && $0.givenAthleteID != nil }))
    var count = 0
    for session in detached {
      let id = session.athleteID
      let athletes = FetchDescriptor<Athlete>(predicate: #Predicate { $0.id == id })
      guard let athlete = try modelContext.fetch(athletes).first else { continue }
      session.athlete = athlete
      session.team = session.team ?? athlete.team
      session.givenAthleteID = nil
      count += 1
    }
    return count
  }

  private func uniteEqualWorkouts() throws -> Int {
    let sessions = try modelContext.fetch(
      FetchDescriptor<RowingSession>(
        predicate: #Predicate { $0.isComplete && $0.athlete != nil },
        sortBy: [SortDescriptor(\.id)]))
    var groups: [WorkoutKey.Bucket: [RowingSession]] = [:]
    var count = 0
    for session in sessions {
      let key = WorkoutKey(session)
      let twin = key.buckets.lazy.compactMap { bucket in
        groups[bucket]?.first { WorkoutKey($0).isSameWorkout(as: key) }
      }.first
      guard let twin else {
        groups[key.bucket, default: []].append(session)
        continue
      }
      try unite(session, into: twin)
      count += 1
    }
    return try count + uniteRecordings(groups)
  }

  /// Unites recordings with workouts of files on the same day, which a monitor with another time has.
  ///
  /// A recording with a number in the logbook, from an import on one device, equals only the workout with
  /// that number.
  ///
  /// - Parameter groups: The sessions, sorted by identifier in each group.
  /// - Returns: The number of deleted sessions.
  /// - Throws: A `SwiftDataError`.
  private func uniteRecordings(_ groups: [WorkoutKey.Bucket: [RowingSession]]) throws -> Int {
    func isRecording(_ session: RowingSession) -> Bool { session.source == Self.recordingSource }
    let recordings = groups.values.joined().filter { isRecording($0) }.sorted { $0.id < $1.id }
    var united: Set<UUID> = []
    for recording in recordings {
      let (key, calendar) = (WorkoutKey(recording), self.calendar(of: recording))
      let number = recording.sourceID ?? ""
      let found = key.buckets.flatMap { groups[$0] ?? [] }.filter { session in
        !isRecording(session) && !united.contains(session.id)
          && (number.isEmpty || session.sourceID == number)
          && key.isSameWorkout(asRecording: WorkoutKey(session), in: calendar)
      }
      let nearest = found.min {
        abs($0.startTime.timeIntervalSince(key.start))
          < abs($1.startTime.timeIntervalSince(key.start))
      }
      guard let nearest else { continue }
      united.insert(nearest.id)
      let (kept, other) =
        recording.id < nearest.id ? (recording, nearest) : (nearest, recording)
      try unite(other, into: kept)
    }
    return united.count
  }

  /// Adds the values of a workout to an equal one, and deletes it.
  private func unite(_ other: RowingSession, into session: RowingSession) throws {
    let (ownStrokes, otherStrokes) = (try metrics(of: session.id), try metrics(of: other.id))
    if ownStrokes.isEmpty {
      for stroke in try otherStrokes + metrics(of: other.id, inRests: true) {
        stroke.session = session
      }
    }
    let ownParts = try parts(of: session.id)
    if ownParts.isEmpty {
      for part in try parts(of: other.id) { part.session = session }
    }
    session.fillUnknown(from: other)
    modelContext.delete(other)
    session.totalsBasis = ""
    session.derive(
      strokes: (ownStrokes.isEmpty ? otherStrokes : ownStrokes).map { StrokeSnapshot($0) },
      intervals: try parts(of: session.id).map { IntervalSnapshot($0) })
  }

  private func deriveOutdated() throws -> Int {
    let groups = try modelContext.aggregate(
      FetchDescriptor<PerformanceMetric>(predicate: #Predicate { !$0.isRest }),
      by: .model(\PerformanceMetric.session),
      values: .count)
    var counts: [UUID: Int] = [:]
    for group in groups {
      if let session = group.key { counts[session.id] = group.values }
    }
    let complete = try modelContext.fetch(
      FetchDescriptor<RowingSession>(
        predicate: #Predicate { $0.isComplete || $0.endTime != nil }))
    var count = 0
    for session in complete where session.isOutdated(strokes: counts[session.id] ?? 0) {
      session.derive(
        strokes: try metrics(of: session.id).map { StrokeSnapshot($0) },
        intervals: try parts(of: session.id).map { IntervalSnapshot($0) })
      count += 1
    }
    return count
  }
}
