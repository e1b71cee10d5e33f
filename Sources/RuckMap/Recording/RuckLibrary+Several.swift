// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension RuckLibrary {
  /// Returns the running rucks of a user who has several, oldest first.
  ///
  /// Devices that were offline can start one each. The user decides between
  /// ``continueRecording(_:now:)`` and ``joinRecordings(_:now:)``.
  ///
  /// - Returns: At least two rucks of one user; empty if no user has several.
  /// - Throws: A `SwiftDataError`.
  public func competingRecordings() throws -> [RecordingSnapshot] {
    let running = try activeRecordings()
    let users = Dictionary(grouping: running, by: \.userID)
    return running.lazy.compactMap { users[$0.userID] }.first { $0.count > 1 } ?? []
  }

  /// Continues one of several running rucks, and ends the others of the same user.
  ///
  /// The others end as by ``endRecording(_:_:)``, also those that are shorter than a minute. A ruck
  /// without positions that is shorter than a minute is deleted.
  ///
  /// - Parameters:
  ///   - id: The identifier of the ruck that continues.
  ///   - now: The time of this machine's clock.
  /// - Returns: The running ruck, and the ended ones.
  /// - Throws: A ``RecordingError``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  public func continueRecording(
    _ id: UUID, now: Date = Date()
  ) throws -> ContinuedRecording {
    try recordings.endOthers(than: id, now: now)
  }

  /// Ends running rucks of one user at their last positions, and joins them into one.
  ///
  /// The times between them become pauses. `undoTrackEdit` separates them again.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of at least two running rucks.
  ///   - now: The time of this machine's clock.
  /// - Returns: The joined ruck.
  /// - Throws: ``RecordingError/overlapping``, ``RecordingError/withoutPositions(_:)`` or another
  ///   ``RecordingError``, or a `SwiftDataError`; nothing is changed then.
  public func joinRecordings(_ ids: [UUID], now: Date = Date()) throws -> RuckSummary {
    try join(ids) { try recordings.endToJoin(Set(ids), now: now) }
  }
}

/// The result of a decision between several running rucks.
public struct ContinuedRecording: Sendable, Hashable {
  /// The ruck that continues.
  public var ruck: RecordingSnapshot
  /// The rucks that were ended, oldest first.
  public var ended: [RuckSummary]
  /// The number of rucks without positions that were deleted.
  public var deleted: Int
}

extension RecordingSnapshot {
  /// Checks whether running rucks can be joined.
  ///
  /// - Parameter rucks: Running rucks, oldest first.
  /// - Throws: ``RecordingError/tooFewRunning``, ``RecordingError/withoutPositions(_:)`` or
  ///   ``RecordingError/overlapping``.
  static func checkJoin(of rucks: [RecordingSnapshot]) throws(RecordingError) {
    guard rucks.count > 1, Set(rucks.map(\.userID)).count == 1 else { throw .tooFewRunning }
    var end = Date.distantPast
    for ruck in rucks {
      guard let last = ruck.lastFix else { throw .withoutPositions(ruck.id) }
      guard ruck.startedAt >= end else { throw .overlapping }
      end = last
    }
  }

  /// Whether running rucks, oldest first, can be joined: they have positions, and follow each other.
  package static func canJoin(_ rucks: [RecordingSnapshot]) -> Bool {
    do throws(RecordingError) {
      try checkJoin(of: rucks)
      return true
    } catch {
      return false
    }
  }
}

extension RecordingStore {
  /// Ends the other running rucks of a ruck's user.
  func endOthers(than id: UUID, now: Date) throws -> ContinuedRecording {
    try inTransaction {
      let user = try running(id).user?.id
      var result = ContinuedRecording(ruck: try snapshot(running(id)), ended: [], deleted: 0)
      for other in try active() where other.id != id && other.userID == user {
        let session = try running(other.id)
        let end = max(natural(other, now), other.lastFix ?? .distantPast, other.startedAt)
        if other.lastFix == nil,
          end.timeIntervalSince(other.startedAt) < RuckingSession.shortestDuration
        {
          try context.deleteSessions([session])
          result.deleted += 1
        } else {
          try close(session, at: end, now: now)
          result.ended.append(RuckSummary(session))
        }
      }
      return result
    }
  }

  /// Ends running rucks at their last positions, if they can be joined; call it inside a transaction.
  func endToJoin(_ ids: Set<UUID>, now: Date) throws {
    let rucks = try ids.map { try snapshot(running($0)) }
      .sorted { $0.startedAt < $1.startedAt }
    try RecordingSnapshot.checkJoin(of: rucks)
    for ruck in rucks {
      try close(try running(ruck.id), at: ruck.lastFix ?? ruck.startedAt, now: now)
    }
  }
}
