// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import TravelFiles

extension TripImportRun {
  private static let costPrefix = "cost:"

  /// Stores the price of a booking as a paid expense, or changes the booking's expense to a new price.
  ///
  /// A total of several legs counts once: the expense has the identifier that follows from the first leg's booking,
  /// and each booking records it in `sourceKeys`. An expense that the user has edited or deleted stays.
  ///
  /// - Parameters:
  ///   - booking: The stored booking.
  ///   - title: The title of a new expense.
  ///   - trip: The trip of a new expense.
  ///   - older: The values of the booking before this import; nil for a new one.
  /// - Throws: A ``TripLibraryError``, or a `SwiftDataError`.
  func storeCost(
    of booking: Booking, _ title: String, _ trip: UUID, older: BookingSnapshot?
  ) throws {
    let new = booking.snapshot()
    guard let price = new.price, let currency = new.currency, price != 0 else { return }
    let isChanged = older?.price != price || older?.currency != currency
    if let expense = try expense(of: new, older: isChanged ? older : nil, trip) {
      record(expense.id, of: booking, trip, older: isChanged ? older : nil)
      guard isChanged, !expense.isDeleted, let old = older?.price, expense.amount == old,
        expense.currency == older?.currency
      else { return }
      var snapshot = expense.snapshot()
      snapshot.amount = price
      snapshot.currency = currency
      try context.update(expense, snapshot, at: now)
      return
    }
    // The expense of an unchanged price was stored by an earlier import, and a recorded one was deleted for good.
    guard isChanged, Self.recordedCost(of: new) == nil else { return }
    let expense = try insertCost(Self.costID(of: new, trip), price, currency, of: new, title, trip)
    record(expense.id, of: booking, trip, older: nil)
  }

  private func insertCost(
    _ id: UUID, _ price: Decimal, _ currency: String, of booking: BookingSnapshot, _ title: String,
    _ trip: UUID
  ) throws -> Expense {
    var expense = ExpenseSnapshot(id: id, at: now)
    expense.title = title
    expense.category = booking.segmentID != nil ? "Transport" : "Lodging"
    if let item = try booking.itemID.flatMap({ try context.first(DayPlanItem.self, id: $0) }) {
      expense.category = PlanKind(rawValue: item.kind) == .lodging ? "Lodging" : "Activities"
      expense.day = item.day
      expense.itemID = item.id
    } else if let segment = try booking.segmentID.flatMap({
      try context.first(Segment.self, id: $0)
    }) {
      expense.day = TravelTime(stored: segment.departure)?.date.description
      expense.segmentID = segment.id
    }
    expense.amount = price
    expense.currency = currency
    expense.isPaid = true
    expense.tripID = trip
    return try context.insert(expense, at: now)
  }

  // MARK: The expense of a booking

  /// Returns the expense of a booking; nil if no import has stored it.
  ///
  /// - Parameters:
  ///   - booking: The values of the booking.
  ///   - older: The values of the booking before a change of its price; nil for the same price.
  ///   - trip: The trip of the booking.
  /// - Returns: The expense, deleted or not.
  /// - Throws: A `SwiftDataError`.
  private func expense(
    of booking: BookingSnapshot, older: BookingSnapshot?, _ trip: UUID
  ) throws -> Expense? {
    let ids = [
      Self.recordedCost(of: booking), older.flatMap { Self.priceID(of: $0, trip) },
      Self.priceID(of: booking, trip), Self.costID(of: booking, trip),
      try Self.priceKey(of: booking).flatMap { try recordedCosts(trip)[$0] },
    ]
    for id in ids.compactMap(\.self) {
      if let expense = try context.first(Expense.self, id: id) { return expense }
    }
    guard let older, older.price != nil else { return nil }
    return try unrecordedExpense(of: older, trip)
  }

  /// Returns the expense of a booking that an earlier version imported without a record of its expense.
  ///
  /// The expense belongs to the same journey or item, or to another one with the same code.
  private func unrecordedExpense(of booking: BookingSnapshot, _ trip: UUID) throws -> Expense? {
    var owners = Set([booking.segmentID, booking.itemID].compactMap(\.self))
    if let code = booking.code {
      let bookings = try context.fetch(
        FetchDescriptor<Booking>(predicate: #Predicate { $0.code == code }))
      for other in bookings where other.trip?.id == trip {
        owners.formUnion([other.segment?.id, other.item?.id].compactMap(\.self))
      }
    }
    let imported = try context.fetch(FetchDescriptor(predicate: Expense.inTrip(trip))).filter {
      let isImported = $0.id.uuid.6 >> 4 == 5
      let owner = $0.segment?.id ?? $0.item?.id
      return isImported && owner.map(owners.contains) == true && $0.currency == booking.currency
    }
    let equal = imported.filter { $0.amount == booking.price }
    if equal.count == 1 { return equal[0] }
    return imported.count == 1 ? imported[0] : nil
  }

  /// Returns the identifier of a new expense, which is equal on all devices that import any version of the booking.
  private static func costID(of booking: BookingSnapshot, _ trip: UUID) -> UUID {
    UUID(namespace: trip, name: costPrefix + booking.id.uuidString)
  }

  /// Returns the identifier of an expense that an earlier version stored; nil for a booking without a code.
  private static func priceID(of booking: BookingSnapshot, _ trip: UUID) -> UUID? {
    guard let code = booking.code else { return nil }
    let price = booking.price.map { "\($0)" } ?? ""
    return UUID(namespace: trip, name: costPrefix + "\(code)|\(price)|\(booking.currency ?? "")")
  }

  /// Returns the identifier of the expense that an import recorded.
  private static func recordedCost(of booking: BookingSnapshot) -> UUID? {
    guard let keys = booking.sourceKeys, keys.hasPrefix(costPrefix) else { return nil }
    return UUID(uuidString: String(keys.dropFirst(costPrefix.count)))
  }

  /// Records the expense of a booking.
  ///
  /// - Parameters:
  ///   - expense: The identifier of the expense.
  ///   - booking: The booking.
  ///   - trip: The trip of the booking.
  ///   - older: The values of the booking before a change of its price; nil for the same price.
  private func record(
    _ expense: UUID, of booking: Booking, _ trip: UUID, older: BookingSnapshot?
  ) {
    let keys = Self.costPrefix + expense.uuidString
    if booking.sourceKeys != keys { booking.sourceKeys = keys }
    if let key = older.flatMap({ Self.priceKey(of: $0) }) { costs[trip]?[key] = nil }
    if let key = Self.priceKey(of: booking.snapshot()) { costs[trip]?[key] = expense }
  }

  // MARK: Totals of several legs

  /// Returns the text by which the legs of a total are equal; nil for a booking without a code.
  private static func priceKey(of booking: BookingSnapshot) -> String? {
    guard let code = booking.code, let price = booking.price else { return nil }
    return "\(code)|\(price)|\(booking.currency ?? "")"
  }

  /// The recorded expenses of a trip's bookings by code and price.
  private func recordedCosts(_ trip: UUID) throws -> [String: UUID] {
    if let known = costs[trip] { return known }
    let bookings = try context.fetch(FetchDescriptor(predicate: Booking.inTrip(trip)))
      .map { $0.snapshot() }.sorted { $0.id.uuidString < $1.id.uuidString }
    var found: [String: UUID] = [:]
    for booking in bookings {
      guard let key = Self.priceKey(of: booking), let cost = Self.recordedCost(of: booking),
        found[key] == nil
      else { continue }
      found[key] = cost
    }
    costs[trip] = found
    return found
  }
}
