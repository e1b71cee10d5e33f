// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
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
  ///   - detail: The ruck and its track.
  ///   - extras: The values that its summary lacks.
  ///   - figures: The figures of its track; nil on a simple page, which does not show them.
  /// - Returns: The cards in their order.
  /// - Throws: An error of the store.
  func cards(
    of detail: RuckDetail, _ extras: RuckExtras, _ figures: RuckFigures?
  ) async throws -> [SectionCard] {
    let ruck = detail.summary
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
    if display.showWeather, extras.weather != nil || extras.temperature != nil {
      cards.append(Self.weather(extras, format))
    }
    guard !display.simplifiedUI, let figures else { return cards }
    let segments = SegmentItem.withClimb(
      try await site.library.segments(of: ruck.id), along: detail.track)
    if !segments.isEmpty { cards.append(Self.table(segments, format)) }
    if ruck.isTimed, let card = Self.splits(detail.track, ruck.distance, format) {
      cards.append(card)
    }
    if let card = Self.effort(figures, format) { cards.append(card) }
    if !figures.zones.isEmpty { cards.append(Self.zones(figures, format)) }
    if !figures.equations.isEmpty {
      let weight = try await site.library.profile().bodyWeight
      cards.append(Self.equations(figures, format, profileWeight: weight))
    }
    return cards
  }

  /// The weather at the start, and the temperatures that a device recorded.
  private static func weather(_ extras: RuckExtras, _ format: FieldFormat) -> SectionCard {
    func text(_ degrees: Double) -> String { RuckWords.temperature(degrees, format.unitSystem) }
    var tiles: [FigureTile] = []
    if let weather = extras.weather {
      tiles += [
        FigureTile("Temperature", text(weather.temperature)),
        FigureTile("Humidity", "\(Int(weather.humidity.rounded())) %"),
        FigureTile(
          "Wind",
          format.measure.speed(weather.windSpeed)
            + (weather.windDirection.map { " \(RuckWords.compassPoint($0))" } ?? "")),
      ]
      if let pressure = weather.pressure {
        tiles.append(FigureTile("Pressure", "\(Int(pressure.rounded())) hPa"))
      }
    }
    if let recorded = extras.temperature {
      tiles += [
        FigureTile("Recorded, mean", text(recorded.average)),
        FigureTile("Recorded, lowest", text(recorded.minimum)),
        FigureTile("Recorded, highest", text(recorded.maximum)),
      ]
    }
    let condition = extras.weather?.condition ?? ""
    return SectionCard("weather", "Weather", note: condition.isEmpty ? nil : condition)
      .figures(tiles)
  }

  /// The segments; columns without any value are left out, so that the table fits on a phone.
  private static func table(_ segments: [SegmentItem], _ format: FieldFormat) -> SectionCard {
    let hasPacks = segments.contains { $0.packWeight != nil }
    let hasHeartRates = segments.contains { $0.averageHeartRate != nil }
    var columns = ["Segment", "Distance", "Time", "Pace", "Climb"]
    if hasPacks { columns.append("Pack") }
    if hasHeartRates { columns.append("Heart rate") }
    let rows = segments.enumerated().map { index, segment -> SectionCard.Row in
      var cells = [
        format.measure.distance(segment.distance), format.measure.duration(segment.duration),
        format.measure.pace(distance: segment.distance, time: segment.duration),
        format.measure.elevation(segment.elevationGain),
      ]
      if hasPacks { cells.append(format.measure.weight(segment.packWeight)) }
      if hasHeartRates { cells.append(segment.averageHeartRate.map { "\($0) bpm" } ?? "--") }
      return SectionCard.Row(
        "\(index + 1)",
        detail: RuckWords.title(segment.kind)
          + (segment.surface.map { ", \(RuckWords.title($0).lowercased())" } ?? ""), cells)
    }
    return SectionCard("segments", "Segments", note: "\(segments.count)", isWide: true)
      .table(columns, rows)
  }

  /// The maximum number of splits of a mile or a kilometre; longer rucks have longer splits.
  private static let maximumSplits = 60.0

  /// The splits of a ruck; nil without times, and for a ruck of a single split.
  private static func splits(
    _ track: [TrackPoint], _ distance: Double, _ format: FieldFormat
  ) -> SectionCard? {
    let isImperial = format.unitSystem == .imperial
    let unit = isImperial ? Length.metresPerMile : 1000
    let count = [1, 5, 10, 50].first { distance / unit / Double($0) <= maximumSplits } ?? 100
    let length = unit * Double(count)
    let splits = TrackSplit.splits(of: track, length: length)
    guard splits.count > 1 else { return nil }
    let whole = splits.indices.filter { splits[$0].distance > length - 1 }
    let fastest = whole.count > 1 ? whole.min { splits[$0].time < splits[$1].time } : nil
    let hasHeartRates = splits.contains { $0.averageHeartRate != nil }
    var columns = ["Split", "Distance", "Time", "Pace", "Elevation"]
    if hasHeartRates { columns.append("Heart rate") }
    let rows = splits.enumerated().map { index, split -> SectionCard.Row in
      var cells = [
        format.measure.distance(split.distance), format.measure.duration(split.time),
        format.measure.pace(distance: split.distance, time: split.time),
        heightChange(split, format),
      ]
      if hasHeartRates { cells.append(split.averageHeartRate.map { "\($0) bpm" } ?? "--") }
      return SectionCard.Row("\(index + 1)", detail: index == fastest ? "fastest" : nil, cells)
    }
    let note = "\(count) \(isImperial ? "mi" : "km") each"
    return SectionCard("splits", "Splits", note: note, isWide: true).table(columns, rows)
  }

  /// A split's change of height, such as "+12 ft".
  private static func heightChange(_ split: TrackSplit, _ format: FieldFormat) -> String {
    guard let metres = split.heightChange else { return "--" }
    return (metres < 0 ? "−" : "+") + format.measure.elevation(abs(metres))
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
          "Fastest \(RuckWords.recordDistance($0.distance))",
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

  /// The energy by all equations.
  ///
  /// The table uses the profile's present body weight if the ruck's own was unknown. The note says
  /// so, because the ruck's energy was calculated with an assumed weight.
  private static func equations(
    _ figures: RuckFigures, _ format: FieldFormat, profileWeight: Double?
  ) -> SectionCard {
    let isAssumed = figures.summary.calories?.isBodyWeightAssumed == true
    let note = profileWeight.flatMap { weight in
      isAssumed ? "for your body weight of \(format.measure.weight(weight))" : nil
    }
    return SectionCard("equations", "Energy by equation", note: note, isWide: true).table(
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
