// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
public import ArgumentParser
import Foundation
import Measures
import RuckMap

/// `cairn ruck records`: shows personal records and march standards.
struct RuckRecords: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: "Show personal records by load, and the results for march standards.",
    discussion: """
      Records are the fastest 1 mi, 5 km, 10 km and 12 mi inside of any ruck, the longest ruck, \
      the most work (pack times distance) and the most climb, in bands of pack weight.

      EXAMPLES
        cairn ruck records
        cairn ruck records --standards --json
        cairn ruck records --route "lake loop"
      """
  )

  @Flag(help: "Show the results for march standards instead.")
  var standards = false

  @Option(help: "Show all passages along a saved route, by its name or ID, instead.")
  var route: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if standards, route != nil { throw ValidationError("Give either --standards or --route.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let text = RuckText(try await library.profile().unitSystem)
    if let route {
      let found = try await library.routes(matching: route)
      guard let only = found.first, found.count == 1 else {
        throw CommandError(
          "'\(route.printable)' matches \(found.count) routes: list them with cairn ruck route list"
        )
      }
      let efforts = try await library.efforts(onRoute: only.id)
      try output.write(RuckJSON.routeEfforts(efforts)) { text.routeEfforts(efforts) }
    } else if standards {
      let results = try await library.standardResults()
      try output.write(RuckJSON.standards(results)) { text.standards(results) }
    } else {
      let records = try await library.records()
      try output.write(RuckJSON.records(records)) { text.records(records) }
    }
  }
}

/// `cairn ruck load`: shows the training load.
struct RuckLoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Show the training load with its 7-day and 42-day averages.",
    discussion: """
      The load of a ruck is the training impulse of its heart rates, or, without heart rates, \
      perceived exertion times minutes. The units of both differ; --method selects one.

      EXAMPLE
        cairn ruck load --days 28
      """
  )

  @Option(help: "The number of days up to today, 1 to 3660.")
  var days = 28

  @Option(help: "The only permitted method. (default: both)")
  var method: LoadMethod?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    guard (1...3660).contains(days) else {
      throw ValidationError("--days needs a number from 1 to 3660.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let now = Date()
    let start = Calendar.current.date(byAdding: .day, value: 1 - days, to: now) ?? now
    let load = try await library.trainingLoad(from: start, to: now, method: method)
    try output.write(RuckJSON.load(load)) { RuckText.load(load) }
  }
}

/// `cairn ruck compare`: compares rucks side by side.
struct RuckCompare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare rucks: pace, hills, load, energy by all equations, efforts.",
    discussion: """
      EXAMPLE
        cairn ruck compare 6f1c 81d0
      """
  )

  @Argument(help: "The rucks' IDs, or any unambiguous prefixes of them.")
  var ids: [String]

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let found = try await RuckIdentifier.resolve(ids, in: library)
    let rucks = try await library.comparison(found)
    let unitSystem = try await library.profile().unitSystem
    try output.write(RuckJSON.comparison(rucks)) { RuckText(unitSystem).comparison(rucks) }
  }
}

extension RuckIdentifier {
  /// Finds the rucks of several arguments.
  static func resolve(_ texts: [String], in library: RuckLibrary) async throws -> [UUID] {
    var ids: [UUID] = []
    for text in texts {
      var identifier = RuckIdentifier()
      identifier.id = text
      ids.append(try await identifier.resolve(in: library))
    }
    return ids
  }
}

extension LoadMethod: ExpressibleByArgument {}

// MARK: JSON

extension RuckJSON {
  static func effort(_ effort: BestEffort) -> RuckJSON {
    .object([
      "distance_m": .number(effort.distance), "time_s": .number(effort.time),
      "start_s": .number(effort.start), "pace_s_per_km": .number(effort.pace),
    ])
  }

  static func records(_ records: PersonalRecords) -> RuckJSON {
    func entries(_ entries: [RuckRecordEntry], _ key: String) -> RuckJSON {
      .list(
        entries.map {
          .object([
            "band": .text($0.band.rawValue), key: .number($0.value), "ruck": .ruck($0.ruck),
          ])
        })
    }
    return .object([
      "fastest": .list(records.fastest.map { record($0) }),
      "longest": entries(records.longest, "distance_m"),
      "most_work": entries(records.mostWork, "work_kg_km"),
      "most_climb": entries(records.mostClimb, "elevation_gain_m"),
    ])
  }

  private static func record(_ record: EffortRecord) -> RuckJSON {
    .object([
      "band": .text(record.band.rawValue), "effort": effort(record.effort),
      "ruck": .ruck(record.ruck),
    ])
  }

  static func standards(_ results: [StandardResult]) -> RuckJSON {
    .list(
      results.map { result in
        let standard = result.standard
        return .object([
          "id": .text(standard.id.idText), "organization": .text(standard.organization),
          "name": .text(standard.name), "distance_m": .number(standard.distance),
          "pack_weight_kg": .number(standard.packWeight), "time_limit_s": .number(standard.time),
          "source": .text(standard.source), "passed": .flag(result.isPassed),
          "margin_s": .number(result.margin), "best": result.best.map { record($0) } ?? .text(nil),
        ])
      })
  }

  static func routeEfforts(_ records: [RouteEffortRecord]) -> RuckJSON {
    .list(
      records.map { record in
        .object([
          "time_s": .number(record.effort.time), "start_s": .number(record.effort.start),
          "deviation_m": .number(record.effort.deviation), "ruck": .ruck(record.ruck),
        ])
      })
  }

  static func load(_ days: [LoadDay]) -> RuckJSON {
    .list(
      days.map { day in
        .object([
          "date": .text(String(day.date.localText.prefix(10))), "load": .number(day.load),
          "average_7_days": .number(day.shortAverage),
          "average_42_days": .number(day.longAverage), "balance": .number(day.balance),
        ])
      })
  }

  static func comparison(_ rucks: [RuckFigures]) -> RuckJSON {
    .list(
      rucks.map { ruck in
        .object([
          "ruck": .ruck(ruck.summary), "efforts": .list(ruck.efforts.map { effort($0) }),
          "hill_corrected_pace_s_per_km": .number(ruck.hillCorrectedPace),
          "hill_factor": .number(ruck.hillFactor),
          "load_adjusted_distance_m": .number(ruck.loadAdjustedDistance),
          "zones": .list(ruck.zones.map { zone($0) }),
          "training_load": .number(ruck.load?.value),
          "training_load_method": .text(ruck.load?.method.rawValue),
          "equations": .list(ruck.equations.map { equation($0) }),
          "pack_share": .number(ruck.packAdvice?.share),
          "pack_advice": .text(ruck.packAdvice?.level.rawValue),
        ])
      })
  }

  private static func zone(_ zone: HeartRateZone) -> RuckJSON {
    .object([
      "zone": .integer(zone.number), "from_bpm": .number(zone.lowerBound),
      "to_bpm": .number(zone.upperBound), "time_s": .number(zone.seconds),
    ])
  }

  private static func equation(_ result: EquationResult) -> RuckJSON {
    .object([
      "equation": .text(result.equation), "citation": .text(result.citation),
      "calories_kcal": .number(result.kilocalories), "calories_low_kcal": .number(result.low),
      "calories_high_kcal": .number(result.high), "valid": .flag(result.isValid),
      "valid_share": .number(result.validShare), "load_valid": .flag(result.isLoadValid),
      "speed_m_per_s": .list([
        .number(result.speedRange.lowerBound), .number(result.speedRange.upperBound),
      ]),
      "grade_percent": .list([
        .number(result.gradeRange.lowerBound), .number(result.gradeRange.upperBound),
      ]),
    ])
  }
}

// MARK: Text

extension RuckText {
  func records(_ records: PersonalRecords) -> String {
    guard !records.longest.isEmpty else { return list([]) }
    var table = TextTable([
      .left("RECORD"), .left("LOAD"), .right("VALUE"), .right("PACE"), .left("STARTED"),
      .left("NAME"), .left("ID"),
    ])
    for record in records.fastest {
      table.add([
        "fastest " + distanceName(record.effort.distance), band(record.band),
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
          "Fastest " + distanceName(effort.distance),
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
    return "\(title(of: ruck)) (\(ruck.id.shortText))\n\n" + fields(pairs)
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

  /// The name of a distance of records, in its own unit.
  private func distanceName(_ metres: Double) -> String {
    let miles = Length.miles(metres: metres)
    let isMiles = abs(miles - miles.rounded()) < 1e-6
    return isMiles ? "\(Int(miles.rounded())) mi" : String(format: "%g km", metres / 1000)
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
