// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A user as a value that crosses actors; weights and lengths are in the units of ``User``.
public struct UserSnapshot: Sendable, Hashable, Identifiable {
  /// What finds the user in any context of the same store.
  public let persistentModelID: PersistentIdentifier
  /// The same on every device.
  public let id: UUID
  /// The address as it was given.
  public let email: String
  /// What the pages call the user.
  public let displayName: String
  /// When the user was made.
  public let createdAt: Date
  /// False for a user who has left.
  public let isActive: Bool
  /// What kind of rucker the user is.
  public let persona: UserPersona
  /// What the user prefers to see.
  public let preferences: UserPreferences
  /// What the user tells about the own body.
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
