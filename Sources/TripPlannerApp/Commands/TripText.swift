// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import TravelFiles
import TripPlanner

/// Trips as text for a person.
enum TripText {
  private static let format = TripFormat()

  /// Pairs with values as lines, the values in one column.
  static func fields(_ pairs: [(name: String, value: String?)]) -> String {
    TextTable.fields(
      pairs.compactMap { pair in
        pair.value.flatMap { $0.isEmpty ? nil : (name: pair.name, value: $0) }
      })
  }

  /// A table of trips.
  static func trips(_ trips: [TripSummary]) -> String {
    guard !trips.isEmpty else {
      return "No trips yet. Import bookings with cairn trip import FILE, or create a trip with "
        + "cairn trip new NAME.\n"
    }
    var table = TextTable([
      .left("ID"), .left("DATES"), .left("TRIP"), .left("DESTINATION"), .right("JOURNEYS"),
      .right("PLANS"), .right("PACKED"),
    ])
    for summary in trips {
      let trip = summary.trip
      table.add([
        trip.id.shortText, format.range(trip.firstDate, trip.lastDate) ?? "open",
        trip.title.truncated(to: 32), trip.destination.truncated(to: 24),
        "\(summary.segmentCount)", "\(summary.itemCount ?? 0)",
        summary.packingCount > 0 ? "\(summary.packedCount)/\(summary.packingCount)" : "-",
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  /// A trip by days.
  static func detail(_ view: TripView, _ plan: [PlanDay], findings: [Finding]) -> String {
    let trip = view.detail.trip
    var text = "\(trip.title.printable)\n\n"
    let currency = trip.currency ?? "EUR"
    var pairs: [(name: String, value: String?)] = [
      ("Id", trip.id.idText), ("Dates", format.range(trip.firstDate, trip.lastDate)),
      ("Destination", trip.destination),
      ("Budget", trip.budget.map { format.amount($0, currency) }),
    ]
    pairs += Budget.categoryBudgets(trip).sorted { $0.key < $1.key }.map {
      ("  " + $0.key.printable, format.amount($0.value, currency))
    }
    pairs += [
      ("People", view.detail.people.map(\.name).joined(separator: ", ")),
      ("Notes", trip.notes), ("Archived", trip.isArchived ? "yes" : nil),
    ]
    text += fields(pairs)
    for day in plan {
      let lines = day.entries.compactMap { line($0, view) }
      guard !lines.isEmpty else { continue }
      let title = day.date.map { date in
        format.day(date) + (day.number.map { ", day \($0)" } ?? "")
      }
      text += "\n\(title ?? "Without a day")\n" + lines.joined()
    }
    if !findings.isEmpty {
      text += "\nTo check\n" + findings.map { "  \($0.message.printable)\n" }.joined()
    }
    return text
  }

  /// An entry of a day on one line; nil for a night.
  private static func line(_ entry: PlanEntry, _ view: TripView) -> String? {
    func text(_ time: TravelTime?, _ title: String, _ detail: [String?], _ id: UUID) -> String {
      let clock = time.flatMap(format.clock) ?? ""
      let padding = String(repeating: " ", count: max(0, 6 - clock.count))
      let parts =
        [title.printable] + detail.compactMap(\.self).filter { !$0.isEmpty }.map(\.printable)
      return "  \(clock)\(padding)\(parts.joined(separator: "  "))  (\(id.shortText))\n"
    }
    switch entry {
    case .night: return nil
    case .departure(let segment):
      let arrival = segment.arrivalTime.flatMap { time in
        format.clock(time).map {
          "arrives \($0) \(format.zone(time))"
            + (format.dayChange(segment.departureTime, time).map { ", \($0)" } ?? "")
        }
      }
      return text(
        segment.departureTime, zoned(segment.departureTime, view.title(segment)),
        [
          view.line(segment), format.duration(segment.duration),
          view.boarding(segment).map { "boarding \($0)" }, arrival,
          segment.bookingStatus == .cancelled ? "CANCELLED" : nil,
        ], segment.id)
    case .arrival(let segment):
      let name = view.endName(view.place(segment.destinationID), segment.destinationName)
      return text(
        segment.arrivalTime, zoned(segment.arrivalTime, "Arrive in \(name ?? "?")"),
        [view.line(segment)], segment.id)
    case .checkOut(let item):
      return text(item.endTime, zoned(item.endTime, "Leave \(item.title)"), [], item.id)
    case .item(let item):
      let place = view.place(item.placeID).flatMap { $0.name == item.title ? nil : $0.name }
      return text(
        item.startTime, zoned(item.startTime, item.title),
        [place, item.bookingStatus == .cancelled ? "CANCELLED" : nil], item.id)
    }
  }

  /// A title after the zone of its time; alone without a clock time.
  private static func zoned(_ time: TravelTime?, _ title: String) -> String {
    guard let time, !time.isDateOnly else { return title }
    return "\(format.zone(time))  \(title)"
  }

  /// The findings of the checks.
  static func findings(_ findings: [Finding]) -> String {
    guard !findings.isEmpty else { return "Nothing to check.\n" }
    return findings.map { finding in
      let severity =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .notice: "notice"
        }
      let mark = finding.isDismissed ? ", dismissed" : ""
      return "\(severity): \(finding.message.printable) (\(finding.kind.rawValue)\(mark))\n"
    }.joined()
  }

  /// The budget with its sums and payments.
  static func budget(_ view: TripView, _ summary: BudgetSummary) -> String {
    let text = BudgetText(view, summary)
    var pairs: [(name: String, value: String?)] = [
      ("Total", text.amount(summary.total.total)), ("Paid", text.amount(summary.total.paid)),
      ("Planned", text.amount(summary.total.planned)), ("Left", summary.remaining.map(text.amount)),
    ]
    pairs += text.categories.map { bar in
      ("  " + bar.barTitle, bar.barAmount + (bar.barNote.map { ", \($0)" } ?? ""))
    }
    pairs += text.people.map { ("  " + $0.barTitle, $0.barAmount) }
    let payments =
      summary.settlement.isEmpty
      ? "Nobody owes anybody anything.\n"
      : text.payments.map {
        "\($0.payer.printable) pays \($0.payee.printable) \($0.paymentAmount)\n"
      }.joined()
    let missing = summary.missingRates.map {
      "Costs in \($0) are not in the sums: set a rate with cairn trip expense rate.\n"
    }.joined()
    return fields(pairs) + "\n" + payments + missing
  }
}
