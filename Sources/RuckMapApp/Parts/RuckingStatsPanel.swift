// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Measures
package import PageKit
package import RuckMap

/// A panel of thick glass with distance, time, energy and pack weight.
package struct RuckingStatsPanel: GlassPart {
  package let glassConfiguration: GlassConfiguration? = GlassConfiguration(
    primaryTint: .blue, secondaryTint: .blue, intensity: .thick)
  package let figures: [FigureTile]
  let panelClasses: String
  let panelID: String
  let panelTitle: String

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - stats: The figures.
  ///   - title: The heading.
  ///   - unitSystem: The units of the text.
  package init(
    stats: RuckingStats, title: String = "Statistics", unitSystem: UnitSystem = .imperial
  ) {
    let format = MeasureFormat(unitSystem: unitSystem)
    figures = [
      FigureTile("Distance", format.distance(Length.metres(miles: stats.distance))),
      FigureTile("Time", format.duration(stats.time)),
      FigureTile("Calories", format.calories(stats.calories)),
      FigureTile("Weight", format.weight(Mass.kilograms(pounds: stats.weight))),
    ]
    panelTitle = title
    panelID = "stats-panel"
    panelClasses = LiquidGlassCard(tint: .blue, intensity: .thick).glassClasses
  }

  static let name = "ruck-stats-panel"
  static let template = #"""
    <section class="{{panelClasses}}" aria-labelledby="{{panelID}}"><h2 id="{{panelID}}">{{panelTitle}}</h2>
    <dl class="figures">
    {{#figures}}
    {{>figure}}
    {{/figures}}
    </dl></section>
    """#
}
