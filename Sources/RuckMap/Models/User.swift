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
  #Index<User>([\.createdAt])

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
  public var modifiedAt: Date = Date.distantPast
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

  // Since version 5 of the schema.
  /// True for a user who may edit the routes and groups of others.
  public var isAdmin: Bool = false
  /// True for a child, whose data is always private; see ``effectivePrivacyLevel``.
  public var isChild: Bool = false
  /// The identifier of the time zone for days and streaks; nil for the system's.
  public var timeZoneIdentifier: String?

  /// The user's gear; it is deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \Equipment.owner)
  public var equipment: [Equipment] = []

  /// The routes that the user created; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \Route.creator)
  public var createdRoutes: [Route] = []

  /// The user's memberships in groups.
  @Relationship(deleteRule: .nullify, inverse: \GroupMembership.user)
  public var groupMemberships: [GroupMembership] = []

  /// The user's reviews of routes; they remain without a name.
  @Relationship(deleteRule: .nullify, inverse: \RouteReview.reviewer)
  public var reviews: [RouteReview] = []

  /// The challenges in which the user takes part.
  @Relationship(deleteRule: .nullify)
  public var challenges: [Challenge] = []

  /// The events in which the user takes part.
  @Relationship(deleteRule: .nullify)
  public var events: [Event] = []

  /// The user's awards; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \Achievement.user)
  public var achievements: [Achievement] = []

  /// The user's goals; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \Goal.user)
  public var goals: [Goal] = []

  /// The user's training plans; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \TrainingPlan.user)
  public var trainingPlans: [TrainingPlan] = []

  /// The people to inform if a ruck is overdue; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \EmergencyContact.user)
  public var emergencyContacts: [EmergencyContact] = []

  /// The history of body values; it is deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \BodyMeasurement.user)
  public var bodyMeasurements: [BodyMeasurement] = []

  /// The places that exports leave out; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \PrivacyZone.user)
  public var privacyZones: [PrivacyZone] = []

  /// The user's entries in the feed; they are deleted with the user.
  @Relationship(deleteRule: .cascade, inverse: \SocialActivity.user)
  public var activities: [SocialActivity] = []

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
