// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a user prefers to see, and in which units.
public struct UserPreferences: Codable, Sendable, Hashable {
  /// The units of displays and of numbers that are given without a unit.
  public var unitSystem: UnitSystem = .imperial
  /// Who may see rucks that are shared.
  public var privacyLevel: PrivacyLevel = .public
  /// Which reminders the user wants.
  public var notificationSettings = NotificationSettings()
  /// What the pages put in front.
  public var displaySettings = DisplaySettings()

  /// The preferences to start from.
  public init() {}

  /// The preferences that fit a persona.
  public static func defaultFor(persona: UserPersona) -> UserPreferences {
    var preferences = UserPreferences()
    switch persona {
    case .militaryVeteran:
      preferences.displaySettings.showMilitaryTime = true
      preferences.displaySettings.emphasizeDistance = true
    case .fitnessEnthusiast:
      preferences.unitSystem = .metric
      preferences.displaySettings.showCalories = true
      preferences.displaySettings.showHeartRate = true
    case .urbanProfessional:
      preferences.displaySettings.showSocialFeatures = true
      preferences.notificationSettings.challengeReminders = true
    case .healthConsciousRetiree:
      preferences.displaySettings.largeText = true
      preferences.displaySettings.simplifiedUI = true
      preferences.privacyLevel = .private
    case .outdoorAdventurer:
      preferences.displaySettings.showElevation = true
      preferences.displaySettings.showWeather = true
    case .general:
      break
    }
    return preferences
  }
}
