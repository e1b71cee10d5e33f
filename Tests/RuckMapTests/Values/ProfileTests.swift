// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import RuckMap
import Testing

@Suite struct ProfileTests {
  @Test func `the body mass index requires a weight and a height`() throws {
    var profile = HealthProfile()
    #expect(profile.bmi == nil)
    profile.weight = 180
    profile.height = 70
    let bmi = try #require(profile.bmi)
    #expect(abs(bmi - 25.8245) < 0.0001)
    profile.height = 0
    #expect(profile.bmi == nil)
  }

  @Test(arguments: [
    (FitnessLevel.low, 20.0), (.moderate, 30), (.high, 40), (.expert, 50),
  ])
  func `the recommended pack weight depends on fitness level and body weight`(
    level: FitnessLevel, pounds: Double
  ) {
    var profile = HealthProfile()
    profile.fitnessLevel = level
    #expect(profile.recommendedMaxPackWeight == nil)
    profile.weight = 200
    #expect(profile.recommendedMaxPackWeight == pounds)
  }

  @Test func `pack weight advice depends on the limits of the profile`() {
    var profile = HealthProfile()
    #expect(PackWeightAdvice(packWeight: 500, profile: profile) == nil)
    profile.weight = 200
    #expect(PackWeightAdvice(packWeight: 30, profile: profile) == nil)
    #expect(
      PackWeightAdvice(packWeight: 45, profile: profile) == .aboveRecommendation(limit: 30))
    #expect(PackWeightAdvice(packWeight: 61, profile: profile) == .aboveMaximum(limit: 60))
  }

  @Test(arguments: UserPersona.allCases)
  func `each persona has its default preferences`(persona: UserPersona) {
    let preferences = UserPreferences.defaultFor(persona: persona)
    #expect(preferences.unitSystem == (persona == .fitnessEnthusiast ? .metric : .imperial))
    #expect(
      preferences.privacyLevel == (persona == .healthConsciousRetiree ? .private : .public))
    let display = preferences.displaySettings
    #expect(display.showMilitaryTime == (persona == .militaryVeteran))
    #expect(display.showHeartRate == (persona == .fitnessEnthusiast))
    #expect(display.showSocialFeatures == (persona == .urbanProfessional))
    #expect(display.largeText == (persona == .healthConsciousRetiree))
    #expect(display.showElevation == (persona == .outdoorAdventurer))
    #expect(
      preferences.notificationSettings.challengeReminders == (persona == .urbanProfessional))
  }

  @Test func `raw values match the stored values`() {
    #expect(
      UserPersona.allCases.map(\.rawValue) == [
        "military_veteran", "fitness_enthusiast", "urban_professional",
        "health_conscious_retiree", "outdoor_adventurer", "general",
      ])
    #expect(
      MetricType.allCases.map(\.rawValue) == [
        "heart_rate", "cadence", "power", "pace", "elevation", "temperature",
      ])
    #expect(SyncStatus.allCases.map(\.rawValue) == ["pending", "syncing", "synced", "failed"])
    #expect(PrivacyLevel.allCases.map(\.rawValue) == ["private", "friends", "public"])
  }

  @Test func `a terrain type is decoded in any letter case`() throws {
    let terrains = try JSONDecoder().decode(
      [TerrainType].self, from: Data(#"["Trail", "snow", "PAVEMENT", "Sand"]"#.utf8))
    #expect(terrains == [.trail, .snow, .pavement, .sand])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([TerrainType].self, from: Data(#"["moon"]"#.utf8))
    }
    #expect(
      TerrainType.allCases.map(\.difficultyMultiplier) == [1, 1, 1.2, 1.1, 1.5, 1.3, 1.3, 1.4])
  }

  /// Arguments: sessions, miles, level. The lower of both levels applies.
  @Test(arguments: [
    (1, 5.0, ExperienceLevel.beginner), (25, 125, .advanced), (3, 30, .beginner),
    (6, 20, .beginner), (20, 90, .intermediate), (60, 90, .intermediate), (5, 25, .intermediate),
    (20, 100, .advanced), (50, 500, .expert), (50, 499.9, .advanced), (0, 0, .beginner),
  ])
  func `the experience level is the lower of the levels by sessions and by miles`(
    sessions: Int, miles: Double, level: ExperienceLevel
  ) {
    #expect(ExperienceLevel(sessions: sessions, miles: miles) == level)
  }
}
