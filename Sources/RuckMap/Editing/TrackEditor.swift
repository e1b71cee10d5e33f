// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import SwiftData

/// The steps of an edit of tracks, inside of a transaction.
struct TrackEditor {
  private let context: ModelContext
  private let user: User
  private let now: Date
  /// The rucks before the edit.
  private var originals: [RuckCopy] = []

  init(context: ModelContext, user: User, now: Date = Date()) {
    self.context = context
    self.user = user
    self.now = now
  }

  /// Keeps the state of a ruck for an undo.
  mutating func keep(_ session: RuckingSession, _ points: [LocationPoint]) throws {
    originals.append(RuckCopy(session, points: points))
  }

  /// Records the edit, and deletes the oldest edits above the limit.
  func record(_ kind: TrackEditKind, results: [UUID]) throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    context.insert(
      RuckRevision(
        kind: kind, date: now, results: results, original: try encoder.encode(originals)))
    var old = FetchDescriptor<RuckRevision>(sortBy: [SortDescriptor(\.date, order: .reverse)])
    old.fetchOffset = RuckRevision.limit
    old.includePendingChanges = false
    for revision in try context.fetch(old) { context.delete(revision) }
  }

  func delete(_ points: some Sequence<LocationPoint>) {
    for point in points { context.delete(point) }
  }

  func delete(_ session: RuckingSession) throws {
    try context.deleteSessions([session])
  }

  /// Creates a ruck for a part of another one.
  func part(of session: RuckingSession, named suffix: String) -> RuckingSession {
    let part = RuckingSession(
      startDate: session.startDate, packWeight: session.packWeight, user: session.user)
    context.insert(part)
    part.name = session.name.map { "\($0), \(suffix)" }
    part.notes = session.notes
    part.rpe = session.rpe
    part.surface = session.surface
    part.bodyWeight = session.bodyWeight
    part.sourceFile = session.sourceFile
    part.isPublic = session.isPublic
    part.route = session.route
    part.isCompleted = true
    part.equipment = session.equipment
    part.temperature = session.temperature
    part.humidity = session.humidity
    if var weather = session.weather.map({ RuckCopy.Weather($0) }) {
      weather.id = .random()
      let model = weather.model()
      context.insert(model)
      model.session = part
    }
    return part
  }

  /// Moves the series and segments since a time to another ruck; nil moves all.
  ///
  /// A segment that includes the time is divided.
  func moveParts(from session: RuckingSession, to other: RuckingSession, since date: Date?) {
    let temperature = date.flatMap { TemperatureSeries(session).value(at: $0) }
    for metric in session.metrics where date.map({ metric.timestamp >= $0 }) ?? true {
      metric.session = other
    }
    if let date, let temperature, session.pointCount > 0 {
      beginTemperatures(of: other, with: temperature, at: date)
    }
    for segment in session.segments {
      guard let date, segment.startTime < date else {
        segment.session = other
        continue
      }
      guard segment.endTime > date else { continue }
      let rest = RuckCopy.Segment(segment).model()
      rest.id = .random()
      context.insert(rest)
      rest.startTime = date
      rest.session = other
      segment.endTime = date
    }
  }

  /// Gives points new segments after another track's.
  func appendSegments(_ points: [LocationPoint], after last: inout Int) {
    var previous: Int?
    for point in points {
      let original = point.segment
      if original != previous { last += 1 }
      previous = original
      if original != last { point.segment = last }
    }
  }

  /// Keeps the packs of rucks that are joined as segments, if they differ.
  func keepLoads(of sessions: [RuckingSession]) {
    guard let first = sessions.first, Set(sessions.map(\.packWeight)).count > 1 else { return }
    let work = sessions.reduce(0) { $0 + $1.packWeight * $1.distance }
    let distance = sessions.reduce(0) { $0 + $1.distance }
    for session in sessions {
      let loads = session.segments.filter { $0.packWeight != nil }
      guard loads.isEmpty, let end = session.endDate else { continue }
      let segment = SessionSegment(startTime: session.startDate, terrainType: .mixed)
      context.insert(segment)
      segment.kind = .load
      // The last point belongs to the segment.
      segment.endTime = end.addingTimeInterval(0.001)
      segment.distance = session.distance
      segment.elevationGain = session.elevationGain
      segment.elevationLoss = session.elevationLoss
      segment.movingTime = session.movingTime
      segment.calories = session.calories
      segment.packWeight = session.packWeight
      segment.surface = session.surface
      segment.session = session
    }
    // The mean keeps the product of pack and distance.
    if distance > 0 { first.packWeight = work / distance }
  }

  /// Numbers the points of a ruck, and calculates all figures that depend on its track.
  func derive(_ session: RuckingSession, _ points: [LocationPoint]) throws {
    var segment = -1
    var previous: Int?
    for (index, point) in points.enumerated() {
      if previous != point.segment {
        previous = point.segment
        segment += 1
      }
      if point.index != index { point.index = index }
      if point.segment != segment { point.segment = segment }
    }
    let track = points.map(\.trackPoint)
    let schedule = LoadSchedule(
      session, bodyMass: session.bodyWeight.map(Mass.kilograms(pounds:)))
    let analysis = TrackAnalyzer.analyze(
      track, equation: .pandolfSantee, carrier: schedule.base)
    guard analysis.points > 1 else { throw TrackEditError.nothingRemains }
    session.apply(analysis)
    session.averageHeartRate = analysis.averageHeartRate
    session.maxHeartRate = analysis.maxHeartRate
    session.deviceElevationGain = nil
    session.isTimed = analysis.isTimed
    if let start = analysis.start { session.startDate = start }
    session.endDate = analysis.isTimed ? analysis.end : nil
    session.duration = analysis.isTimed ? analysis.duration : 0
    session.totalDistance = analysis.distance
    clipParts(of: session, track)
    session.deriveEnergy(track)
    session.renewWarnings(analysis)
    session.markEdited()
    session.lastModified = now
    session.recordFigures()
    session.recordEquipmentUse()
    try context.recordActivity(of: session)
  }

  /// Repeats a temperature at the start of a ruck, because only changes are stored.
  private func beginTemperatures(
    of session: RuckingSession, with temperature: Double, at start: Date
  ) {
    let isKnown = session.metrics.contains {
      $0.metricType == .temperature && $0.timestamp == start
    }
    guard !isKnown else { return }
    let metric = ActivityMetric(
      timestamp: start, type: .temperature, value: temperature, unit: "°C")
    context.insert(metric)
    metric.session = session
  }

  /// Removes series and segments outside of the ruck, and measures clipped segments again.
  private func clipParts(of session: RuckingSession, _ track: [TrackPoint]) {
    guard let end = session.endDate else { return }
    let start = session.startDate
    if session.pointCount > 0, let temperature = TemperatureSeries(session).value(at: start) {
      beginTemperatures(of: session, with: temperature, at: start)
    }
    for metric in session.metrics where metric.timestamp < start || metric.timestamp > end {
      context.delete(metric)
    }
    for segment in session.segments {
      if segment.endTime <= start || segment.startTime > end {
        context.delete(segment)
        continue
      }
      guard segment.startTime < start || segment.endTime > end.addingTimeInterval(1) else {
        continue
      }
      segment.startTime = max(segment.startTime, start)
      segment.endTime = min(segment.endTime, end)
      segment.measure(track)
    }
  }

}

extension TrackEditor {
  /// Restores rucks, and deletes the other results of an edit.
  ///
  /// - Parameters:
  ///   - copies: The rucks before the edit.
  ///   - results: The rucks after the edit.
  ///   - date: The time of the edit; later changes of texts and packs remain.
  /// - Returns: The restored rucks in the order of `copies`.
  /// - Throws: ``TrackEditError/changedSince``, or a `SwiftDataError`.
  func restore(
    _ copies: [RuckCopy], replacing results: [UUID], editedAt date: Date
  ) throws -> [RuckingSession] {
    let kept = Set(copies.map(\.id))
    for id in results {
      let found = try context.fetch(RuckingSession.withIdentifier(id)).first
      guard let session = found else { throw TrackEditError.changedSince }
      if !kept.contains(id) { try delete(session) }
    }
    return try copies.map { copy in
      let known = try context.fetch(RuckingSession.withIdentifier(copy.id)).first
      let session =
        known
        ?? RuckingSession(
          startDate: copy.startDate, packWeight: copy.packWeight, user: user)
      if known == nil {
        session.id = copy.id
        context.insert(session)
      }
      return try restore(copy, to: session, isKnown: known != nil, editedAt: date)
    }
  }

  private func restore(
    _ copy: RuckCopy, to session: RuckingSession, isKnown: Bool, editedAt date: Date
  ) throws -> RuckingSession {
    let isEdited = isKnown && session.lastModified > date.addingTimeInterval(0.001)
    let (name, notes, rpe) = (session.name, session.notes, session.rpe)
    let (pack, surface) = (session.packWeight, session.surface)
    for point in session.locationPoints { context.delete(point) }
    for metric in session.metrics { context.delete(metric) }
    for segment in session.segments { context.delete(segment) }
    if let weather = session.weather { context.delete(weather) }
    // The deletions are written first, because segments have unique identifiers.
    try context.save()
    copy.apply(to: session)
    copy.insertParts(of: session, in: context)
    if isEdited {
      (session.name, session.notes, session.rpe) = (name, notes, rpe)
      if session.packWeight != pack || session.surface != surface {
        (session.packWeight, session.surface) = (pack, surface)
        session.deriveEnergy(copy.points.points().map(\.trackPoint))
      }
    }
    session.lastModified = now
    if session.isCompleted { session.recordFigures() }
    try restoreReferences(copy, of: session)
    return session
  }

  /// Connects a restored ruck to its route, event and gear, if they exist, and records its use of gear.
  func restoreReferences(_ copy: RuckCopy, of session: RuckingSession) throws {
    try copy.relate(session, in: context)
    session.recordEquipmentUse()
    try context.recordActivity(of: session)
  }
}

extension RuckingSession {
  /// Replaces the warnings that follow from the track's metrics; those of the file remain.
  fileprivate func renewWarnings(_ track: TrackAnalysis) {
    let kept = importWarnings.filter {
      $0.code == nil || [.fileRepaired, .impossibleAltitudes, .unknownPackWeight].contains($0.code)
    }
    let isPackKnown = !kept.contains { $0.code == .unknownPackWeight }
    let new = ImportWarnings.warnings(
      about: track, packWeight: isPackKnown ? packMass : nil,
      bodyWeight: bodyWeight ?? user?.healthProfile.weight
    ).filter { $0.code != .unknownPackWeight }
    importWarnings = kept + new
  }
}

extension SessionSegment {
  /// Measures distance, climb, motion and heart rate from the points within the segment's times.
  func measure(_ track: [TrackPoint]) {
    let part = track.filter { point in
      point.timestamp.map { $0 >= startTime && $0 <= endTime } ?? false
    }
    let analysis = TrackAnalyzer.analyze(
      part, equation: .pandolfSantee, carrier: Carrier(bodyMass: nil, load: 0))
    distance = Length.miles(metres: analysis.distance)
    elevationGain = Length.feet(metres: analysis.elevationGain)
    elevationLoss = Length.feet(metres: analysis.elevationLoss)
    movingTime = analysis.movingTime
    averageHeartRate = analysis.averageHeartRate
    maxHeartRate = analysis.maxHeartRate
    averagePace = distance > 0 ? duration / 60 / distance : 0
  }
}
