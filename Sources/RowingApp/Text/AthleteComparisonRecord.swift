// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import Rowing

extension RowText {
  /// The figures of athletes, each a row of its name and a value for each athlete.
  static func athleteRows(_ athletes: [AthleteComparison]) -> [[String]] {
    func row(_ name: String, _ text: (AthleteComparison) -> String) -> [String] {
      [name] + athletes.map(text)
    }
    let times = [500.0, 2000, 5000, 10_000].map { metres in
      row("Best \(RowFormat.distance(metres))") { RowFormat.time($0.best[metres]) }
    }
    let powers = [(60.0, "1 min"), (300, "5 min"), (1200, "20 min")].map { seconds, name in
      row("Power of \(name)") { RowFormat.watts($0.power(over: seconds)) }
    }
    return [
      row("Sessions") { RowFormat.number(Double($0.sessions), "") },
      row("Distance") { RowFormat.distance($0.distance) },
      row("Time") { RowFormat.total($0.duration) },
    ] + times + [row("Weight-adjusted 2k") { RowFormat.time($0.adjusted2k) }] + powers + [
      row("Power of 5 min by weight") {
        RowFormat.decimal($0.perKilogram($0.power(over: 300)), 2, "W/kg")
      },
      row("Critical power") { RowFormat.watts($0.curve.criticalPower) },
      row("Work above it") { RowFormat.decimal($0.curve.workCapacity.map { $0 / 1000 }, 1, "kJ") },
    ]
  }

  /// A table of the figures of athletes, a column for each.
  static func athleteComparison(_ athletes: [AthleteComparison]) -> String {
    var table = TextTable(
      [.left("")] + athletes.map { .right($0.athlete.name.printable.truncated(to: 20)) })
    for row in athleteRows(athletes) { table.add(row) }
    return table.text(colors: StandardOutput.hasColors)
  }
}

/// The figures of an athlete beside those of others as JSON.
struct AthleteComparisonRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case athlete, sessions
    case distance = "distance_m"
    case duration = "duration_s"
    case best = "best_s"
    case adjusted2k = "weight_adjusted_2k_s"
    case power1 = "power_1_min_w"
    case power5 = "power_5_min_w"
    case power20 = "power_20_min_w"
    case criticalPower = "cp_w"
    case workCapacity = "w_prime_j"
  }

  let compared: AthleteComparison

  init(_ compared: AthleteComparison) { self.compared = compared }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(compared.athlete.name, forKey: .athlete)
    try container.encode(compared.sessions, forKey: .sessions)
    try container.encode(compared.distance.toThousandths, forKey: .distance)
    try container.encode(compared.duration.toThousandths, forKey: .duration)
    let best = compared.best.map { ("\(Int($0.key))", $0.value.toThousandths) }
    try container.encode(Dictionary(best) { first, _ in first }, forKey: .best)
    try container.encode(compared.adjusted2k?.toThousandths, forKey: .adjusted2k)
    try container.encode(compared.power(over: 60)?.toThousandths, forKey: .power1)
    try container.encode(compared.power(over: 300)?.toThousandths, forKey: .power5)
    try container.encode(compared.power(over: 1200)?.toThousandths, forKey: .power20)
    try container.encode(compared.curve.criticalPower?.toThousandths, forKey: .criticalPower)
    try container.encode(compared.curve.workCapacity?.toThousandths, forKey: .workCapacity)
  }
}
