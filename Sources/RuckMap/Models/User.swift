// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SwiftData

/// A person who rucks.
///
/// What a property has by default nobody has entered: it gives way to what was, where two devices begin the same
/// user.
@Model
public final class User {
  /// What a user is called who gave no name.
  static let unnamed = "Rucker"

  /// The same on every device.
  @Attribute(.unique) public var id: UUID
  /// The address as it was given; compare with ``isSameEmail(_:)``.
  public var email: String = ""
  /// What the pages call the user.
  public var displayName: String = User.unnamed
  /// When the user was made.
  public var createdAt: Date
  /// When the profile was last changed.
  public var modifiedAt: Date
  /// When the user's data last met that of another device.
  public var lastSyncDate: Date
  /// False for a user who has left.
  public var isActive: Bool = true
  /// What kind of rucker the user is; change it with ``updatePersona(_:at:)``.
  public var persona: UserPersona = UserPersona.general
  /// What the user prefers to see.
  public var preferences: UserPreferences = UserPreferences()
  /// What the user tells about the own body.
  public var healthProfile: HealthProfile = HealthProfile()
  /// The day of birth, from which the age follows.
  public var birthDate: Date?

  /// The user's rucks; they go with the user.
  @Relationship(deleteRule: .cascade, inverse: \RuckingSession.user)
  public var sessions: [RuckingSession] = []

  /// A user with the preferences that fit the persona.
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

  /// A user by name and body, without an address.
  ///
  /// - Parameters:
  ///   - name: What the pages call the user.
  ///   - weight: Pounds.
  ///   - height: Inches.
  public convenience init(name: String, weight: Double, height: Double) {
    self.init(email: "", displayName: name, persona: .general)
    healthProfile.weight = weight
    healthProfile.height = height
  }
}
