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
    let named = Dictionary(headings.enumerated().map { ($1, $0) }) { first, _ in first }
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
        weather: Self.weather(number))
    }
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

  /// The kinds of activities that are walks, whatever the sport in their recordings.
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
