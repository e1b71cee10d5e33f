// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The user as a value that crosses actors; figures are SI.
public struct UserProfile: Sendable, Hashable, Codable {
  /// What the pages call the user.
  public var displayName: String
  /// What kind of rucker the user is.
  public var persona: UserPersona
  /// The units of displays and of numbers that are given without a unit.
  public var unitSystem: UnitSystem
  /// Kilograms; nil if nobody said.
  public var bodyWeight: Double?
  /// Metres; nil if nobody said.
  public var height: Double?
  /// Years; nil if nobody said.
  public var age: Int?
  /// The sex whose averages the resting rate takes; nil if nobody said.
  public var sex: BiologicalSex?
  /// How fit the user says to be.
  public var fitnessLevel: FitnessLevel

  /// A profile by its parts.
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
