// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// The table `activities.csv` of a Strava export.
///
/// The headings have the account's language. Columns are found by their English headings, and
/// otherwise by their positions, which are equal in all languages.
struct StravaActivities {
  /// One activity.
  struct Activity: Hashable {
    /// The path of the recording; empty for an activity that was entered by hand.
    var file: String
    var name: String
    var kind: String
    var notes: String
    var gear: String
    /// Kilograms.
    var athleteWeight: Double?
    /// Perceived exertion, 1...10.
    var exertion: Int?
    /// The weather; only tables with English headings have it.
    var weather: ActivityWeather?
    /// The start and the totals; nil without an English heading or a date.
    var totals: ActivityLap?

    /// The sport of an activity without a recording; nil if it is no walk.
    var sport: ActivitySport? {
      guard StravaActivities.walks.contains(kind) else { return nil }
      return kind == "Walk" ? .walking : .hiking
    }
  }

  /// The maximum size of the table in bytes.
  static let sizeLimit = 64 << 20

  let activities: [Activity]

  /// Decodes a table; nil if it is not one of activities.
  init?(_ data: Data) {
    var rows = DelimitedText.rows(data)
    guard Self.matches(data), let headings = rows.first else { return nil }
    rows.removeFirst()
    func column(_ heading: String, _ position: Int) -> Int {
      headings.firstIndex(of: heading) ?? position
    }
    let name = column("Activity Name", 2)
    let kind = column("Activity Type", 3)
    let description = column("Activity Description", 4)
    let note = column("Activity Private Note", 10)
    let gear = column("Activity Gear", 11)
    let weight = column("Athlete Weight", 13)
    let file =
      headings.firstIndex(of: "Filename")
      ?? headings.indices.max { first, second in
        Self.paths(rows, first) < Self.paths(rows, second)
      } ?? 12
    // Of columns with equal names, the last one has SI units; a single distance is in kilometres.
    let named = Dictionary(headings.enumerated().map { ($1, $0) }) { $1 }
    let metres = headings.count { $0 == "Distance" } > 1 ? 1.0 : 1_000
    activities = rows.filter { $0.count > 4 }.map { row in
      func number(_ heading: String, _ possible: ClosedRange<Double>) -> Double? {
        named[heading].flatMap { Double(value($0)) }.flatMap { possible.contains($0) ? $0 : nil }
      }
      func value(_ index: Int) -> String { row.indices.contains(index) ? row[index] : "" }
      let notes = [value(description), value(note)].filter { !$0.isEmpty }
      return Activity(
        file: value(file), name: value(name), kind: value(kind),
        notes: notes.joined(separator: "\n\n"), gear: value(gear),
        athleteWeight: Double(value(weight)).flatMap { (20...500).contains($0) ? $0 : nil },
        exertion: number("Perceived Exertion", 1...10).map { Int($0.rounded()) },
        weather: Self.weather(number),
        totals: Self.totals(
          named["Activity Date"].flatMap { Self.date(value($0)) }, metres, number))
    }
  }

  /// The totals in a row; nil without a date or an elapsed time.
  ///
  /// - Parameters:
  ///   - start: The start.
  ///   - metres: The unit of the distance in metres.
  ///   - number: Returns the number in a column; nil if it is out of the range.
  /// - Returns: The totals.
  private static func totals(
    _ start: Date?, _ metres: Double, _ number: (String, ClosedRange<Double>) -> Double?
  ) -> ActivityLap? {
    guard let start, let elapsed = number("Elapsed Time", 1...1e7) else { return nil }
    var totals = ActivityLap()
    totals.start = start
    totals.elapsedTime = elapsed
    totals.timerTime = number("Moving Time", 1...elapsed) ?? elapsed
    totals.distance = number("Distance", 0...1e6).map { $0 * metres }
    totals.ascent = number("Elevation Gain", 0...1e5)
    return totals
  }

  /// Decodes an English date in UTC, such as `Jul 1, 2025, 6:30:00 AM` or `1 Jul 2025, 06:30:00`.
  static func date(_ text: String) -> Date? {
    var parts = text.split { $0.isWhitespace || $0 == "," || $0 == ":" }.map(String.init)
    guard (6...7).contains(parts.count) else { return nil }
    if Int(parts[0]) != nil { parts.swapAt(0, 1) }
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    let numbers = parts[1...5].compactMap { Int($0) }
    guard let month = months.firstIndex(of: String(parts[0].lowercased().prefix(3))),
      numbers.count == 5, (1...31).contains(numbers[0]), (1990...2200).contains(numbers[1]),
      (0...23).contains(numbers[2]), (0...59).contains(numbers[3]), (0...60).contains(numbers[4])
    else { return nil }
    var hour = numbers[2]
    if parts.count == 7 {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (parts[6].lowercased() == "pm" ? 12 : 0)
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: numbers[1], month: month + 1, day: numbers[0], hour: hour, minute: numbers[3],
        second: numbers[4]))
  }

  /// The weather in a row; nil without a temperature.
  private static func weather(
    _ number: (String, ClosedRange<Double>) -> Double?
  ) -> ActivityWeather? {
    guard let temperature = number("Weather Temperature", -90...70) else { return nil }
    var weather = ActivityWeather()
    weather.temperature = temperature
    // The table has a share.
    weather.humidity = number("Humidity", 0...1).map { $0 * 100 }
    weather.windSpeed = number("Wind Speed", 0...150)
    weather.windDirection = number("Wind Bearing", 0...360)
    return weather
  }

  /// Whether a file begins as the table does: with an English heading, or with paths of recordings.
  static func matches(_ start: Data) -> Bool {
    let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
    let head = text.prefix(1 << 16)
    return head.starts(with: "Activity ID,".utf8)
      || (head.first != UInt8(ascii: "<") && head.first != UInt8(ascii: "{")
        && head.range(of: Data(",activities/".utf8)) != nil)
  }

  /// The kinds of activities that count as walks, also if their recordings have another sport.
  static let walks: Set<String> = ["Walk", "Hike", "Snowshoe"]

  /// The kinds of activities that are no walks.
  static let otherKinds: Set<String> = [
    "Ride", "Virtual Ride", "E-Bike Ride", "Mountain Bike Ride", "Gravel Ride",
    "E-Mountain Bike Ride", "Handcycle", "Velomobile", "Run", "Trail Run", "Virtual Run", "Swim",
    "Rowing", "Virtual Row",
    "Canoe", "Kayaking", "Stand Up Paddling", "Surfing", "Windsurf", "Kitesurf", "Sail",
    "Alpine Ski", "Backcountry Ski", "Nordic Ski", "Snowboard", "Ice Skate", "Inline Skate",
    "Roller Ski", "Skateboard", "Yoga", "Pilates", "Weight Training", "Crossfit", "Elliptical",
    "Rock Climb", "Golf", "Tennis", "Soccer", "Badminton", "Squash", "Pickleball", "Table Tennis",
  ]

  private static func paths(_ rows: [[String]], _ column: Int) -> Int {
    rows.prefix(1000).count { $0.indices.contains(column) && $0[column].hasPrefix("activities/") }
  }
}

/// A decoder of comma-separated values (RFC 4180).
enum DelimitedText {
  /// The maximum size of a field in bytes; the rest is dropped.
  private static let fieldLimit = 100_000
  /// The maximum numbers of fields of a row and of rows; further ones are dropped.
  private static let (columnLimit, rowLimit) = (1_000, 200_000)

  /// The rows with their fields; blank lines are left out.
  static func rows(_ data: Data) -> [[String]] {
    var bytes = Array(data)[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var index = bytes.startIndex
    func endField() {
      if row.count < columnLimit { row.append(String(decoding: field, as: UTF8.self)) }
      field.removeAll(keepingCapacity: true)
    }
    func endRow() {
      endField()
      if rows.count < rowLimit, row.contains(where: { !$0.isEmpty }) { rows.append(row) }
      row.removeAll()
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if index < bytes.endIndex, bytes[index] == byte {
          index += 1
          if field.count < fieldLimit { field.append(byte) }
        } else {
          isQuoted = false
        }
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case UInt8(ascii: ",") where !isQuoted: endField()
      case 0x0A where !isQuoted: endRow()
      case 0x0D where !isQuoted: break
      default: if field.count < fieldLimit { field.append(byte) }
      }
    }
    if !field.isEmpty || !row.isEmpty { endRow() }
    return rows
  }
}
