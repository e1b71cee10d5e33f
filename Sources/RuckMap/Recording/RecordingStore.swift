// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import Measures
import SwiftData

/// The operations of recordings on one context; each is one transaction, unless its comment
/// says otherwise.
///
/// Several processes may change one recording: each operation reads the present state.
struct RecordingStore {
  let context: ModelContext

  // MARK: Reading

  /// The running rucks, oldest first.
  func active() throws -> [RecordingSnapshot] {
    try context.fetch(RuckingSession.activeSessions).map { try snapshot($0) }
  }

  func snapshot(_ session: RuckingSession) throws -> RecordingSnapshot {
    RecordingSnapshot(
      session, loads: loads(of: session), lastFix: try lastPoint(of: session.id)?.timestamp)
  }

  /// The running ruck with an identifier.
  func running(_ id: UUID) throws -> RuckingSession {
    guard let session = try context.fetch(RuckingSession.withIdentifier(id)).first else {
      throw RecordingError.notRecording(id)
    }
    guard !session.isCompleted else { throw RecordingError.alreadyEnded(id) }
    return session
  }

  /// The stretches with a load of their own, in order; a ruck that was not started here has none.
  func loads(of session: RuckingSession) -> [SessionSegment] {
    // After a join, loads of both rucks have equal numbers.
    session.segments.filter { $0.kind == .load }
      .sorted { ($0.index, $0.startTime) < ($1.index, $1.startTime) }
  }

  func pauses(of session: RuckingSession) -> [SessionSegment] {
    session.segments.filter { $0.kind == .pause }.sorted { $0.index < $1.index }
  }

  func lastPoint(of id: UUID) throws -> LocationPoint? {
    var descriptor = FetchDescriptor<LocationPoint>(
      predicate: #Predicate { $0.session?.id == id },
      sortBy: [SortDescriptor(\.index, order: .reverse)])
    descriptor.fetchLimit = 1
    return try context.fetch(descriptor).first
  }

  func track(of id: UUID) throws -> [TrackPoint] {
    try context.fetch(
      FetchDescriptor<LocationPoint>(
        predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.index)])
    ).map(\.trackPoint)
  }

  /// The person with the load of a stretch.
  func carrier(_ session: RuckingSession, _ load: SessionSegment?) -> Carrier {
    let pack = load?.packWeight ?? session.packWeight
    var carrier = Carrier(
      user: session.user, load: Mass.kilograms(pounds: pack), at: session.startDate)
    let surface = load?.surface ?? session.surface ?? .pavedRoad
    carrier.terrainFactor = surface.terrainFactor
    return carrier
  }

  // MARK: Changing

  /// Starts a ruck; a user can have one running ruck.
  func begin(
    _ options: RecordingOptions, user: () throws -> User, at now: Date
  ) throws -> RecordingSnapshot {
    try RuckLibraryError.check(packWeight: options.packWeight)
    if let weight = options.bodyWeight { try RuckLibraryError.check(bodyWeight: weight) }
    try RecordingRules.check(expectedEnd: options.expectedEnd, at: now)
    return try inTransaction {
      let user = try user()
      if let other = try context.fetch(RuckingSession.activeSessions(of: user.id)).first {
        throw RecordingError.alreadyRecording(other.id)
      }
      if let weight = options.bodyWeight {
        user.healthProfile.weight = Mass.pounds(kilograms: weight)
      }
      let session = RuckingSession(
        startDate: now, packWeight: Mass.pounds(kilograms: options.packWeight), user: user)
      session.surface = options.surface
      session.name = options.name
      session.expectedEndDate = options.expectedEnd
      session.lastModified = now
      context.insert(session)
      session.route = try context.related(RouteItem.self, options.routeID)
      insertLoad(session, index: 0, at: now)
      return try snapshot(session)
    }
  }

  /// Stores a position, unless the ruck is paused or has a later one.
  ///
  /// - Parameters:
  ///   - point: The position, which the rules have accepted.
  ///   - id: The ruck's identifier.
  ///   - meter: The figures so far; they are measured again if another process has added positions.
  ///   - now: The time of this machine's clock.
  /// - Returns: The outcome.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; `meter` is unchanged then.
  func append(
    _ point: TrackPoint, to id: UUID, meter: inout RecordingMeter, at now: Date
  ) throws -> RuckRecorder.Outcome {
    var new = meter
    let outcome: RuckRecorder.Outcome = try inTransaction {
      let session = try running(id)
      guard session.pausedAt == nil else { return .paused }
      let loads = loads(of: session)
      let last = try lastPoint(of: id)
      if let end = last?.timestamp, let time = point.timestamp, time <= end {
        return .rejected(.backwards)
      }
      if (last.map { $0.index + 1 } ?? 0) != new.count { new = try measured(session) }
      if last == nil { adjustStart(of: session, to: point, at: now) }
      adjustChanges(of: session, before: point, after: last?.timestamp ?? session.startDate)
      var point = point
      var first: [TrackPoint] = []
      if let last {
        (point.segment, first) = segment(of: point, after: last.trackPoint, in: session)
      }
      if let load = loads.last, load.index > new.stretch {
        new.begin(stretch: load.index, carrier: carrier(session, load))
      }
      for (offset, added) in (first + [point]).enumerated() {
        insert(added, index: (last.map { $0.index + 1 } ?? 0) + offset, in: session)
        new.add(added)
      }
      apply(new, to: session, at: now)
      return .stored(point)
    }
    meter = new
    return outcome
  }

  /// Pauses a ruck.
  func pause(_ id: UUID, at date: Date?, now: Date) throws -> RecordingSnapshot {
    try inTransaction {
      let session = try running(id)
      guard session.pausedAt == nil else { throw RecordingError.alreadyPaused(id) }
      let start = try date ?? snapshot(session).receiverTime(at: now)
      session.pausedAt = max(start, session.startDate)
      let pause = SessionSegment(
        startTime: session.pausedAt ?? start, terrainType: .mixed)
      pause.kind = .pause
      pause.index = pauses(of: session).count
      context.insert(pause)
      pause.session = session
      return try snapshot(session)
    }
  }

  /// Resumes a paused ruck.
  func resume(_ id: UUID, at date: Date?, now: Date) throws -> RecordingSnapshot {
    try inTransaction {
      let session = try running(id)
      guard let start = session.pausedAt else { throw RecordingError.notPaused(id) }
      let end = max(start, try date ?? snapshot(session).receiverTime(at: now))
      session.pausedTime += end.timeIntervalSince(start)
      session.pausedAt = nil
      pauses(of: session).last?.endTime = end
      return try snapshot(session)
    }
  }

  /// Changes the load or the surface from now on.
  func change(
    _ id: UUID, _ change: LoadChange, at date: Date?, now: Date
  ) throws -> RecordingSnapshot {
    if let weight = change.packWeight { try RuckLibraryError.check(packWeight: weight) }
    return try inTransaction {
      let session = try running(id)
      let start = try date ?? snapshot(session).receiverTime(at: now)
      if loads(of: session).isEmpty {
        // The ruck was started without a recording.
        insertLoad(session, index: 0, at: session.startDate)
      }
      let loads = loads(of: session)
      loads.last?.endTime = start
      let load = insertLoad(session, index: loads.count, at: start)
      load.packWeight =
        change.packWeight.map(Mass.pounds(kilograms:)) ?? loads.last?.packWeight
        ?? session.packWeight
      load.surface = change.surface ?? loads.last?.surface ?? session.surface
      return try snapshot(session)
    }
  }

  /// Changes the time at which the user expects to be back; nil removes it.
  func expect(_ id: UUID, end: Date?, now: Date) throws -> RecordingSnapshot {
    try RecordingRules.check(expectedEnd: end, at: now)
    return try inTransaction {
      let session = try running(id)
      session.expectedEndDate = end
      return try snapshot(session)
    }
  }

  /// Deletes a running ruck with its positions.
  func discard(_ id: UUID) throws {
    try inTransaction { try context.deleteSessions([try running(id)]) }
  }

  // MARK: Parts

  /// Runs `body` as one transaction.
  func inTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try context.transaction { result = try body() }
    guard let result else { throw CancellationError() }
    return result
  }

  @discardableResult
  func insertLoad(_ session: RuckingSession, index: Int, at date: Date) -> SessionSegment {
    let load = SessionSegment(startTime: date, terrainType: .mixed)
    load.kind = .load
    load.index = index
    load.packWeight = session.packWeight
    load.surface = session.surface
    context.insert(load)
    load.session = session
    return load
  }

  private func insert(_ point: TrackPoint, index: Int, in session: RuckingSession) {
    let model = LocationPoint(point, index: index)
    context.insert(model)
    model.session = session
  }

  /// Moves the start by the difference of the receiver's clock, if that is large.
  ///
  /// A computer without a battery for its clock starts with a wrong time, and a replay has old times.
  private func adjustStart(of session: RuckingSession, to first: TrackPoint, at now: Date) {
    guard let time = first.timestamp else { return }
    let difference = time.timeIntervalSince(now)
    guard difference.magnitude > 120 else {
      session.startDate = min(session.startDate, time)
      return
    }
    session.startDate = min(time, session.startDate.addingTimeInterval(difference))
    loads(of: session).first?.startTime = session.startDate
  }

  /// Moves pauses and changes of the load that are after a new position to the position before it.
  ///
  /// They were made by this machine's clock, which was set since. Otherwise each following position would
  /// begin another segment.
  private func adjustChanges(of session: RuckingSession, before point: TrackPoint, after date: Date)
  {
    guard let time = point.timestamp else { return }
    for segment in session.segments where segment.startTime > time {
      segment.startTime = date
      segment.endTime = min(max(segment.endTime, date), time)
    }
    let pauses = pauses(of: session)
    if !pauses.isEmpty { session.pausedTime = pauses.reduce(0) { $0 + max(0, $1.duration) } }
  }

  /// The track segment of a new position, and positions to insert before it.
  ///
  /// A pause, a change of the load or a gap begins another segment. After a change of the load without
  /// a pause, the last position is repeated as the segment's first one, so that no distance is lost.
  private func segment(
    of point: TrackPoint, after last: TrackPoint, in session: RuckingSession
  ) -> (Int, [TrackPoint]) {
    guard let end = last.timestamp, let time = point.timestamp else { return (last.segment, []) }
    if time.timeIntervalSince(end) > RecordingRules.longestStep
      || pauses(of: session).contains(where: { $0.startTime >= end })
    {
      return (last.segment + 1, [])
    }
    guard let load = loads(of: session).last, load.index > 0, load.startTime >= end else {
      return (last.segment, [])
    }
    var first = last
    first.segment += 1
    return (first.segment, [first])
  }
}
