// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TripPlanner

/// The values of one traveller's booking of a journey or an entry as options.
struct BookingOptions: ParsableArguments {
  @Option(help: "The traveller whose booking is meant; needed if there are several.")
  var traveller: String?

  @Option(help: "The seat.")
  var seat: String?

  @Option(help: "The number of the ticket.")
  var ticket: String?

  @Option(help: "The price, such as \"120 EUR\"; by default in the trip's currency.")
  var price: String?

  var isEmpty: Bool { [traveller, seat, ticket, price].allSatisfy { $0 == nil } }

  /// The booking to change, nil for a new one, and the change.
  typealias Change = (id: UUID?, apply: @Sendable (inout BookingSnapshot) -> Void)

  /// Returns the change of a booking.
  ///
  /// - Parameters:
  ///   - owner: The journey or the entry; nil for a new one.
  ///   - view: The trip.
  /// - Returns: The change; nil without an option.
  /// - Throws: A `ValidationError` that names the option.
  func change(_ owner: UUID?, _ view: TripView) throws -> Change? {
    if isEmpty { return nil }
    let bookings = owner.map { view.bookings($0) } ?? []
    let name = TripInput.text(traveller)
    let known = try booking(of: name, among: bookings)
    let currency = known?.currency ?? view.detail.trip.currency
    let price = try argument("--price") { () throws(TripInputError) in
      try TripInput.price(self.price, currency: currency)
    }
    let person = name.flatMap { name in
      view.detail.people.first { $0.name.lowercased() == name.lowercased() }
    }
    let change: @Sendable (inout BookingSnapshot) -> Void = { [self] booking in
      if traveller != nil {
        booking.traveller = name ?? ""
        booking.personID = person?.id
      }
      if seat != nil { booking.seat = TripInput.text(seat) }
      if ticket != nil { booking.ticketNumber = TripInput.text(ticket) }
      if self.price != nil { (booking.price, booking.currency) = (price?.amount, price?.currency) }
    }
    return (known?.id, change)
  }

  /// Returns the traveller's booking, or the only one; nil for a new booking.
  private func booking(
    of name: String?, among bookings: [BookingSnapshot]
  ) throws -> BookingSnapshot? {
    guard let name else {
      guard bookings.count < 2 else {
        let names = bookings.map(\.traveller.printable).joined(separator: ", ")
        throw ValidationError(
          "--traveller: there are several bookings. Give one of: \(names).")
      }
      return bookings.first
    }
    return bookings.first { $0.traveller.lowercased() == name.lowercased() }
      ?? bookings.first { $0.traveller.isEmpty }
  }

  /// Stores the booking of a journey.
  func store(of segment: SegmentSnapshot, _ view: TripView, _ library: TripLibrary) async throws {
    try await store(segment.id, view, library) { $0.segmentID = segment.id }
  }

  /// Stores the booking of an entry.
  func store(of item: DayPlanItemSnapshot, _ view: TripView, _ library: TripLibrary) async throws {
    try await store(item.id, view, library) { $0.itemID = item.id }
  }

  private func store(
    _ owner: UUID, _ view: TripView, _ library: TripLibrary,
    assign: (inout BookingSnapshot) -> Void
  ) async throws {
    guard let change = try change(owner, view) else { return }
    if let id = change.id {
      try await library.edit(BookingSnapshot.self, id) { change.apply(&$0) }
    } else {
      var booking = BookingSnapshot()
      booking.tripID = view.tripID
      assign(&booking)
      change.apply(&booking)
      try await library.insert(booking)
    }
  }
}

extension SegmentOptions {
  /// Returns the journey of a trip that a text names by its title, its number or a prefix of its ID.
  ///
  /// - Returns: The identifier; nil for an empty text.
  /// - Throws: A `ValidationError` if there is no journey of that name, or several.
  static func id(_ text: String?, _ view: TripView) throws -> UUID? {
    guard let text = TripInput.text(text) else { return nil }
    let lower = text.lowercased()
    let names = view.detail.segments.map { segment in
      (
        id: segment.id,
        texts: [segment.displayTitle, view.title(segment), view.line(segment), segment.number]
          .compactMap { $0?.lowercased() }
      )
    }
    var matches = names.filter { $0.texts.contains(lower) }
    if matches.isEmpty { matches = names.filter { $0.id.idText.hasPrefix(lower) } }
    if matches.isEmpty {
      matches = names.filter { $0.texts.contains { $0.contains(lower) } }
    }
    guard matches.count == 1, let match = matches.first else {
      throw ValidationError(
        "--segment: \(text.printable) is \(matches.isEmpty ? "no journey" : "not one journey") of the "
          + "trip. List the journeys with cairn trip segment list.")
    }
    return match.id
  }
}
