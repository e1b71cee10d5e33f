// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET /rowing/compare: compares two sessions, two athletes, or a session with a target.
struct CompareRoute: Sendable {
  /// The number of sessions to choose from.
  private static let listed = 60

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.compare)) { request, _ in
      let form = FormFields(query: request)
      let axis = form["by"].flatMap { SessionComparison.Axis(rawValue: $0) } ?? .distance
      let query = SessionQuery(isComplete: true, pageSize: Self.listed)
      let sessions = try await site.library.sessions(query).sessions
      let (a, b) = (Self.id(form["a"]), Self.id(form["b"]))
      let target = form["target"].flatMap { $0.isEmpty ? nil : $0 }
      let filter = FigureFilter(
        action: RowPaths.compare,
        choices: [
          try await choice("Session A", "a", sessions, selected: a),
          try await choice("Session B", "b", sessions, selected: b),
          ChoiceField(
            "Target for 500 m", name: "target",
            FormChoice.list([("", "None")] + Self.targets(target), selected: target ?? "")),
          ChoiceField(
            "Along", name: "by",
            FormChoice.list(
              [("distance", "Distance"), ("time", "Time")], selected: axis.rawValue)),
        ])
      var model = FigurePage.Model(
        title: "Compare", filter: filter, sections: [],
        fragment: RowPaths.address(
          RowPaths.compare,
          [
            ("a", form["a"] ?? ""), ("b", form["b"] ?? ""), ("target", target ?? ""),
            ("by", axis.rawValue),
          ]))
      if let comparison = try await comparison(a, b, target, axis) {
        model.sections = sections(comparison)
      } else {
        model.empty =
          sessions.isEmpty
          ? "Import two sessions first."
          : "Choose a session, and another one or a target: their figures, and pace, power and the "
            + "lead at each position are shown side by side."
      }
      model.sections += try await athleteSection(form)
      return site.figurePage(model, tab: RowPaths.compare)
    }
  }

  private static func id(_ text: String?) -> UUID? { text.flatMap { UUID(uuidString: $0) } }

  /// Paces from 1:30 to 3:00, and the chosen one.
  private static func targets(_ given: String?) -> [(String, String)] {
    var paces = stride(from: 90, through: 180, by: 5).map {
      "\($0 / 60):" + String(format: "%02d", $0 % 60)
    }
    if let given, PaceText.seconds(given) != nil, !paces.contains(given) { paces.append(given) }
    return paces.map { ($0, $0) }
  }

  private func choice(
    _ label: String, _ name: String, _ sessions: [SessionSummary], selected: UUID?
  ) async throws -> ChoiceField {
    var shown = sessions
    if let selected, !sessions.contains(where: { $0.id == selected }),
      let other = try await site.library.session(selected)?.summary
    {
      shown.append(other)
    }
    let choices = shown.map { session in
      let parts = [
        SessionTitle.text(session), site.calendar.date(session.startedAt), session.athleteName,
      ]
      return (RowPaths.text(session.id), parts.compactMap(\.self).joined(separator: ", "))
    }
    return ChoiceField(
      label, name: name,
      FormChoice.list([("", "None")] + choices, selected: selected.map(RowPaths.text) ?? ""))
  }

  private func comparison(
    _ a: UUID?, _ b: UUID?, _ target: String?, _ axis: SessionComparison.Axis
  ) async throws -> SessionComparison? {
    guard let a else { return nil }
    if let b { return try await site.library.compare(a, b, by: axis) }
    guard let pace = target.flatMap(PaceText.seconds) else { return nil }
    return try await site.library.compare(a, withPace: pace, by: axis)
  }

  private func sections(_ comparison: SessionComparison) -> [FigurePage.Section] {
    let names = Self.names(comparison)
    let rows = RowText.comparisonRows(comparison).dropFirst().map { row in
      DataTable.Row(row[0], Array(row.dropFirst()))
    }
    return [
      FigurePage.Section(
        id: "sides", title: "\(names.a) and \(names.b)", plots: plots(comparison, names),
        tables: [
          DataTable("Both sessions", columns: ["", "A", "B", "Difference"], rows: rows)
        ],
        source: comparison.points.isEmpty
          ? "A session without strokes or intervals has no positions to compare." : nil)
    ]
  }

  private static func names(_ comparison: SessionComparison) -> (a: String, b: String) {
    let pace = comparison.plan?.pieces.first.map { "target \(RowFormat.pace($0.pace))" }
    return (
      "A: \(SessionTitle.text(comparison.a))",
      "B: \(comparison.b.map { SessionTitle.text($0) } ?? pace ?? "target")"
    )
  }

  private func plots(_ comparison: SessionComparison, _ names: (a: String, b: String)) -> [Plot] {
    guard let end = comparison.points.last?.position, end > 0 else { return [] }
    let x: ChartScale? =
      comparison.axis == .time
      ? ChartScale.time(upTo: end)
      : ChartScale.numbers([0, end], unit: "m", startsAtZero: true).map {
        ChartScale(0...end, ticks: $0.ticks)
      }
    guard let x else { return [] }
    typealias Value = (SessionComparison.Point) -> Double?
    func plot(
      _ id: String, _ title: String, _ one: Value, _ other: Value,
      _ scale: ([Double]) -> ChartScale?
    ) -> Plot? {
      func points(_ value: Value) -> [PlanePoint] {
        comparison.points.compactMap { point in
          value(point).map { PlanePoint(x: point.position, y: $0) }
        }
      }
      let (first, second) = (points(one), points(other))
      guard first.count > 1, let y = scale((first + second).map(\.y)) else { return nil }
      var lines = [LinePicture.Line(names.a, .accent, [first])]
      if second.count > 1 {
        lines.append(LinePicture.Line(names.b, .track, [second], isDashed: true))
      }
      let picture = LinePicture(
        id: id, title: "\(title) of both along the \(comparison.axis.rawValue)",
        description: "\(names.a), and \(names.b).", x: x, y: y, lines: lines)
      return Plot(title, svg: picture.svg, legend: picture.legend)
    }
    return [
      plot("compare-pace", "Pace", \.paceA, \.paceB) { ChartScale.pace($0) },
      plot("compare-power", "Power", \.powerA, \.powerB) {
        ChartScale.numbers($0, unit: "W", least: 20)
      },
      plot("compare-rate", "Stroke rate", \.strokeRateA, \.strokeRateB) {
        ChartScale.numbers($0, unit: "spm", least: 4)
      },
      plot("compare-heart", "Heart rate", \.heartRateA, \.heartRateB) {
        ChartScale.numbers($0, unit: "bpm", least: 20)
      },
      plot("compare-lead", "Lead of A", \.lead, { _ in nil }) {
        ChartScale.numbers(
          $0 + [0], unit: comparison.axis == .time ? "m" : "s", least: 2)
      },
    ].compactMap(\.self)
  }

  /// The power curves of two athletes; empty with fewer than two.
  private func athleteSection(_ form: FormFields) async throws -> [FigurePage.Section] {
    let athletes = try await site.library.athletes().filter { $0.sessions > 0 }
    guard athletes.count > 1, form["a"] == nil || form["a"] == "" else { return [] }
    let shown = athletes.sorted { $0.sessions > $1.sessions }.prefix(ChartColor.allCases.count)
    var lines: [LinePicture.Line] = []
    var rows: [DataTable.Row] = []
    for (index, athlete) in shown.enumerated() {
      let curve = try await site.library.powerCurve(athlete: athlete.id)
      lines.append(
        LinePicture.Line(
          athlete.name, ChartColor.allCases[index],
          [curve.points.map { PlanePoint(x: $0.duration, y: $0.power) }], isDashed: index % 2 == 1))
      func best(_ duration: Double) -> String {
        RowFormat.watts(curve.points.first { $0.duration >= duration * 0.999 }?.power)
      }
      rows.append(
        DataTable.Row(
          athlete.name, link: RowPaths.athlete(athlete.id),
          [best(60), best(300), best(1200), RowFormat.watts(curve.criticalPower)]))
    }
    let points = lines.flatMap { $0.runs.joined() }
    guard let low = points.map(\.x).min(), let high = points.map(\.x).max(),
      let x = ChartScale.durations(max(1, low)...max(high, low * 2)),
      let y = ChartScale.numbers(points.map(\.y), unit: "W", startsAtZero: true, least: 50)
    else { return [] }
    let picture = LinePicture(
      id: "athletes", title: "Power curves of the athletes",
      description:
        "The highest mean power by duration of \(shown.map(\.name).joined(separator: ", ")).",
      x: x, y: y, lines: lines, height: 220)
    return [
      FigurePage.Section(
        id: "athletes-section", title: "Athletes",
        plots: [Plot("Highest mean power", svg: picture.svg, legend: picture.legend)],
        tables: [
          DataTable(
            "Power of athletes",
            columns: ["Athlete", "1 min", "5 min", "20 min", "Critical power"],
            rows: rows)
        ])
    ]
  }
}
