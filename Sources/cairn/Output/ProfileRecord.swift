// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap

/// The user's profile as JSON.
struct ProfileRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case persona, age, sex
    case displayName = "display_name"
    case unitSystem = "unit_system"
    case fitnessLevel = "fitness_level"
    case height = "height_m"
    case bodyWeight = "body_weight_kg"
  }

  let profile: UserProfile

  init(_ profile: UserProfile) {
    self.profile = profile
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(profile.displayName, forKey: .displayName)
    try container.encode(profile.persona.rawValue, forKey: .persona)
    try container.encode(profile.unitSystem.rawValue, forKey: .unitSystem)
    try container.encode(profile.bodyWeight?.toThousandths, forKey: .bodyWeight)
    try container.encode(profile.height?.toThousandths, forKey: .height)
    try container.encode(profile.age, forKey: .age)
    try container.encode(profile.sex?.rawValue, forKey: .sex)
    try container.encode(profile.fitnessLevel.rawValue, forKey: .fitnessLevel)
  }
}
