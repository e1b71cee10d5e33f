// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A writer of iCalendar (RFC 5545).
///
/// Each end of an event has the zone of its place, and each zone is defined in the file.
public struct CalendarWriter: Sendable {
  /// The time stamp of events without a time of modification.
  ///
  /// In a calendar without a method, the time stamp of an event is that of its last revision (RFC 5545, 3.8.7.2),
  /// so that an unchanged calendar is written alike each time.
  public var stamp: Date
  /// The name that calendar programs show.
  public var name: String?

  private static let lineEnd: [UInt8] = [0x0D, 0x0A]

  /// Creates a writer.
  public init(stamp: Date, name: String? = nil) {
    self.stamp = stamp
    self.name = name
  }

  /// Returns a calendar with events; an event without an identifier or a start is left out.
  public func data(_ events: [CalendarEvent]) -> Data {
    let events = events.filter { $0.uid != nil && $0.start != nil }
    var output: [UInt8] = []
    line("BEGIN:VCALENDAR", &output)
    line("VERSION:2.0", &output)
    line("PRODID:-//Cairn//Trips//EN", &output)
    line("CALSCALE:GREGORIAN", &output)
    if let name { line("X-WR-CALNAME:" + Self.escaped(name), &output) }
    for zone in zones(events) { line(zone, &output) }
    for event in events { write(event, &output) }
    line("END:VCALENDAR", &output)
    return Data(output)
  }

  private func write(_ event: CalendarEvent, _ output: inout [UInt8]) {
    line("BEGIN:VEVENT", &output)
    line("UID:" + Self.escaped(event.uid ?? ""), &output)
    line("DTSTAMP:" + Self.utc(event.lastModified?.instant ?? stamp), &output)
    line("SEQUENCE:\(event.sequence)", &output)
    if let start = event.start { line(time("DTSTART", start), &output) }
    if let start = event.start, let end = event.end, Self.isOrdered(start, end) {
      line(time("DTEND", end, isEnd: true), &output)
    }
    text("SUMMARY", event.summary, &output)
    text("DESCRIPTION", event.note, &output)
    text("LOCATION", event.location, &output)
    if let position = event.coordinates {
      line("GEO:\(position.latitude);\(position.longitude)", &output)
    }
    if let url = event.url, !url.contains(where: \.isNewline) { line("URL:" + url, &output) }
    if let status = event.status { line("STATUS:" + status.rawValue, &output) }
    if let modified = event.lastModified?.instant {
      line("LAST-MODIFIED:" + Self.utc(modified), &output)
    }
    line("TRANSP:" + (event.isTransparent ? "TRANSPARENT" : "OPAQUE"), &output)
    line("END:VEVENT", &output)
  }

  /// True if an end may be written: it has the form of the start, and is not before it.
  private static func isOrdered(_ start: TravelTime, _ end: TravelTime) -> Bool {
    guard start.isDateOnly == end.isDateOnly else { return false }
    if start.isDateOnly { return end.date >= start.date }
    guard (start.zone == .unknown) == (end.zone == .unknown) else { return false }
    if let start = start.instant, let end = end.instant { return end >= start }
    return end.local >= start.local
  }

  private func text(_ name: String, _ value: String?, _ output: inout [UInt8]) {
    if let value, !value.isEmpty { line(name + ":" + Self.escaped(value), &output) }
  }

  private func time(_ name: String, _ time: TravelTime, isEnd: Bool = false) -> String {
    if time.isDateOnly {
      // The end of whole days is the day after the last one.
      let date = isEnd ? time.date.adding(days: 1) ?? time.date : time.date
      return "\(name);VALUE=DATE:" + Self.compact(date.description)
    }
    let local = Self.compact(time.local.description)
    switch time.zone {
    case .unknown: return "\(name):\(local)"
    case .offset: return time.instant.map { "\(name):" + Self.utc($0) } ?? "\(name):\(local)"
    case .named(let identifier):
      // A form without zone cannot name the second of two equal wall clocks.
      if time.fold, let instant = time.instant { return "\(name):" + Self.utc(instant) }
      return "\(name);TZID=\(identifier):\(local)"
    }
  }

  // MARK: Zones

  /// The definitions of all zones, for the years of the events.
  private func zones(_ events: [CalendarEvent]) -> [String] {
    let times = events.flatMap { [$0.start, $0.end].compactMap(\.self) }.filter { !$0.isDateOnly }
    let years = times.map(\.date.year)
    guard let first = years.min(), let last = years.max() else { return [] }
    return Set(times.compactMap(\.zone.identifier)).sorted().flatMap { identifier in
      TimeZoneCache.zone(identifier).map {
        Self.definition($0.timeZone, identifier, from: first - 1, to: min(last + 1, first + 50))
      } ?? []
    }
  }

  /// The lines of a VTIMEZONE with the changes of some years.
  private static func definition(
    _ zone: TimeZone, _ identifier: String, from first: Int, to last: Int
  ) -> [String] {
    var lines = ["BEGIN:VTIMEZONE", "TZID:" + identifier, "X-LIC-LOCATION:" + identifier]
    let start = LocalDate(year: max(first, 1), month: 1, day: 1)?.daysSince1970 ?? 0
    let end = LocalDate(year: min(last, 9998) + 1, month: 1, day: 1)?.daysSince1970 ?? 0
    var instant = Date(timeIntervalSince1970: TimeInterval(start) * 86_400)
    let limit = Date(timeIntervalSince1970: TimeInterval(end) * 86_400)
    var offset = zone.secondsFromGMT(for: instant)
    lines += observance(zone, at: instant, from: offset, to: offset)
    var count = 0
    while let next = zone.nextDaylightSavingTimeTransition(after: instant), next < limit,
      next > instant, count < 400
    {
      let changed = zone.secondsFromGMT(for: next)
      if changed != offset { lines += observance(zone, at: next, from: offset, to: changed) }
      (instant, offset) = (next, changed)
      count += 1
    }
    lines.append("END:VTIMEZONE")
    return lines
  }

  private static func observance(
    _ zone: TimeZone, at instant: Date, from old: Int, to new: Int
  ) -> [String] {
    let kind = zone.isDaylightSavingTime(for: instant) ? "DAYLIGHT" : "STANDARD"
    let onset = TravelTime(instant: instant, zone: .offset(old))?.local.description ?? ""
    return [
      "BEGIN:" + kind, "DTSTART:" + compact(onset),
      "TZOFFSETFROM:" + TravelTime.text(offset: old, separator: ""),
      "TZOFFSETTO:" + TravelTime.text(offset: new, separator: ""),
      "TZNAME:" + (zone.abbreviation(for: instant) ?? "LMT"), "END:" + kind,
    ]
  }

  // MARK: Text

  private static func utc(_ instant: Date) -> String {
    let local = TravelTime(instant: instant, zone: .offset(0))?.local.description
    return compact(local ?? "1970-01-01T00:00:00") + "Z"
  }

  private static func compact(_ text: String) -> String {
    text.filter { $0 != "-" && $0 != ":" }
  }

  private static func escaped(_ text: String) -> String {
    var output = ""
    for character in text {
      switch character {
      case "\\", ";", ",": output += "\\" + String(character)
      case "\n", "\r\n", "\r", "\u{2028}", "\u{2029}": output += "\\n"
      default:
        if character.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\t" }) {
          output.append(character)
        }
      }
    }
    return output
  }

  /// Appends a line, folded after at most 75 bytes, between characters.
  private func line(_ text: String, _ output: inout [UInt8]) {
    var count = 0
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if count + bytes.count > 75 {
        output += Self.lineEnd + [0x20]
        count = 1
      }
      output += bytes
      count += bytes.count
    }
    output += Self.lineEnd
  }
}
