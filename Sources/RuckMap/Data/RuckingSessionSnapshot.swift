// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A ruck as a sendable value, in the units of ``RuckingSession``.
///
/// ```swift
/// let actor = RuckMapDataActor(modelContainer: container)
/// let ruck = try await actor.startRuckingSession(userId: id, packWeight: 35).get()
/// print(ruck.startDate, ruck.distance)
/// ```
public struct RuckingSessionSnapshot: Sendable, Hashable, Identifiable {
  /// The persistent identifier, valid in any context of the store.
  public let persistentModelID: PersistentIdentifier
  /// The identifier, equal on every device.
  public let id: UUID
  /// The identifier of the ruck's owner.
  public let userID: UUID?
  /// The identifier of the saved route; nil for none.
  public let routeID: UUID?
  /// The identifiers of the gear on the ruck.
  public let equipmentIDs: [UUID]
  /// The start.
  public let startDate: Date
  /// The end; nil while the ruck runs.
  public let endDate: Date?
  /// True after the ruck's end.
  public let isCompleted: Bool
  /// Miles.
  public let distance: Double
  /// Seconds.
  public let duration: TimeInterval
  /// Pounds.
  public let packWeight: Double
  /// Feet.
  public let elevationGain: Double
  /// Feet.
  public let elevationLoss: Double
  /// Kilocalories.
  public let calories: Double
  /// Minutes per mile.
  public let averagePace: Double
  /// Beats per minute.
  public let averageHeartRate: Int?
  /// Beats per minute.
  public let maxHeartRate: Int?
  /// Pounds times miles.
  public let ruckWork: Double
  /// Pounds times miles per hour.
  public let ruckPower: Double
  /// A score of load, climb and pace.
  public let intensityScore: Double
  /// The number of recorded points.
  public let pointCount: Int
  /// Perceived exertion, 1...10.
  public let rpe: Int?
  /// The user's notes.
  public let notes: String?
  /// The time of the last change.
  public let lastModified: Date

  /// The pack in pounds; an alias of ``packWeight``.
  public var weight: Double { packWeight }
  /// An alias of ``isCompleted``.
  public var isComplete: Bool { isCompleted }

  init(_ session: RuckingSession) {
    persistentModelID = session.persistentModelID
    id = session.id
    userID = session.user?.id
    routeID = session.route?.id
    equipmentIDs = session.equipment.map(\.id)
    startDate = session.startDate
    endDate = session.endDate
    isCompleted = session.isCompleted
    distance = session.distance
    duration = session.duration
    packWeight = session.packWeight
    elevationGain = session.elevationGain
    elevationLoss = session.elevationLoss
    calories = session.calories
    averagePace = session.averagePace
    averageHeartRate = session.averageHeartRate
    maxHeartRate = session.maxHeartRate
    ruckWork = session.ruckWork
    ruckPower = session.ruckPower
    intensityScore = session.intensityScore
    pointCount = session.pointCount
    rpe = session.rpe
    notes = session.notes
    lastModified = session.lastModified
  }
}

/// A user as a sendable value; weights and lengths are in the units of ``User``.
public struct UserSnapshot: Sendable, Hashable, Identifiable {
  /// The persistent identifier, valid in any context of the store.
  public let persistentModelID: PersistentIdentifier
  /// The identifier, equal on every device.
  public let id: UUID
  /// The e-mail address as entered.
  public let email: String
  /// The name shown on pages.
  public let displayName: String
  /// The time of creation.
  public let createdAt: Date
  /// False for a deactivated user.
  public let isActive: Bool
  /// The kind of rucker.
  public let persona: UserPersona
  /// The user's preferences.
  public let preferences: UserPreferences
  /// The user's physical data.
  public let healthProfile: HealthProfile

  init(_ user: User) {
    persistentModelID = user.persistentModelID
    id = user.id
    email = user.email
    displayName = user.displayName
    createdAt = user.createdAt
    isActive = user.isActive
    persona = user.persona
    preferences = user.preferences
    healthProfile = user.healthProfile
  }
}
