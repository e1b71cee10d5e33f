// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A decoded row of a stroke file, before its interval is known.
struct RowingRow {
  var stroke = RowingStroke()

  /// The file's number of the interval.
  var lap: Double?

  /// The workout type, which tells whether a distance counts down.
  var isFixedDistance = false

  /// Seconds to the interval's start, as the file states them.
  var lapStart: Double?

  /// Seconds of the interval, as the file states them.
  var lapDuration: Double?

  /// Metres of the interval, as the file states them.
  var lapDistance: Double?

  /// Whether the row is of an interval without strokes.
  var isWithoutStroke: Bool {
    var empty = RowingStroke()
    empty.isRest = stroke.isRest
    return lapDuration != nil && stroke == empty
  }
}

/// Decodes the rows of a stroke file by the names of its columns.
struct RowingRowDecoder {
  /// The maximum number of samples in a force curve.
  static let curveLimit = 1024

  let table: RowingFormatTable
  let bindings: [RowingBinding]
  let decimalComma: Bool
  private let width: Int
  private let names: [String]

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - table: The format.
  ///   - header: The names of the columns.
  ///   - units: The units in a second header line, by column.
  ///   - isImpeller: Whether distance and speed are taken from an impeller.
  ///   - decimalComma: Whether numbers can have a decimal comma.
  ///   - unknownUnit: Receives each column with an unknown unit.
  init(
    _ table: RowingFormatTable, header: [CSVColumnName], units: [String] = [],
    isImpeller: Bool = false, decimalComma: Bool = false,
    unknownUnit: (CSVColumnName, String) -> Void
  ) {
    self.table = table
    self.decimalComma = decimalComma
    names = header.map(\.whole)
    var bindings: [RowingBinding] = []
    for (index, name) in header.enumerated() {
      let whole = isImpeller ? Self.swapped(name.whole) : name.whole
      let isWhole = table.columns[whole] != nil
      guard let column = table.columns[whole] ?? table.columns[name.name] else { continue }
      let given =
        index < units.count && !units[index].isEmpty ? units[index] : isWhole ? nil : name.unit
      guard let unit = given ?? column.unit else {
        bindings.append(RowingBinding(index: index, column: column.column, factor: 1))
        continue
      }
      if let factor = column.column.factor(unit) {
        bindings.append(RowingBinding(index: index, column: column.column, factor: factor))
      } else {
        unknownUnit(name, unit)
      }
    }
    self.bindings = bindings
    let essential = bindings.filter { $0.column == .elapsed || $0.column == .distance }
    width = essential.map { $0.index + 1 }.max() ?? 1
  }

  /// Swaps the columns of receiver and impeller.
  private static func swapped(_ name: String) -> String {
    name.contains("(imp)")
      ? name.replacingOccurrences(of: "(imp)", with: "(gps)")
      : name.replacingOccurrences(of: "(gps)", with: "(imp)")
  }

  /// Decodes a row.
  ///
  /// - Parameters:
  ///   - tokens: The current record.
  ///   - invalid: Receives the name and text of each invalid value.
  /// - Returns: The row, or the reason why it cannot be read.
  func decode(
    _ tokens: CSVTokenizer, invalid: (String, String) -> Void
  ) -> Result<RowingRow, RowFailure> {
    if tokens.isDamaged {
      return .failure(RowFailure("The row is too long, or a quote in it is not closed"))
    }
    guard tokens.count >= width else {
      return .failure(RowFailure("The row has only \(tokens.count) of \(names.count) columns"))
    }
    var row = RowingRow()
    var latitude: Double?
    var oarlock = RowingOarlock()
    for binding in bindings {
      let bytes = tokens[binding.index]
      switch binding.column {
      case .curve: row.stroke.forceCurve = curve(tokens, binding.index)
      case .restMark: row.stroke.isRest = row.stroke.isRest || Self.isRest(bytes)
      case .workoutState:
        row.stroke.isRest = row.stroke.isRest || CSVValue.number(bytes) == 3
      case .workoutType:
        row.isFixedDistance = bytes.starts(with: "FixedDistance".utf8)
      case .dateTime:
        if let reading = XMLDateTime.read(CSVValue.trimmed(bytes)) {
          row.stroke.timestamp = Date(timeIntervalSinceReferenceDate: reading.seconds)
        } else if !CSVValue.isMissing(bytes) {
          invalid(names[binding.index], String(decoding: bytes.prefix(40), as: UTF8.self))
        }
      default:
        guard !CSVValue.isMissing(bytes) else { continue }
        guard let value = CSVValue.seconds(bytes, decimalComma: decimalComma) else {
          let text = String(decoding: bytes.prefix(40), as: UTF8.self)
          if binding.column == .elapsed || binding.column == .distance {
            return .failure(RowFailure("The \(names[binding.index]) is \"\(text)\""))
          }
          invalid(names[binding.index], text)
          continue
        }
        if value < 0, binding.column == .elapsed || binding.column == .distance {
          return .failure(RowFailure("The \(names[binding.index]) is negative"))
        }
        Self.set(
          binding.column, value, factor: binding.factor, &row, latitude: &latitude,
          oarlock: &oarlock)
      }
    }
    if !oarlock.isEmpty { row.stroke.oarlock = oarlock }
    guard
      row.stroke.elapsed != nil || row.stroke.distance != nil || row.stroke.number != nil
        || row.isWithoutStroke
    else {
      return .failure(RowFailure("The row has neither a time nor a distance"))
    }
    return .success(row)
  }

  /// Whether a text marks a rest: the word, a true value, or the number 2 of a PM5.
  private static func isRest(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = CSVValue.trimmed(bytes)
    guard let first = text.first else { return false }
    if text.count == 1 { return first == UInt8(ascii: "2") }
    if text.elementsEqual("false".utf8) { return false }
    return text.elementsEqual("true".utf8)
      || String(decoding: text.prefix(40), as: UTF8.self).lowercased().contains("rest")
  }

  /// Values that mark a missing figure in the files of performance monitors.
  @inline(__always)
  private static func isSentinel(_ value: Double) -> Bool {
    value == 65535 || value == 6553.5 || value == 655.35 || value == 65.535
  }

  private static func set(
    _ column: RowingColumn, _ value: Double, factor: Double, _ row: inout RowingRow,
    latitude: inout Double?, oarlock: inout RowingOarlock
  ) {
    switch column {
    case .number: row.stroke.number = Int(exactly: value)
    case .lap: row.lap = value
    case .unixTime:
      if value < 1e11 { row.stroke.timestamp = Date(timeIntervalSince1970: value) }
    case .lapStart: row.lapStart = value < 0 ? nil : value
    case .lapDuration: row.lapDuration = value < 0 ? nil : value
    case .lapDistance: row.lapDistance = value < 0 ? nil : value
    case .elapsed: row.stroke.elapsed = value * factor
    case .distance: row.stroke.distance = value * factor
    case .latitude: latitude = value
    case .longitude:
      row.stroke.position = latitude.flatMap {
        $0 == 0 && value == 0 ? nil : RowingPosition(latitude: $0, longitude: value)
      }
    case .catchAngle: oarlock.catchAngle = value
    case .finishAngle: oarlock.finishAngle = value
    case .slip: oarlock.slip = value
    case .wash: oarlock.wash = value
    case .peakForceAngle: oarlock.peakForceAngle = value
    default:
      if !isSentinel(value) { setFigure(column, value, factor: factor, &row.stroke) }
    }
  }

  private static func setFigure(
    _ column: RowingColumn, _ value: Double, factor: Double, _ stroke: inout RowingStroke
  ) {
    let positive = value > 0 ? value * factor : nil
    switch column {
    case .pace: stroke.pace = positive
    case .strokeRate: stroke.strokeRate = value == 255 ? nil : positive
    case .power: stroke.power = value < 0 ? nil : value
    case .heartRate: stroke.heartRate = value == 255 ? nil : positive.flatMap(whole)
    case .calories: stroke.calories = value < 0 ? nil : value
    case .caloriesPerHour: stroke.caloriesPerHour = value < 0 ? nil : value
    case .speed: stroke.speed = value < 0 ? nil : value * factor
    case .dragFactor: stroke.dragFactor = value == 255 ? nil : positive.flatMap(whole)
    case .driveLength: stroke.driveLength = positive
    case .strokeDistance: stroke.strokeDistance = positive
    case .driveTime: stroke.driveTime = positive
    case .recoveryTime: stroke.recoveryTime = positive
    case .work: stroke.work = positive
    case .averageForce: stroke.averageForce = positive
    case .peakForce: stroke.peakForce = positive
    case .peakForcePosition: stroke.peakForcePosition = positive
    default: break
    }
  }

  /// Rounds a positive number to an integer below 1000; nil for an implausible one.
  private static func whole(_ value: Double) -> Int? {
    value < 1000 ? Int(value.rounded()) : nil
  }

  /// Decodes a force curve: a list in one field, or the fields up to the end of the row.
  private func curve(_ tokens: CSVTokenizer, _ index: Int) -> RowingForceCurve? {
    var samples: [Double] = []
    if table.format == .boatCoach {
      for field in index..<max(index, tokens.count) {
        guard samples.count < Self.curveLimit,
          let value = CSVValue.number(tokens[field], decimalComma: decimalComma), value >= 0
        else { break }
        samples.append(value * RowingForceCurve.newtonsPerPound)
      }
      return samples.isEmpty ? nil : RowingForceCurve(newtons: samples, spacing: .time(1.0 / 64))
    }
    let bytes = CSVValue.trimmed(tokens[index])
    var spacing = RowingForceCurve.Spacing.length(0.022)
    let separator = table.format == .cairnCSV ? UInt8(ascii: " ") : UInt8(ascii: ",")
    for (position, part) in bytes.split(separator: separator).enumerated() {
      let part = UnsafeBufferPointer(rebasing: part)
      if position == 0, table.format == .cairnCSV {
        guard let step = Self.spacing(part) else { return nil }
        spacing = step
        continue
      }
      guard samples.count < Self.curveLimit, let value = CSVValue.number(part), value >= -32767
      else { break }
      samples.append(value)
    }
    return samples.isEmpty ? nil : RowingForceCurve(newtons: samples, spacing: spacing)
  }

  /// Decodes the step of a curve in Cairn's CSV: `0.015625s`, `0.022m` or `-`.
  private static func spacing(_ bytes: UnsafeBufferPointer<UInt8>) -> RowingForceCurve.Spacing? {
    guard let last = bytes.last else { return nil }
    if bytes.count == 1, last == UInt8(ascii: "-") { return .equal }
    guard let step = CSVValue.number(UnsafeBufferPointer(rebasing: bytes.dropLast())) else {
      return nil
    }
    switch last {
    case UInt8(ascii: "s"): return .time(step)
    case UInt8(ascii: "m"): return .length(step)
    default: return nil
    }
  }
}

/// The reason why a row cannot be read.
struct RowFailure: Error {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
