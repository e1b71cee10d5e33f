// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A row of a season's CSV file as printed, read apart from the code under test.
struct SeasonRow {
  let values: [String: String]

  /// The rows of all seasons.
  static func all() throws -> [SeasonRow] {
    try Fixture.seasons.flatMap { name in
      let lines = String(decoding: try Fixture.data(name), as: UTF8.self)
        .split(whereSeparator: \.isNewline).map { cells($0) }
      let header = lines.first ?? []
      return lines.dropFirst().map { line in
        SeasonRow(values: Dictionary(zip(header, line), uniquingKeysWith: { first, _ in first }))
      }
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    var (cells, cell, isQuoted) = ([String](), "", false)
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        cells.append(cell)
        cell = ""
      default: cell.append(character)
      }
    }
    return cells + [cell]
  }

  func number(_ column: String) -> Double? { values[column].flatMap { Double($0) } }

  var id: String { values["ID"] ?? "" }
  var isBike: Bool { values["Type"] == "BikeErg" }
  var duration: Double { number("Work Time (Seconds)") ?? 0 }
  var distance: Double { number("Work Distance") ?? 0 }
  /// The printed pace in tenths of a second.
  var paceTenths: Int? {
    guard let parts = values["Pace"]?.split(separator: ":"), parts.count == 2,
      let minutes = Int(parts[0]), let seconds = Double(parts[1])
    else { return nil }
    return minutes * 600 + Int((seconds * 10).rounded())
  }
}
