// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Measures

/// The user's profile as a sendable value, in SI units.
///
/// ```swift
/// let profile = try await library.profile()
/// let format = MeasureFormat(unitSystem: profile.unitSystem)
/// print(profile.displayName, format.weight(profile.bodyWeight))
/// ```
public struct UserProfile: Sendable, Hashable, Codable {
  /// The name shown on pages.
  public var displayName: String
  /// The kind of rucker.
  public var persona: UserPersona
  /// The units for display and for numbers without a unit.
  public var unitSystem: UnitSystem
  /// Kilograms; nil if unknown.
  public var bodyWeight: Double?
  /// Metres; nil if unknown.
  public var height: Double?
  /// Years; nil if unknown.
  public var age: Int?
  /// The sex for the resting metabolic rate; nil if unknown.
  public var sex: BiologicalSex?
  /// The self-assessed fitness.
  public var fitnessLevel: FitnessLevel
  /// Beats per minute; nil if unknown.
  public var maxHeartRate: Int?
  /// Beats per minute; nil if unknown.
  public var restingHeartRate: Int?
  /// The health conditions that limit the load, each once.
  public var healthConditions: [HealthCondition] = []
  /// The audience that the user permits; a child's is always private.
  public var privacyLevel: PrivacyLevel = .public
  /// True for a child, whose data is always private.
  public var isChild = false
  /// The pages' display settings.
  public var display = DisplaySettings()
  /// The reminders that the user receives.
  public var notifications = NotificationSettings()

  /// Creates a profile.
  public init(
    displayName: String, persona: UserPersona, unitSystem: UnitSystem, bodyWeight: Double? = nil,
    height: Double? = nil, age: Int? = nil, sex: BiologicalSex? = nil,
    fitnessLevel: FitnessLevel = .moderate
  ) {
    self.displayName = displayName
    self.persona = persona
    self.unitSystem = unitSystem
    self.bodyWeight = bodyWeight
    self.height = height
    self.age = age
    self.sex = sex
    self.fitnessLevel = fitnessLevel
  }
}

/// Changes to the user's profile; nil leaves a value unchanged.
///
/// ```swift
/// try await library.setProfile(UserProfileEdit(unitSystem: .metric, bodyWeight: 80, age: 40))
/// print(try await library.profile().displayName)
/// ```
public struct UserProfileEdit: Sendable, Hashable {
  /// The name shown on pages.
  public var displayName: String?
  /// The kind of rucker; a change resets the preferences to its defaults.
  public var persona: UserPersona?
  /// The units, applied after the persona.
  public var unitSystem: UnitSystem?
  /// Kilograms, 20...500.
  public var bodyWeight: Double?
  /// Metres, 0.5...3.
  public var height: Double?
  /// Years, 1...130.
  public var age: Int?
  /// The sex for the resting metabolic rate.
  public var sex: BiologicalSex?
  /// The self-assessed fitness.
  public var fitnessLevel: FitnessLevel?
  /// Beats per minute, 60...250.
  public var maxHeartRate: Int?
  /// Beats per minute, 20...200.
  public var restingHeartRate: Int?
  /// All health conditions that limit the load; an empty list removes them.
  public var healthConditions: [HealthCondition]?
  /// The audience that the user permits.
  public var privacyLevel: PrivacyLevel?
  /// Whether the user is a child, whose data is always private.
  public var isChild: Bool?
  /// The pages' display settings, applied after the persona.
  public var display: DisplaySettings?
  /// The reminders, applied after the persona.
  public var notifications: NotificationSettings?
  /// Values to remove; a new value of the edit takes precedence.
  public var cleared: Set<OptionalValue>

  /// A value that a profile may lack.
  public enum OptionalValue: Sendable, Hashable, CaseIterable {
    case bodyWeight, height, age, sex, maxHeartRate, restingHeartRate
  }

  /// Creates an edit.
  public init(
    displayName: String? = nil, persona: UserPersona? = nil, unitSystem: UnitSystem? = nil,
    bodyWeight: Double? = nil, height: Double? = nil, age: Int? = nil, sex: BiologicalSex? = nil,
    fitnessLevel: FitnessLevel? = nil, maxHeartRate: Int? = nil, restingHeartRate: Int? = nil,
    privacyLevel: PrivacyLevel? = nil, isChild: Bool? = nil, display: DisplaySettings? = nil,
    notifications: NotificationSettings? = nil, healthConditions: [HealthCondition]? = nil,
    cleared: Set<OptionalValue> = []
  ) {
    self.displayName = displayName
    self.persona = persona
    self.unitSystem = unitSystem
    self.bodyWeight = bodyWeight
    self.height = height
    self.age = age
    self.sex = sex
    self.fitnessLevel = fitnessLevel
    self.maxHeartRate = maxHeartRate
    self.restingHeartRate = restingHeartRate
    self.healthConditions = healthConditions
    self.privacyLevel = privacyLevel
    self.isChild = isChild
    self.display = display
    self.notifications = notifications
    self.cleared = cleared
  }
}
