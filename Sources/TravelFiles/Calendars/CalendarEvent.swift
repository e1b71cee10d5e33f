// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An event of a calendar (RFC 5545, VEVENT).
public struct CalendarEvent: Sendable, Hashable {
  /// The state of an event.
  public enum Status: String, Sendable, Hashable {
    case tentative = "TENTATIVE"
    case confirmed = "CONFIRMED"
    case cancelled = "CANCELLED"
  }

  /// The identifier, stable through all versions of the event.
  public var uid: String?
  /// The number of the version; a higher one replaces a lower one.
  public var sequence = 0
  /// The title.
  public var summary: String?
  /// The description; a long one of a file is decoded at each access.
  public var note: String? {
    get { deferredNote?.text }
    set { deferredNote = newValue.map { DeferredText($0) } }
  }
  var deferredNote: DeferredText?
  /// The name or address of the place.
  public var location: String?
  /// The position of the place.
  public var coordinates: Coordinates?
  /// The start.
  public var start: TravelTime?
  /// The end; for whole days the last day, not the day after it.
  public var end: TravelTime?
  /// The state.
  public var status: Status?
  /// The web address.
  public var url: String?
  /// The categories.
  public var categories: [String] = []
  /// The names of the attendees.
  public var attendees: [String] = []
  /// The time of the last change.
  public var lastModified: TravelTime?
  /// The time at which this version of the event was written.
  public var stamp: TravelTime?
  /// The recurrence rule.
  public var recurrence: RecurrenceRule?
  /// The start of the occurrence that this event replaces.
  public var recurrenceID: TravelTime?
  /// Further starts.
  public var addedDates: [TravelTime] = []
  /// The starts of occurrences that don't take place.
  public var excludedDates: [TravelTime] = []
  /// True if the event does not block the time.
  public var isTransparent = false
  /// The bookings that a program has added to the event, as JSON of schema.org.
  public var embeddedReservations: String?
  /// The zone in which the calendar shows times of UTC.
  public var displayZone: TravelZone?
  /// The line at which the event begins.
  public var line: Int?

  /// Creates an event.
  public init(
    uid: String? = nil, summary: String? = nil, start: TravelTime? = nil, end: TravelTime? = nil
  ) {
    self.uid = uid
    self.summary = summary
    self.start = start
    self.end = end
  }

  /// True if the event takes whole days.
  public var isAllDay: Bool { start?.isDateOnly ?? false }

  /// The starts of the event's occurrences, in order, at most a number of them.
  ///
  /// - Parameter limit: The maximum number of starts.
  /// - Returns: The starts, and true if there are more.
  public func occurrences(limit: Int = 366) -> (starts: [TravelTime], isTruncated: Bool) {
    guard let start else { return ([], false) }
    var starts = [start]
    var isTruncated = false
    if let recurrence {
      let expanded = recurrence.dates(from: start, limit: limit + excludedDates.count + 1)
      starts = expanded.dates
      isTruncated = expanded.isTruncated
    }
    starts.append(contentsOf: addedDates)
    let excluded = Set(excludedDates.map(\.local))
    var seen: Set<LocalDateTime> = []
    starts = starts.filter { !excluded.contains($0.local) && seen.insert($0.local).inserted }
      .sorted { $0.local < $1.local }
    return (Array(starts.prefix(limit)), isTruncated || starts.count > limit)
  }
}
