// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import TravelFiles

/// The costs of a trip in the trip's currency.
package struct BudgetSummary: Sendable, Hashable {
  /// A sum of planned and paid costs.
  package struct Sum: Sendable, Hashable {
    package var planned: Decimal = 0
    package var paid: Decimal = 0
    package var total: Decimal { planned + paid }

    /// A sum of no costs.
    package init() {}
  }

  /// One expense with its converted amount.
  package struct Line: Sendable, Hashable, Identifiable {
    package var expense: ExpenseSnapshot
    /// The amount in the trip's currency; nil without a rate.
    package var amount: Decimal?
    /// The rate that was applied, with its day; nil for the trip's currency.
    package var rate: ExchangeRateSnapshot?
    /// The shares of people in the expense's currency.
    package var shares: [UUID: Decimal]
    package var id: UUID { expense.id }
  }

  /// The currency of all sums.
  package var currency: String
  package var lines: [Line]
  package var total: Sum
  package var byCategory: [String: Sum]
  /// By the day of the expense as text; expenses without a day have the empty key.
  package var byDay: [String: Sum]
  /// The costs that each person bears.
  package var byPerson: [UUID: Sum]
  /// The paid amounts that each person has advanced.
  package var advanced: [UUID: Decimal]
  /// The limit; nil if none is set.
  package var budget: Decimal?
  package var categoryBudgets: [String: Decimal]
  /// The currencies of expenses without a rate, which the sums lack.
  package var missingRates: [String]
  /// The payments that settle paid expenses among the people.
  package var settlement: [Payment]

  /// The part of the budget that is left, negative if it is exceeded; nil without a budget.
  package var remaining: Decimal? { budget.map { $0 - total.total } }
}

/// Sums of expenses.
package enum Budget {
  /// Returns the costs of a trip.
  package static func summary(
    _ trip: TripSnapshot, _ expenses: [ExpenseSnapshot], _ rates: [ExchangeRateSnapshot],
    _ people: [CollaboratorSnapshot]
  ) -> BudgetSummary {
    let currency = trip.currency ?? mostFrequent(expenses) ?? "EUR"
    var summary = BudgetSummary(
      currency: currency, lines: [], total: .init(), byCategory: [:], byDay: [:], byPerson: [:],
      advanced: [:], budget: trip.budget, categoryBudgets: categoryBudgets(trip), missingRates: [],
      settlement: [])
    let travellers = people.filter(\.isTraveller).map { CostShare(person: $0.id) }
    let known = Set(people.map(\.id))
    var balances: [UUID: Decimal] = [:]
    let sorted = expenses.sorted {
      ($0.day ?? "", $0.createdAt, $0.id.uuidString)
        < ($1.day ?? "", $1.createdAt, $1.id.uuidString)
    }
    for expense in sorted {
      var shares = expense.shares.flatMap(CostShare.decode) ?? travellers
      shares.removeAll { !known.contains($0.person) }
      if shares.isEmpty, let payer = expense.payerID { shares = [CostShare(person: payer)] }
      let rate = expense.currency == currency ? nil : self.rate(for: expense, to: currency, rates)
      let converted = convert(expense.amount, expense.currency, to: currency, rate)
      let line = BudgetSummary.Line(
        expense: expense, amount: converted, rate: rate,
        shares: CostShare.split(expense.amount, by: shares, currency: expense.currency))
      summary.lines.append(line)
      guard let converted else {
        if !summary.missingRates.contains(expense.currency) {
          summary.missingRates.append(expense.currency)
        }
        continue
      }
      let parts = CostShare.split(
        converted, by: scaled(shares, expense, converted, currency), currency: currency)
      add(expense, converted, parts, to: &summary)
      if expense.isPaid, let payer = expense.payerID, !parts.isEmpty {
        balances[payer, default: 0] += converted
        for (person, part) in parts { balances[person, default: 0] -= part }
      }
    }
    summary.settlement = Settlement.payments(balances)
    return summary
  }

  /// Converts fixed amounts of shares with the expense, in the minor units of the trip's currency.
  private static func scaled(
    _ shares: [CostShare], _ expense: ExpenseSnapshot, _ converted: Decimal, _ currency: String
  ) -> [CostShare] {
    guard expense.amount != converted, expense.amount != 0 else { return shares }
    return shares.map { share in
      var share = share
      share.amount = share.amount.map {
        Currency.rounded($0 * converted / expense.amount, currency)
      }
      return share
    }
  }

  private static func add(
    _ expense: ExpenseSnapshot, _ amount: Decimal, _ parts: [UUID: Decimal],
    to summary: inout BudgetSummary
  ) {
    func add(_ amount: Decimal, to sum: inout BudgetSummary.Sum) {
      if expense.isPaid { sum.paid += amount } else { sum.planned += amount }
    }
    add(amount, to: &summary.total)
    add(amount, to: &summary.byCategory[expense.category, default: .init()])
    add(amount, to: &summary.byDay[expense.day ?? "", default: .init()])
    for (person, part) in parts { add(part, to: &summary.byPerson[person, default: .init()]) }
    if expense.isPaid, let payer = expense.payerID {
      summary.advanced[payer, default: 0] += amount
    }
  }

  /// Returns the amount in another currency, rounded to its minor unit; nil without a rate.
  static func convert(
    _ amount: Decimal, _ currency: String, to base: String, _ rate: ExchangeRateSnapshot?
  ) -> Decimal? {
    if currency == base { return amount }
    guard let rate else { return nil }
    let converted = rate.currency == currency ? amount * rate.rate : amount / rate.rate
    return Currency.rounded(converted, base)
  }

  /// Returns the rate of the latest day up to the expense's, or else of the earliest day after it.
  ///
  /// A rate in the other direction counts too.
  static func rate(
    for expense: ExpenseSnapshot, to base: String, _ rates: [ExchangeRateSnapshot]
  ) -> ExchangeRateSnapshot? {
    let suitable = rates.filter {
      ($0.currency == expense.currency && $0.base == base)
        || ($0.currency == base && $0.base == expense.currency)
    }.sorted {
      ($0.day, $0.currency == base ? 1 : 0, $0.id.uuidString)
        < ($1.day, $1.currency == base ? 1 : 0, $1.id.uuidString)
    }
    guard let day = expense.day else { return suitable.last }
    let last = suitable.last { $0.day <= day }?.day
    return suitable.first { $0.day == last } ?? suitable.first { $0.day > day }
  }

  private static func mostFrequent(_ expenses: [ExpenseSnapshot]) -> String? {
    let counts = Dictionary(grouping: expenses, by: \.currency).mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Decodes the budgets by category.
  package static func categoryBudgets(_ trip: TripSnapshot) -> [String: Decimal] {
    guard let text = trip.categoryBudgets,
      let texts = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    else { return [:] }
    return texts.compactMapValues { Decimal(string: $0) }
  }

  /// Encodes budgets by category for ``Trip/categoryBudgets``; nil for none.
  package static func encode(categoryBudgets: [String: Decimal]) -> String? {
    guard !categoryBudgets.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let texts = categoryBudgets.mapValues { "\($0)" }
    return (try? encoder.encode(texts)).map { String(decoding: $0, as: UTF8.self) }
  }
}
