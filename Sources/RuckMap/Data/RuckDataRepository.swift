// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Measures
public import SwiftData

/// Users and rucks for the app's layers above the store.
///
/// ```swift
/// let repository = RuckDataRepository(modelContainer: container)
/// let user = try await repository.insertUser(
///   email: "sam@example.com", displayName: "Sam", persona: .general)
/// let ruck = try await repository.createSession(
///   startDate: Date(), packWeight: 35, userId: user.id)
/// ```
@ModelActor
public actor RuckDataRepository {
  // MARK: Rucks

  /// Stores a running ruck; a user may have any number of them.
  ///
  /// - Parameters:
  ///   - startDate: The start.
  ///   - packWeight: Pounds carried.
  ///   - userId: The identifier of the ruck's owner.
  /// - Returns: The ruck.
  /// - Throws: ``DataError/userNotFound``, ``RuckLibraryError/invalidPackWeight(_:)``, or a
  ///   `SwiftDataError`.
  public func createSession(
    startDate: Date, packWeight: Double, userId: UUID
  ) throws -> RuckingSessionSnapshot {
    try RuckLibraryError.check(packWeight: Mass.kilograms(pounds: packWeight))
    let session = try modelContext.returning {
      guard let user = try modelContext.model(User.self, id: userId) else {
        throw DataError.userNotFound
      }
      let session = RuckingSession(startDate: startDate, packWeight: packWeight, user: user)
      modelContext.insert(session)
      return session
    }
    return RuckingSessionSnapshot(session)
  }

  /// Sets the end of a ruck, and its figures on level ground.
  ///
  /// The ruck keeps its state: a running ruck is not completed.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - endDate: The end.
  ///   - distance: Miles.
  ///   - duration: Seconds.
  /// - Returns: The changed ruck.
  /// - Throws: ``DataError/sessionNotFound``, ``DataError/businessLogicError(_:)`` for a negative or
  ///   infinite figure, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  public func updateSession(
    _ id: UUID, endDate: Date, distance: Double, duration: TimeInterval
  ) throws -> RuckingSessionSnapshot {
    guard distance >= 0, distance.isFinite, duration >= 0, duration.isFinite else {
      throw DataError.businessLogicError(
        "\(distance) miles in \(duration) seconds are not possible. Give 0 or more.")
    }
    let session = try modelContext.returning {
      guard let session = try modelContext.model(RuckingSession.self, id: id) else {
        throw DataError.sessionNotFound
      }
      session.endDate = endDate
      session.distance = distance
      session.duration = duration
      session.apply(
        RuckingCalculator.estimate(
          weight: session.packWeight, bodyWeight: nil, distance: distance, time: duration,
          elevation: 0))
      session.markEdited()
      return session
    }
    return RuckingSessionSnapshot(session)
  }

  /// Returns the rucks of a user, newest first.
  ///
  /// - Parameters:
  ///   - userId: The user's identifier.
  ///   - limit: The maximum number of rucks.
  /// - Returns: The rucks, running ones included.
  /// - Throws: A `SwiftDataError`.
  public func fetchRecentSessions(
    for userId: UUID, limit: Int = 10
  ) throws -> [RuckingSessionSnapshot] {
    var descriptor = FetchDescriptor<RuckingSession>(
      predicate: #Predicate { $0.user?.id == userId },
      sortBy: [SortDescriptor(\.startDate, order: .reverse)])
    descriptor.fetchLimit = max(0, limit)
    return try modelContext.fetch(descriptor).map { RuckingSessionSnapshot($0) }
  }

  // MARK: Users

  /// Returns the user with an identifier; nil if there is none.
  ///
  /// - Throws: A `SwiftDataError`.
  public func fetchUser(id: UUID) throws -> UserSnapshot? {
    try modelContext.model(User.self, id: id).map { UserSnapshot($0) }
  }

  /// Stores a user.
  ///
  /// - Parameters:
  ///   - email: The e-mail address as entered.
  ///   - displayName: The name shown on pages.
  ///   - persona: The kind of rucker.
  ///   - id: The identifier; nil for a random one.
  /// - Returns: The user.
  /// - Throws: A `SwiftDataError`.
  @discardableResult
  public func insertUser(
    email: String, displayName: String, persona: UserPersona, id: UUID? = nil
  ) throws -> UserSnapshot {
    let user = try modelContext.returning {
      let user = User(email: email, displayName: displayName, persona: persona)
      if let id { user.id = id }
      modelContext.insert(user)
      return user
    }
    return UserSnapshot(user)
  }

  // MARK: Synchronization

  /// Returns the rucks, routes and gear that changed on this device.
  ///
  /// - Parameter token: The token of an earlier batch, after which changes count; nil for all.
  /// - Returns: The changed objects, and the token for the next call.
  /// - Throws: A `SwiftDataError`; ``SwiftDataError/historyTokenExpired`` if the token is too old.
  public func getUnsyncedData(after token: DefaultHistoryToken? = nil) throws -> UnsyncedData {
    try UnsyncedData(modelContext, after: token)
  }

  /// Returns a stream of the store's changes, by this process, by sync, and by other processes.
  ///
  /// The stream ends if its task is cancelled, or if the store becomes unreadable.
  public nonisolated func observeChanges() -> AsyncStream<DataChange> {
    DataChange.stream(of: modelContainer)
  }
}

/// The actor that runs operations on the store's models.
@ModelActor
public actor RuckDataActor {
  /// Runs an operation in one transaction.
  ///
  /// ```swift
  /// let count = try await RuckDataActor(modelContainer: container).performDataOperation { context in
  ///   try context.fetchCount(RuckingSession.completedSessions)
  /// }
  /// ```
  ///
  /// The operation does not suspend, so no other operation of the actor runs in between.
  ///
  /// - Parameter operation: Reads and changes models of the context; they must not leave it.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation, `CancellationError` if the task is cancelled before, or
  ///   a `SwiftDataError`; nothing is changed then.
  public func performDataOperation<Value: Sendable>(
    _ operation: @Sendable (ModelContext) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try modelContext.returning { try operation(modelContext) }
  }
}
