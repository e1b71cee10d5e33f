// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// A display setting, as a field of the settings and a value of the command.
enum DisplaySetting: String, CaseIterable, Sendable {
  case militaryTime = "military-time"
  case distanceFirst = "distance-first"
  case caloriesFirst = "show-calories"
  case heartRateFirst = "show-heart-rate"
  case elevationFirst = "show-elevation"
  case weather = "show-weather"
  case social = "show-social"
  case largeText = "large-text"
  case simple

  /// The label on pages.
  var label: String {
    switch self {
    case .militaryTime: "Times as 0605"
    case .distanceFirst: "Distance first"
    case .caloriesFirst: "Energy first"
    case .heartRateFirst: "Heart rate first"
    case .elevationFirst: "Climb first"
    case .weather: "Weather"
    case .social: "Groups on dashboards"
    case .largeText: "Large text"
    case .simple: "Simple pages"
    }
  }

  /// The property of the settings.
  var path: any WritableKeyPath<DisplaySettings, Bool> & Sendable {
    switch self {
    case .militaryTime: \.showMilitaryTime
    case .distanceFirst: \.emphasizeDistance
    case .caloriesFirst: \.showCalories
    case .heartRateFirst: \.showHeartRate
    case .elevationFirst: \.showElevation
    case .weather: \.showWeather
    case .social: \.showSocialFeatures
    case .largeText: \.largeText
    case .simple: \.simplifiedUI
    }
  }

  /// The settings that are on.
  static func active(_ settings: DisplaySettings) -> [DisplaySetting] {
    allCases.filter { settings[keyPath: $0.path] }
  }
}

extension DisplaySetting: ExpressibleByArgument {}
