// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Changes to the user's profile; what is nil stays as it is.
public struct UserProfileEdit: Sendable, Hashable {
  /// What the pages call the user.
  public var displayName: String?
  /// What kind of rucker the user is; it resets the preferences to those that fit.
  public var persona: UserPersona?
  /// The units, set after the persona.
  public var unitSystem: UnitSystem?
  /// Kilograms, 20...500.
  public var bodyWeight: Double?
  /// Metres, 0.5...3.
  public var height: Double?
  /// Years, 1...130.
  public var age: Int?
  /// The sex whose averages the resting rate takes.
  public var sex: BiologicalSex?
  /// How fit the user says to be.
  public var fitnessLevel: FitnessLevel?

  /// An edit by its parts.
  public init(
    displayName: String? = nil, persona: UserPersona? = nil, unitSystem: UnitSystem? = nil,
    bodyWeight: Double? = nil, height: Double? = nil, age: Int? = nil, sex: BiologicalSex? = nil,
    fitnessLevel: FitnessLevel? = nil
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
