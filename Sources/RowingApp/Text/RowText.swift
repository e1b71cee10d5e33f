// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

/// Sessions and figures as text for a person.
enum RowText {
  /// A number of things in words, such as "1 session" or "12 sessions".
  static func count(_ number: Int, _ name: String) -> String {
    number == 1 ? "1 \(name)" : "\(number.formatted(.number.locale(english))) \(name)s"
  }

  private static let english = Locale(identifier: "en_US")

  /// A short description of one session, for a confirmation prompt.
  static func line(_ session: SessionSummary) -> String {
    [title(session), session.startedAt.localText, RowFormat.distance(session.distance)]
      .joined(separator: ", ")
  }

  /// The workout's description, or else the machine.
  static func title(_ session: SessionSummary) -> String {
    if let workout = session.workout, !workout.allSatisfy(\.isWhitespace) {
      return workout.printable
    }
    return session.machine.rawValue
  }

  /// A table of sessions.
  static func list(_ sessions: [SessionSummary]) -> String {
    guard !sessions.isEmpty else {
      return "No sessions yet. Import a season with cairn row import season.csv.\n"
    }
    var table = TextTable([
      .left("ID"), .left("STARTED"), .left("WORKOUT"), .left("MACHINE"), .right("DISTANCE"),
      .right("TIME"), .right("PACE"), .right("POWER"), .right("RATE"), .right("HEART"),
    ])
    for session in sessions {
      table.add([
        session.id.shortText, started(session),
        (session.workout ?? "").printable.truncated(to: 28),
        session.machine.rawValue, RowFormat.distance(session.distance),
        RowFormat.time(session.duration), session.paceText ?? RowFormat.pace(session.pace),
        RowFormat.watts(session.power), RowFormat.rate(session.strokeRate),
        RowFormat.beats(session.heartRate.map(Double.init)),
      ])
    }
    let isAssumed = sessions.contains { $0.isDateAssumed }
    return table.text(colors: StandardOutput.hasColors)
      + (isAssumed ? "* the file has no date: set it with cairn row edit ID --start\n" : "")
  }

  private static func started(_ session: SessionSummary) -> String {
    let text = session.startedAt.localText
    let day = session.isDayOnly ? String(text.prefix(10)) : text
    return day + (session.isDateAssumed ? "*" : "")
  }

  /// The results of an import, workout by workout.
  static func report(_ report: RowingImportReport) -> String {
    var text = ""
    let stored = report.imported + report.merged
    if !stored.isEmpty { text += list(stored.map(\.session)) }
    let counts = [
      (report.imported.count, "imported"), (report.merged.count, "merged"),
      (report.unchanged.count, "unchanged"), (report.failed.count, "failed"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return text + (parts.isEmpty ? "nothing to import" : parts.joined(separator: ", ")) + "\n"
  }
}

extension RowText {
  /// All values of one session except its strokes.
  static func detail(_ detail: SessionDetail) -> String {
    let session = detail.summary
    var pairs: [(name: String, value: String)] = [
      ("Id", session.id.idText),
      (
        "Started", session.startedAt.localText + (session.isDateAssumed ? " (assumed)" : "")
      ),
      ("Athlete", session.athleteName ?? RowFormat.unknown),
      ("Machine", session.machine.rawValue),
      (
        "Kind",
        session.type.rawValue
          + (session.isComplete ? "" : session.isEnded ? ", incomplete" : ", not finished")
      ),
      ("Distance", RowFormat.distance(session.distance)),
      ("Time", RowFormat.time(session.duration)),
      ("Pace", pace(session)),
    ]
    if let rest = session.restDuration, rest > 0 {
      pairs.append(
        ("Rest", "\(RowFormat.time(rest)), \(RowFormat.distance(session.restDistance ?? 0))"))
    }
    let highest = session.maxPower.map { ", highest \(RowFormat.watts($0))" } ?? ""
    pairs += [
      ("Power", RowFormat.watts(session.power) + highest),
      ("Stroke rate", RowFormat.rate(session.strokeRate)),
      ("Strokes", session.strokes.map(String.init) ?? RowFormat.unknown),
      ("Heart rate", RowFormat.beats(session.heartRate.map(Double.init))),
      ("Calories", RowFormat.kilocalories(session.calories)),
      ("Calories an hour", RowFormat.number(session.caloriesPerHour, "kcal/h")),
      ("Drag factor", RowFormat.number(session.dragFactor, "")),
      ("Source", [session.source, session.file].compactMap(\.self).joined(separator: ", ")),
    ]
    if let serial = detail.deviceID { pairs.append(("Monitor", serial)) }
    if !session.isPlausible {
      pairs.append(("Speed", "implausible: the session is no record, and in no power curve"))
    }
    if session.hasGaps { pairs.append(("Gaps", "the recording has gaps")) }
    if !session.comments.isEmpty { pairs.append(("Comments", session.comments)) }
    let parts = detail.intervals.isEmpty ? "" : "\n" + intervals(detail.intervals)
    return title(session) + "\n\n" + TextTable.fields(pairs) + parts
  }

  /// The pace with its distance.
  static func pace(_ session: SessionSummary) -> String {
    let text = session.paceText ?? RowFormat.pace(session.pace)
    return text == RowFormat.unknown ? text : "\(text) /\(Int(session.paceDistance)) m"
  }

  /// The planned length of a part; an empty string if it has none.
  static func target(_ part: IntervalSnapshot) -> String {
    guard let target = part.target else { return "" }
    return switch part.targetUnit {
    case .open: ""
    case .time: RowFormat.time(target)
    case .distance: RowFormat.distance(target)
    case .calories: RowFormat.kilocalories(target)
    case .wattMinutes: RowFormat.number(target, "W min")
    }
  }

  static func intervals(_ parts: [IntervalSnapshot]) -> String {
    var table = TextTable([
      .right("NO"), .left("KIND"), .right("TARGET"), .right("DISTANCE"), .right("TIME"),
      .right("PACE"), .right("POWER"), .right("RATE"), .right("HEART"), .right("REST"),
    ])
    for part in parts {
      table.add([
        "\(part.shownNumber)", part.kind.rawValue, target(part),
        RowFormat.distance(part.distance), RowFormat.time(part.duration),
        RowFormat.pace(part.pace), RowFormat.watts(part.power),
        RowFormat.rate(part.strokeRate), RowFormat.beats(part.heartRate.map(Double.init)),
        part.restDuration.map { $0 > 0 ? RowFormat.time($0) : "" } ?? "",
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  static func strokes(_ strokes: [StrokeSnapshot]) -> String {
    guard !strokes.isEmpty else { return "No strokes were recorded.\n" }
    var table = TextTable([
      .right("NO"), .right("TIME"), .right("DISTANCE"), .right("PACE"), .right("POWER"),
      .right("RATE"), .right("HEART"), .right("DRIVE"), .right("RECOVERY"), .right("LENGTH"),
      .right("PEAK"), .right("WORK"),
    ])
    for stroke in strokes {
      table.add([
        stroke.isRest ? "" : "\(stroke.index + 1)", RowFormat.time(stroke.elapsed),
        RowFormat.decimal(stroke.distance, 1, "m"), RowFormat.pace(stroke.pace),
        RowFormat.watts(stroke.power), RowFormat.rate(stroke.strokeRate.map(Double.init)),
        RowFormat.beats(stroke.heartRate.map(Double.init)),
        RowFormat.decimal(stroke.driveTime, 2, "s"),
        RowFormat.decimal(stroke.recoveryTime, 2, "s"),
        RowFormat.decimal(stroke.driveLength, 2, "m"), RowFormat.force(stroke.peakForce),
        RowFormat.number(stroke.work, "J"),
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }
}
