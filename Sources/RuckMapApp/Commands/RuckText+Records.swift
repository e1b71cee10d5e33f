// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Measures
import RuckMap

extension RuckText {
  func records(_ records: PersonalRecords) -> String {
    guard !records.longest.isEmpty else { return list([]) }
    var table = TextTable([
      .left("RECORD"), .left("LOAD"), .right("VALUE"), .right("PACE"), .left("STARTED"),
      .left("NAME"), .left("ID"),
    ])
    for record in records.fastest {
      table.add([
        "fastest " + RuckWords.recordDistance(record.effort.distance), band(record.band),
        format.duration(record.effort.time), pace(record.effort.pace), started(record.ruck),
        title(of: record.ruck).truncated(to: 32), record.ruck.id.shortText,
      ])
    }
    func add(_ name: String, _ entries: [RuckRecordEntry], _ value: (Double) -> String) {
      for entry in entries {
        table.add([
          name, band(entry.band), value(entry.value), "", started(entry.ruck),
          title(of: entry.ruck).truncated(to: 32), entry.ruck.id.shortText,
        ])
      }
    }
    add("longest", records.longest) { format.distance($0) }
    add("most work", records.mostWork) { work($0) }
    add("most climb", records.mostClimb) { format.elevation($0) }
    return table.text(colors: StandardOutput.hasColors)
  }

  func routeEfforts(_ records: [RouteEffortRecord]) -> String {
    guard !records.isEmpty else { return "No ruck passes along the route.\n" }
    var table = TextTable([
      .right("TIME"), .right("PACK"), .left("STARTED"), .left("NAME"), .left("ID"),
    ])
    for record in records {
      table.add([
        format.duration(record.effort.time), format.weight(record.ruck.packWeight),
        started(record.ruck), title(of: record.ruck).truncated(to: 32), record.ruck.id.shortText,
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  func standards(_ results: [StandardResult]) -> String {
    var table = TextTable([
      .left("STANDARD"), .right("DISTANCE"), .right("PACK"), .right("LIMIT"), .right("BEST"),
      .left("RESULT"),
    ])
    for result in results {
      let standard = result.standard
      table.add([
        "\(standard.organization): \(standard.name)", format.distance(standard.distance),
        format.weight(standard.packWeight), format.duration(standard.time),
        format.duration(result.best?.effort.time),
        result.best == nil ? "no effort" : result.isPassed ? "passed" : "too slow",
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  /// The training load of days, the newest last.
  static func load(_ days: [LoadDay]) -> String {
    func text(_ value: Double) -> String { String(format: "%.1f", value) }
    var table = TextTable([
      .left("DAY"), .right("LOAD"), .right("7 DAYS"), .right("42 DAYS"), .right("BALANCE"),
    ])
    for day in days {
      table.add([
        String(day.date.localText.prefix(10)), day.load > 0 ? text(day.load) : "",
        text(day.shortAverage), text(day.longAverage), text(day.balance),
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  func comparison(_ rucks: [RuckFigures]) -> String {
    rucks.map { comparison($0) }.joined(separator: "\n")
  }

  private func comparison(_ figures: RuckFigures) -> String {
    let ruck = figures.summary
    var pairs: [(name: String, value: String)] = [
      ("Started", started(ruck)), ("Distance", format.distance(ruck.distance)),
      ("Load-adjusted", format.distance(figures.loadAdjustedDistance)),
      ("Moving time", format.duration(ruck.isTimed ? ruck.movingTime : nil)),
      ("Moving pace", pace(ruck.movingPace)),
      ("Hill-corrected pace", pace(figures.hillCorrectedPace)),
      ("Elevation gain", format.elevation(ruck.elevationGain)),
      ("Pack weight", packText(ruck, figures.packAdvice)),
    ]
    for effort in figures.efforts {
      pairs.append(
        (
          "Fastest " + RuckWords.recordDistance(effort.distance),
          format.duration(effort.time) + ", " + pace(effort.pace)
        ))
    }
    for zone in figures.zones where zone.seconds > 0 {
      pairs.append(
        (
          "Zone \(zone.number)",
          format.duration(zone.seconds)
            + " (\(Int(zone.lowerBound.rounded()))-\(Int(zone.upperBound.rounded())) bpm)"
        ))
    }
    if let load = figures.load {
      pairs.append(("Training load", String(format: "%.0f", load.value) + " (\(load.method))"))
    }
    for result in figures.equations {
      pairs.append(
        (
          result.equation,
          "\(format.calories(result.kilocalories)), \(format.calories(result.low)) to "
            + format.calories(result.high) + (result.isValid ? "" : ", outside of its range")
        ))
    }
    return "\(title(of: ruck)) (\(ruck.id.shortText))\n\n" + TextTable.fields(pairs)
  }

  private func packText(_ ruck: RuckSummary, _ advice: PackAdvice?) -> String {
    let weight = format.weight(ruck.packWeight)
    guard let advice else { return weight }
    let share = String(format: "%.0f %%", advice.share * 100)
    return switch advice.level {
    case .recommended: "\(weight), \(share) of the body weight"
    case .aboveRecommendation:
      "\(weight), \(share) of the body weight: more than \(format.weight(advice.recommended))"
    case .aboveLimit:
      "\(weight), \(share) of the body weight: more than 30 % (\(format.weight(advice.limit)))"
    }
  }

  /// A band of load in the user's unit.
  func band(_ band: LoadBand) -> String {
    let next = LoadBand.allCases.first { $0 > band }
    guard band != .unloaded else { return "no pack" }
    guard let next else { return "\(format.weight(band.minimum)) or more" }
    return "\(format.weight(band.minimum)) to below \(format.weight(next.minimum))"
  }

  /// Work in the user's units: pounds times miles, or kilograms times kilometres.
  private func work(_ kilogramKilometres: Double) -> String {
    switch unitSystem {
    case .metric: String(format: "%.0f kg·km", kilogramKilometres)
    case .imperial:
      String(
        format: "%.0f lb·mi",
        Mass.pounds(kilograms: kilogramKilometres) * Length.miles(metres: 1000))
    }
  }
}
