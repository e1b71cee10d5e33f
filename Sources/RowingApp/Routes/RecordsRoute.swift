// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

extension RowSite {
  /// A page of figures with its tab.
  func figurePage(_ model: FigurePage.Model, tab: String) async throws -> Response {
    try await page(title: model.title, tab: tab, templates.render(FigurePage.name, model))
  }

  /// The choice of a machine.
  func machineChoice(_ selected: RowingMachine?, all: String? = nil) -> ChoiceField {
    let machines = RowingMachine.allCases.map { ($0.rawValue, $0.rawValue) }
    return ChoiceField(
      "Machine", name: "machine",
      FormChoice.list(
        (all.map { [("", $0)] } ?? []) + machines, selected: selected?.rawValue ?? ""))
  }
}

/// GET /rowing/records: serves the best results.
struct RecordsRoute: Sendable {
  /// The number of seasons to choose from.
  private static let seasons = 40

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.records)) { request, _ in
      let form = FormFields(query: request)
      let (athlete, athletes) = try await site.athlete(form)
      let machine = form["machine"].flatMap { RowingMachine(rawValue: $0) }
      let season = form["season"].flatMap { Int($0) }
      let weightClass = form["class"].flatMap { WeightClass(rawValue: $0) }
      let viewer = try await site.library.viewer()
      let records = try await site.library.records(
        athlete: athlete?.id, season: season, machine: machine, weightClass: weightClass,
        for: viewer)
      let seasons = try await site.library.totals(
        by: .season, SessionQuery(athlete: athlete?.id).restricted(to: viewer),
        in: site.calendar.calendar)
      let filter = FigureFilter(
        action: RowPaths.records,
        choices: [
          athletes, site.machineChoice(machine, all: "All"),
          ChoiceField(
            "Season", name: "season",
            FormChoice.list(
              [("", "All")]
                + seasons.prefix(Self.seasons).map { ($0.label, $0.label) },
              selected: season.map(String.init) ?? "")),
          ChoiceField(
            "Weight class", name: "class",
            FormChoice.list(
              [("", "All"), ("Hwt", "Heavyweight"), ("Lwt", "Lightweight")],
              selected: weightClass?.rawValue ?? "")),
        ])
      return try await site.figurePage(
        FigurePage.Model(
          title: "Records", subtitle: athlete?.name, filter: filter,
          empty: records.isEmpty
            ? "A record is a whole session without rest over a usual distance, such as 500 m, 2,000 m "
              + "or 5,000 m, or over 1, 4, 30 or 60 minutes." : nil,
          sections: sections(records),
          fragment: Paths.address(
            RowPaths.records,
            [
              ("athlete", athlete.map { RowPaths.text($0.id) } ?? ""),
              ("machine", machine?.rawValue ?? ""), ("season", season.map(String.init) ?? ""),
              ("class", weightClass?.rawValue ?? ""),
            ])), tab: RowPaths.records)
    }
  }

  private func sections(_ records: [RecordSnapshot]) -> [FigurePage.Section] {
    let machines = RowingMachine.allCases.filter { machine in
      records.contains { $0.machine == machine }
    }
    return machines.flatMap { machine in
      [RecordSnapshot.Kind.whole, .effort].compactMap { kind in
        let shown = records.filter { $0.machine == machine && $0.kind == kind }
        guard !shown.isEmpty else { return nil }
        let isWhole = kind == .whole
        return FigurePage.Section(
          id: "\(machine.rawValue.lowercased())-\(kind.rawValue)",
          title: isWhole ? machine.rawValue : "\(machine.rawValue): best efforts",
          text: isWhole
            ? nil
            : "The fastest parts inside of sessions, such as the best 500 m of a 5,000 m piece.",
          tables: [table(shown, isWhole: isWhole)])
      }
    }
  }

  private func table(_ records: [RecordSnapshot], isWhole: Bool) -> DataTable {
    DataTable(
      isWhole ? "Records" : "Best efforts",
      columns: ["Event", "Result", "Pace", "Power", "Season", "Class", "Date"],
      rows: Self.bestFirst(records).map { record in
        let power = RowingFigures.power(
          distance: record.distance, duration: record.duration, machine: record.machine)
        return DataTable.Row(
          RowText.event(record), link: RowPaths.session(record.session),
          [
            RowText.result(record), RowText.pace(record), RowFormat.watts(power),
            String(record.season), record.weightClass?.rawValue ?? "",
            site.calendar.date(record.startedAt),
          ])
      })
  }

  /// Sorts the records of each event, so that the best of all seasons is the first.
  private static func bestFirst(_ records: [RecordSnapshot]) -> [RecordSnapshot] {
    var events: [(name: String, records: [RecordSnapshot])] = []
    for record in records {
      let name = RowText.event(record)
      if let index = events.firstIndex(where: { $0.name == name }) {
        events[index].records.append(record)
      } else {
        events.append((name, [record]))
      }
    }
    return events.flatMap { event in
      event.records.sorted {
        $0.isOverDistance ? $0.duration < $1.duration : $0.distance > $1.distance
      }
    }
  }
}

/// GET /rowing/curve: serves the power curve and the critical power.
struct CurveRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.curve)) { request, _ in
      let form = FormFields(query: request)
      let (athlete, athletes) = try await site.athlete(form)
      let machine = form["machine"].flatMap { RowingMachine(rawValue: $0) } ?? .rowErg
      let (from, to) = (form["from"] ?? "", form["to"] ?? "")
      let calendar = site.calendar
      let end = calendar.day(to).flatMap {
        calendar.calendar.date(byAdding: .day, value: 1, to: $0)
      }
      let curve = try await site.library.powerCurve(
        athlete: athlete?.id, machine: machine, from: calendar.day(from), to: end,
        for: try await site.library.viewer())
      let filter = FigureFilter(
        action: RowPaths.curve, choices: [athletes, site.machineChoice(machine)],
        dates: [
          .init(label: "From", name: "from", value: from),
          .init(label: "To", name: "to", value: to),
        ])
      return try await site.figurePage(
        FigurePage.Model(
          title: "Power curve", subtitle: athlete?.name, filter: filter,
          empty: curve.points.isEmpty
            ? "The curve needs a session with strokes or intervals, or several whole sessions of "
              + "different length." : nil,
          sections: curve.points.isEmpty ? [] : sections(curve, machine: machine),
          fragment: Paths.address(
            RowPaths.curve,
            [
              ("athlete", athlete.map { RowPaths.text($0.id) } ?? ""),
              ("machine", machine.rawValue), ("from", from), ("to", to),
            ])), tab: RowPaths.curve)
    }
  }

  private func sections(
    _ curve: PowerCurve, machine: RowingMachine
  ) -> [FigurePage.Section] {
    var figures: [FigureTile] = []
    if let power = curve.criticalPower, let capacity = curve.workCapacity {
      figures = [
        FigureTile("Critical power", RowFormat.watts(power)),
        FigureTile(
          "Pace at it", RowFormat.pace(RowingFigures.pace(power: power, machine: machine)),
          note: "for \(Int(machine.paceDistance)) m"),
        FigureTile("Work above it", RowFormat.decimal(capacity / 1000, 1, "kJ")),
      ]
    }
    return [
      FigurePage.Section(
        id: "best", title: "Highest mean power",
        text: curve.criticalPower == nil
          ? "No critical power: \(curve.refusal ?? "too few efforts from 2 to 15 minutes.")" : nil,
        figures: figures, plots: plot(curve).map { [$0] } ?? [],
        source: curve.criticalPower == nil
          ? nil
          : "Critical power: least squares of work on time over efforts from 2 to 15 minutes "
            + "(Monod and Scherrer 1965)."),
      FigurePage.Section(
        id: "durations", title: "By duration", tables: [table(curve, machine: machine)]),
    ]
  }

  private func plot(_ curve: PowerCurve) -> Plot? {
    guard let first = curve.points.first, let last = curve.points.last,
      let x = ChartScale.durations(
        max(1, first.duration)...max(last.duration, first.duration * 2)),
      let y = ChartScale.numbers(
        curve.points.map(\.power), unit: "W", startsAtZero: true, least: 50)
    else { return nil }
    var lines = [
      LinePicture.Line(
        "Highest mean power", .accent,
        [curve.points.map { PlanePoint(x: $0.duration, y: $0.power) }])
    ]
    if let power = curve.criticalPower, let capacity = curve.workCapacity {
      // The model holds from 2 to 15 minutes; beyond, it is an extrapolation.
      let durations = stride(from: 100.0, through: max(last.duration, 1200), by: 10)
        .filter { $0 <= x.range.upperBound }
      let model = durations.map { PlanePoint(x: $0, y: power + capacity / $0) }
      if model.count > 1 {
        lines.append(LinePicture.Line("Critical power model", .track, [model], isDashed: true))
      }
    }
    let dots = curve.points.map { point in
      LinePicture.Dot(
        PlanePoint(x: point.duration, y: point.power), .accent,
        "\(RowFormat.time(point.duration)): \(RowFormat.watts(point.power))")
    }
    let picture = LinePicture(
      id: "curve", title: "Highest mean power by duration",
      description: "\(RowFormat.watts(first.power)) over \(RowFormat.time(first.duration)), "
        + "\(RowFormat.watts(last.power)) over \(RowFormat.time(last.duration)).",
      x: x, y: y, lines: lines, dots: dots, height: 260)
    return Plot("Power by duration", svg: picture.svg, legend: picture.legend)
  }

  private func table(_ curve: PowerCurve, machine: RowingMachine) -> DataTable {
    DataTable(
      "Highest mean power by duration", columns: ["Duration", "Power", "Pace"],
      rows: curve.points.map { point in
        DataTable.Row(
          RowFormat.time(point.duration), link: RowPaths.session(point.session),
          [
            RowFormat.watts(point.power),
            RowFormat.pace(RowingFigures.pace(power: point.power, machine: machine)),
          ])
      })
  }
}

/// GET /rowing/load: serves the training load.
struct LoadRoute: Sendable {
  /// The number of months that the page shows by default.
  private static let months = 6
  /// The number of days in the table.
  private static let listed = 28

  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.load)) { request, _ in
      let form = FormFields(query: request)
      let (athlete, athletes) = try await site.athlete(form)
      let months = form["months"].flatMap { Int($0) }.flatMap {
        [3, 6, 12, 24].contains($0) ? $0 : nil
      }
      let filter = FigureFilter(
        action: RowPaths.load,
        choices: [
          athletes,
          ChoiceField(
            "Period", name: "months",
            FormChoice.list(
              [("3", "3 months"), ("6", "6 months"), ("12", "A year"), ("24", "Two years")],
              selected: "\(months ?? Self.months)")),
        ])
      var history: LoadHistory?
      if let athlete {
        let calendar = site.calendar.calendar
        history = try await site.library.load(
          athlete: athlete.id,
          from: calendar.date(byAdding: .month, value: -(months ?? Self.months), to: .now),
          in: calendar)
      }
      // Means fall after the last session, but never to 0.
      let isEmpty = history?.days.contains { $0.average42 > 0 } != true
      return try await site.figurePage(
        FigurePage.Model(
          title: "Training load", subtitle: athlete?.name, filter: filter,
          empty: isEmpty
            ? "The load is calculated from heart rates: wear a belt or a watch, and import files that "
              + "contain them." : nil,
          sections: isEmpty ? [] : history.map { sections($0) } ?? [],
          fragment: Paths.address(
            RowPaths.load,
            [
              ("athlete", athlete.map { RowPaths.text($0.id) } ?? ""),
              ("months", months.map(String.init) ?? ""),
            ])), tab: RowPaths.load)
    }
  }

  private func sections(_ history: LoadHistory) -> [FigurePage.Section] {
    let days = history.days
    guard let today = days.last else { return [] }
    let form = today.average42 - today.average7
    let figures = [
      FigureTile("7 days", RowFormat.decimal(today.average7, 1, ""), note: "fatigue"),
      FigureTile("42 days", RowFormat.decimal(today.average42, 1, ""), note: "fitness"),
      FigureTile(
        "Difference", (form < 0 ? "−" : "+") + RowFormat.decimal(abs(form), 1, ""),
        note: form < 0 ? "more than usual" : "rested"),
      FigureTile("This week", RowFormat.decimal(weeks(days).last?.load ?? 0, 0, "")),
    ]
    return [
      FigurePage.Section(
        id: "trend", title: "Fitness and fatigue", figures: figures, plots: plots(days),
        source: "Banister's TRIMP (1991) by the heart rate reserve. "
          + RowText.heartRates(history)
          .replacing("set yours on the athlete", with: "set yours on the athlete's page")),
      FigurePage.Section(
        id: "days", title: "Latest training days",
        tables: [
          DataTable(
            "Training load of the latest days",
            columns: [
              "Day", "Sessions", "Banister", "7 days", "42 days", "Edwards", "7 days", "42 days",
            ],
            rows: days.filter { $0.sessions > 0 }.suffix(Self.listed).reversed().map { day in
              DataTable.Row(
                site.calendar.date(day.date),
                [
                  "\(day.sessions)", RowFormat.decimal(day.banister, 1, ""),
                  RowFormat.decimal(day.average7, 1, ""), RowFormat.decimal(day.average42, 1, ""),
                  RowFormat.decimal(day.edwards, 1, ""),
                  RowFormat.decimal(day.edwards7, 1, ""), RowFormat.decimal(day.edwards42, 1, ""),
                ])
            })
        ]),
    ]
  }

  /// The loads of calendar weeks, oldest first; the first week may be cut by the period.
  private func weeks(_ days: [DayLoad]) -> [(start: Date, load: Double)] {
    var weeks: [(start: Date, load: Double)] = []
    for day in days {
      let week = site.calendar.calendar.dateInterval(of: .weekOfYear, for: day.date)
      let start = week?.start ?? day.date
      if weeks.last?.start == start {
        weeks[weeks.count - 1].load += day.banister
      } else {
        weeks.append((start, day.banister))
      }
    }
    return weeks
  }

  private func plots(_ days: [DayLoad]) -> [Plot] {
    guard let first = days.first, let last = days.last, days.count > 1,
      let y = ChartScale.numbers(
        days.flatMap { [$0.average7, $0.average42] }, unit: "", startsAtZero: true, least: 10)
    else { return [] }
    let x = ChartScale.dates(first.date...last.date, in: site.calendar)
    func line(_ value: (DayLoad) -> Double) -> [[PlanePoint]] {
      [days.map { PlanePoint(x: $0.date.timeIntervalSinceReferenceDate, y: value($0)) }]
    }
    let picture = LinePicture(
      id: "load", title: "Average daily load of 7 and of 42 days",
      description:
        "The average of 7 days is \(RowFormat.decimal(last.average7, 1, "")) now, that of "
        + "42 days \(RowFormat.decimal(last.average42, 1, "")).",
      x: x, y: y,
      lines: [
        LinePicture.Line("42 days", .pace, line(\.average42)),
        LinePicture.Line("7 days", .track, line(\.average7), isDashed: true),
      ], height: 200)
    let weeks = self.weeks(days).map { week in
      let text = site.calendar.date(week.start)
      return BarPicture.Bar(
        text.split(separator: " ").dropFirst().prefix(2).joined(separator: " "), week.load,
        "Week from \(text): \(RowFormat.decimal(week.load, 0, ""))")
    }
    let bars = BarPicture(
      id: "weeks-load", title: "Load by week",
      description: "The sum of each week, at most "
        + "\(RowFormat.decimal(weeks.map(\.value).max() ?? 0, 0, "")).",
      bars: weeks, unit: "", height: 110)
    return [Plot("Average daily load", svg: picture.svg, legend: picture.legend)]
      + (bars.map { [Plot("Load by week", svg: $0.svg)] } ?? [])
  }
}
