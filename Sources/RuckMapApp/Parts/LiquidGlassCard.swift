// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A view of a page whose background is glass.
package protocol GlassPart: Sendable {
  /// The glass; nil for an opaque part.
  var glassConfiguration: GlassConfiguration? { get }
}

extension GlassPart {
  /// Whether the part has a glass background.
  package var hasGlassEffect: Bool { glassConfiguration != nil }

  /// The classes of the part's element.
  var glassClasses: String {
    guard let glass = glassConfiguration else { return "card solid" }
    return "card glass glass-\(glass.intensity.rawValue) tinted-\(glass.primaryTint.rawValue)"
  }
}

/// A card of translucent glass with a heading and content.
package struct LiquidGlassCard: GlassPart {
  package var glassConfiguration: GlassConfiguration?

  /// Creates a card.
  ///
  /// - Parameters:
  ///   - tint: The color of the glass.
  ///   - intensity: The blur and the opacity.
  package init(tint: GlassTint, intensity: GlassIntensity) {
    glassConfiguration = GlassConfiguration(
      primaryTint: tint, secondaryTint: tint, intensity: intensity)
  }
}
