// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

extension RowText {
  static func totals(_ totals: [PeriodTotals], by period: TotalsPeriod) -> String {
    guard !totals.isEmpty else { return list([]) }
    var table = TextTable([
      .left(period.rawValue.uppercased()), .right("SESSIONS"), .right("DISTANCE"), .right("TIME"),
    ])
    for one in totals {
      table.add([
        one.label, "\(one.sessions)", RowFormat.distance(one.distance),
        RowFormat.total(one.duration),
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  /// The name of a record's event, such as `2,000 m` or `30 min`.
  static func event(_ record: RecordSnapshot) -> String {
    record.isOverDistance
      ? RowFormat.distance(record.distance) : "\(Int((record.duration / 60).rounded())) min"
  }

  /// The result of a record, such as `7:37.7` or `8,123 m`.
  static func result(_ record: RecordSnapshot) -> String {
    record.isOverDistance
      ? RowFormat.time(record.duration) : RowFormat.distance(record.distance)
  }

  /// The mean pace of a record.
  static func pace(_ record: RecordSnapshot) -> String {
    guard record.distance > 0 else { return RowFormat.unknown }
    return RowFormat.pace(record.duration / record.distance * record.machine.paceDistance)
  }

  static func records(_ records: [RecordSnapshot]) -> String {
    guard !records.isEmpty else {
      return "No records yet: they need a session over a usual distance or time.\n"
    }
    var text = ""
    for kind in [RecordSnapshot.Kind.whole, .effort] {
      let shown = records.filter { $0.kind == kind }
      guard !shown.isEmpty else { continue }
      if !text.isEmpty { text += "\n" }
      text += kind == .whole ? "Whole sessions\n" : "Best efforts inside of sessions\n"
      var table = TextTable([
        .left("MACHINE"), .right("EVENT"), .right("RESULT"), .right("PACE"), .left("DATE"),
        .left("CLASS"), .left("SESSION"),
      ])
      for record in shown {
        table.add([
          record.machine.rawValue, event(record), result(record), pace(record),
          String(record.startedAt.localText.prefix(10)), record.weightClass?.rawValue ?? "",
          record.session.shortText,
        ])
      }
      text += table.text(colors: StandardOutput.hasColors)
    }
    return text
  }

  static func curve(_ curve: PowerCurve) -> String {
    guard !curve.points.isEmpty else {
      return "No power curve yet: it needs a session with strokes or intervals.\n"
    }
    var table = TextTable([
      .right("DURATION"), .right("POWER"), .right("PACE"), .left("SESSION"),
    ])
    for point in curve.points {
      table.add([
        RowFormat.time(point.duration), RowFormat.watts(point.power),
        RowFormat.pace(RowingFigures.pace(power: point.power)), point.session.shortText,
      ])
    }
    return table.text(colors: StandardOutput.hasColors) + "\n" + criticalPower(curve)
  }

  private static func criticalPower(_ curve: PowerCurve) -> String {
    guard let power = curve.criticalPower, let capacity = curve.workCapacity else {
      return "No critical power: \(curve.refusal ?? "too few efforts from 2 to 15 minutes.")\n"
    }
    return "Critical power \(RowFormat.watts(power)) "
      + "(\(RowFormat.pace(RowingFigures.pace(power: power))) /500 m), "
      + "work above it \(RowFormat.number(capacity, "J"))\n"
  }

  static func zones(_ table: ZoneTable) -> String {
    var text = TextTable([.left("ZONE"), .right("SHARE"), .right("POWER"), .right("PACE")])
    for row in table.rows {
      text.add([row.zone.name, share(row.zone), powers(row), paces(row)])
    }
    return text.text(colors: StandardOutput.hasColors) + base(table) + "\n"
  }

  /// The range of a zone in percent of the base.
  static func share(_ zone: PowerZone) -> String {
    guard let to = zone.to else { return "from \(RowFormat.percent(zone.from))" }
    return "\(Int((zone.from * 100).rounded()))–\(RowFormat.percent(to))"
  }

  /// The range of a zone in watts.
  static func powers(_ row: ZoneTable.Row) -> String {
    guard let from = row.fromPower else { return RowFormat.unknown }
    guard let to = row.toPower else { return "from \(RowFormat.watts(from))" }
    return "\(Int(from.rounded()))–\(RowFormat.watts(to))"
  }

  /// The range of a zone in paces, the slower one first.
  static func paces(_ row: ZoneTable.Row) -> String {
    switch (row.fromPace, row.toPace) {
    case (let from?, let to?): "\(RowFormat.pace(from))–\(RowFormat.pace(to))"
    case (let from?, nil): "faster than \(RowFormat.pace(from))"
    case (nil, let to?): "slower than \(RowFormat.pace(to))"
    case (nil, nil): RowFormat.unknown
    }
  }

  /// The base of zones in a sentence.
  static func base(_ table: ZoneTable) -> String {
    guard let power = table.basePower else {
      return "No base: \(table.refusal ?? "there is no critical power yet.") "
        + "Set one with cairn row zones set --base WATTS."
    }
    return "Base \(RowFormat.watts(power)), "
      + (table.isBaseSet ? "as set." : "the critical power of the power curve.")
  }

  static func load(_ history: LoadHistory) -> String {
    // Means fall, but never to 0.
    guard history.days.contains(where: { $0.average42 > 0 || $0.edwards42 > 0 }) else {
      return "No training load yet: it needs a session with heart rates.\n"
    }
    var table = TextTable([
      .left("DAY"), .right("SESSIONS"), .right("BANISTER"), .right("EDWARDS"), .right("7 DAYS"),
      .right("42 DAYS"), .right("EDWARDS 7"), .right("EDWARDS 42"),
    ])
    for day in history.days {
      table.add([
        String(day.date.localText.prefix(10)), day.sessions == 0 ? "" : "\(day.sessions)",
        day.sessions == 0 ? "" : RowFormat.decimal(day.banister, 1, ""),
        day.sessions == 0 ? "" : RowFormat.decimal(day.edwards, 1, ""),
        RowFormat.decimal(day.average7, 1, ""), RowFormat.decimal(day.average42, 1, ""),
        RowFormat.decimal(day.edwards7, 1, ""), RowFormat.decimal(day.edwards42, 1, ""),
      ])
    }
    return table.text(colors: StandardOutput.hasColors) + heartRates(history) + "\n"
  }

  /// The heart rates of a load in a sentence.
  static func heartRates(_ history: LoadHistory) -> String {
    let rates =
      "Heart rates: \(history.restingHeartRate) bpm at rest, highest \(history.maxHeartRate) bpm"
    let assumed = history.areHeartRatesAssumed ? " (assumed; set yours on the athlete)" : ""
    let without =
      history.sessionsWithoutHeartRate == 0
      ? "" : " \(count(history.sessionsWithoutHeartRate, "session")) without heart rate left out."
    return rates + assumed + "." + without
  }

  static func comparison(_ comparison: SessionComparison) -> String {
    var sides = TextTable([.left(""), .right("A"), .right("B"), .right("DIFFERENCE")])
    for row in comparisonRows(comparison) { sides.add(row) }
    let isTime = comparison.axis == .time
    var table = TextTable([
      .right(isTime ? "TIME" : "DISTANCE"), .right("PACE A"), .right("PACE B"),
      .right("POWER A"), .right("POWER B"), .right("LEAD OF A"),
    ])
    let step = max(1, comparison.points.count / 20)
    for (index, point) in comparison.points.enumerated()
    where index % step == 0 || index == comparison.points.count - 1 {
      table.add([
        isTime ? RowFormat.time(point.position) : RowFormat.distance(point.position),
        RowFormat.pace(point.paceA), RowFormat.pace(point.paceB), RowFormat.watts(point.powerA),
        RowFormat.watts(point.powerB), lead(point.lead, comparison.axis),
      ])
    }
    let colors = StandardOutput.hasColors
    let points =
      comparison.points.isEmpty
      ? "A session without strokes or intervals has no positions to compare.\n"
      : table.text(colors: colors)
    return sides.text(colors: colors) + "\n" + points
  }

  /// A lead with its sign: metres at equal times, seconds at equal distances.
  static func lead(_ value: Double?, _ axis: SessionComparison.Axis) -> String {
    guard let value, value.isFinite else { return RowFormat.unknown }
    let text = RowFormat.decimal(abs(value), 1, axis == .time ? "m" : "s")
    return (value < 0 ? "−" : "+") + text
  }

  /// The figures of both sides, each a row of name, A, B and difference.
  static func comparisonRows(_ comparison: SessionComparison) -> [[String]] {
    let (a, b) = (comparison.a, comparison.b)
    func row(
      _ name: String, _ one: Double?, _ other: Double?, isTime: Bool = false,
      _ text: (Double?) -> String
    ) -> [String] {
      var difference = ""
      if let one, let other, abs(one - other) < 1e9 {
        let size = abs(one - other)
        difference =
          (one < other ? "−" : "+") + (isTime ? RowFormat.decimal(size, 1, "s") : text(size))
        if size < 0.05 { difference = "0" }
      }
      return [name, text(one), text(other), difference]
    }
    let plan = comparison.plan?.totals(on: a.machine)
    let planned = plan.flatMap { $0.distance > 0 ? $0.duration / $0.distance : nil }
    let power = plan.flatMap {
      RowingFigures.power(distance: $0.distance, duration: $0.duration, machine: a.machine)
    }
    return [
      ["Session", title(a), b.map(title) ?? comparison.plan?.text ?? "target", ""],
      row("Distance", a.distance, b?.distance ?? plan?.distance) { RowFormat.distance($0) },
      row("Time", a.duration, b?.duration ?? plan?.duration, isTime: true) { RowFormat.time($0) },
      row("Pace", a.pace, b?.pace ?? planned.map { $0 * a.paceDistance }, isTime: true) {
        RowFormat.pace($0)
      },
      row("Power", a.power, b?.power ?? power) { RowFormat.watts($0) },
      row("Stroke rate", a.strokeRate, b?.strokeRate) { RowFormat.rate($0) },
      row("Heart rate", a.heartRate.map(Double.init), b?.heartRate.map(Double.init)) {
        RowFormat.beats($0)
      },
      row("Drag factor", a.dragFactor, b?.dragFactor) { RowFormat.number($0, "") },
    ]
  }
}

extension RowText {
  static func athletes(_ athletes: [AthleteSnapshot]) -> String {
    guard !athletes.isEmpty else {
      return "No athletes yet. Add one with cairn row athlete add NAME.\n"
    }
    var table = TextTable([
      .left("ID"), .left("NAME"), .left("ROLE"), .left("TEAM"), .right("SESSIONS"),
      .right("WEIGHT"), .right("HEIGHT"), .right("BORN"), .right("HEART"),
    ])
    for athlete in athletes {
      let heart = [athlete.restingHeartRate, athlete.maxHeartRate].map {
        $0.map(String.init) ?? RowFormat.unknown
      }
      table.add([
        athlete.id.shortText, athlete.name.printable, athlete.role.rawValue,
        athlete.teamName?.printable ?? "", "\(athlete.sessions)",
        RowFormat.decimal(athlete.weight, 1, "kg"), RowFormat.decimal(athlete.height, 0, "cm"),
        athlete.birthYear.map(String.init) ?? RowFormat.unknown, heart.joined(separator: "–"),
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  static func teams(_ teams: [TeamSnapshot]) -> String {
    guard !teams.isEmpty else { return "No teams yet. Add one with cairn row team add NAME.\n" }
    var table = TextTable([.left("ID"), .left("NAME"), .right("MEMBERS"), .left("")])
    for team in teams {
      table.add([
        team.id.shortText, team.name.printable, "\(team.members.count)",
        team.members.map(\.name.printable).joined(separator: ", ").truncated(to: 48),
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  static func board(_ rows: [BoardRow]) -> String {
    guard !rows.isEmpty else {
      return "The team has no members. Add one with cairn row team join ATHLETE TEAM.\n"
    }
    var table = TextTable([
      .left("ATHLETE"), .right("7 DAYS"), .right("28 DAYS"), .right("LOAD 7/42"),
      .right("BEST 2K"), .right("TREND"), .left("LATEST"),
    ])
    for row in rows {
      let latest = row.activeSession == nil ? row.lastSession?.localText : "rowing now"
      table.add([
        row.athlete.name.printable, RowFormat.distance(row.distance7),
        RowFormat.distance(row.distance28),
        "\(RowFormat.decimal(row.load7, 0, ""))/\(RowFormat.decimal(row.load42, 0, ""))",
        RowFormat.time(row.best2k), trend(row.trend), latest ?? RowFormat.unknown,
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  /// A change with its sign, such as `+4 %`.
  static func trend(_ fraction: Double?) -> String {
    guard let fraction, fraction.isFinite else { return RowFormat.unknown }
    return (fraction < 0 ? "−" : "+") + RowFormat.percent(abs(fraction))
  }
}
