// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A streaming reader of iCalendar (RFC 5545).
///
/// Memory depends on the largest event and not on the file.
///
/// ```swift
/// var reader = CalendarReader()
/// reader.read(data) { event in show(event) }
/// reader.finish { event in show(event) }
/// ```
public struct CalendarReader {
  /// The problems so far.
  public private(set) var issues = TravelFileIssueLog()
  /// The number of events so far.
  public private(set) var eventCount = 0
  /// True once the file has begun a calendar.
  public private(set) var hasCalendar = false
  /// The calendar's method, such as `CANCEL`.
  public private(set) var method: String?

  /// The zone in which calendar programs show times of UTC.
  private var displayZone: TravelZone?
  private var lines = ContentLineReader()
  private var components: [String] = []
  private var event: PendingEvent?
  private var zones = CalendarZones()
  private var zone: (identifier: String?, definition: CalendarZones.Definition)?
  private var observance: CalendarZones.Observance?
  private var seen: [String: Int] = [:]
  /// The data of which long texts are decoded at each access; nil to decode all texts at once.
  private var source: Data?

  /// An event whose times are parsed at its end.
  private struct PendingEvent {
    var event = CalendarEvent()
    var end: TravelTime?
    var duration: Int?
  }

  /// The maximum number of identifiers that are compared.
  private static let seenLimit = 100_000

  /// Creates a reader.
  public init() {}

  /// Reads the next bytes, and passes each event that they complete.
  public mutating func read(_ data: Data, _ body: (CalendarEvent) -> Void) {
    data.withUnsafeBytes { bytes in
      var lines = self.lines
      lines.read(bytes) { line, number, range in handle(line, number, range, body) }
      self.lines = lines
    }
  }

  /// Reads a whole file; its events refer to their long descriptions in the data.
  mutating func readFile(_ data: Data, _ body: (CalendarEvent) -> Void) {
    source = data
    read(data, body)
    source = nil
    finish(body)
  }

  /// Ends the file; an event without its end is left out and reported.
  public mutating func finish(_ body: (CalendarEvent) -> Void) {
    var lines = self.lines
    lines.finish { line, number, range in handle(line, number, range, body) }
    self.lines = lines
    if let event {
      issues.add(
        .malformedPart, line: event.event.line, "The file ends in this event, which is skipped")
    }
    event = nil
  }

  // MARK: Lines

  private mutating func handle(
    _ bytes: [UInt8], _ number: Int, _ range: Range<Int>?, _ body: (CalendarEvent) -> Void
  ) {
    var bytes = bytes
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let line = ContentLine(bytes, line: number) else {
      issues.add(.malformedPart, line: number, "A line has no name and value, and is skipped")
      return
    }
    switch line.name {
    case "BEGIN": begin(line.value.trimmed.uppercased(), number)
    case "END": end(line.value.trimmed.uppercased(), body)
    default:
      switch components.last {
      case "VEVENT": readEvent(line, range)
      case "VTIMEZONE": readZone(line)
      case "STANDARD", "DAYLIGHT": readObservance(line)
      case "VCALENDAR":
        if line.name == "METHOD" { method = line.value.uppercased() }
        if line.name == "X-WR-TIMEZONE" {
          displayZone = CalendarZones.databaseZone(line.text.trimmed)
        }
      default: break
      }
    }
  }

  private mutating func begin(_ component: String, _ line: Int) {
    guard components.count < 16 else { return }
    if component == "VEVENT" {
      if event != nil {
        issues.add(.malformedPart, line: line, "An event begins in another one, which is skipped")
        components.removeAll { $0 == "VEVENT" }
      }
      event = PendingEvent()
      event?.event.line = line
    }
    if component == "VCALENDAR" { hasCalendar = true }
    if component == "VTIMEZONE" { zone = (nil, CalendarZones.Definition()) }
    if component == "STANDARD" || component == "DAYLIGHT" {
      observance = CalendarZones.Observance()
    }
    components.append(component)
  }

  private mutating func end(_ component: String, _ body: (CalendarEvent) -> Void) {
    guard let index = components.lastIndex(of: component) else { return }
    components.removeSubrange(index...)
    switch component {
    case "VEVENT": finishEvent(body)
    case "STANDARD", "DAYLIGHT":
      if let observance, zone?.definition.observances.count ?? 0 < 1000 {
        zone?.definition.observances.append(observance)
      }
      observance = nil
    case "VTIMEZONE":
      if let zone, let identifier = zone.identifier, zones.definitions.count < 1000 {
        zones.definitions[identifier] = zone.definition
      }
      zone = nil
    default: break
    }
  }

  // MARK: Zones

  private mutating func readZone(_ line: ContentLine) {
    switch line.name {
    case "TZID": zone?.identifier = line.text
    case "X-LIC-LOCATION": zone?.definition.location = line.text
    default: break
    }
  }

  private mutating func readObservance(_ line: ContentLine) {
    switch line.name {
    case "DTSTART": observance?.start = TravelTime(iso8601: line.value)?.local
    case "TZOFFSETFROM": observance?.offsetFrom = Self.offset(line.value)
    case "TZOFFSETTO": observance?.offsetTo = Self.offset(line.value)
    case "RRULE": observance?.recurrence = RecurrenceRule(line.value)
    case "RDATE":
      observance?.dates += line.value.split(separator: ",").prefix(1000).compactMap {
        TravelTime(iso8601: String($0))?.local
      }
    default: break
    }
  }

  private static func offset(_ text: String) -> Int? {
    var scanner = ASCIIScanner(text.trimmed.prefix(5))
    guard case .offset(let seconds) = scanner.offset() else { return nil }
    return seconds
  }

  // MARK: Events

  private mutating func readEvent(_ line: ContentLine, _ range: Range<Int>?) {
    switch line.name {
    case "UID": event?.event.uid = line.text.trimmed.nonEmpty
    case "SEQUENCE": event?.event.sequence = max(0, Int(line.value.trimmed) ?? 0)
    case "SUMMARY": event?.event.summary = line.text.trimmed.nonEmpty
    case "DESCRIPTION":
      let note = note(line, range)
      event?.event.deferredNote = note
    case "LOCATION": event?.event.location = line.text.trimmed.nonEmpty
    case "URL": event?.event.url = line.text.trimmed.nonEmpty
    case "STATUS": event?.event.status = CalendarEvent.Status(rawValue: line.value.uppercased())
    case "TRANSP": event?.event.isTransparent = line.value.uppercased() == "TRANSPARENT"
    case "CATEGORIES":
      event?.event.categories += line.text.split(separator: ",").map { $0.trimmed }
    case "GEO": readPosition(line)
    case "ATTENDEE":
      if let name = line.parameters["CN"], event?.event.attendees.count ?? 0 < 1000 {
        event?.event.attendees.append(name)
      }
    case "X-KDE-KITINERARY-RESERVATION": event?.event.embeddedReservations = line.text
    case "DURATION": event?.duration = Self.duration(line.value)
    case "DTSTART", "DTEND", "DTSTAMP", "LAST-MODIFIED", "RECURRENCE-ID": readTime(line)
    case "EXDATE":
      let times = times(line)
      event?.event.excludedDates += times
    case "RDATE":
      let times = times(line)
      event?.event.addedDates += times
    case "RRULE":
      event?.event.recurrence = RecurrenceRule(line.value)
      if event?.event.recurrence == nil {
        issues.add(.recurrence, line: line.line, "The recurrence rule is not supported")
      }
    default: break
    }
  }

  private func note(_ line: ContentLine, _ range: Range<Int>?) -> DeferredText? {
    if let source, let range, line.value.utf8.count > DeferredText.minimumLength {
      let start = source.startIndex
      return DeferredText(
        contentLine: source[start + range.lowerBound..<start + range.upperBound])
    }
    return line.text.nonEmpty.map { DeferredText($0) }
  }

  private mutating func readTime(_ line: ContentLine) {
    let time = time(line)
    switch line.name {
    case "DTSTART": event?.event.start = time
    case "DTEND": event?.end = time
    case "DTSTAMP": event?.event.stamp = time
    case "LAST-MODIFIED": event?.event.lastModified = time
    default: event?.event.recurrenceID = time
    }
  }

  private mutating func readPosition(_ line: ContentLine) {
    let parts = line.value.split { $0 == ";" || $0 == "," }.map { $0.trimmed }
    if parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
      let position = Coordinates(latitude: latitude, longitude: longitude)
    {
      event?.event.coordinates = position
    } else {
      issues.add(.unreadablePosition, line: line.line, "The position is left out")
    }
  }

  private mutating func times(_ line: ContentLine) -> [TravelTime] {
    line.value.split(separator: ",").prefix(1000).compactMap { time(line, text: String($0)) }
  }

  private mutating func time(_ line: ContentLine, text: String? = nil) -> TravelTime? {
    guard var time = TravelTime(iso8601: text ?? line.value) else {
      issues.add(
        .unreadableTime, line: line.line,
        "The time \"\((text ?? line.value).prefix(40))\" is left out")
      return nil
    }
    if let identifier = line.parameters["TZID"], !time.isDateOnly, time.zone == .unknown {
      if let zone = zones.zone(identifier, at: time.local) {
        time.zone = zone
      } else {
        issues.add(
          .unknownZone, line: line.line,
          "The zone \"\(identifier.prefix(60))\" is unknown; the time stays local")
      }
    }
    if time.isSkipped {
      issues.add(
        .skippedTime, line: line.line,
        "Clocks skip the time \(time.local) in \(time.zone.identifier ?? "its zone")")
    }
    return time
  }

  /// Parses a duration in seconds, such as `PT1H30M` or `P2D`.
  static func duration(_ text: String) -> Int? {
    guard
      let match = text.trimmed.wholeMatch(
        of:
          /([+-]?)P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?/
      )
    else { return nil }
    let parts = [
      (match.2, 604_800), (match.3, 86_400), (match.4, 3600), (match.5, 60), (match.6, 1),
    ]
    let seconds = parts.reduce(0) { $0 + ($1.0.flatMap { Int($0) } ?? 0) * $1.1 }
    return match.1 == "-" ? -seconds : seconds
  }

  private mutating func finishEvent(_ body: (CalendarEvent) -> Void) {
    guard var event = self.event?.event, let pending = self.event else { return }
    self.event = nil
    event.end = end(of: event, pending)
    event.displayZone = displayZone
    // The rule of a recurring event counts days of UTC; its occurrences are shown in the zone.
    if let displayZone, event.recurrence == nil, event.addedDates.isEmpty {
      event.start = event.start?.displayed(in: displayZone)
      event.end = event.end?.displayed(in: displayZone)
    }
    if method == "CANCEL" { event.status = .cancelled }
    if let start = event.start, let end = event.end, TimeMerge.isBefore(end, start) {
      issues.add(.endBeforeStart, line: event.line, "The event ends before it starts")
    }
    if let uid = event.uid {
      let key = uid + "\u{0}" + (event.recurrenceID?.description ?? "")
      if let sequence = seen[key] {
        issues.add(
          .duplicateIdentifier, line: event.line,
          "The identifier \"\(uid.prefix(60))\" occurs again, with version \(event.sequence) after "
            + "version \(sequence)")
      }
      if seen.count < Self.seenLimit { seen[key] = max(seen[key] ?? 0, event.sequence) }
    }
    eventCount += 1
    body(event)
  }

  private func end(of event: CalendarEvent, _ pending: PendingEvent) -> TravelTime? {
    guard let start = event.start else { return pending.end }
    if var end = pending.end {
      // The end of whole days is exclusive in the file.
      if end.isDateOnly, end.date > start.date, let last = end.date.adding(days: -1) {
        end = TravelTime(last, zone: end.zone)
      }
      return end
    }
    guard let duration = pending.duration, duration >= 0 else {
      return start.isDateOnly ? start : nil
    }
    if start.isDateOnly {
      return start.date.adding(days: max(0, duration / 86_400 - 1)).map { TravelTime($0) }
    }
    if let instant = start.instant {
      return TravelTime(instant: instant + Double(duration), zone: start.zone)
    }
    return LocalDateTime(secondsSince1970: start.local.secondsSince1970 + duration).map {
      TravelTime($0)
    }
  }
}

extension TravelTime {
  /// A time of UTC on the clocks of another zone; other times are unchanged.
  package func displayed(in zone: TravelZone) -> TravelTime {
    self.zone == .offset(0) && !isDateOnly ? converted(to: zone) : self
  }
}
