// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

/// The texts of a ruck without a recording, from a form or from options.
struct RuckEntryForm: Sendable {
  var day: String?
  var start: String?
  var distance: String?
  var time: String?
  var climb: String?
  var name: String?
  var notes: String?
  /// Kilograms.
  var packWeight: Double?
  var rpe: Int?
  var heartRate: Int?

  /// Parses the texts.
  ///
  /// Without a day, the ruck is of today. Without a start, a ruck of today ends now, and one of another
  /// day starts at noon.
  ///
  /// - Parameters:
  ///   - format: The format of texts.
  ///   - now: The present time.
  /// - Returns: The entry.
  /// - Throws: `FieldProblem` with the name of the field.
  func entry(_ format: FieldFormat, at now: Date) throws(FieldProblem) -> RuckEntry {
    guard
      let length = try Self.parsed(
        "distance", { () throws(FieldProblem) in try format.length(distance) })
    else { throw FieldProblem("The distance is needed.", field: "distance") }
    guard
      let duration = try Self.parsed(
        "time", { () throws(FieldProblem) in try FieldFormat.duration(time) })
    else { throw FieldProblem("The time is needed.", field: "time") }
    let calendar = format.calendar.calendar
    let today = calendar.startOfDay(for: now)
    let date = try Self.parsed(
      "day", { () throws(FieldProblem) in try format.day(parsing: day) })
    var startedAt = now.addingTimeInterval(-duration)
    if let clock = FieldFormat.text(start) {
      let moment = try Self.parsed(
        "start",
        { () throws(FieldProblem) -> Date? in
          try format.moment(day: date ?? today, clock: clock)
        })
      startedAt = moment ?? startedAt
    } else if let date, date != today {
      startedAt = calendar.date(byAdding: .hour, value: 12, to: date) ?? date
    }
    var entry = RuckEntry(startedAt: startedAt, duration: duration, distance: length)
    let gain = try Self.parsed(
      "climb", { () throws(FieldProblem) in try format.elevation(climb) })
    entry.elevationGain = gain ?? 0
    entry.packWeight = packWeight ?? 0
    (entry.rpe, entry.averageHeartRate) = (rpe, heartRate)
    entry.name = String((FieldFormat.text(name) ?? "").prefix(200))
    entry.notes = String((FieldFormat.text(notes) ?? "").prefix(10_000))
    return entry
  }

  /// Parses the texts of a correction.
  ///
  /// A text that equals the stored value's leaves the value, which may be more exact.
  ///
  /// - Parameters:
  ///   - format: The format of texts.
  ///   - now: The present time.
  ///   - stored: The stored values.
  /// - Returns: The corrected entry.
  /// - Throws: `FieldProblem` with the name of the field.
  func entry(
    _ format: FieldFormat, at now: Date, correcting stored: RuckEntry
  ) throws(FieldProblem) -> RuckEntry {
    let shown = RuckEntryForm(stored, format)
    var entry = try entry(format, at: now)
    if day == shown.day, start == shown.start { entry.startedAt = stored.startedAt }
    if distance == shown.distance { entry.distance = stored.distance }
    if time == shown.time { entry.duration = stored.duration }
    if climb == shown.climb { entry.elevationGain = stored.elevationGain }
    return entry
  }

  /// Adds the name of the field to a problem.
  private static func parsed<Value>(
    _ field: String, _ parse: () throws(FieldProblem) -> Value?
  ) throws(FieldProblem) -> Value? {
    do {
      return try parse()
    } catch {
      throw FieldProblem(error.message, field: field)
    }
  }
}

extension RuckEntryForm {
  /// Creates the texts of a stored entry.
  init(_ entry: RuckEntry, _ format: FieldFormat) {
    self.init(
      day: format.day(entry.startedAt), start: format.clock(entry.startedAt),
      distance: format.measure.distance(entry.distance),
      time: MeasureFormat.duration(entry.duration),
      climb: entry.elevationGain > 0
        ? format.measure.elevation(entry.elevationGain).replacing(",", with: "") : "",
      name: entry.name, notes: entry.notes, packWeight: entry.packWeight, rpe: entry.rpe,
      heartRate: entry.averageHeartRate)
  }
}
