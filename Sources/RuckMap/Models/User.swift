// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A person who rucks.
///
/// ```swift
/// let user = User(email: "sam@example.com", displayName: "Sam", persona: .general)
/// context.insert(user)
/// try context.save()
/// ```
///
/// A property that still has its default value counts as never set: when two devices have created
/// the same user, it yields to the other device's value.
@Model
public final class User {
  /// The display name of a user without a name.
  static let unnamed = "Rucker"

  /// The identifier, equal on every device.
  @Attribute(.unique) public var id: UUID
  /// The e-mail address as entered; compare with ``isSameEmail(_:)``.
  public var email: String = ""
  /// The name shown on pages.
  public var displayName: String = User.unnamed
  /// The time of creation.
  public var createdAt: Date
  /// The time of the profile's last change.
  public var modifiedAt: Date
  /// The time of the last sync with another device.
  public var lastSyncDate: Date
  /// False for a deactivated user.
  public var isActive: Bool = true
  /// The kind of rucker; change it with ``updatePersona(_:at:)``.
  public var persona: UserPersona = UserPersona.general
  /// The user's preferences.
  public var preferences: UserPreferences = UserPreferences()
  /// The user's physical data.
  public var healthProfile: HealthProfile = HealthProfile()
  /// The date of birth, from which the age is calculated.
  public var birthDate: Date?

  /// The user's rucks; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \RuckingSession.user)
  public var sessions: [RuckingSession] = []

  /// Creates a user with the persona's default preferences.
  public init(email: String, displayName: String, persona: UserPersona) {
    let now = Date()
    self.id = UUID()
    self.email = email
    self.displayName = displayName
    self.createdAt = now
    self.modifiedAt = now
    self.lastSyncDate = now
    self.persona = persona
    self.preferences = UserPreferences.defaultFor(persona: persona)
  }

  /// Creates a user from a name and physical data, without an e-mail address.
  ///
  /// - Parameters:
  ///   - name: The name shown on pages.
  ///   - weight: Pounds.
  ///   - height: Inches.
  public convenience init(name: String, weight: Double, height: Double) {
    self.init(email: "", displayName: name, persona: .general)
    healthProfile.weight = weight
    healthProfile.height = height
  }
}

/// The kind of rucker, which determines the default preferences.
public enum UserPersona: String, Codable, Sendable, CaseIterable {
  case militaryVeteran = "military_veteran"
  case fitnessEnthusiast = "fitness_enthusiast"
  case urbanProfessional = "urban_professional"
  case healthConsciousRetiree = "health_conscious_retiree"
  case outdoorAdventurer = "outdoor_adventurer"
  case general
}
