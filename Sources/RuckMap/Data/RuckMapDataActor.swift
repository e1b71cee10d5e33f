// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Geodesy
import Measures
public import SwiftData

/// Users, their rucks, routes and gear, for callers on any actor.
///
/// Models stay inside the actor; results are snapshots with identifiers.
///
/// ```swift
/// let actor = RuckMapDataActor(modelContainer: container)
/// let user = try await actor.createUser(
///   email: "sam@example.com", displayName: "Sam", persona: .general
/// ).get()
/// let ruck = try await actor.startRuckingSession(userId: user.id, packWeight: 35).get()
/// ```
@ModelActor
public actor RuckMapDataActor {
  /// The result of an operation.
  public typealias DataResult<Value: Sendable> = Result<Value, DataError>

  // MARK: Users

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - email: The e-mail address, compared without case and surrounding white space.
  ///   - displayName: The name shown on pages.
  ///   - persona: The kind of rucker.
  /// - Returns: The user, or ``DataError/duplicateEmail``.
  public func createUser(
    email: String, displayName: String, persona: UserPersona
  ) async -> DataResult<UserSnapshot> {
    saving {
      let users = try modelContext.fetch(FetchDescriptor<User>())
      guard !users.contains(where: { $0.isSameEmail(email) }) else {
        throw DataError.duplicateEmail
      }
      let user = User(email: email, displayName: displayName, persona: persona)
      modelContext.insert(user)
      return user
    } snapshot: {
      UserSnapshot($0)
    }
  }

  /// Fetches the user with an identifier.
  ///
  /// - Parameter id: The user's identifier.
  /// - Returns: The user; nil if there is none.
  public func fetchUser(id: UUID) async -> DataResult<UserSnapshot?> {
    do {
      return .success(try user(id).map { UserSnapshot($0) })
    } catch {
      return .failure(.fetchError(error))
    }
  }

  // MARK: Rucks

  /// Starts a ruck; a user can have one running ruck.
  ///
  /// - Parameters:
  ///   - userId: The identifier of the ruck's owner.
  ///   - packWeight: Pounds carried.
  ///   - routeId: The identifier of a saved route; nil for none.
  ///   - startDate: The start.
  /// - Returns: The ruck, or the reason why it can't start.
  public func startRuckingSession(
    userId: UUID, packWeight: Double, routeId: UUID? = nil, startDate: Date = Date()
  ) async -> DataResult<RuckingSessionSnapshot> {
    saving {
      do {
        try RuckLibraryError.check(packWeight: Mass.kilograms(pounds: packWeight))
      } catch {
        throw DataError.businessLogicError(error.localizedDescription)
      }
      guard let user = try user(userId) else { throw DataError.userNotFound }
      let active = try modelContext.fetch(RuckingSession.activeSessions(of: userId))
      if let first = active.first { throw DataError.activeSessionExists(first.id) }
      let session = RuckingSession(startDate: startDate, packWeight: packWeight, user: user)
      if let routeId {
        guard let route = try modelContext.model(Route.self, id: routeId) else {
          throw DataError.routeNotFound
        }
        session.route = route
      }
      modelContext.insert(session)
      return session
    } snapshot: {
      RuckingSessionSnapshot($0)
    }
  }

  /// Completes a ruck and stores its track in one transaction.
  ///
  /// - Parameters:
  ///   - sessionId: The ruck's identifier.
  ///   - endDate: The end, at least a minute after the start.
  ///   - finalDistance: Miles, 0...50.
  ///   - locationPoints: The recorded track, in order.
  /// - Returns: The completed ruck, or the violated rule.
  public func completeRuckingSession(
    sessionId: UUID, endDate: Date, finalDistance: Double, locationPoints: [TrackPoint]
  ) async -> DataResult<RuckingSessionSnapshot> {
    saving {
      let found = try modelContext.fetch(RuckingSession.withIdentifier(sessionId))
      guard let session = found.first else { throw DataError.sessionNotFound }
      let carrier = Carrier(session: session)
      let track =
        locationPoints.isEmpty
        ? nil
        : TrackAnalyzer.analyze(locationPoints, equation: .pandolfSantee, carrier: carrier)
      try session.completeSession(
        endDate: endDate, finalDistance: finalDistance, track: track, at: Date())
      for (index, point) in locationPoints.enumerated() {
        let model = LocationPoint(point, index: index)
        model.session = session
        modelContext.insert(model)
      }
      try modelContext.recordCompletion(of: session)
      return session
    } snapshot: {
      RuckingSessionSnapshot($0)
    }
  }

  // MARK: Helpers

  func user(_ id: UUID) throws -> User? { try modelContext.model(User.self, id: id) }

  /// Runs `work` in one transaction and returns a snapshot of its result.
  ///
  /// A check in `work` and the change after it are atomic, also between actors and processes.
  func saving<Model, Snapshot: Sendable>(
    _ work: () throws -> Model, snapshot: (Model) -> Snapshot
  ) -> DataResult<Snapshot> {
    do {
      var made: Model?
      try modelContext.transaction { made = try work() }
      guard let made else { return .failure(.sessionNotFound) }
      return .success(snapshot(made))
    } catch let error as DataError {
      return .failure(error)
    } catch let error as SessionError {
      return .failure(.businessLogicError(error.localizedDescription))
    } catch {
      return .failure(.saveError(error))
    }
  }
}

/// The reason why an operation of ``RuckMapDataActor`` failed.
public enum DataError: Error, LocalizedError, Sendable {
  /// Another user has the address.
  case duplicateEmail
  /// No user has the identifier.
  case userNotFound
  /// No ruck has the identifier.
  case sessionNotFound
  /// No route has the identifier.
  case routeNotFound
  /// No item of gear has the identifier.
  case equipmentNotFound
  /// The user has a running ruck, with this identifier.
  case activeSessionExists(UUID)
  /// A rule of the app is violated; the string describes it.
  case businessLogicError(String)
  /// Saving failed.
  case saveError(any Error)
  /// Fetching failed.
  case fetchError(any Error)
  /// The sync with another device or the server failed.
  case syncError(any Error)

  /// The reason.
  public var errorDescription: String? {
    switch self {
    case .duplicateEmail: "An account with this email already exists"
    case .userNotFound: "User not found"
    case .sessionNotFound: "Rucking session not found"
    case .routeNotFound: "Route not found"
    case .equipmentNotFound: "Equipment not found"
    case .activeSessionExists(let id): "Active session \(id) already exists"
    case .businessLogicError(let message): message
    case .saveError(let error): "Failed to save: \(error.localizedDescription)"
    case .fetchError(let error): "Failed to fetch: \(error.localizedDescription)"
    case .syncError(let error): "Sync failed: \(error.localizedDescription)"
    }
  }
}
