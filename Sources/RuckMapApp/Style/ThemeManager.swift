// Cairn
// SPDX-License-Identifier: Apache-2.0

package import RuckMap

/// The themes of RuckMap's pages, each with the tints of its glass.
package enum AppTheme: String, Sendable, CaseIterable {
  case military, fitness, outdoor

  /// The theme of a persona.
  ///
  /// Three themes serve six personas; a persona without a theme of its own gets the one whose pages
  /// are closest to its use, and the general persona the outdoor theme.
  package init(persona: UserPersona) {
    self =
      switch persona {
      case .militaryVeteran: .military
      case .fitnessEnthusiast, .urbanProfessional: .fitness
      case .healthConsciousRetiree, .outdoorAdventurer, .general: .outdoor
      }
  }
}

/// A tint of glass; the stylesheet defines its colors in light and dark pages.
package enum GlassTint: String, Sendable, CaseIterable {
  case green, gray, orange, blue, brown
}

/// The blur and the opacity of glass.
package enum GlassIntensity: String, Sendable, CaseIterable {
  /// Cards with text.
  case regular
  /// Panels above moving or colorful content; less shows through.
  case thick
}

/// The tints and the intensity of a theme's glass.
package struct GlassConfiguration: Sendable, Equatable {
  package var primaryTint: GlassTint
  package var secondaryTint: GlassTint
  package var intensity: GlassIntensity

  package init(
    primaryTint: GlassTint, secondaryTint: GlassTint, intensity: GlassIntensity
  ) {
    self.primaryTint = primaryTint
    self.secondaryTint = secondaryTint
    self.intensity = intensity
  }
}

/// The current theme with the configuration of its glass.
package struct ThemeManager: Sendable, Equatable {
  package var currentTheme = AppTheme.military
  /// Whether the text of the pages is larger.
  package var isLarge = false

  /// Creates a manager with the military theme.
  package init() {}

  /// Creates a manager with the theme of a persona.
  package init(persona: UserPersona) { currentTheme = AppTheme(persona: persona) }

  /// Creates a manager with the theme and the text size of a user.
  package init(profile: UserProfile) {
    currentTheme = AppTheme(persona: profile.persona)
    isLarge = profile.display.largeText
  }

  /// The glass of the current theme.
  package var glassConfiguration: GlassConfiguration {
    switch currentTheme {
    case .military:
      GlassConfiguration(primaryTint: .green, secondaryTint: .gray, intensity: .regular)
    case .fitness:
      GlassConfiguration(primaryTint: .orange, secondaryTint: .blue, intensity: .thick)
    case .outdoor:
      GlassConfiguration(primaryTint: .brown, secondaryTint: .green, intensity: .regular)
    }
  }

  /// The classes of the element around a page, which select the theme's colors.
  package var classes: String {
    let glass = glassConfiguration
    return "theme theme-\(currentTheme.rawValue) tint-1-\(glass.primaryTint.rawValue)"
      + " tint-2-\(glass.secondaryTint.rawValue)" + (isLarge ? " large-text" : "")
  }
}
