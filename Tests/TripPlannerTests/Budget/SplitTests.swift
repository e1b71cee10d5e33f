// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TripPlanner

struct SplitTests {
  private static func people(_ count: Int, _ random: inout SeededRandom) -> [UUID] {
    (0..<count).map { _ in
      UUID(namespace: .tripNamespace, name: "\(UInt64.random(in: 0...(.max), using: &random))")
    }
  }

  @Test(arguments: 1...60)
  func `random splits are exact in the smallest unit`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let currencies = ["EUR", "JPY", "KWD", "CLF", "USD"]
    let currency = currencies[Int.random(in: 0..<currencies.count, using: &random)]
    let digits = Currency.minorUnits(currency) ?? 2
    let units = Int.random(in: -1_000_000...1_000_000, using: &random)
    let amount = Decimal(units) / pow(Decimal(10), digits)
    var shares = Self.people(Int.random(in: 1...9, using: &random), &random)
      .map { CostShare(person: $0, weight: Decimal(Int.random(in: 0...5, using: &random))) }
    if Bool.random(using: &random) {
      shares[0].amount = Decimal(Int.random(in: 0...50, using: &random))
    }
    let parts = CostShare.split(amount, by: shares, currency: currency)
    #expect(parts.values.reduce(0, +) == amount)
    #expect(Set(parts.keys) == Set(shares.map(\.person)))
    for (person, part) in parts {
      #expect(-part.exponent <= digits || part == part.rounded(scale: digits), "\(person)")
    }
    // The order of the shares has no effect.
    #expect(
      CostShare.split(amount, by: shares.shuffled(using: &random), currency: currency) == parts)
  }

  @Test func `equal parts differ by one unit at most`() {
    var random = SeededRandom(seed: 1)
    let shares = Self.people(3, &random).map { CostShare(person: $0) }
    let parts = CostShare.split(100, by: shares, currency: "EUR")
    #expect(parts.values.sorted().map { "\($0)" } == ["33.33", "33.33", "33.34"])
    #expect(CostShare.split(100, by: shares, currency: "JPY").values.sorted() == [33, 33, 34])
    #expect(CostShare.split(100, by: [], currency: "EUR").isEmpty)
  }

  @Test(arguments: 1...40)
  func `settlements clear all balances with few payments`(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let people = Self.people(Int.random(in: 2...14, using: &random), &random)
    var balances: [UUID: Decimal] = [:]
    for person in people.dropLast() {
      balances[person] = Decimal(Int.random(in: -500...500, using: &random)) / 100
    }
    balances[people[people.count - 1]] = -balances.values.reduce(0, +)
    let payments = Settlement.payments(balances)
    var rest = balances
    for payment in payments {
      #expect(payment.amount > 0)
      rest[payment.from, default: 0] += payment.amount
      rest[payment.to, default: 0] -= payment.amount
    }
    #expect(rest.values.allSatisfy { $0 == 0 })
    #expect(payments.count < max(1, balances.values.count { $0 != 0 }))
  }

  @Test func `groups that settle among themselves need fewer payments`() {
    var random = SeededRandom(seed: 4)
    let people = Self.people(6, &random)
    // Three pairs: three payments, where paying the largest debts first would need five.
    let amounts: [Decimal] = [7, -7, 5, -5, 3, -3]
    let payments = Settlement.payments(Dictionary(uniqueKeysWithValues: zip(people, amounts)))
    #expect(payments.count == 3)
  }

  @Test func `currencies have their minor units`() {
    #expect(Currency.minorUnits("EUR") == 2 && Currency.minorUnits("JPY") == 0)
    #expect(Currency.minorUnits("KWD") == 3 && Currency.minorUnits("XYZ1") == nil)
    #expect(Currency.text(Decimal(string: "12.5") ?? 0, "EUR") == "12.50 EUR")
    #expect(Currency.text(1200, "JPY") == "1200 JPY")
  }

  @Test func `expenses convert by the rate of their day`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-09")
    try await library.edit(TripSnapshot.self, trip.id) { $0.currency = "EUR" }
    var ids: [UUID] = []
    for name in ["Ann", "Bo"] {
      var person = CollaboratorSnapshot()
      person.name = name
      person.tripID = trip.id
      ids.append(try await library.insert(person).id)
    }
    func add(_ amount: Decimal, _ currency: String, _ day: String, _ payer: UUID, _ paid: Bool)
      async throws
    {
      var expense = ExpenseSnapshot()
      (expense.title, expense.category) = ("Hotel", "Stay")
      (expense.amount, expense.currency, expense.day) = (amount, currency, day)
      (expense.payerID, expense.isPaid, expense.tripID) = (payer, paid, trip.id)
      try await library.insert(expense)
    }
    try await add(100, "USD", "2027-03-05", ids[0], true)
    try await add(30, "EUR", "2027-03-06", ids[1], true)
    try await add(50, "GBP", "2027-03-06", ids[1], false)
    let day = try #require(StoredTime.day("2027-03-04"))
    let late = try #require(StoredTime.day("2027-03-06"))
    try await library.setRate(
      Decimal(string: "0.9") ?? 0, for: "USD", base: "EUR", day: day, in: trip.id)
    try await library.setRate(
      Decimal(string: "0.5") ?? 0, for: "USD", base: "EUR", day: late, in: trip.id)
    let budget = try await library.budget(trip.id)
    #expect(budget.total.paid == 120 && budget.total.planned == 0)
    #expect(budget.missingRates == ["GBP"])
    #expect(budget.settlement == [Payment(from: ids[1], to: ids[0], amount: 30)])
    #expect(try await library.findings(trip.id).contains { $0.kind == .missingRate })
  }

  @Test func `a fixed share in another currency has the minor units of the trip's currency`()
    async throws
  {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip", "2027-03-01", "2027-03-09")
    try await library.edit(TripSnapshot.self, trip.id) { $0.currency = "EUR" }
    var ids: [UUID] = []
    for name in ["Ann", "Bo"] {
      var person = CollaboratorSnapshot()
      (person.name, person.tripID) = (name, trip.id)
      ids.append(try await library.insert(person).id)
    }
    var expense = ExpenseSnapshot()
    (expense.title, expense.tripID, expense.payerID) = ("Ryokan", trip.id, ids[0])
    (expense.amount, expense.currency, expense.isPaid) = (3000, "JPY", true)
    expense.shares = CostShare.encode([
      CostShare(person: ids[0]), CostShare(person: ids[1], weight: 0, amount: 1000),
    ])
    try await library.insert(expense)
    let day = try #require(StoredTime.day("2027-03-04"))
    try await library.setRate(
      Decimal(string: "0.0061") ?? 0, for: "JPY", base: "EUR", day: day, in: trip.id)
    let budget = try await library.budget(trip.id)
    #expect(budget.total.paid == Decimal(string: "18.30"))
    #expect(budget.byPerson[ids[1]]?.paid == Decimal(string: "6.10"))
    #expect(budget.settlement.map(\.amount) == [Decimal(string: "6.10")])
  }
}
