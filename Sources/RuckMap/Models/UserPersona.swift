// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What kind of rucker a user is: decides the preferences to start from.
public enum UserPersona: String, Codable, Sendable, CaseIterable {
  case militaryVeteran = "military_veteran"
  case fitnessEnthusiast = "fitness_enthusiast"
  case urbanProfessional = "urban_professional"
  case healthConsciousRetiree = "health_conscious_retiree"
  case outdoorAdventurer = "outdoor_adventurer"
  case general
}
