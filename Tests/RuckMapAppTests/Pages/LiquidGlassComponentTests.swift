// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap
import Testing

@testable import RuckMapApp

/// The parts of pages that are made of glass, and the themes.
struct LiquidGlassComponentTests {
  @Test func `the panel of statistics is of thick glass`() throws {
    let stats = RuckingStats(distance: 5.0, time: 3600, calories: 500, weight: 35.0)
    let panel = RuckingStatsPanel(stats: stats)
    #expect(panel.hasGlassEffect)
    #expect(panel.glassConfiguration?.intensity == .thick)
    #expect(
      panel.figures == [
        FigureTile("Distance", "5.00 mi"), FigureTile("Time", "1\u{A0}h"),
        FigureTile("Calories", "500 kcal"), FigureTile("Weight", "35 lb"),
      ])
  }

  @Test func `the military theme is green and of regular glass`() {
    var manager = ThemeManager()
    manager.currentTheme = .military
    #expect(manager.glassConfiguration.primaryTint == .green)
    #expect(manager.glassConfiguration.intensity == .regular)
  }

  @Test(arguments: [
    (UserPersona.militaryVeteran, AppTheme.military), (.fitnessEnthusiast, .fitness),
    (.urbanProfessional, .fitness), (.healthConsciousRetiree, .outdoor),
    (.outdoorAdventurer, .outdoor), (.general, .outdoor),
  ])
  func `each persona has one of three themes`(persona: UserPersona, theme: AppTheme) {
    #expect(ThemeManager(persona: persona).currentTheme == theme)
  }

  @Test func `a card names its tint and its intensity for the stylesheet`() {
    let card = LiquidGlassCard(tint: .orange, intensity: .thick)
    #expect(card.hasGlassEffect)
    #expect(card.glassClasses == "card glass glass-thick tinted-orange")
    for tint in GlassTint.allCases {
      #expect(RuckStylesheet.asset.text.contains(".tinted-\(tint.rawValue) "))
    }
  }

  @Test func `a metric card separates the unit from a number only`() {
    #expect(MetricCard("Distance", "4.02 mi").metricUnit == "mi")
    #expect(MetricCard("Sleep", "8\u{A0}h").metricUnit == "h")
    #expect(MetricCard("Sleep", "7\u{A0}h 30\u{A0}min").metricUnit == nil)
    #expect(MetricCard("Target", "None").metricUnit == nil)
    #expect(MetricCard("Name", "Ridge loop").metricValue == "Ridge loop")
  }

  @Test func `the panel and the buttons escape their texts`() throws {
    let pages = RuckPages(
      library: try RuckLibrary.open(
        directory: .temporaryDirectory
          .appending(path: "cairn-parts-\(UUID().uuidString)")))
    let templates = try Templates(of: [pages])
    let button = FloatingActionButton("Start <now>", path: "/rucks?a=\"b\"")
    let html = templates.render(FloatingActionButton.name, button)
    #expect(html.contains("Start &lt;now&gt;") && html.contains("a=&quot;b&quot;"))
    let animated = AnimatedGlassButton("Start & go", path: "/rucks")
    #expect(
      templates.render(AnimatedGlassButton.name, animated)
        == #"<a class="button glass-button" href="/rucks">Start &amp; go</a>"#)
  }
}
