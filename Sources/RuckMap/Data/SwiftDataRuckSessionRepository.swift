// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
public import SwiftData

/// The repository over a SwiftData store.
///
/// ```swift
/// let repository = SwiftDataRuckSessionRepository(modelContainer: container)
/// let ruck = try await repository.create(weight: 35, user: id)
/// try await repository.complete(ruck.id, rpe: 7, notes: "Good ruck")
/// ```
@ModelActor
public actor SwiftDataRuckSessionRepository: RuckSessionRepository {
  /// Starts a ruck; a user can have one running ruck.
  public func create(weight: Double, user: UUID) async throws -> RuckingSessionSnapshot {
    try Self.check(weight: weight)
    return try change {
      guard let owner = try modelContext.model(User.self, id: user) else {
        throw RuckMapError.userNotFound(user)
      }
      if let active = try modelContext.fetch(RuckingSession.activeSessions(of: user)).first {
        throw RuckMapError.activeSessionExists(active.id)
      }
      let session = RuckingSession(startDate: Date(), packWeight: weight, user: owner)
      modelContext.insert(session)
      return session
    }
  }

  /// Returns the running ruck of a user, or of any user for nil.
  public func fetchActive(for user: UUID?) async throws -> RuckingSessionSnapshot? {
    var descriptor =
      user.map { RuckingSession.activeSessions(of: $0) } ?? RuckingSession.activeSessions
    descriptor.fetchLimit = 1
    return try snapshots(descriptor).first
  }

  /// Returns all rucks, newest first.
  public func fetchAll() async throws -> [RuckingSessionSnapshot] {
    try snapshots(FetchDescriptor(sortBy: [SortDescriptor(\.startDate, order: .reverse)]))
  }

  /// Returns the ruck with an identifier; nil if there is none.
  public func fetch(by id: UUID) async throws -> RuckingSessionSnapshot? {
    try modelContext.model(RuckingSession.self, id: id).map { RuckingSessionSnapshot($0) }
  }

  /// Changes a ruck; the energy of a completed one is recalculated.
  @discardableResult
  public func update(
    _ id: UUID, with changes: RuckSessionChanges
  ) async throws -> RuckingSessionSnapshot {
    if let weight = changes.weight { try Self.check(weight: weight) }
    if let rpe = changes.rpe { try Self.check(rpe: rpe) }
    for metres in [changes.totalDistance, changes.totalElevationGain].compactMap(\.self) {
      guard metres >= 0, metres.isFinite else { throw RuckMapError.invalidMeasure(metres) }
    }
    return try change {
      let session = try session(id)
      if let rpe = changes.rpe { session.rpe = rpe }
      if let notes = changes.notes { session.notes = notes.isEmpty ? nil : notes }
      if let distance = changes.totalDistance { session.totalDistance = distance }
      if let climb = changes.totalElevationGain { session.totalElevationGain = climb }
      if let weight = changes.weight {
        session.packWeight = weight
        session.removePackWeightWarning()
      }
      let changesEnergy =
        changes.weight != nil || changes.totalDistance != nil || changes.totalElevationGain != nil
      if session.isCompleted && changesEnergy {
        session.didChange(nil)
      } else {
        session.markEdited()
      }
      return session
    }
  }

  /// Completes a ruck now, with the distance that is recorded.
  @discardableResult
  public func complete(_ id: UUID, rpe: Int?, notes: String?) async throws -> RuckingSessionSnapshot
  {
    if let rpe { try Self.check(rpe: rpe) }
    return try change {
      let session = try session(id)
      guard !session.isCompleted else { throw RuckMapError.alreadyCompleted(id) }
      let now = Date()
      if let rpe { session.rpe = rpe }
      if let notes { session.notes = notes.isEmpty ? nil : notes }
      session.finish(endDate: now, finalDistance: session.distance, track: nil, at: now)
      try modelContext.recordCompletion(of: session)
      return session
    }
  }

  /// Deletes a ruck with its track, and takes its use of gear back.
  public func delete(_ id: UUID) async throws {
    try modelContext.transaction { try modelContext.deleteSessions([try session(id)]) }
  }

  /// Returns the newest rucks of a user.
  public func fetchSessions(
    for user: UUID, limit: Int = 50
  ) async throws -> [RuckingSessionSnapshot] {
    var descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.user?.id == user },
      sortBy: [SortDescriptor(\.startDate, order: .reverse)])
    descriptor.fetchLimit = max(0, limit)
    return try snapshots(descriptor)
  }

  // MARK: Models

  private func session(_ id: UUID) throws -> RuckingSession {
    guard let session = try modelContext.model(RuckingSession.self, id: id) else {
      throw RuckMapError.sessionNotFound(id)
    }
    return session
  }

  private func snapshots(
    _ descriptor: FetchDescriptor<RuckingSession>
  ) throws -> [RuckingSessionSnapshot] {
    try modelContext.fetch(descriptor).map { RuckingSessionSnapshot($0) }
  }

  /// Runs a change in one transaction, so that its check and its write are atomic.
  private func change(_ work: () throws -> RuckingSession) throws -> RuckingSessionSnapshot {
    // A new model has its final identifier after the commit.
    RuckingSessionSnapshot(try modelContext.returning(work))
  }

  private static func check(weight: Double) throws {
    guard (0...500).contains(Mass.kilograms(pounds: weight)) else {
      throw RuckMapError.invalidWeight(weight)
    }
  }

  private static func check(rpe: Int) throws {
    guard (1...10).contains(rpe) else { throw RuckMapError.invalidExertion(rpe) }
  }
}
