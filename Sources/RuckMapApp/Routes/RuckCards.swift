// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

/// The cards of a ruck's page below its profiles: gear, segments, efforts, zones and equations.
struct RuckCards: Sendable {
  let site: RuckSite
  let display: DisplaySettings

  /// The cards of a ruck.
  ///
  /// - Parameters:
  ///   - ruck: The ruck.
  ///   - extras: The values that its summary lacks.
  ///   - figures: The figures of its track; nil on a simple page, which does not show them.
  /// - Returns: The cards in their order.
  /// - Throws: An error of the store.
  func cards(
    of ruck: RuckSummary, _ extras: RuckExtras, _ figures: RuckFigures?
  ) async throws -> [SectionCard] {
    let format = try await site.format()
    var cards: [SectionCard] = []
    let links =
      extras.gear.map {
        SectionCard.Line($0.name, path: "\(RuckTab.gear.path)/\(RuckPaths.text($0.id))")
      }
      + (extras.route.map {
        [
          SectionCard.Line(
            $0.name, path: "\(RuckTab.routes.path)/\(RuckPaths.text($0.id))", chip: "route")
        ]
      } ?? [])
    if !links.isEmpty {
      cards.append(SectionCard("gear", "Gear and route").lines(links))
    }
    if display.showWeather, let weather = extras.weather {
      cards.append(Self.weather(weather, format))
    }
    guard !display.simplifiedUI, let figures else { return cards }
    let segments = try await site.library.segments(of: ruck.id)
    if !segments.isEmpty { cards.append(Self.table(segments, format)) }
    if let card = Self.effort(figures, format) { cards.append(card) }
    if !figures.zones.isEmpty { cards.append(Self.zones(figures, format)) }
    if !figures.equations.isEmpty { cards.append(Self.equations(figures, format)) }
    return cards
  }

  private static func weather(
    _ weather: RuckExtras.Weather, _ format: FieldFormat
  ) -> SectionCard {
    let isImperial = format.unitSystem == .imperial
    let degrees = isImperial ? weather.temperature * 1.8 + 32 : weather.temperature
    return SectionCard("weather", "Weather", note: weather.condition).figures([
      FigureTile("Temperature", "\(Int(degrees.rounded())) °\(isImperial ? "F" : "C")"),
      FigureTile("Humidity", "\(Int(weather.humidity.rounded())) %"),
      FigureTile("Wind", format.measure.speed(weather.windSpeed)),
    ])
  }

  private static func table(_ segments: [SegmentItem], _ format: FieldFormat) -> SectionCard {
    SectionCard("segments", "Segments", note: "\(segments.count)", isWide: true).table(
      ["Segment", "Distance", "Time", "Pace", "Climb", "Pack", "Heart rate"],
      segments.enumerated().map { index, segment in
        .init(
          "\(index + 1)",
          detail: RuckWords.title(segment.kind)
            + (segment.surface.map { ", \(RuckWords.title($0).lowercased())" } ?? ""),
          [
            format.measure.distance(segment.distance),
            format.measure.duration(segment.duration),
            format.measure.pace(distance: segment.distance, time: segment.duration),
            format.measure.elevation(segment.elevationGain),
            format.measure.weight(segment.packWeight),
            segment.averageHeartRate.map { "\($0) bpm" } ?? "--",
          ])
      })
  }

  private static func effort(_ figures: RuckFigures, _ format: FieldFormat) -> SectionCard? {
    var tiles: [FigureTile] = []
    if let pace = figures.hillCorrectedPace {
      tiles.append(
        FigureTile(
          "Level pace", format.measure.pace(secondsPerKilometre: pace),
          note: "corrected for hills"))
    }
    if let distance = figures.loadAdjustedDistance {
      tiles.append(
        FigureTile(
          "Unloaded distance", format.measure.distance(distance), note: "of the same energy"))
    }
    if let load = figures.load {
      tiles.append(
        FigureTile(
          "Load", FieldFormat.number(load.value.rounded()),
          note: load.method == .trimp ? "by heart rate" : "by exertion"))
    }
    if let advice = figures.packAdvice {
      let text =
        switch advice.level {
        case .recommended: "within the recommendation"
        case .aboveRecommendation: "above \(format.measure.weight(advice.recommended))"
        case .aboveLimit: "above 30 % of your weight"
        }
      tiles.append(
        FigureTile("Pack share", "\(Int((advice.share * 100).rounded())) %", note: text))
    }
    guard !tiles.isEmpty || !figures.efforts.isEmpty else { return nil }
    return SectionCard("effort", "Effort").figures(tiles).lines(
      figures.efforts.map {
        .init(
          "Fastest \(format.measure.distance($0.distance))",
          detail: format.measure.pace(secondsPerKilometre: $0.pace),
          end: format.measure.duration($0.time))
      }
    ).links(.link("Compare with another ruck", CompareRoute.address(of: figures.summary.id)))
  }

  private static func zones(_ figures: RuckFigures, _ format: FieldFormat) -> SectionCard {
    let total = figures.zones.reduce(0) { $0 + $1.seconds }
    return SectionCard("zones", "Heart-rate zones").meters(
      figures.zones.map { zone in
        .init(
          "Zone \(zone.number), from \(Int(zone.lowerBound.rounded())) bpm",
          format.measure.duration(zone.seconds),
          fraction: total > 0 ? zone.seconds / total : 0)
      })
  }

  private static func equations(_ figures: RuckFigures, _ format: FieldFormat) -> SectionCard {
    SectionCard("equations", "Energy by equation", isWide: true).table(
      ["Equation", "Energy", "Band", "Within its range"],
      figures.equations.map { result in
        let low = format.measure.calories(result.low).replacing(" kcal", with: "")
        return .init(
          result.title,
          [
            format.measure.calories(result.kilocalories),
            "\(low)–\(format.measure.calories(result.high))",
            result.isLoadValid
              ? "\(Int((result.validShare * 100).rounded())) % of the motion"
              : "No: the pack is outside of it",
          ])
      }
    ).lines(
      figures.equations.map {
        .init($0.title, detail: $0.citation)
      })
  }
}
