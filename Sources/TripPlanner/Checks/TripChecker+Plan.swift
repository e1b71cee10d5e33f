// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

extension TripChecker {
  /// The maximum number of nights that are checked.
  private static let nightLimit = 366

  // MARK: Nights

  /// Reports nights of the trip without a stay and without a segment that runs through them.
  mutating func checkNights() {
    guard let first = detail.trip.firstDate, let last = detail.trip.lastDate, last > first,
      last.daysSince1970 - first.daysSince1970 <= Self.nightLimit
    else { return }
    var covered: Set<Int> = []
    func cover(_ start: LocalDate, _ end: LocalDate) {
      guard end > start, end.daysSince1970 - start.daysSince1970 <= Self.nightLimit else { return }
      covered.formUnion(start.daysSince1970..<end.daysSince1970)
    }
    for item in activeItems where item.planKind == .lodging {
      guard let start = item.date ?? item.startTime?.date else { continue }
      let end = item.endTime?.date ?? start.adding(days: 1)
      if let end { cover(start, end) }
    }
    // Across the date line a night flight may arrive on the day of its departure, or two days after it.
    for segment in activeSegments where !rentals.contains(segment.id) {
      guard let departure = segment.departureTime, let arrival = segment.arrivalTime else {
        continue
      }
      cover(departure.date, arrival.date)
      if arrival.date <= departure.date, (segment.duration ?? 0) > 6 * 3600,
        departure.local.hour >= 18 || departure.isDateOnly
      {
        covered.insert(departure.date.daysSince1970)
      }
    }
    var run: Range<Int>?
    for day in first.daysSince1970..<last.daysSince1970 where !covered.contains(day) {
      if let nights = run, nights.upperBound == day {
        run = nights.lowerBound..<day + 1
      } else {
        if let run { reportNights(run) }
        run = day..<day + 1
      }
    }
    if let run { reportNights(run) }
  }

  /// Reports nights without a bed that follow each other, by the days after which they begin.
  private mutating func reportNights(_ nights: Range<Int>) {
    guard let first = LocalDate(daysSince1970: nights.lowerBound),
      let end = LocalDate(daysSince1970: nights.upperBound)
    else { return }
    let isSingle = nights.count == 1
    let period =
      isSingle ? "night after \(first)" : "\(nights.count) nights from \(first) to \(end)"
    add(
      Finding(
        .nightWithoutBed, .warning,
        "There is no bed for the \(period). Add a stay, or a journey through the night.",
        day: first, endDay: isSingle ? nil : end))
  }

  // MARK: Dates

  /// Reports parts outside of the days of the trip.
  mutating func checkDates() {
    guard let first = detail.trip.firstDate, let last = detail.trip.lastDate else { return }
    let period = "\(first) to \(last)"
    func check(_ id: UUID, _ name: @autoclosure () -> String, _ days: LocalDate?...) {
      guard let day = days.compactMap(\.self).first(where: { $0 < first || $0 > last })
      else { return }
      add(
        Finding(
          .outsideTrip, .notice,
          "\(name()) is on \(day), outside of the trip from \(period). Change one of the dates.",
          objects: [id], day: day))
    }
    for segment in activeSegments {
      check(
        segment.id, segment.displayTitle, segment.departureTime?.date, segment.arrivalTime?.date)
    }
    for item in activeItems {
      check(item.id, item.title, item.date, item.startTime?.date, item.endTime?.date)
    }
  }

  // MARK: Bookings

  /// Reports travellers with two bookings of one journey, and nights with two stays of one traveller.
  mutating func checkBookings() {
    var journeys: [String: Int] = [:]
    for (index, segment) in activeSegments.enumerated() {
      guard let departure = segment.departure, segment.originName != nil || segment.number != nil
      else { continue }
      for traveller in travellers[segment.id] ?? [""] {
        let key = [segment.transport, departure, traveller].joined(separator: "|")
        if let other = journeys[key].map({ activeSegments[$0] }), other.id != segment.id {
          report(
            other.id, segment.id, other.displayTitle, segment.displayTitle, segment.departureTime)
        }
        journeys[key] = index
      }
    }
    let stays = activeItems.filter { $0.planKind == .lodging }.compactMap { item in
      (item.date ?? item.startTime?.date).map { (item: item, start: $0) }
    }.sorted { ($0.start, $0.item.id) < ($1.start, $1.item.id) }
    var last: (item: DayPlanItemSnapshot, end: LocalDate)?
    for stay in stays {
      if let last, stay.start < last.end, sharesTraveller(last.item, stay.item) {
        report(
          last.item.id, stay.item.id, last.item.title, stay.item.title,
          TravelTime(stay.start))
      }
      let end = stay.item.endTime?.date ?? stay.start.adding(days: 1) ?? stay.start
      if last.map({ end > $0.end }) ?? true { last = (stay.item, end) }
    }
  }

  private func sharesTraveller(_ first: DayPlanItemSnapshot, _ second: DayPlanItemSnapshot) -> Bool
  {
    let firstNames = Set(travellers[first.id] ?? [])
    let secondNames = Set(travellers[second.id] ?? [])
    return firstNames.isEmpty || secondNames.isEmpty || !firstNames.isDisjoint(with: secondNames)
  }

  private mutating func report(
    _ first: UUID, _ second: UUID, _ firstName: String, _ secondName: String, _ time: TravelTime?
  ) {
    add(
      Finding(
        .doubleBooking, .warning,
        "\(firstName) and \(secondName) are booked for the same time. Cancel one of them.",
        objects: [first, second], day: time?.date))
  }

  // MARK: Documents and costs

  /// Reports documents that expire before the end of the trip.
  mutating func checkDocuments() {
    guard let end = detail.trip.endDay ?? detail.trip.startDay else { return }
    for document in detail.documents {
      guard let expiry = document.expiryDay, expiry < end else { continue }
      add(
        Finding(
          .expiredDocument, .error,
          "\(document.name) expires on \(expiry), before the end of the trip on \(end). Renew it.",
          objects: [document.id], day: StoredTime.day(expiry)))
    }
  }

  /// Reports exceeded budgets and missing rates.
  mutating func checkBudget(_ summary: BudgetSummary) {
    if let budget = summary.budget, summary.total.total > budget {
      let excess = Currency.text(summary.total.total - budget, summary.currency)
      add(
        Finding(
          .overBudget, .warning,
          "The costs exceed the budget by \(excess). Raise the budget, or plan less.",
          objects: [detail.trip.id]))
    }
    for (category, limit) in summary.categoryBudgets.sorted(by: { $0.key < $1.key }) {
      guard let sum = summary.byCategory[category]?.total, sum > limit else { continue }
      let id = UUID(namespace: detail.trip.id, name: "budget:\(category)")
      add(
        Finding(
          .overBudget, .warning,
          "The costs of \(category) exceed their budget by "
            + "\(Currency.text(sum - limit, summary.currency)). Raise it, or plan less.",
          objects: [detail.trip.id, id]))
    }
    for currency in summary.missingRates {
      let id = UUID(namespace: detail.trip.id, name: "rate:\(currency)")
      add(
        Finding(
          .missingRate, .warning,
          "The sums lack the costs in \(currency). Enter a rate to \(summary.currency).",
          objects: [detail.trip.id, id]))
    }
  }
}
