// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
import SwiftData

extension RecordingStore {
  /// Stores an upload of a page, each value once.
  func receive(
    _ upload: PageRecording, user: () throws -> User, at now: Date
  ) throws -> PageRecordingReceipt {
    try upload.check(at: now)
    return try inTransaction {
      let id = upload.ruckID
      let session: RuckingSession
      if let known = try context.fetch(RuckingSession.withIdentifier(id)).first {
        session = known
      } else {
        guard upload.isFirst else { throw RecordingError.deleted(id) }
        session = try begun(upload, user())
      }
      updateLoads(session, upload)
      updatePauses(session, upload)
      let added = try add(upload, to: session)
      // An upload that is repeated changes nothing.
      if session.isCompleted, added == 0 { return receipt(session, added) }
      if let end = upload.end {
        try finish(session, end, now)
      } else if session.isCompleted {
        // Positions that were recorded offline arrive after the ruck was ended elsewhere.
        let last = try lastPoint(of: id)?.timestamp ?? .distantPast
        try complete(session, at: max(session.endDate ?? last, last), now: now)
      } else {
        apply(try measured(session), to: session, at: now)
      }
      return receipt(session, added)
    }
  }

  private func receipt(_ session: RuckingSession, _ added: Int) -> PageRecordingReceipt {
    PageRecordingReceipt(
      ruck: session.id, added: added, stored: session.pointCount,
      isCompleted: session.isCompleted)
  }

  private func begun(_ upload: PageRecording, _ user: User) throws -> RuckingSession {
    let load = upload.loads[0]
    let session = RuckingSession(
      startDate: Date(milliseconds: load.time),
      packWeight: Mass.pounds(kilograms: load.packWeight), user: user)
    session.id = upload.ruckID
    session.surface = load.surface
    session.name = upload.name.flatMap { $0.isEmpty ? nil : $0 }
    session.expectedEndDate = upload.expectedEnd.map(Date.init(milliseconds:))
    context.insert(session)
    return session
  }

  private func updateLoads(_ session: RuckingSession, _ upload: PageRecording) {
    let known = loads(of: session)
    for (index, load) in upload.loads.enumerated() where index >= known.count {
      let segment = insertLoad(session, index: index, at: Date(milliseconds: load.time))
      segment.id = UUID(derivedFrom: "page-recording.load.\(index)", session.id)
      segment.packWeight = Mass.pounds(kilograms: load.packWeight)
      segment.surface = load.surface
    }
    let segments = loads(of: session)
    for (segment, next) in zip(segments, segments.dropFirst()) { segment.endTime = next.startTime }
  }

  private func updatePauses(_ session: RuckingSession, _ upload: PageRecording) {
    let known = pauses(of: session)
    for (index, pause) in upload.pauses.enumerated() {
      let segment: SessionSegment
      if index < known.count {
        segment = known[index]
      } else {
        segment = SessionSegment(startTime: Date(milliseconds: pause.start), terrainType: .mixed)
        segment.id = UUID(derivedFrom: "page-recording.pause.\(index)", session.id)
        segment.kind = .pause
        segment.index = index
        context.insert(segment)
        segment.session = session
      }
      if let end = pause.end, segment.endTime <= segment.startTime {
        segment.endTime = Date(milliseconds: end)
      }
    }
    guard !session.isCompleted else { return }
    let all = pauses(of: session)
    let running = upload.pauses.last.flatMap { $0.end == nil ? all.last : nil }
    session.pausedAt = running?.startTime
    session.pausedTime = all.reduce(0) { $0 + max(0, $1.duration) }
  }

  /// Adds the positions that are not stored yet.
  ///
  /// After the ruck was joined, split or trimmed, other positions can have the numbers of the upload.
  private func add(_ upload: PageRecording, to session: RuckingSession) throws -> Int {
    guard let first = upload.positions.first?.number, let last = upload.positions.last?.number
    else { return 0 }
    let id = session.id
    func identifier(_ number: Int) -> UUID {
      UUID(derivedFrom: "page-recording.point.\(number)", id)
    }
    // A ruck can be joined, split and trimmed after its end only.
    let stored =
      session.isCompleted
      ? try points(of: id)
      : try context.fetch(
        FetchDescriptor<LocationPoint>(
          predicate: #Predicate { $0.session?.id == id && $0.index >= first && $0.index <= last }))
    let isEdited = stored.contains { $0.id != identifier($0.index) }
    let known = Set(stored.map(\.id))
    var added: [LocationPoint] = []
    for position in upload.positions where !known.contains(identifier(position.number)) {
      let model = LocationPoint(
        position.point, index: position.number, id: identifier(position.number))
      context.insert(model)
      model.session = session
      added.append(model)
    }
    if isEdited, !added.isEmpty { renumber(session, stored, with: added) }
    return added.count
  }

  private func points(of id: UUID) throws -> [LocationPoint] {
    try context.fetch(
      FetchDescriptor<LocationPoint>(
        predicate: #Predicate { $0.session?.id == id }, sortBy: [SortDescriptor(\.index)]))
  }

  /// Numbers positions and loads by their times; a stretch of late positions has a track segment of
  /// its own.
  private func renumber(
    _ session: RuckingSession, _ stored: [LocationPoint], with late: [LocationPoint]
  ) {
    let loads = loads(of: session).sorted { $0.startTime < $1.startTime }
    for (index, load) in loads.enumerated() { load.index = index }
    let all = (stored.map { (point: $0, isLate: false) } + late.map { (point: $0, isLate: true) })
      .enumerated().sorted {
        let times = [$0, $1].map { $0.element.point.timestamp ?? .distantPast }
        return (times[0], $0.offset) < (times[1], $1.offset)
      }.map(\.element)
    var segment = -1
    var previous: (number: Int, isLate: Bool)?
    for (index, entry) in all.enumerated() {
      let run = (number: entry.point.segment, isLate: entry.isLate)
      if previous.map({ $0 != run }) ?? true { segment += 1 }
      previous = run
      entry.point.index = index
      entry.point.segment = segment
    }
  }

  private func finish(
    _ session: RuckingSession, _ end: PageRecording.End, _ now: Date
  ) throws {
    let last = try lastPoint(of: session.id)?.timestamp ?? .distantPast
    let date = max(Date(milliseconds: end.time), last)
    guard date.timeIntervalSince(session.startDate) >= RuckingSession.shortestDuration else {
      throw RecordingError.tooShort(session.id)
    }
    if let rpe = end.rpe { session.rpe = rpe }
    if let notes = end.notes, !notes.isEmpty { session.notes = notes }
    try close(session, at: date, now: now)
  }
}

extension RuckLibrary {
  /// Stores an upload of a page; an upload that is repeated changes nothing.
  ///
  /// - Parameters:
  ///   - upload: The upload.
  ///   - now: The time of this machine's clock.
  /// - Returns: The receipt.
  /// - Throws: A ``RecordingError``, a ``RuckLibraryError`` for an impossible weight, or a
  ///   `SwiftDataError`; nothing is stored then.
  public func receive(
    _ upload: PageRecording, at now: Date = Date()
  ) throws -> PageRecordingReceipt {
    try RecordingStore(context: modelContext).receive(upload, user: ownerForUpdate, at: now)
  }
}

extension Date {
  /// The date of a time of JavaScript.
  fileprivate init(milliseconds: Double) {
    self.init(timeIntervalSince1970: milliseconds / 1_000)
  }
}
