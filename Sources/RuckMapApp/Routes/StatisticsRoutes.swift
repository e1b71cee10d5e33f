// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The statistics: /rucks/statistics with records, load, calendar, standards and checks below it.
struct StatisticsRoutes: Sendable {
  static let records = "\(RuckTab.statistics.path)/records"
  static let load = "\(RuckTab.statistics.path)/load"
  static let calendar = "\(RuckTab.statistics.path)/calendar"
  static let standards = "\(RuckTab.statistics.path)/standards"
  static let checks = "\(RuckTab.statistics.path)/checks"
  static let report = "\(RuckTab.statistics.path)/report"
  static let map = "\(RuckTab.statistics.path)/map"

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.statistics.path)) { request, _ in try await statistics(request) }
    router.get(RouterPath(Self.records)) { _, _ in try await records() }
    router.get(RouterPath(Self.load)) { request, _ in
      try await load(FormFields(query: request)["method"].flatMap(LoadMethod.init(rawValue:)))
    }
    router.get(RouterPath(Self.checks)) { _, _ in try await checks() }
  }

  static let links: [SectionPage.Action] = [
    .link("Records", records), .link("Load", load), .link("Calendar", calendar),
    .link("Standards", standards), .link("Compare", CompareRoute.path),
    .link("Map of all tracks", map), .link("Checks", checks), .link("Report", report),
  ]

  private func page(
    _ heading: String, _ path: String, _ subtitle: String? = nil, _ cards: [SectionCard]
  ) async throws -> Response {
    var model = try await site.sections(.statistics, heading: heading, path: path)
    model.subtitle = subtitle
    model.cards = cards
    return site.page(
      model, crumbs: [PageLink(RuckTab.statistics.title, RuckTab.statistics.path)])
  }

  // MARK: Totals by period

  private func statistics(_ request: Request) async throws -> Response {
    let query = FormFields(query: request)
    let period = query["by"].flatMap(RuckPeriod.init(rawValue:)) ?? .month
    let format = try await site.format()
    let all = try await site.library.totals(by: period, in: format.calendar.calendar)
    let totals = try await site.library.totals()
    var model = try await site.sections(
      .statistics, heading: "Statistics", path: request.uri.description)
    model.subtitle = "\(totals.experienceLevel.rawValue.capitalized) level"
    model.actions = Self.links
    model.liveCount = RuckWords.count(totals.count, "ruck")
    let shown = all.suffix(24)
    let bars = shown.map { entry in
      let name = Self.name(entry.start, period, format)
      return BarPicture.Bar(
        name, Self.length(entry.distance, format),
        "\(name): \(format.measure.distance(entry.distance))")
    }
    let picture = BarPicture(
      id: "period-bars", title: "Distance by \(period.rawValue)",
      description: bars.map(\.text).joined(separator: ". "), bars: Array(bars),
      unit: format.unitSystem == .imperial ? "mi" : "km")
    model.cards = [
      SectionCard("totals", "All rucks", isWide: true).figures([
        FigureTile("Rucks", "\(totals.count)"),
        FigureTile("Distance", format.measure.distance(totals.distance)),
        FigureTile("Moving", format.measure.duration(totals.movingTime, style: .minutes)),
        FigureTile("Climb", format.measure.elevation(totals.elevationGain)),
        FigureTile("Energy", format.measure.calories(totals.calories)),
        FigureTile("Mean pack", format.measure.weight(totals.averagePackWeight)),
      ]),
      SectionCard("periods-title", "By \(period.rawValue)", isWide: true).picture(picture?.svg)
        .table(
          ["From", "Rucks", "Distance", "Moving", "Climb", "Energy"],
          shown.reversed().map { entry in
            .init(
              Self.name(entry.start, period, format),
              [
                "\(entry.count)", format.measure.distance(entry.distance),
                format.measure.duration(entry.movingTime),
                format.measure.elevation(entry.elevationGain),
                format.measure.calories(entry.calories),
              ])
          }, empty: "There are no rucks with times yet."
        )
        .links(
          .link("Days", Self.path(.day)), .link("Weeks", Self.path(.week)),
          .link("Months", Self.path(.month)), .link("Years", Self.path(.year))),
    ]
    return site.page(model)
  }

  private static func path(_ period: RuckPeriod) -> String {
    "\(RuckTab.statistics.path)?by=\(period.rawValue)"
  }

  /// A distance in kilometres or miles.
  static func length(_ metres: Double, _ format: FieldFormat) -> Double {
    format.unitSystem == .imperial ? Length.miles(metres: metres) : metres / 1000
  }

  static func name(_ start: Date, _ period: RuckPeriod, _ format: FieldFormat) -> String {
    let day = format.day(start)
    return switch period {
    case .day, .week: day
    case .month: monthName(start, format)
    case .year: String(day.prefix(4))
    }
  }

  /// A month such as "Aug 2026".
  static func monthName(_ start: Date, _ format: FieldFormat) -> String {
    let parts = format.calendar.calendar.dateComponents([.year, .month], from: start)
    return "\(PageCalendar.months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
  }

  // MARK: Records

  private func records() async throws -> Response {
    let format = try await site.format()
    let records = try await site.library.records()
    func band(_ band: LoadBand) -> String {
      band == .unloaded ? "No pack" : "From \(format.measure.weight(band.minimum))"
    }
    func table(
      _ id: String, _ title: String, _ entries: [RuckRecordEntry], _ text: (Double) -> String
    ) -> SectionCard {
      SectionCard(id, title).table(
        ["Pack", title, "Ruck"],
        entries.map {
          .init(
            band($0.band), path: RuckPaths.ruck($0.ruck.id),
            [text($0.value), RuckTitle.date($0.ruck, calendar: format.calendar)])
        }, empty: "No ruck yet.")
    }
    return try await page(
      "Records", Self.records, "The best of all rucks by the weight of the pack.",
      [
        SectionCard("fastest", "Fastest", isWide: true).table(
          ["Distance", "Pack", "Time", "Pace", "Ruck"],
          records.fastest.map { record in
            .init(
              RuckWords.recordDistance(record.effort.distance),
              path: RuckPaths.ruck(record.ruck.id),
              [
                band(record.band), format.measure.duration(record.effort.time),
                format.measure.pace(secondsPerKilometre: record.effort.pace),
                RuckTitle.date(record.ruck, calendar: format.calendar),
              ])
          }, empty: "Import rucks with times to see the fastest mile, 5 km, 10 km and 12 miles."),
        table("longest", "Longest", records.longest) { format.measure.distance($0) },
        table("climb", "Most climb", records.mostClimb) { format.measure.elevation($0) },
        table("work", "Most work", records.mostWork) {
          MetricFormat(metric: .ruckWork, format: format).text($0 * 1000)
        },
      ])
  }

  // MARK: Load

  private func load(_ method: LoadMethod?) async throws -> Response {
    let format = try await site.format()
    let now = Date()
    let start = now.addingTimeInterval(-180 * 86400)
    let days = try await site.library.trainingLoad(
      from: start, to: now, method: method, in: format.calendar.calendar)
    let last = days.last
    let hasLoad = days.contains { $0.longAverage > 0 }
    var cards = [
      SectionCard("now", "Now", isWide: true).figures([
        FigureTile("Fatigue", Self.whole(last?.shortAverage), note: "mean of 7 days"),
        FigureTile("Fitness", Self.whole(last?.longAverage), note: "mean of 42 days"),
        FigureTile("Balance", Self.whole(last?.balance), note: "fitness less fatigue"),
      ])
    ]
    if hasLoad, let picture = Self.picture(days, format) {
      cards.append(
        SectionCard("chart", "The last 180 days", isWide: true)
          .picture(picture.svg + picture.legend))
    }
    let methods: [(title: String, method: LoadMethod?)] = [
      ("Both", nil), ("By heart rate", .trimp), ("By exertion", .rpe),
    ]
    cards.append(
      SectionCard("about", "How load is measured", isWide: true).prose(
        hasLoad ? "" : "No ruck has heart rates or an exertion yet.",
        "A ruck's load is the training impulse of its heart rates, or its exertion from 1 to 10 "
          + "times its minutes. Enter the exertion on the page of a ruck. The averages are "
          + "exponential, over 7 and 42 days.",
        "The units of both methods differ. Choose one if your rucks have heart rates in part."
      ).links(
        methods.filter { $0.method != method }.map { .link($0.title, Self.path($0.method)) }))
    let shown = methods.first { $0.method == method }?.title
    return try await page(
      "Load", Self.path(method), method == nil ? nil : shown, cards)
  }

  /// The page of a method; nil for both.
  private static func path(_ method: LoadMethod?) -> String {
    load + (method.map { "?method=\($0.rawValue)" } ?? "")
  }

  private static func whole(_ value: Double?) -> String {
    value.map { FieldFormat.number($0.rounded()) } ?? "--"
  }

  private static func picture(_ days: [LoadDay], _ format: FieldFormat) -> LinePicture? {
    let values = days.flatMap { [$0.shortAverage, $0.longAverage] }
    guard let first = days.first?.date, let last = days.last?.date, last > first,
      let y = ChartScale.numbers(values, unit: "", startsAtZero: true)
    else { return nil }
    func line(_ value: (LoadDay) -> Double) -> [[PlanePoint]] {
      [days.map { PlanePoint(x: $0.date.timeIntervalSinceReferenceDate, y: value($0)) }]
    }
    return LinePicture(
      id: "load", title: "Training load",
      description: "Fitness and fatigue of each day from \(format.day(first)) to "
        + "\(format.day(last)).",
      x: ChartScale.dates(first...last, in: format.calendar), y: y,
      lines: [
        .init("Fatigue, 7 days", .track, line(\.shortAverage), isDashed: true),
        .init("Fitness, 42 days", .accent, line(\.longAverage)),
      ])
  }

  // MARK: Checks

  private func checks() async throws -> Response {
    let format = try await site.format()
    let report = try await site.library.check()
    let rucks = Dictionary(
      try await site.library.rucks().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return try await page(
      "Checks", Self.checks,
      "\(RuckWords.count(report.checked, "ruck")) checked for impossible speeds, jumps of the "
        + "clock and duplicates.",
      [
        SectionCard(
          "findings", "Findings", note: RuckWords.count(report.findings.count, "finding"),
          isWide: true
        ).lines(
          report.findings.map { finding in
            .init(
              rucks[finding.ruck].map { RuckTitle.text($0) } ?? "A ruck",
              path: RuckPaths.ruck(finding.ruck), detail: finding.text,
              end: rucks[finding.ruck]?.date.map { format.calendar.date($0) },
              chip: RuckWords.title(finding.kind), isWarning: true)
          }, empty: "Nothing is doubtful.")
      ])
  }
}
