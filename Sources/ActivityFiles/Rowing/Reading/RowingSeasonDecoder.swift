// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decodes the rows of a Concept2 season file, of any year, by the names of its columns.
struct RowingSeasonDecoder {
  private enum Column {
    case id, date, description, workTime, workText, restTime, restText, workDistance
    case restDistance, strokeRate, strokeCount, pace, watts, calPerHour, calories, heartRate
    case drag, age, weight, type, ranked, comments, entered

    /// Whether the values are numbers or times.
    @inline(__always)
    var isNumber: Bool {
      switch self {
      case .id, .date, .description, .weight, .type, .ranked, .comments, .entered: false
      default: true
      }
    }
  }

  private static let names: [String: Column] = [
    "id": .id, "log id": .id, "date": .date, "description": .description,
    "work time (seconds)": .workTime, "work time (formatted)": .workText,
    "rest time (seconds)": .restTime, "rest time (formatted)": .restText,
    "work distance": .workDistance, "rest distance": .restDistance,
    "stroke rate/cadence": .strokeRate, "stroke rate": .strokeRate,
    "stroke count": .strokeCount, "pace": .pace, "avg watts": .watts, "cal/hour": .calPerHour,
    "total cal": .calories, "avg heart rate": .heartRate, "drag factor": .drag, "age": .age,
    "weight": .weight, "type": .type, "ranked": .ranked, "comments": .comments,
    "date entered": .entered,
  ]

  private let columns: [(index: Int, column: Column)]
  /// Times as texts, which are read where the seconds are missing.
  private let texts: [(index: Int, column: Column)]
  private let header: [String]

  /// Creates a decoder; nil if the header is not of a season file.
  init?(_ header: [CSVColumnName]) {
    self.header = header.map(\.whole)
    let columns = header.enumerated().compactMap { index, name in
      Self.names[name.whole].map { (index: index, column: $0) }
    }
    self.columns = columns.filter { $0.column != .workText && $0.column != .restText }
    texts = columns.filter { $0.column == .workText || $0.column == .restText }
    func has(_ column: Column) -> Bool { columns.contains { $0.column == column } }
    guard has(.date), has(.workDistance), has(.workTime) || has(.workText) else { return nil }
  }

  /// Decodes a row into a workout in its place, since a copy costs as much as the row's numbers.
  ///
  /// - Parameters:
  ///   - tokens: The current record.
  ///   - workout: A workout without values.
  ///   - invalid: Receives the name and text of each invalid value.
  /// - Returns: The reason why the row cannot be read; nil if it was read.
  func decode(
    _ tokens: CSVTokenizer, into workout: inout RowingWorkout, invalid: (String, String) -> Void
  ) -> RowFailure? {
    if tokens.isDamaged {
      return RowFailure("The row is too long, or a quote in it is not closed")
    }
    // Old files end rows before empty comments.
    guard tokens.count + 2 >= header.count else {
      return RowFailure("The row has only \(tokens.count) of \(header.count) columns")
    }
    workout.line = tokens.line
    for (index, column) in columns {
      let field = tokens[index]
      guard !field.isEmpty else { continue }
      if column.isNumber, let value = CSVValue.plain(field) ?? CSVValue.plainClock(field) {
        set(column, value, &workout)
        continue
      }
      let bytes = CSVValue.trimmed(field)
      guard !bytes.isEmpty else { continue }
      switch column {
      case .id: workout.logID = String(decoding: bytes, as: UTF8.self)
      case .description: workout.title = String(decoding: bytes, as: UTF8.self)
      case .comments: workout.comments = String(decoding: bytes, as: UTF8.self)
      case .weight: workout.weightClass = Self.weightClass(bytes)
      case .type: workout.machine = Self.machine(bytes)
      case .ranked: workout.isRanked = bytes[0] | 0x20 == UInt8(ascii: "y")
      case .date:
        guard let date = Self.date(bytes) else {
          return RowFailure(
            "The date is \"\(String(decoding: bytes.prefix(40), as: UTF8.self))\"")
        }
        workout.date = date
      case .entered: workout.entered = CSVValue.date(bytes)
      default:
        guard let value = CSVValue.secondsOfTrimmed(bytes) else {
          let text = String(decoding: bytes.prefix(40), as: UTF8.self)
          if [.workTime, .workDistance].contains(column) {
            return RowFailure("The \(header[index]) is \"\(text)\"")
          }
          invalid(header[index], text)
          continue
        }
        guard value >= 0 else {
          return RowFailure("The \(header[index]) is negative")
        }
        set(column, value, &workout)
      }
    }
    if let failure = readTexts(tokens, &workout, invalid: invalid) { return failure }
    return finish(&workout)
  }

  /// Reads times as texts where the seconds are missing.
  private func readTexts(
    _ tokens: CSVTokenizer, _ workout: inout RowingWorkout, invalid: (String, String) -> Void
  ) -> RowFailure? {
    for (index, column) in texts {
      let isKnown = column == .workText ? workout.duration != nil : workout.restDuration != nil
      if isKnown { continue }
      let bytes = CSVValue.trimmed(tokens[index])
      if bytes.isEmpty { continue }
      guard let value = CSVValue.secondsOfTrimmed(bytes) else {
        invalid(header[index], String(decoding: bytes.prefix(40), as: UTF8.self))
        continue
      }
      guard value >= 0 else { return RowFailure("The \(header[index]) is negative") }
      set(column, value, &workout)
    }
    return nil
  }

  private func finish(_ workout: inout RowingWorkout) -> RowFailure? {
    guard workout.date != nil else { return RowFailure("The row has no date") }
    guard workout.duration != nil || workout.distance != nil else {
      return RowFailure("The row has neither a time nor a distance")
    }
    if workout.machine == .bike, let pace = workout.pace { workout.pace = pace / 2 }
    return nil
  }

  /// Returns a weight class; the usual ones are constants.
  private static func weightClass(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if CSVValue.isEqual(bytes, "Hwt") { return "Hwt" }
    if CSVValue.isEqual(bytes, "Lwt") { return "Lwt" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func set(_ column: Column, _ value: Double, _ workout: inout RowingWorkout) {
    var whole: Int? { value < 1e9 ? Int(value.rounded()) : nil }
    switch column {
    case .workTime: workout.duration = value
    case .workText: workout.duration = workout.duration ?? value
    case .restTime: workout.restDuration = value
    case .restText: workout.restDuration = workout.restDuration ?? value
    case .workDistance: workout.distance = value
    case .restDistance: workout.restDistance = value
    case .strokeRate: workout.strokeRate = value > 0 ? value : nil
    case .strokeCount: workout.strokeCount = whole
    case .pace: workout.pace = value > 0 ? value : nil
    case .watts: workout.power = value
    case .calPerHour: workout.caloriesPerHour = value
    case .calories: workout.calories = value
    case .heartRate: workout.heartRate = value > 0 && value != 255 ? whole : nil
    case .drag: workout.dragFactor = value > 0 && value != 255 ? whole : nil
    case .age: workout.age = whole
    default: break
    }
  }

  /// Decodes a date of the logbook: the end of the workout; midnight means a day without time.
  private static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> RowingDate? {
    guard var date = CSVValue.date(bytes) else { return nil }
    date.meaning = .end
    if date.hour == 0, date.minute == 0, date.second == 0 { date.hasTime = false }
    return date
  }

  /// Returns the machine of a name; an unknown one is no RowErg, whose records it would set.
  private static func machine(_ bytes: UnsafeBufferPointer<UInt8>) -> RowingMachine {
    // A search in a text costs more than the rest of a row.
    if CSVValue.isEqual(bytes, "Indoor Rower") || CSVValue.isEqual(bytes, "RowErg") {
      return .rower
    }
    if CSVValue.isEqual(bytes, "BikeErg") { return .bike }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    // A roller ski is no SkiErg.
    let names: [(String, RowingMachine)] = [
      ("multi", .other), ("paddle", .other), ("roller", .other), ("snow", .other),
      ("dynamic", .dynamic), ("slide", .slides), ("ski", .ski), ("bike", .bike),
      ("water", .water), ("row", .rower),
    ]
    return names.first { text.contains($0.0) }?.1 ?? .other
  }
}
