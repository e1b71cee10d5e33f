// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles

/// A trip as one HTML file without scripts, links to other files, or fonts.
struct TripPage {
  private let detail: TripDetail
  private let plan: [PlanDay]
  private let budget: BudgetSummary
  private let map: TripMapPicture?
  private let drawing: TripLibrary.BarcodeDrawing?

  init(
    _ detail: TripDetail, plan: [PlanDay], budget: BudgetSummary, tracks: [TravelTrack],
    drawing: TripLibrary.BarcodeDrawing?
  ) {
    self.detail = detail
    self.drawing = drawing
    self.plan = plan
    self.budget = budget
    let lines = tracks.flatMap { track in track.segments.map { $0.map(\.coordinates) } }
    map = detail.map(tracks: lines)
  }

  private static let style = """
    :root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;
    padding:1rem}h1{margin-bottom:0}table{border-collapse:collapse;
    width:100%}th,td{text-align:left;padding:.2rem .6rem .2rem 0;vertical-align:top}
    td.n{text-align:right}.c{text-decoration:line-through}section{break-inside:avoid}
    li{break-inside:avoid}.z{opacity:.75}.places{columns:16rem}
    .trip-map{width:100%;height:auto;background:light-dark(#dcebf2,#14242c)}
    .map-land{fill:light-dark(#f4f1e6,#24332d);stroke:light-dark(#bcb49a,#41544c);stroke-width:.8}
    .map-leg,.map-flight,.map-track,.map-scale{fill:none;stroke-width:2.6}
    .map-leg{stroke:light-dark(#8a4b08,#e0a458)}.map-track{stroke:light-dark(#a3341c,#f08a70)}
    .map-flight{stroke:light-dark(#0b5cad,#7ab8f5);stroke-dasharray:7 6}
    .map-place circle{fill:#0b5cad;stroke:#fff;stroke-width:2}
    .map-place text{fill:#fff;font-size:13px;font-weight:700;text-anchor:middle}
    .map-label{fill:CanvasText;font-size:16px;font-weight:600;paint-order:stroke;
    stroke:Canvas;stroke-width:3.5px}.map-scale{stroke:CanvasText;stroke-width:2}
    .barcode{display:block;width:13rem;max-width:100%;height:auto;margin:.4rem 0}
    .barcode-pdf417,.barcode-code128{width:26rem}
    @media print{body{max-width:none;font-size:11pt}}
    """

  /// The text of the file.
  var html: String {
    let trip = detail.trip
    let title = ExportedText.escaped(trip.title)
    var parts = [
      "<!doctype html>", "<html lang=\"en\"><head><meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width\">", "<title>\(title)</title>",
      "<style>\(Self.style)</style></head><body>", "<h1>\(title)</h1>",
    ]
    let dates = [trip.startDay, trip.endDay].compactMap(\.self).joined(separator: " – ")
    parts.append(
      "<p>"
        + ExportedText.escaped(
          [trip.destination, dates].filter { !$0.isEmpty }
            .joined(separator: " · ")) + "</p>")
    if let notes = trip.notes { parts.append("<p>\(paragraph(notes))</p>") }
    if let map {
      parts.append(map.svg(title: "Map of the trip"))
      parts.append(places)
    }
    parts += plan.filter { !$0.entries.isEmpty }.map(section)
    parts.append(people)
    parts.append(packing)
    parts.append(costs)
    parts.append("</body></html>")
    return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  /// The places in the order of their numbers on the map.
  private var places: String {
    let items = detail.mappedPlaces().map { place in
      let address = [place.street, place.locality, place.country].compactMap(\.self)
      return "<li>" + ExportedText.escaped(([place.name] + address).joined(separator: ", "))
        + "</li>"
    }
    return "<ol class=\"places\">\(items.joined())</ol>"
  }

  private func paragraph(_ text: String) -> String {
    ExportedText.escaped(text).replacing("\n", with: "<br>")
  }

  // MARK: Plan

  private func section(_ day: PlanDay) -> String {
    let name = [day.date?.description ?? "Without a day", day.number.map { "Day \($0)" }]
      .compactMap(\.self).joined(separator: " · ")
    return "<section><h2>\(name)</h2><ul>"
      + day.entries.map { "<li>\(entry($0))</li>" }.joined() + "</ul></section>"
  }

  private func entry(_ entry: PlanEntry) -> String {
    switch entry {
    case .departure(let segment): self.segment(segment)
    case .arrival(let segment):
      "\(clock(segment.arrivalTime)) Arrival of \(isolated(segment.displayTitle))"
    case .item(let item): self.item(item)
    case .night(let item): "Night in \(isolated(item.title))"
    case .checkOut(let item): "Departure from \(isolated(item.title))"
    }
  }

  private func isolated(_ name: String) -> String {
    ExportedText.escaped(BidirectionalText.isolated(name))
  }

  private func segment(_ segment: SegmentSnapshot) -> String {
    let name = ExportedText.escaped(segment.displayTitle)
    let isCancelled = segment.bookingStatus == .cancelled
    var lines = ["<strong\(isCancelled ? " class=\"c\"" : "")>\(name)</strong>"]
    lines.append(
      [
        end(
          segment.departureTime, segment.originName,
          [
            ("Terminal", segment.departureTerminal), ("Gate", segment.departureGate),
            ("Platform", segment.departurePlatform),
          ]),
        end(
          segment.arrivalTime, segment.destinationName,
          [
            ("Terminal", segment.arrivalTerminal), ("Gate", segment.arrivalGate),
            ("Platform", segment.arrivalPlatform),
          ]),
      ].filter { !$0.isEmpty }.joined(separator: " → "))
    lines += bookings(detail.bookings(ofSegment: segment.id), code: segment.bookingCode)
    if let notes = segment.notes { lines.append(paragraph(notes)) }
    return lines.filter { !$0.isEmpty }.joined(separator: "<br>")
  }

  private func end(
    _ time: TravelTime?, _ name: String?, _ stands: [(label: String, value: String?)]
  ) -> String {
    let stands = stands.map { stand in stand.value.map { "\(stand.label) \($0)" } }
    let place = ([name.map(BidirectionalText.isolated)] + stands).compactMap(\.self)
      .joined(separator: ", ")
    return [clock(time), ExportedText.escaped(place)].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The wall clock with the date and the zone.
  private func clock(_ time: TravelTime?) -> String {
    guard let time else { return "" }
    if time.isDateOnly { return time.date.description }
    let text = time.local.description.replacing("T", with: " ").dropLast(3)
    let zone: String =
      switch time.zone {
      case .named(let identifier): identifier
      case .offset: String(time.stored.suffix(6))
      case .unknown: "zone unknown"
      }
    return "\(text) <span class=\"z\">\(ExportedText.escaped(zone))</span>"
  }

  private func item(_ item: DayPlanItemSnapshot) -> String {
    let isCancelled = item.bookingStatus == .cancelled
    var lines = [
      "<strong\(isCancelled ? " class=\"c\"" : "")>\(ExportedText.escaped(item.title))</strong>"
    ]
    lines.append(
      [clock(item.startTime), clock(item.endTime)].filter { !$0.isEmpty }
        .joined(separator: " – "))
    if let place = detail.place(item.placeID) {
      let address = [place.street, place.locality, place.country].compactMap(\.self)
      lines.append(ExportedText.escaped(([place.name] + address).joined(separator: ", ")))
    }
    lines += bookings(detail.bookings(ofItem: item.id), code: item.bookingCode)
    if let notes = item.notes { lines.append(paragraph(notes)) }
    return lines.filter { !$0.isEmpty }.joined(separator: "<br>")
  }

  /// The bookings of a segment or item, after its own code if none of them has it.
  private func bookings(_ bookings: [BookingSnapshot], code: String?) -> [String] {
    let lines = bookings.map(booking)
    guard let code = code?.nonEmptyText, !bookings.contains(where: { $0.code == code }) else {
      return lines
    }
    return ["Booking \(ExportedText.escaped(code))"] + lines
  }

  private func booking(_ booking: BookingSnapshot) -> String {
    let values = [
      booking.traveller, booking.code.map { "booking \($0)" }, booking.coach.map { "coach \($0)" },
      booking.seat.map { "seat \($0)" }, booking.ticketNumber.map { "ticket \($0)" },
    ]
    let text = ExportedText.escaped(values.compactMap { $0?.nonEmptyText }.joined(separator: ", "))
    return [text, barcode(booking)].compactMap { $0?.nonEmptyText }.joined(separator: "<br>")
  }

  /// The barcode of a booking that is not cancelled.
  private func barcode(_ booking: BookingSnapshot) -> String? {
    guard BookingStatus(rawValue: booking.status) != .cancelled, let barcode = booking.barcodeValue
    else { return nil }
    return drawing?(barcode, "Barcode of \(booking.traveller.nonEmptyText ?? "the booking")")
  }

  // MARK: Lists

  private var people: String {
    guard !detail.people.isEmpty else { return "" }
    return "<section><h2>People</h2><ul>"
      + detail.people.map { "<li>\(ExportedText.escaped($0.name))</li>" }.joined()
      + "</ul></section>"
  }

  private var packing: String {
    let summary = PackingSummary(detail.packingItems)
    guard summary.itemCount > 0 else { return "" }
    let groups = summary.categories.map { group in
      let rows = group.items.map { item in
        "<tr><td>\(item.isPacked ? "☑" : "☐") \(ExportedText.escaped(item.name))</td>"
          + "<td class=\"n\">\(item.quantity)</td><td>\(ExportedText.escaped(item.bag ?? ""))</td></tr>"
      }
      return "<tr><th colspan=\"3\">\(ExportedText.escaped(group.name))</th></tr>" + rows.joined()
    }
    return "<section><h2>Packing</h2><table>\(groups.joined())</table></section>"
  }

  private var costs: String {
    guard !budget.lines.isEmpty else { return "" }
    let rows = budget.lines.map { line in
      let expense = line.expense
      return
        "<tr><td>\(ExportedText.escaped(expense.day ?? ""))</td><td>\(ExportedText.escaped(expense.title))</td>"
        + "<td class=\"n\">\(amount(expense.amount, expense.currency))</td></tr>"
    }
    return "<section><h2>Costs</h2><table>\(rows.joined())<tr><th colspan=\"2\">Total</th>"
      + "<td class=\"n\">\(amount(budget.total.total, budget.currency))</td></tr></table></section>"
  }

  /// An amount with its currency, which another device may have stored without a check.
  private func amount(_ amount: Decimal, _ currency: String) -> String {
    ExportedText.escaped(Currency.text(amount, currency))
  }
}
