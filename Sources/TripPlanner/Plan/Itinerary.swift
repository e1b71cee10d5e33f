// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// An entry on the plan of a day.
package enum PlanEntry: Sendable, Hashable, Identifiable {
  /// A segment that departs on the day.
  case departure(SegmentSnapshot)
  /// A segment that departed on an earlier day and arrives on this one.
  case arrival(SegmentSnapshot)
  /// An item of the day; a stay on the day of arrival.
  case item(DayPlanItemSnapshot)
  /// A stay that goes on, on a day after its arrival and before its last.
  case night(DayPlanItemSnapshot)
  /// A stay on the day of departure.
  case checkOut(DayPlanItemSnapshot)

  /// The identifier of the segment or item, which may have entries on several days.
  package var id: UUID {
    switch self {
    case .departure(let segment), .arrival(let segment): segment.id
    case .item(let item), .night(let item), .checkOut(let item): item.id
    }
  }

  /// The time on the day; nil for an entry without one.
  package var time: TravelTime? {
    switch self {
    case .departure(let segment): segment.departureTime
    case .arrival(let segment): segment.arrivalTime
    case .item(let item): item.startTime
    case .night: nil
    case .checkOut(let item): item.endTime
    }
  }
}

/// A day of a trip's plan.
package struct PlanDay: Sendable, Hashable, Identifiable {
  /// The day; nil for items without one.
  package var date: LocalDate?
  /// The number of the day, from 1; nil outside of the trip's dates.
  package var number: Int?
  package var entries: [PlanEntry]

  package var id: String { date?.description ?? "" }
}

/// Ordering of the parts of a trip.
package enum Itinerary {
  /// The maximum number of days of a plan.
  package static let dayLimit = 1_000

  /// Returns segments in the order of departure; segments without a time are last.
  package static func ordered(_ segments: [SegmentSnapshot]) -> [SegmentSnapshot] {
    let times = segments.map { segment in
      (segment.departureTime ?? segment.arrivalTime).map { ComparedTime($0) }
    }
    return ordered(segments) { first, second in
      guard let firstTime = times[first] else {
        return times[second] == nil && before(segments[first], segments[second])
      }
      guard let secondTime = times[second] else { return true }
      if firstTime.precedes(secondTime) { return true }
      if secondTime.precedes(firstTime) { return false }
      return before(segments[first], segments[second])
    }
  }

  private static func before(_ first: SegmentSnapshot, _ second: SegmentSnapshot) -> Bool {
    (first.createdAt, first.id) < (second.createdAt, second.id)
  }

  /// Returns items by day and position; items without a day are last.
  package static func ordered(_ items: [DayPlanItemSnapshot]) -> [DayPlanItemSnapshot] {
    let keys = items.map { ($0.day ?? "9999", $0.position, $0.id) }
    return ordered(items) { keys[$0] < keys[$1] }
  }

  /// Returns parts in an order of their indices, which is faster than moving the parts.
  private static func ordered<Part>(
    _ parts: [Part], by precedes: (Int, Int) -> Bool
  ) -> [Part] {
    let isOrdered = parts.indices.dropFirst().allSatisfy { !precedes($0, $0 - 1) }
    return isOrdered ? parts : parts.indices.sorted(by: precedes).map { parts[$0] }
  }

  /// Returns the days of a trip, from its dates and from the dates of its parts.
  package static func days(
    _ trip: TripSnapshot, _ segments: [SegmentSnapshot], _ items: [DayPlanItemSnapshot]
  ) -> [PlanDay] {
    var entries: [LocalDate: DayEntries] = [:]
    var undated: [PlanEntry] = []
    for item in ordered(items) {
      guard let date = item.date ?? item.startTime?.date else {
        undated.append(.item(item))
        continue
      }
      entries[date, default: .init()].append(.item(item), at: item.startTime)
    }
    for segment in ordered(segments) {
      guard let departure = segment.departureTime ?? segment.arrivalTime else {
        undated.append(.departure(segment))
        continue
      }
      entries[departure.date, default: .init()].insert(
        .departure(segment), at: departure, shownAt: segment.departureTime)
      if let arrival = segment.arrivalTime, arrival.date > departure.date {
        entries[arrival.date, default: .init()].insert(
          .arrival(segment), at: arrival, shownAt: arrival)
      }
    }
    for item in items where item.planKind == .lodging { addStay(item, to: &entries) }
    var days = dates(trip, entries.keys).map { date in
      PlanDay(
        date: date, number: number(of: date, in: trip),
        entries: PlanEntry.orderedByInstant(entries[date]?.entries ?? []))
    }
    if !undated.isEmpty { days.append(PlanDay(date: nil, number: nil, entries: undated)) }
    return days
  }

  private static func addStay(
    _ item: DayPlanItemSnapshot, to entries: inout [LocalDate: DayEntries]
  ) {
    guard let start = item.date ?? item.startTime?.date, let end = item.endTime?.date, end > start,
      end.daysSince1970 - start.daysSince1970 <= dayLimit
    else { return }
    for day in (start.daysSince1970 + 1)..<end.daysSince1970 {
      if let date = LocalDate(daysSince1970: day) {
        entries[date, default: .init()].append(.night(item), at: nil)
      }
    }
    if let time = item.endTime {
      entries[end, default: .init()].insert(.checkOut(item), at: time, shownAt: time)
    }
  }

  /// The entries of a day, with their wall clocks.
  private struct DayEntries {
    private(set) var entries: [PlanEntry] = []
    /// The wall clock of each entry; nil for one without a clock time.
    private var clocks: [LocalDateTime?] = []

    mutating func append(_ entry: PlanEntry, at time: TravelTime?) {
      entries.append(entry)
      clocks.append(Self.clock(time))
    }

    /// Inserts an entry before the first one with a later clock.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - time: The time by which it is inserted.
    ///   - ownTime: The entry's own time.
    mutating func insert(
      _ entry: PlanEntry, at time: TravelTime, shownAt ownTime: TravelTime?
    ) {
      let index =
        clocks.firstIndex { other in
          other.map { time.isDateOnly || time.local < $0 } ?? false
        } ?? clocks.count
      entries.insert(entry, at: index)
      clocks.insert(Self.clock(ownTime), at: index)
    }

    private static func clock(_ time: TravelTime?) -> LocalDateTime? {
      time.flatMap { $0.isDateOnly ? nil : $0.local }
    }
  }

  private static func dates(
    _ trip: TripSnapshot, _ used: some Collection<LocalDate>
  ) -> [LocalDate] {
    var dates = Set(used)
    if let first = trip.firstDate ?? trip.lastDate {
      let last = max(first, trip.lastDate ?? first)
      let end = min(last.daysSince1970, first.daysSince1970 + dayLimit)
      for day in first.daysSince1970...end {
        if let date = LocalDate(daysSince1970: day) { dates.insert(date) }
      }
    }
    return dates.sorted()
  }

  private static func number(of date: LocalDate, in trip: TripSnapshot) -> Int? {
    guard let first = trip.firstDate, date >= first, date <= trip.lastDate ?? first else {
      return nil
    }
    return date.daysSince1970 - first.daysSince1970 + 1
  }

  /// Returns the position of a new item among the ordered items of its day, by its start.
  package static func position(
    of item: DayPlanItemSnapshot, among items: [DayPlanItemSnapshot]
  ) -> Double {
    let others = ordered(items.filter { $0.id != item.id })
    guard let start = item.startTime, !start.isDateOnly else {
      return (others.last?.position ?? 0) + 1
    }
    let next = others.firstIndex { other in
      guard let time = other.startTime, !time.isDateOnly else { return false }
      return start.local < time.local
    }
    return between(
      next.flatMap { $0 > 0 ? others[$0 - 1].position : nil }
        ?? (next == nil ? others.last?.position : nil), next.map { others[$0].position })
  }

  /// Returns a positive number between two positive positions; nil for an open end.
  static func between(_ lower: Double?, _ upper: Double?) -> Double {
    switch (lower, upper) {
    case (nil, nil): 1
    case (let lower?, nil): lower + 1
    case (nil, let upper?): upper / 2
    case (let lower?, let upper?): lower + (upper - lower) / 2
    }
  }
}
