// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
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
  /// The segments that are not cancelled.
  let activeSegments: [SegmentSnapshot]
  /// The items that are not cancelled.
  let activeItems: [DayPlanItemSnapshot]
  let places: [UUID: PlaceSnapshot]
  /// The names of travellers by segment or item.
  let travellers: [UUID: [String]]
  /// The rented cars, whose drivers are free between the pick-up and the return.
  let rentals: Set<UUID>
  private var findings: [Finding] = []

  /// Creates the checks of a trip.
  package init(_ detail: TripDetail) {
    self.detail = detail
    activeSegments = detail.segments.filter { $0.bookingStatus != .cancelled }
    activeItems = detail.items.filter { $0.bookingStatus != .cancelled }
    places = Dictionary(detail.places.map { ($0.id, $0) }) { first, _ in first }
    var travellers: [UUID: [String]] = [:]
    for booking in detail.bookings where booking.bookingStatus != .cancelled {
      guard let owner = booking.segmentID ?? booking.itemID, !booking.traveller.isEmpty else {
        continue
      }
      travellers[owner, default: []].append(booking.traveller.lowercased())
    }
    self.travellers = travellers
    rentals = Set(detail.segments.filter(\.isRental).map(\.id))
  }

  /// Returns the problems by severity and day.
  ///
  /// - Parameters:
  ///   - detail: The trip.
  ///   - budget: The costs; nil to leave them out.
  ///   - dismissed: The keys of the dismissed problems.
  /// - Returns: The problems, dismissed ones included.
  package static func findings(
    _ detail: TripDetail, budget: BudgetSummary?, dismissed: Set<String> = []
  ) -> [Finding] {
    var checker = TripChecker(detail)
    checker.checkTimes()
    checker.checkConnections()
    checker.checkOverlaps()
    checker.checkNights()
    checker.checkDates()
    checker.checkBookings()
    checker.checkDocuments()
    if let budget { checker.checkBudget(budget) }
    // Keys and days are texts of several parts; each is composed once.
    let keys = checker.findings.map(\.key)
    let days = checker.findings.map { $0.day?.description ?? "9999" }
    var seen: Set<String> = []
    let findings = checker.findings
    let order = findings.indices.filter { seen.insert(keys[$0]).inserted }.sorted {
      (findings[$1].severity, days[$0], keys[$0]) < (findings[$0].severity, days[$1], keys[$1])
    }
    return order.map { index in
      var finding = findings[index]
      finding.isDismissed = dismissed.contains(keys[index])
      return finding
    }
  }

  mutating func add(_ finding: Finding) { findings.append(finding) }

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
    _ start: TravelTime?, _ end: TravelTime?, _ name: @autoclosure () -> String, _ id: UUID,
    _ words: (String, String)
  ) {
    for (time, word) in [(start, words.0), (end, words.1)] {
      guard let time, !time.isDateOnly else { continue }
      if time.zone == .unknown {
        add(
          Finding(
            .unknownZone, .warning,
            "The zone of the \(word) of \(name()) is unknown. Enter the zone or the place.",
            objects: [id], day: time.date))
      } else if time.isSkipped {
        add(
          Finding(
            .skippedTime, .warning,
            "Clocks never show the \(word) of \(name()), since they are set forward then. Check the time.",
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
          "The \(words.1) of \(name()) is before its \(words.0). Correct one of the times.",
          objects: [id], day: start.date))
    }
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
      if rentals.contains(segment.id) {
        intervals += passages(of: segment).compactMap { passage in
          passage.start.instant.map {
            Interval(
              id: segment.id, name: passage.name, start: $0, end: $0, day: passage.start.date)
          }
        }
        continue
      }
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
            "\(longest.name.sentenceStart) and \(interval.name) overlap. "
              + "Change the time of one of them.",
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
