// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The rucks of all users, for view models and services.
///
/// Results are values; models are named by their identifiers.
public protocol RuckSessionRepository: Sendable {
  /// Starts a ruck; a user can have one running ruck.
  ///
  /// - Parameters:
  ///   - weight: Pounds carried.
  ///   - user: The identifier of the ruck's owner.
  /// - Returns: The running ruck.
  /// - Throws: ``RuckMapError``, or an error of the store.
  func create(weight: Double, user: UUID) async throws -> RuckingSessionSnapshot

  /// Returns the running ruck of a user, the earliest of several; nil if there is none.
  ///
  /// - Parameter user: The user's identifier; nil for any user.
  /// - Returns: The running ruck.
  /// - Throws: An error of the store.
  func fetchActive(for user: UUID?) async throws -> RuckingSessionSnapshot?

  /// Returns all rucks, newest first.
  ///
  /// - Throws: An error of the store.
  func fetchAll() async throws -> [RuckingSessionSnapshot]

  /// Returns the ruck with an identifier; nil if there is none.
  ///
  /// - Throws: An error of the store.
  func fetch(by id: UUID) async throws -> RuckingSessionSnapshot?

  /// Changes a ruck.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - changes: The changes.
  /// - Returns: The changed ruck.
  /// - Throws: ``RuckMapError``, or an error of the store; nothing is changed then.
  @discardableResult
  func update(_ id: UUID, with changes: RuckSessionChanges) async throws -> RuckingSessionSnapshot

  /// Completes a ruck now, with the distance that is recorded.
  ///
  /// - Parameters:
  ///   - id: The ruck's identifier.
  ///   - rpe: Perceived exertion, 1...10; nil if not given.
  ///   - notes: The user's notes; nil for none.
  /// - Returns: The completed ruck.
  /// - Throws: ``RuckMapError``, or an error of the store; nothing is changed then.
  @discardableResult
  func complete(_ id: UUID, rpe: Int?, notes: String?) async throws -> RuckingSessionSnapshot

  /// Deletes a ruck with its track.
  ///
  /// - Parameter id: The ruck's identifier.
  /// - Throws: ``RuckMapError``, or an error of the store.
  func delete(_ id: UUID) async throws

  /// Returns the rucks of a user, newest first.
  ///
  /// - Parameters:
  ///   - user: The user's identifier.
  ///   - limit: The maximum number of rucks.
  /// - Returns: The rucks.
  /// - Throws: An error of the store.
  func fetchSessions(for user: UUID, limit: Int) async throws -> [RuckingSessionSnapshot]
}

/// Changes to a ruck by a ``RuckSessionRepository``; nil leaves a value unchanged.
public struct RuckSessionChanges: Sendable, Hashable {
  /// Pounds carried.
  public var weight: Double?
  /// Metres along the ground.
  public var totalDistance: Double?
  /// Metres of climb.
  public var totalElevationGain: Double?
  /// Perceived exertion, 1...10.
  public var rpe: Int?
  /// The user's notes.
  public var notes: String?

  /// Creates changes.
  public init(
    weight: Double? = nil, totalDistance: Double? = nil, totalElevationGain: Double? = nil,
    rpe: Int? = nil, notes: String? = nil
  ) {
    self.weight = weight
    self.totalDistance = totalDistance
    self.totalElevationGain = totalElevationGain
    self.rpe = rpe
    self.notes = notes
  }
}
