// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@testable import TripPlanner

/// The expenses of bookings that a source contains again with another price.
struct BookingCostTests {
  /// A flight as JSON-LD; each version is a day newer than the one before it.
  private func flight(
    _ price: String, _ version: Int, currency: String = "EUR", number: String = "2",
    day: String = "2027-03-10"
  ) -> String {
    """
    {"@context":"http://schema.org","@type":"FlightReservation","reservationNumber":"K7QX2M",
    "modifiedTime":"2027-02-0\(version)T10:00:00Z",
    "totalPrice":"\(price)","priceCurrency":"\(currency)",
    "underName":{"@type":"Person","name":"Kim Aroha"},
    "reservationFor":{"@type":"Flight","flightNumber":"\(number)",
    "airline":{"@type":"Airline","name":"Air New Zealand","iataCode":"NZ"},
    "departureAirport":{"@type":"Airport","iataCode":"AKL"},"departureTime":"\(day)T08:00:00",
    "arrivalAirport":{"@type":"Airport","iataCode":"WLG"},"arrivalTime":"\(day)T09:00:00"}}
    """
  }

  private func load(_ library: TripLibrary) async throws -> TripDetail {
    let trips = try await library.trips()
    #expect(trips.count == 1)
    let id = try #require(trips.first).id
    return try #require(try await library.trip(id))
  }

  @Test func `each new price of a booking changes its one expense`() async throws {
    let library = try await makeLibrary()
    var expense: UUID?
    for (version, price) in ["100", "120", "140", "100", "160"].enumerated() {
      let file = await library.importText(flight(price, version + 1))
      #expect(file.error == nil, "\(file)")
      let detail = try await load(library)
      #expect(detail.bookings.map(\.price) == [Decimal(string: price)])
      #expect(detail.expenses.map(\.amount) == [Decimal(string: price)])
      #expect(expense == nil || detail.expenses.first?.id == expense)
      expense = detail.expenses.first?.id
    }
  }

  @Test func `a total of two legs is one expense, whatever its price becomes`() async throws {
    let library = try await makeLibrary()
    for (version, price) in ["300", "330", "360"].enumerated() {
      let legs = [
        flight(price, version + 1),
        flight(price, version + 1, number: "5", day: "2027-03-14"),
      ]
      _ = await library.importText("[\(legs.joined(separator: ","))]")
      let detail = try await load(library)
      #expect(detail.segments.count == 2)
      #expect(detail.expenses.map(\.amount) == [Decimal(string: price)])
    }
  }

  @Test func `another currency changes the expense`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("100", 1))
    _ = await library.importText(flight("100", 2, currency: "NZD"))
    let detail = try await load(library)
    #expect(detail.expenses.map(\.currency) == ["NZD"])
    #expect(detail.expenses.map(\.amount) == [100])
  }

  @Test func `an expense that the user has edited or deleted stays`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("100", 1))
    let id = try #require(try await load(library).expenses.first).id
    try await library.edit(ExpenseSnapshot.self, id) { $0.amount = 90 }
    for version in 2...3 { _ = await library.importText(flight("1\(version)0", version)) }
    #expect(try await load(library).expenses.map(\.amount) == [90])
    try await library.delete(ExpenseSnapshot.self, id)
    for version in 4...5 { _ = await library.importText(flight("1\(version)0", version)) }
    #expect(try await load(library).expenses.isEmpty)
  }

  @Test func `an expense that was deleted for good is not stored again`() async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("100", 1))
    let id = try #require(try await load(library).expenses.first).id
    try await library.purge(ExpenseSnapshot.self, id)
    for version in 2...3 { _ = await library.importText(flight("1\(version)0", version)) }
    let detail = try await load(library)
    #expect(detail.expenses.isEmpty && detail.bookings.map(\.price) == [130])
  }

  @Test func `the expense of a journey that was moved to another trip follows its price`()
    async throws
  {
    let library = try await makeLibrary()
    _ = await library.importText(flight("100", 1))
    let segment = try #require(try await load(library).segments.first)
    let other = try await library.makeTrip("Other", "2027-03-09", "2027-03-12")
    try await library.moveSegment(segment.id, to: other.id)
    for version in 2...3 { _ = await library.importText(flight("1\(version)0", version)) }
    let moved = try #require(try await library.trip(other.id))
    #expect(moved.expenses.map(\.amount) == [130])
    let all = try ModelContext(library.modelContainer).fetchCount(FetchDescriptor<Expense>())
    #expect(all == 1)
  }

  @Test func `an expense that an earlier version has stored follows its price`() async throws {
    let library = try await makeLibrary()
    let legs = { (price: String, version: Int) in
      [
        self.flight(price, version),
        self.flight(price, version, number: "5", day: "2027-03-14"),
      ].joined(separator: ",")
    }
    for (version, price) in ["300", "330"].enumerated() {
      _ = await library.importText("[\(legs(price, version + 1))]")
    }
    // An earlier version has not recorded which expense belongs to a booking.
    let context = ModelContext(library.modelContainer)
    for booking in try context.fetch(FetchDescriptor<Booking>()) { booking.sourceKeys = nil }
    try context.save()
    for (version, price) in ["360", "390"].enumerated() {
      _ = await library.importText("[\(legs(price, version + 3))]")
      #expect(try await load(library).expenses.map(\.amount) == [Decimal(string: price)])
    }
  }

  @Test func `two legs with prices of their own are two expenses`() async throws {
    let library = try await makeLibrary()
    for (version, prices) in [("100", "130"), ("110", "140")].enumerated() {
      let legs = [
        flight(prices.0, version + 1),
        flight(prices.1, version + 1, number: "5", day: "2027-03-14"),
      ]
      _ = await library.importText("[\(legs.joined(separator: ","))]")
      let amounts = try await load(library).expenses.map(\.amount).sorted()
      #expect(amounts.map { "\($0)" } == [prices.0, prices.1])
    }
  }

  @Test(arguments: [true, false])
  func `an expense keeps the identifier that an earlier version made of its price`(
    isRecorded: Bool
  ) async throws {
    let library = try await makeLibrary()
    _ = await library.importText(flight("100", 1))
    let trip = try await load(library).id
    let id = UUID(namespace: trip, name: "cost:K7QX2M|100|EUR")
    let context = ModelContext(library.modelContainer)
    let expense = try #require(try context.fetch(FetchDescriptor<Expense>()).first)
    expense.id = id
    let booking = try #require(try context.fetch(FetchDescriptor<Booking>()).first)
    booking.sourceKeys = isRecorded ? "cost:\(id.uuidString)" : nil
    try context.save()
    for (version, price) in ["120", "140"].enumerated() {
      _ = await library.importText(flight(price, version + 2))
      let detail = try await load(library)
      #expect(detail.expenses.map(\.id) == [id])
      #expect(detail.expenses.map(\.amount) == [Decimal(string: price)])
    }
  }
}
