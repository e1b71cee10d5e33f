// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures

extension RecordingStore {
  /// Measures a ruck from its stored positions.
  func measured(_ session: RuckingSession) throws -> RecordingMeter {
    measured(session, try track(of: session.id))
  }

  /// Measures a track; a track segment belongs to the last load that began before its end.
  func measured(_ session: RuckingSession, _ track: [TrackPoint]) -> RecordingMeter {
    let loads = loads(of: session)
    var meter = RecordingMeter(carrier: carrier(session, loads.first))
    var start = track.startIndex
    while start < track.endIndex {
      let number = track[start].segment
      let end = track[start...].firstIndex { $0.segment != number } ?? track.endIndex
      let last = track[end - 1].timestamp ?? .distantPast
      if let load = loads.last(where: { $0.startTime <= last }), load.index > meter.stretch {
        meter.begin(stretch: load.index, carrier: carrier(session, load))
      }
      for point in track[start..<end] { meter.add(point) }
      start = end
    }
    return meter
  }

  /// Stores the figures so far.
  func apply(_ meter: RecordingMeter, to session: RuckingSession, at now: Date) {
    let analysis = meter.analysis
    session.apply(analysis)
    session.totalDistance = analysis.distance
    if let end = analysis.end {
      session.duration = max(0, end.timeIntervalSince(session.startDate))
    }
    session.apply(analysis.calories)
    session.storedPace = session.averagePace
    session.lastModified = now
  }

  /// Ends a ruck, and stores its final figures.
  func end(_ id: UUID, _ end: RecordingEnd, now: Date) throws -> RuckSummary {
    if let rpe = end.rpe, !(1...10).contains(rpe) { throw RecordingError.invalidExertion(rpe) }
    return try inTransaction {
      let session = try running(id)
      let recording = try snapshot(session)
      let date = max(end.date ?? natural(recording, now), recording.lastFix ?? .distantPast)
      guard date.timeIntervalSince(session.startDate) >= RuckingSession.shortestDuration else {
        throw RecordingError.tooShort(id)
      }
      if let rpe = end.rpe { session.rpe = rpe }
      if let notes = end.notes, !notes.isEmpty { session.notes = notes }
      try close(session, at: date, now: now)
      return RuckSummary(session)
    }
  }

  /// Ends the current pause, stores the final figures, and records the use of the gear and the
  /// entries of the feed.
  func close(_ session: RuckingSession, at date: Date, now: Date) throws {
    if let start = session.pausedAt {
      session.pausedTime += max(0, date.timeIntervalSince(start))
      pauses(of: session).last?.endTime = max(start, date)
      session.pausedAt = nil
    }
    try complete(session, at: date, now: now)
    session.recordEquipmentUse()
    try context.recordCompletion(of: session)
  }

  /// Stores the final figures of a ruck, also after late positions were added.
  func complete(_ session: RuckingSession, at date: Date, now: Date) throws {
    let track = try track(of: session.id)
    let meter = measured(session, track)
    let analysis = meter.analysis
    session.apply(analysis)
    session.totalDistance = analysis.distance
    session.endDate = date
    session.duration = date.timeIntervalSince(session.startDate)
    session.isTimed = true
    session.isCompleted = true
    session.apply(analysis.calories)
    session.storedPace = session.averagePace
    let warnings = ImportWarnings.warnings(
      about: analysis, packWeight: session.packMass,
      bodyWeight: session.user?.healthProfile.weight)
    session.importWarnings =
      (analysis.isTimed ? warnings : []) + [gaps(track, in: session)].compactMap(\.self)
    let parts = meter.stretches
    for (index, load) in loads(of: session).enumerated() {
      // A change after the last position has no figures.
      apply(index < parts.count ? parts[index] : TrackAnalysis(), to: load, at: date)
    }
    session.lastModified = now
    session.recordFigures()
  }

  /// The end of a ruck that is ended now: the last position or pause if the recording has stopped.
  func natural(_ recording: RecordingSnapshot, _ now: Date) -> Date {
    if let pausedAt = recording.pausedAt { return pausedAt }
    guard let lastFix = recording.lastFix else { return now }
    let isFresh = recording.isRecent(at: now, within: RecordingRules.longestStep)
    return isFresh ? recording.receiverTime(at: now) : lastFix
  }

  private func apply(_ part: TrackAnalysis, to load: SessionSegment, at end: Date) {
    load.distance = Length.miles(metres: part.distance)
    load.elevationGain = Length.feet(metres: part.elevationGain)
    load.elevationLoss = Length.feet(metres: part.elevationLoss)
    load.movingTime = part.movingTime
    load.calories = part.calories?.kilocalories ?? 0
    load.averageHeartRate = part.averageHeartRate
    load.maxHeartRate = part.maxHeartRate
    if load.endTime <= load.startTime { load.endTime = max(load.startTime, end) }
    load.averagePace = load.distance > 0 ? load.movingTime / 60 / load.distance : 0
  }

  /// The warning about times without positions that are no pauses; nil if there are none.
  private func gaps(_ track: [TrackPoint], in session: RuckingSession) -> ImportWarning? {
    let pauses = pauses(of: session)
    let gaps = zip(track, track.dropFirst()).compactMap { before, after -> TimeInterval? in
      guard before.segment != after.segment, let start = before.timestamp,
        let end = after.timestamp,
        end.timeIntervalSince(start) > RecordingRules.longestStep,
        !pauses.contains(where: { $0.startTime >= start && $0.startTime <= end })
      else { return nil }
      return end.timeIntervalSince(start)
    }
    guard !gaps.isEmpty else { return nil }
    let count = gaps.count == 1 ? "1 gap" : "\(gaps.count) gaps"
    return ImportWarning(
      nil,
      "The recording has \(count) without positions, "
        + "\(MeasureFormat.duration(gaps.reduce(0, +))) in total; they add no distance.")
  }
}
