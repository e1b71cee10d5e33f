// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET /rowing/compare/athletes: compares athletes by volume, best times and power.
struct CompareAthletesRoute: Sendable {
  /// The parameters of the athletes, each with its own choice.
  private static let parameters = ["a", "b", "c", "d"]
  /// The number of seasons to choose from.
  private static let seasons = 40

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.compareAthletes)) { request, _ in
      let form = FormFields(query: request)
      let viewer = try await site.library.viewer()
      let athletes = try await site.library.athletes().filter { viewer.shows($0.id) }
      let machine = form["machine"].flatMap { RowingMachine(rawValue: $0) } ?? .rowErg
      let calendar = site.calendar.calendar
      let season = form["season"].flatMap { Int($0) }.flatMap {
        (1900...2200).contains($0) ? RowingSeason(year: $0) : nil
      }
      let seasons = try await site.library.totals(
        by: .season, SessionQuery().restricted(to: viewer), in: calendar)
      let chosen = Self.chosen(form, among: athletes)
      var choices = Self.parameters.enumerated().map { index, name in
        ChoiceField(
          "Athlete \(index + 1)", name: name,
          FormChoice.list(
            [("", "None")] + athletes.map { (RowPaths.text($0.id), $0.name) },
            selected: index < chosen.count ? RowPaths.text(chosen[index].id) : ""))
      }
      choices += [
        site.machineChoice(machine),
        ChoiceField(
          "Season", name: "season",
          FormChoice.list(
            [("", "All")] + seasons.prefix(Self.seasons).map { ($0.label, $0.label) },
            selected: season.map { "\($0.year)" } ?? "")),
      ]
      let range = season?.range(in: calendar)
      let compared = try await site.library.compareAthletes(
        chosen.map(\.id), machine: machine, from: range?.lowerBound, to: range?.upperBound)
      let query =
        zip(Self.parameters, chosen).map { ($0, RowPaths.text($1.id)) }
        + [("machine", machine.rawValue), ("season", season.map { "\($0.year)" } ?? "")]
      return try await site.figurePage(
        FigurePage.Model(
          title: "Compare athletes",
          filter: FigureFilter(action: RowPaths.compareAthletes, choices: choices),
          empty: compared.count < 2
            ? "Choose two or more athletes: their volume, best times and power are shown side by "
              + "side." : nil,
          sections: compared.count < 2 ? [] : sections(compared, machine: machine),
          fragment: Paths.address(RowPaths.compareAthletes, query)), tab: RowPaths.compare)
    }
  }

  /// The athletes of the parameters; without any, those with the most sessions.
  private static func chosen(
    _ form: FormFields, among athletes: [AthleteSnapshot]
  ) -> [AthleteSnapshot] {
    var given: [AthleteSnapshot] = []
    for name in parameters {
      let id = form[name].flatMap { UUID(uuidString: $0) }
      if let athlete = athletes.first(where: { $0.id == id }), !given.contains(athlete) {
        given.append(athlete)
      }
    }
    guard given.isEmpty else { return given }
    return Array(
      athletes.filter { $0.sessions > 0 }.sorted { $0.sessions > $1.sessions }
        .prefix(parameters.count))
  }

  private func sections(
    _ athletes: [AthleteComparison], machine: RowingMachine
  ) -> [FigurePage.Section] {
    [
      FigurePage.Section(
        id: "figures-section", title: "Side by side", plots: plot(athletes).map { [$0] } ?? [],
        tables: [
          DataTable(
            "Figures of athletes", columns: ["Figure"] + athletes.map(\.athlete.name),
            rows: RowText.athleteRows(athletes).map { DataTable.Row($0[0], Array($0.dropFirst())) })
        ],
        source: "Best times are of whole sessions without rest, and power is the highest mean of "
          + "the duration. The weight-adjusted time is 2,000 m by Concept2's formula.")
    ]
  }

  private func plot(_ athletes: [AthleteComparison]) -> Plot? {
    let colors = ChartColor.allCases
    let lines = athletes.enumerated().map { index, one in
      LinePicture.Line(
        one.athlete.name, colors[index % colors.count],
        [one.curve.points.map { PlanePoint(x: $0.duration, y: $0.power) }],
        isDashed: index % 2 == 1)
    }
    let points = lines.flatMap { $0.runs.joined() }
    guard let low = points.map(\.x).min(), let high = points.map(\.x).max(),
      let x = ChartScale.durations(max(1, low)...max(high, low * 2)),
      let y = ChartScale.numbers(points.map(\.y), unit: "W", startsAtZero: true, least: 50)
    else { return nil }
    let names = athletes.map(\.athlete.name).joined(separator: ", ")
    let picture = LinePicture(
      id: "athletes", title: "Power curves of the athletes",
      description: "The highest mean power by duration of \(names).", x: x, y: y, lines: lines,
      height: 220)
    return Plot("Highest mean power", svg: picture.svg, legend: picture.legend)
  }
}
