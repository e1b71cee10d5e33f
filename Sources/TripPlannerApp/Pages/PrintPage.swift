// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TravelFiles
import TripPlanner

/// The whole trip on paper: each day with its entries, their bookings and addresses, then people, packing and
/// places.
enum PrintPage {
  /// A day on paper.
  struct Day: Sendable {
    var printDay: String
    var rows: [Row]
  }

  /// An entry on paper.
  struct Row: Sendable {
    var rowTime: String
    var rowTitle: String
    var rowLines: [String]
    var rowCodes: [Code] = []
  }

  /// The barcode of a booking.
  struct Code: Sendable {
    var codeTitle: String
    /// The output of ``BarcodePicture``.
    var codePicture: String
  }

  /// A list with a heading.
  struct List: Sendable {
    var listTitle: String
    var entries: [String]
  }

  /// The page's values.
  struct Model: Sendable {
    var printTitle: String
    var printDates: String
    var days: [Day]
    var lists: [List]
    var printNotes: String?
    var back: String
  }

  static let name = "trip-print"

  static let template = #"""
    {{>trip-head}}
    <p class="no-print actions"><a class="button" href="{{back}}">Back to the trip</a><span class="soft">Print this page, or save it as PDF, with the browser.</span></p>
    <h1>{{printTitle}}</h1>
    <p class="where">{{printDates}}</p>
    {{#printNotes}}<p class="prose">{{printNotes}}</p>{{/printNotes}}
    <div class="paper">
    {{#days}}
    <section class="card glass"><h2>{{printDay}}</h2>
    <table class="sheet-table"><tbody>{{#rows}}<tr><th scope="row">{{rowTime}}</th><td><strong>{{rowTitle}}</strong>{{#rowLines}}<br>{{.}}{{/rowLines}}{{^empty(rowCodes)}}<div class="barcodes">{{#rowCodes}}<figure>{{{codePicture}}}<figcaption>{{codeTitle}}</figcaption></figure>{{/rowCodes}}</div>{{/empty(rowCodes)}}</td></tr>{{/rows}}</tbody></table></section>
    {{/days}}
    {{#lists}}
    <section class="card glass"><h2>{{listTitle}}</h2><ul class="place-list">{{#entries}}<li>{{.}}</li>{{/entries}}</ul></section>
    {{/lists}}
    </div>
    """#
}

extension PrintPage.Model {
  /// Creates the values from a trip and its plan.
  init(_ view: TripView, _ plan: [PlanDay], today: LocalDate?) {
    let (trip, format) = (view.detail.trip, view.format)
    printTitle = trip.title
    printDates = [format.range(trip.firstDate, trip.lastDate), trip.destination]
      .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    printNotes = TripInput.text(trip.notes)
    back = TripPaths.trip(trip.id)
    days = plan.compactMap { day in
      let rows = day.entries.compactMap { PrintPage.Row($0, view) }
      guard !rows.isEmpty else { return nil }
      let title = day.date.map { date in
        day.number.map { "Day \($0), \(format.day(date))" } ?? format.day(date)
      }
      return PrintPage.Day(printDay: title ?? "Without a day", rows: rows)
    }
    let packing = view.detail.packingItems.map { item in
      (item.isPacked ? "☑ " : "☐ ") + item.name + (item.quantity > 1 ? " × \(item.quantity)" : "")
    }
    let people = view.detail.people.map { person in
      [person.name, person.phone, person.email].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
    let places = view.detail.places.filter { !TripView.address($0).isEmpty || $0.phone != nil }.map
    {
      [$0.name, TripView.address($0), $0.phone].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
    lists = [("People", people), ("Places", places), ("Packing", packing)]
      .filter { !$0.1.isEmpty }.map { .init(listTitle: $0.0, entries: $0.1) }
  }
}

extension PrintPage.Row {
  /// Creates the row of an entry; nil for a night, which its stay has already.
  init?(_ entry: PlanEntry, _ view: TripView) {
    let format = view.format
    switch entry {
    case .night: return nil
    case .departure(let segment):
      rowTime = segment.departureTime.flatMap(format.clock) ?? ""
      rowTitle = [TripWords.title(segment.mode), view.line(segment), view.title(segment)]
        .compactMap(\.self).joined(separator: " · ")
      rowLines = Self.lines(segment, view) + Self.bookings(segment.id, segment.bookingCode, view)
      rowCodes = Self.codes(segment.id, view)
      if let notes = TripInput.text(segment.notes) { rowLines.append(notes) }
    case .arrival(let segment):
      rowTime = segment.arrivalTime.flatMap(format.clock) ?? ""
      let place = view.endName(view.place(segment.destinationID), segment.destinationName)
      rowTitle = "Arrive in \(place.map(BidirectionalText.isolated) ?? "the destination")"
      rowLines = []
    case .checkOut(let item):
      rowTime = item.endTime.flatMap(format.clock) ?? ""
      rowTitle = "Leave \(BidirectionalText.isolated(item.name))"
      rowLines = []
    case .item(let item):
      rowTime = item.startTime.flatMap(format.clock) ?? ""
      rowTitle = item.name
      rowLines = Self.lines(item, view) + Self.bookings(item.id, item.bookingCode, view)
      rowCodes = Self.codes(item.id, view)
      if let notes = TripInput.text(item.notes) { rowLines.append(notes) }
    }
  }

  private static func lines(_ segment: SegmentSnapshot, _ view: TripView) -> [String] {
    func end(_ label: String, _ time: TravelTime?, _ id: UUID?, _ name: String?, _ stand: String?)
      -> String?
    {
      let place = view.place(id)
      let parts = [
        place.map {
          [BidirectionalText.isolated($0.name), $0.code.map { "(\($0))" }].compactMap(\.self)
            .joined(separator: " ")
        } ?? name.map(BidirectionalText.isolated), stand, time.map(view.format.full),
      ].compactMap(\.self)
      return parts.isEmpty ? nil : "\(label): \(parts.joined(separator: ", "))"
    }
    return [
      end(
        "From", segment.departureTime, segment.originID, segment.originName,
        view.stand(segment.departureTerminal, segment.departureGate, segment.departurePlatform)),
      end(
        "To", segment.arrivalTime, segment.destinationID, segment.destinationName,
        view.stand(segment.arrivalTerminal, segment.arrivalGate, segment.arrivalPlatform)),
      segment.bookingStatus == .cancelled ? "Cancelled" : view.format.duration(segment.duration),
    ].compactMap(\.self)
  }

  private static func lines(_ item: DayPlanItemSnapshot, _ view: TripView) -> [String] {
    let place = view.place(item.placeID)
    let until = item.endTime.map { "Until \(view.format.full($0))" }
    let address = place.map {
      [$0.name == item.title ? nil : $0.name, TripView.address($0), $0.phone].compactMap(\.self)
        .filter { !$0.isEmpty }.map(BidirectionalText.isolated).joined(separator: ", ")
    }
    return [until, address, item.bookingStatus == .cancelled ? "Cancelled" : nil]
      .compactMap(\.self).filter { !$0.isEmpty }
  }

  private static func bookings(_ id: UUID, _ code: String?, _ view: TripView) -> [String] {
    let lines = view.bookings(id).map { booking in
      [
        BidirectionalText.isolated(booking.traveller), booking.code.map { "booking \($0)" },
        booking.coach.map { "coach \($0)" }, booking.seat.map { "seat \($0)" },
        booking.seatClass.map { "class \($0)" }, booking.boardingGroup.map { "group \($0)" },
        booking.ticketNumber.map { "ticket \($0)" }, booking.notes,
      ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }.filter { !$0.isEmpty }
    if let code, !code.isEmpty, !lines.contains(where: { $0.contains(code) }) {
      return ["Booking \(code)"] + lines
    }
    return lines
  }

  /// The barcodes of the bookings that are not cancelled.
  private static func codes(_ id: UUID, _ view: TripView) -> [PrintPage.Code] {
    view.bookings(id).compactMap { booking in
      guard BookingStatus(rawValue: booking.status) != .cancelled,
        let picture = booking.barcodeValue.flatMap(BarcodePicture.init)
      else { return nil }
      let name = booking.traveller.isEmpty ? "Booking" : booking.traveller
      return PrintPage.Code(codeTitle: name, codePicture: picture.svg(label: "Barcode of \(name)"))
    }
  }
}
