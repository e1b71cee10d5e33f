// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rows before the strokes of a file: its date, device and tables of totals.
struct RowingPreamble {
  /// A part of a SpeedCoach file.
  enum Part {
    case none
    case summary(RowingInterval)
    case interval(RowingInterval)
    case strokes(header: [CSVColumnName], units: [String])
  }

  private enum Section {
    case information, summary, intervals, strokes
  }

  private var date: RowingDate?
  private var title: String?
  private var device: RowingDevice?
  private var heroHeader: [CSVColumnName]?
  private var section = Section.information
  private var header: [CSVColumnName]?
  private var units: [String] = []

  /// Whether speed and distance come from an impeller.
  private(set) var isImpeller = false

  /// Whether the file has a table of intervals.
  private(set) var hasIntervals = false

  /// Sets the facts that are known about a workout.
  func describe(_ workout: inout RowingWorkout) {
    workout.date = workout.date ?? date
    workout.title = workout.title ?? title
    workout.device = workout.device ?? device
    if workout.format == .speedCoach { workout.machine = .water }
  }

  // MARK: BoatCoach

  /// Reads the title line of BoatCoach, `Workout data for: N    Club: C    Date: D`.
  mutating func readTitle(_ line: String) -> Bool {
    guard line.hasPrefix("Workout data for:") else { return false }
    if let range = line.range(of: "Date:", options: .backwards) {
      let text = line[range.upperBound...].utf8.filter { $0 >= 0x20 }
      date = text.withUnsafeBufferPointer { CSVValue.date($0) }
    }
    return true
  }

  // MARK: Hero

  /// Reads the two rows of totals at the start of a Hero file.
  mutating func readHeroSummary(_ tokens: CSVTokenizer) -> Bool {
    if let heroHeader {
      self.heroHeader = nil
      for (index, column) in heroHeader.enumerated() {
        if column.whole == "date" { date = CSVValue.date(tokens[index]) }
        if column.whole == "piece" { title = tokens.string(index) }
      }
      return true
    }
    guard tokens.count >= 5, tokens[0].elementsEqual("Date".utf8),
      tokens[1].elementsEqual("Piece".utf8)
    else { return tokens.count > 1 && (0..<tokens.count).allSatisfy { tokens[$0].isEmpty } }
    heroHeader = (0..<tokens.count).map { CSVColumnName(tokens.string($0)) }
    return true
  }

  // MARK: SpeedCoach

  /// Reads a row of a SpeedCoach file.
  mutating func readSpeedCoach(_ tokens: CSVTokenizer) -> Part {
    let first = CSVColumnName(tokens.string(0)).whole
    if let next = Self.section(first) {
      section = next
      header = nil
      return .none
    }
    guard section != .information else {
      readInformation(tokens)
      return .none
    }
    if (0..<tokens.count).allSatisfy({ tokens[$0].isEmpty }) { return .none }
    guard let header else {
      header = (0..<tokens.count).map { CSVColumnName(tokens.string($0)) }
      return .none
    }
    if first.hasPrefix("("), first.hasSuffix(")") {
      units = (0..<tokens.count).map { index in
        String(CSVColumnName(tokens.string(index)).whole.filter { $0 != "(" && $0 != ")" })
      }
      return section == .strokes ? .strokes(header: header, units: units) : .none
    }
    let totals = totals(tokens, header)
    if section == .summary { return .summary(totals) }
    hasIntervals = true
    return .interval(totals)
  }

  private static func section(_ name: String) -> Section? {
    switch name {
    case "session summary:": .summary
    case "summary for session intervals:", "interval summaries:": .intervals
    case "session detail data:", "per-stroke data:": .strokes
    default: nil
    }
  }

  private mutating func readInformation(_ tokens: CSVTokenizer) {
    var device = device ?? RowingDevice(maker: "Nielsen-Kellerman")
    var index = 0
    while index + 1 < tokens.count {
      let value = tokens.string(index + 1)
      switch CSVColumnName(tokens.string(index)).whole {
      case "name:" where index == 0: title = value.isEmpty ? nil : value
      case "start time:": date = CSVValue.americanDate(tokens[index + 1])
      case "speed input:": isImpeller = value.lowercased().hasPrefix("imp")
      case "name:" where index == 4: device.name = value
      case "model:": device.model = value
      case "serial:": device.serial = value
      case "firmware version:": device.firmware = value
      default: break
      }
      index += 1
    }
    self.device = device
  }

  /// Decodes a row of totals.
  private func totals(_ tokens: CSVTokenizer, _ header: [CSVColumnName]) -> RowingInterval {
    var totals = RowingInterval(index: 0)
    let suffix = isImpeller ? " (imp)" : " (gps)"
    for (index, column) in header.enumerated() {
      guard !CSVValue.isMissing(tokens[index]), let value = CSVValue.seconds(tokens[index]),
        value >= 0
      else { continue }
      var name = column.whole
      if name.hasSuffix(suffix) { name = String(name.dropLast(suffix.count)) }
      let unit = index < units.count ? units[index] : ""
      let whole = value < 1e6 ? Int(value.rounded()) : nil
      switch name {
      case "interval": totals.index = max(0, (whole ?? 1) - 1)
      case "elapsed time", "total elapsed time": totals.duration = value
      case "total distance":
        totals.distance = RowingColumn.distance.factor(unit).map { $0 * value }
      case "avg split": totals.pace = RowingColumn.pace.factor(unit).map { $0 * value }
      case "avg stroke rate": totals.strokeRate = value
      case "avg heart rate": totals.heartRate = value > 0 ? whole : nil
      case "total strokes": totals.strokeCount = whole
      case "avg power": totals.power = value
      default: break
      }
    }
    return totals
  }
}
