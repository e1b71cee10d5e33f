// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Geodesy
import TravelFiles

/// The checks of one trip, in linearithmic time.
package struct TripChecker {
  /// The shortest time for a change in seconds, by the means of transport of the second segment.
  static func minimumChange(_ transport: Transport) -> TimeInterval {
    switch transport {
    case .flight: 45 * 60
    case .boat: 30 * 60
    case .train, .bus: 5 * 60
    case .car, .taxi, .bicycle, .walk, .other: 0
    }
  }

  /// The longest walk between the end of one segment and the start of the next, in metres.
  static let changeDistance = 3_000.0
  /// The number of travellers up to which each of them has an own sequence of parts.
  static let travellerLimit = 24
  /// A change of more than a day is no connection.
  static let connectionLimit: TimeInterval = 86_400

  let detail: TripDetail
  private let places: [UUID: PlaceSnapshot]
  /// The names of travellers by segment or item.
  let travellers: [UUID: [String]]
  private var findings: [Finding] = []

  /// Creates the checks of a trip.
  package init(_ detail: TripDetail) {
    self.detail = detail
    places = Dictionary(detail.places.map { ($0.id, $0) }) { first, _ in first }
    var travellers: [UUID: [String]] = [:]
    for booking in detail.bookings where booking.bookingStatus != .cancelled {
      guard let owner = booking.segmentID ?? booking.itemID, !booking.traveller.isEmpty else {
        continue
      }
      travellers[owner, default: []].append(booking.traveller.lowercased())
    }
    self.travellers = travellers
  }

  /// Returns the problems by severity and day.
  package static func findings(_ detail: TripDetail, budget: BudgetSummary?) -> [Finding] {
    var checker = TripChecker(detail)
    checker.checkTimes()
    checker.checkConnections()
    checker.checkOverlaps()
    checker.checkNights()
    checker.checkDates()
    checker.checkBookings()
    checker.checkDocuments()
    if let budget { checker.checkBudget(budget) }
    var seen: Set<String> = []
    // Keys and days are texts of several parts; each is composed once.
    return checker.findings.map { ($0, day: $0.day?.description ?? "9999", key: $0.key) }
      .filter { seen.insert($0.key).inserted }
      .sorted { ($1.0.severity, $0.day, $0.key) < ($0.0.severity, $1.day, $1.key) }
      .map(\.0)
  }

  mutating func add(_ finding: Finding) { findings.append(finding) }

  var activeSegments: [SegmentSnapshot] {
    detail.segments.filter { $0.bookingStatus != .cancelled }
  }

  var activeItems: [DayPlanItemSnapshot] {
    detail.items.filter { $0.bookingStatus != .cancelled }
  }

  // MARK: Times

  private mutating func checkTimes() {
    for segment in activeSegments {
      check(
        segment.departureTime, segment.arrivalTime, segment.displayTitle, segment.id,
        ("departure", "arrival"))
    }
    for item in activeItems {
      check(item.startTime, item.endTime, item.title, item.id, ("start", "end"))
    }
  }

  private mutating func check(
    _ start: TravelTime?, _ end: TravelTime?, _ name: String, _ id: UUID,
    _ words: (String, String)
  ) {
    for (time, word) in [(start, words.0), (end, words.1)] {
      guard let time, !time.isDateOnly else { continue }
      if time.zone == .unknown {
        add(
          Finding(
            .unknownZone, .warning,
            "The zone of the \(word) of \(name) is unknown. Enter the zone or the place.",
            objects: [id], day: time.date))
      } else if time.isSkipped {
        add(
          Finding(
            .skippedTime, .warning,
            "Clocks never show the \(word) of \(name), since they are set forward then. Check the time.",
            objects: [id], day: time.date))
      }
    }
    guard let start, let end else { return }
    let isReversed =
      start.isDateOnly || end.isDateOnly ? end.date < start.date : end.precedes(start)
    if isReversed {
      add(
        Finding(
          .arrivalBeforeDeparture, .error,
          "The \(words.1) of \(name) is before its \(words.0). Correct one of the times.",
          objects: [id], day: start.date))
    }
  }

  // MARK: Connections

  /// The parts of each traveller in their order; parts without a known traveller are in all sequences.
  ///
  /// People of one trip may travel apart: two flights at one time are no problem then.
  private func sequences<Part>(_ parts: [Part], _ id: (Part) -> UUID) -> [[Part]] {
    let names = Set(parts.flatMap { travellers[id($0)] ?? [] })
    guard (2...Self.travellerLimit).contains(names.count) else { return [parts] }
    return names.sorted().map { name in
      parts.filter { travellers[id($0)]?.contains(name) ?? true }
    }
  }

  private mutating func checkConnections() {
    let segments = activeSegments.filter { $0.departureTime.map { !$0.isDateOnly } ?? false }
    for sequence in sequences(segments, \.id) { checkConnections(sequence) }
  }

  private mutating func checkConnections(_ segments: [SegmentSnapshot]) {
    for (first, second) in zip(segments, segments.dropFirst()) {
      guard let arrival = first.arrivalTime ?? first.departureTime,
        let departure = second.departureTime
      else { continue }
      checkGap(first, second, departure.date)
      guard first.arrivalTime != nil, let seconds = arrival.seconds(until: departure),
        seconds < Self.connectionLimit
      else { continue }
      let minutes = Int((seconds / 60).rounded())
      if seconds < 0 {
        let isSame = isSameBooking(first, second)
        add(
          Finding(
            isSame ? .doubleBooking : .impossibleConnection, .error,
            "\(second.displayTitle) departs \(-minutes) minutes before \(first.displayTitle) arrives. "
              + "Change one of them.",
            objects: [first.id, second.id], day: departure.date, seconds: seconds))
      } else if seconds < Self.minimumChange(second.mode), !isSameVehicle(first, second) {
        add(
          Finding(
            .tightConnection, .warning,
            "\(minutes) minutes between \(first.displayTitle) and \(second.displayTitle) are short. "
              + "Check the change.",
            objects: [first.id, second.id], day: departure.date, seconds: seconds))
      }
    }
  }

  private func isSameVehicle(_ first: SegmentSnapshot, _ second: SegmentSnapshot) -> Bool {
    first.number != nil && first.number == second.number && first.mode == second.mode
  }

  private func isSameBooking(_ first: SegmentSnapshot, _ second: SegmentSnapshot) -> Bool {
    first.mode == second.mode && first.departure == second.departure
      && first.originName == second.originName && first.destinationName == second.destinationName
  }

  private mutating func checkGap(
    _ first: SegmentSnapshot, _ second: SegmentSnapshot, _ day: LocalDate
  ) {
    let end = place(first.destinationID)
    let start = place(second.originID)
    let isApart: Bool
    if let from = end?.coordinates, let to = start?.coordinates {
      let distance = Geodesic.distance(
        from: (from.latitude, from.longitude), to: (to.latitude, to.longitude))
      // Stations and airports of one city are a local journey apart.
      isApart = distance > (sameCity(end, start) ? 80_000 : Self.changeDistance)
    } else if let from = first.destinationName, let to = second.originName {
      isApart =
        from.compare(to, options: [.caseInsensitive, .diacriticInsensitive]) != .orderedSame
    } else {
      return
    }
    guard isApart else { return }
    add(
      Finding(
        .placeGap, .notice,
        "\(first.displayTitle) ends at \(name(end, first.destinationName)), and \(second.displayTitle) "
          + "begins at \(name(start, second.originName)). Add the way between them.",
        objects: [first.id, second.id], day: day))
  }

  private func place(_ id: UUID?) -> PlaceSnapshot? { id.flatMap { places[$0] } }

  private func name(_ place: PlaceSnapshot?, _ name: String?) -> String {
    place?.name ?? name ?? "an unknown place"
  }

  private func sameCity(_ first: PlaceSnapshot?, _ second: PlaceSnapshot?) -> Bool {
    guard let city = first?.locality, let other = second?.locality else { return false }
    return city.compare(other, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
  }

  // MARK: Overlaps

  /// A timed part of the plan.
  private struct Interval {
    var id: UUID
    var name: String
    var start: Date
    var end: Date
    var day: LocalDate
  }

  /// Reports parts that overlap with the one that ends last among the earlier ones.
  private mutating func checkOverlaps() {
    var intervals: [Interval] = []
    for segment in activeSegments {
      guard let start = segment.departureTime, let end = segment.arrivalTime,
        let interval = interval(segment.id, segment.displayTitle, start, end)
      else { continue }
      intervals.append(interval)
    }
    for item in activeItems where item.planKind != .lodging && item.segmentID == nil {
      guard let start = item.startTime, let end = item.endTime,
        let interval = interval(item.id, item.title, start, end)
      else { continue }
      intervals.append(interval)
    }
    intervals.sort { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
    // Segments that follow each other are connections.
    let connections = Set(
      findings.filter { $0.kind == .impossibleConnection || $0.kind == .doubleBooking }
        .map(\.objects))
    for sequence in sequences(intervals, \.id) { checkOverlaps(sequence, connections) }
  }

  private mutating func checkOverlaps(_ intervals: [Interval], _ connections: Set<[UUID]>) {
    var longest: Interval?
    for interval in intervals {
      if let longest, interval.start < longest.end,
        !connections.contains([longest.id, interval.id])
      {
        add(
          Finding(
            .overlap, .warning,
            "\(longest.name) and \(interval.name) overlap. Change the time of one of them.",
            objects: [longest.id, interval.id], day: interval.day,
            seconds: longest.end.timeIntervalSince(interval.start)))
      }
      if longest.map({ interval.end > $0.end }) ?? true { longest = interval }
    }
  }

  private func interval(
    _ id: UUID, _ name: String, _ start: TravelTime, _ end: TravelTime
  ) -> Interval? {
    guard !start.isDateOnly, !end.isDateOnly, let first = start.instant, let last = end.instant,
      last > first
    else { return nil }
    return Interval(id: id, name: name, start: first, end: last, day: start.date)
  }
}
