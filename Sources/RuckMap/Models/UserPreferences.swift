// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Measures

/// A user's display preferences and units.
public struct UserPreferences: Codable, Sendable, Hashable {
  /// The units for display and for numbers without a unit.
  public var unitSystem: UnitSystem = .imperial
  /// The largest audience of rucks, routes, goals, groups and events.
  public var privacyLevel: PrivacyLevel = .public
  /// The reminders that the user receives.
  public var notificationSettings = NotificationSettings()
  /// The pages' display settings.
  public var displaySettings = DisplaySettings()

  /// Creates the default preferences.
  public init() {}

  /// Returns the default preferences for a persona.
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

/// The pages' display settings.
public struct DisplaySettings: Codable, Sendable, Hashable {
  /// Times of day as 0000 to 2359.
  public var showMilitaryTime = false
  /// Distance as the first figure.
  public var emphasizeDistance = false
  /// Energy among the first figures.
  public var showCalories = false
  /// Heart rate among the first figures.
  public var showHeartRate = false
  /// Groups, challenges and other users' activity.
  public var showSocialFeatures = false
  /// Larger type.
  public var largeText = false
  /// Fewer figures per page.
  public var simplifiedUI = false
  /// Climb among the first figures.
  public var showElevation = false
  /// Weather among the first figures.
  public var showWeather = false

  /// Creates the default settings: all off.
  public init() {}
}

/// The reminders that a user receives.
public struct NotificationSettings: Codable, Sendable, Hashable {
  /// Reminders of challenges that end soon.
  public var challengeReminders = false

  /// Creates the default settings: no reminders.
  public init() {}
}

/// The audience that a user permits for a ruck.
///
/// The level itself publishes nothing: only rucks marked as public leave the user's devices.
public enum PrivacyLevel: String, Codable, Sendable, CaseIterable {
  case `private`
  case friends
  case `public`

  /// Returns the smaller of two audiences.
  public func limited(to other: PrivacyLevel) -> PrivacyLevel {
    Self.allCases.first { $0 == self || $0 == other } ?? .private
  }
}
