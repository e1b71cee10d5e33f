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
