// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET /rucks/statistics/compare: the figures of two rucks side by side.
struct CompareRoute: Sendable {
  static let path = "\(RuckTab.statistics.path)/compare"

  /// The names of the parameters.
  private enum Field {
    static let first = "first"
    static let second = "second"
  }

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(Self.path)) { request, _ in
      try await page(FormFields(query: request))
    }
  }

  /// The page with a chosen ruck.
  static func address(of id: UUID) -> String { "\(path)?\(Field.first)=\(RuckPaths.text(id))" }

  private func page(_ query: FormFields) async throws -> Response {
    let format = try await site.format()
    let rucks = try await offered(query)
    let first = rucks.first { RuckPaths.text($0.id) == query[Field.first] } ?? rucks.first
    let others = rucks.filter { $0.id != first?.id }
    let second = others.first { RuckPaths.text($0.id) == query[Field.second] } ?? others.first
    var model = try await site.sections(.statistics, heading: "Compare")
    model.livePath = nil
    let crumbs = [PageLink(RuckTab.statistics.title, RuckTab.statistics.path)]
    guard let first, let second else {
      model.cards = [
        SectionCard("figures", "Figures", isWide: true)
          .prose("Import or record two rucks to compare them.")
      ]
      return site.page(model, crumbs: crumbs)
    }
    let figures = try await site.library.comparison([first.id, second.id])
    model.cards = [
      SectionCard("figures", "Figures", isWide: true).table(
        ["Figure"] + figures.map { RuckTitle.text($0.summary) }, rows(figures, format))
    ]
    let choices = rucks.map { ruck in
      (
        value: RuckPaths.text(ruck.id),
        title: "\(RuckTitle.text(ruck)), \(RuckTitle.date(ruck, calendar: format.calendar))"
      )
    }
    model.forms = [
      SectionCard("choose", "Choose rucks", isWide: true).picks(
        Self.path, submit: "Compare",
        [
          .init(Field.first, "First ruck", choices, selected: RuckPaths.text(first.id)),
          .init(Field.second, "Second ruck", choices, selected: RuckPaths.text(second.id)),
        ])
    ]
    return site.page(model, crumbs: crumbs)
  }

  /// The latest rucks, after those of the query that are older.
  private func offered(_ query: FormFields) async throws -> [RuckSummary] {
    var rucks = try await site.library.rucks(RuckQuery()).rucks
    for field in [Field.second, Field.first] {
      guard let id = query[field].flatMap(UUID.init(uuidString:)),
        !rucks.contains(where: { $0.id == id }),
        let ruck = try await site.library.ruck(id)?.summary
      else { continue }
      rucks.insert(ruck, at: 0)
    }
    return rucks
  }

  /// The rows that at least one of the rucks has.
  private func rows(_ figures: [RuckFigures], _ format: FieldFormat) -> [SectionCard.Row] {
    let measure = format.measure
    func row(_ title: String, _ text: (RuckFigures) -> String?) -> SectionCard.Row? {
      let cells = figures.map(text)
      guard cells.contains(where: { $0 != nil }) else { return nil }
      return .init(title, cells.map { $0 ?? "--" })
    }
    func timed(_ title: String, _ text: (RuckSummary) -> String) -> SectionCard.Row? {
      row(title) { $0.summary.isTimed ? text($0.summary) : nil }
    }
    let general: [SectionCard.Row?] = [
      row("Day") { RuckTitle.date($0.summary, calendar: format.calendar) },
      row("Distance") { measure.distance($0.summary.distance) },
      timed("Time") { measure.duration($0.duration) },
      timed("Moving") { measure.duration($0.movingTime) },
      timed("Moving pace") { measure.pace(distance: $0.distance, time: $0.movingTime) },
      row("Level pace") { $0.hillCorrectedPace.map { measure.pace(secondsPerKilometre: $0) } },
      row("Climb") { measure.elevation($0.summary.elevationGain) },
      row("Pack") { measure.weight($0.summary.packWeight) },
      row("Share of body weight") {
        $0.packAdvice.map { "\(Int(($0.share * 100).rounded())) %" }
      },
      row("Unloaded distance") { $0.loadAdjustedDistance.map { measure.distance($0) } },
      row("Heart rate") { $0.summary.averageHeartRate.map { "\($0) bpm" } },
      row("Load") { $0.load.map { FieldFormat.number($0.value.rounded()) } },
    ]
    let distances = Set(figures.flatMap { $0.efforts.map(\.distance) }).sorted()
    let efforts = distances.map { distance in
      row("Fastest \(RuckWords.recordDistance(distance))") { ruck in
        ruck.efforts.first { $0.distance == distance }.map { measure.duration($0.time) }
      }
    }
    var titles: [String] = []
    for title in figures.flatMap({ $0.equations.map(\.title) }) where !titles.contains(title) {
      titles.append(title)
    }
    let equations = titles.map { title in
      row("Energy by \(title)") { ruck in
        ruck.equations.first { $0.title == title }.map { result in
          measure.calories(result.kilocalories) + (result.isValid ? "" : ", outside of its range")
        }
      }
    }
    return (general + efforts + equations).compactMap(\.self)
  }
}
