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
      let query = SessionQuery(isEnded: true, pageSize: Self.listed)
        .restricted(to: try await site.library.viewer())
      let sessions = try await site.library.sessions(query).sessions
      let (a, b) = (Self.id(form["a"]), Self.id(form["b"]))
      let target = form["target"].flatMap { $0.isEmpty ? nil : String($0.prefix(500)) }
      let filter = FigureFilter(
        action: RowPaths.compare,
        choices: [
          try await choice("Session A", "a", sessions, selected: a),
          try await choice("Session B", "b", sessions, selected: b),
          ChoiceField(
            "Along", name: "by",
            FormChoice.list(
              [("distance", "Distance"), ("time", "Time")], selected: axis.rawValue)),
        ],
        texts: [
          .init(
            label: "Or a target: a pace, or pieces with paces", name: "target",
            value: target ?? "", placeholder: "2:00, or 1500m@2:02, 500m@1:55")
        ])
      var model = FigurePage.Model(
        title: "Compare", filter: filter, sections: [],
        fragment: Paths.address(
          RowPaths.compare,
          [
            ("a", form["a"] ?? ""), ("b", form["b"] ?? ""), ("target", target ?? ""),
            ("by", axis.rawValue),
          ]))
      if let comparison = try await comparison(a, b, target, axis) {
        model.sections = sections(comparison)
      } else if b == nil, a != nil, let target, (try? SessionPlan(text: target)) == nil {
        model.empty = "“\(target)” is no target. \(SessionPlan.help)"
      } else {
        model.empty =
          sessions.isEmpty
          ? "Import two sessions first."
          : "Choose a session, and another one or a target: their figures, and pace, power and the "
            + "lead at each position are shown side by side."
      }
      model.link = try await athletesLink()
      return try await site.figurePage(model, tab: RowPaths.compare)
    }
  }

  private static func id(_ text: String?) -> UUID? { text.flatMap { UUID(uuidString: $0) } }

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
    for id in [a, b].compactMap(\.self) { _ = try await site.detail(id) }
    if let b { return try await site.library.compare(a, b, by: axis) }
    guard let plan = target.flatMap({ try? SessionPlan(text: $0) }) else { return nil }
    return try await site.library.compare(a, with: plan, by: axis)
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
    let plan = comparison.plan.map { "target \($0.text)" }
    return (
      "A: \(SessionTitle.text(comparison.a))",
      "B: \(comparison.b.map { SessionTitle.text($0) } ?? plan ?? "target")"
    )
  }

  private func plots(_ comparison: SessionComparison, _ names: (a: String, b: String)) -> [Plot] {
    guard let end = comparison.points.last?.position, end > 0 else { return [] }
    let x: ChartScale? =
      comparison.axis == .time
      ? ChartScale.time(upTo: end)
      : ChartScale.numbers([0, end], unit: "m", startsAtZero: true).map {
        ChartScale(0...end, ticks: $0.ticks, reading: $0.reading)
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

  /// The link to the comparison of athletes; nil with fewer than two.
  private func athletesLink() async throws -> PageLink? {
    let viewer = try await site.library.viewer()
    let count = try await site.library.athletes().count { viewer.shows($0.id) }
    return count > 1 ? PageLink("Compare athletes", RowPaths.compareAthletes) : nil
  }
}
