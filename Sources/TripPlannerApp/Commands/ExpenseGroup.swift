// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip expense`: the costs of a trip.
struct ExpenseGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expense", abstract: "Add, list, settle, edit, move and remove costs.",
    discussion: """
      EXAMPLE
        cairn trip expense settle Japan
      """,
    subcommands: [
      PartAdd<ExpenseOptions>.self, PartList<ExpenseOptions>.self, PartEdit<ExpenseOptions>.self,
      PartMove<ExpenseOptions>.self, PartRemove<ExpenseOptions>.self, ExpenseSettle.self,
      ExpenseRate.self,
    ])
}

/// The values of a cost as options.
struct ExpenseOptions: PartOptions {
  static let noun = "cost"
  static let nouns = "costs"
  static let group = "expense"
  static let example = "--title Ryokan --amount \"42000 JPY\" --payer Ann --category Lodging"
  static let moveAbstract = "Move a cost to another trip, without its payer and shares."
  static let moveExample = "--to \"Autumn in Japan\""

  @Option(help: "What was paid.")
  var title: String?

  @Option(
    help:
      "Amount and currency, such as \"42000 JPY\"; by default the present currency, or the trip's.")
  var amount: String?

  @Option(help: "The category.")
  var category: String?

  @Option(help: "The day, such as 2027-03-12.")
  var day: String?

  @Option(help: "The person who pays.")
  var payer: String?

  @Option(
    parsing: .upToNextOption,
    help: "The shares as NAME, NAME=PARTS or NAME=+AMOUNT; all travellers equally by default.")
  var share: [String] = []

  @Option(help: "Whether it is paid: yes or no.")
  var paid: YesNo?

  @Option(help: "The journey that it belongs to, by its title or ID; empty for none.")
  var segment: String?

  @Option(help: "The notes.")
  var notes: String?

  var isEmpty: Bool {
    share.isEmpty && paid == nil
      && [title, amount, category, day, payer, segment, notes].allSatisfy { $0 == nil }
  }

  func change(
    _ view: TripView, editing part: ExpenseSnapshot?
  ) throws -> PartChange<ExpenseSnapshot> {
    let isNew = part == nil
    if isNew, TripInput.text(title) == nil || TripInput.text(amount) == nil {
      throw ValidationError("Give --title and --amount.")
    }
    let price = try argument("--amount") { () throws(TripInputError) in
      try TripInput.price(amount, currency: part?.currency ?? view.detail.trip.currency)
    }
    let date = try argument("--day") { () throws(TripInputError) in try TripInput.day(day) }
    let payerID = try TripInput.text(payer).map { try Self.person("--payer", $0, view) }
    let currency = price?.currency ?? part?.currency ?? view.detail.trip.currency
    let shares = try share.map { try Self.share($0, in: currency, view) }
    let segmentID = try SegmentOptions.id(segment, view)
    return PartChange(apply: { [self] expense in
      if let title { expense.title = title }
      if let price { (expense.amount, expense.currency) = price }
      if let category { expense.category = category }
      if day != nil { expense.day = date?.description }
      if payer != nil { expense.payerID = payerID }
      if segment != nil { expense.segmentID = segmentID }
      if !shares.isEmpty { expense.shares = CostShare.encode(shares) }
      if let paid {
        expense.isPaid = paid == .yes
      } else if isNew {
        expense.isPaid = payerID != nil
      }
      if let notes { expense.notes = TripInput.text(notes) }
    })
  }

  private static func person(_ option: String, _ text: String, _ view: TripView) throws -> UUID {
    let lower = text.lowercased()
    let people = view.detail.people
    var matches = people.filter { $0.name.lowercased() == lower }
    if matches.isEmpty {
      matches = people.filter {
        $0.name.lowercased().hasPrefix(lower) || $0.id.idText.hasPrefix(lower)
      }
    }
    guard matches.count == 1, let person = matches.first else {
      let names = people.map(\.name.printable).joined(separator: ", ")
      throw ValidationError(
        "\(option): \(text.printable) is not one person of the trip. "
          + (names.isEmpty ? "Add people with cairn trip people add." : "Give one of: \(names)."))
    }
    return person.id
  }

  private static func share(
    _ text: String, in currency: String?, _ view: TripView
  ) throws -> CostShare {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let id = try person("--share", parts.first ?? "", view)
    guard parts.count > 1 else { return CostShare(person: id) }
    let isFixed = parts[1].hasPrefix("+")
    let number = try argument("--share") { () throws(TripInputError) in
      try TripInput.amount(isFixed ? String(parts[1].dropFirst()) : parts[1])
    }
    guard let number, number >= 0 else {
      throw ValidationError(
        "--share: write NAME=PARTS or NAME=+AMOUNT, such as Ann=2 or Ann=+12.50.")
    }
    if isFixed, let currency {
      _ = try argument("--share") { () throws(TripInputError) in
        try TripInput.amount(number, in: currency)
      }
    }
    return isFixed
      ? CostShare(person: id, weight: 0, amount: number) : CostShare(person: id, weight: number)
  }

  static func parts(_ view: TripView) -> [ExpenseSnapshot] {
    view.detail.expenses.sorted { ($0.day ?? "", $0.title) < ($1.day ?? "", $1.title) }
  }

  static func record(_ part: ExpenseSnapshot, _ view: TripView) -> TripJSON { .expense(part) }

  static func table(_ parts: [ExpenseSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("DAY"), .left("COST"), .left("CATEGORY"), .right("AMOUNT"), .left("PAYER"),
      .left("STATE"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.day ?? "", part.title.truncated(to: 36), part.category,
        view.format.amount(part.amount, part.currency),
        view.detail.people.first { $0.id == part.payerID }?.name ?? "",
        part.isPaid ? "paid" : "planned",
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout ExpenseSnapshot) { part.tripID = trip }

  static func move(
    _ part: ExpenseSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    let trip = try target.requiredTrip(noun)
    try await library.edit(ExpenseSnapshot.self, part.id) { expense in
      expense.tripID = trip
      (expense.payerID, expense.segmentID, expense.itemID, expense.shares) = (nil, nil, nil, nil)
    }
  }
}

/// `cairn trip expense settle`: the sums and the payments that settle them.
struct ExpenseSettle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: "Show the sums, and the fewest payments that settle them.",
    discussion: """
      EXAMPLE
        cairn trip expense settle Japan --json
      """)

  @OptionGroup var trip: TripArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let summary = try await library.budget(view.tripID)
    let text = BudgetText(view, summary)
    func sum(_ sum: BudgetSummary.Sum) -> TripJSON {
      .object([
        "planned": TripJSON(amount: sum.planned), "paid": TripJSON(amount: sum.paid),
        "total": TripJSON(amount: sum.total),
      ])
    }
    let record = TripJSON.object([
      "currency": .text(summary.currency), "total": sum(summary.total),
      "budget": TripJSON(amount: summary.budget), "remaining": TripJSON(amount: summary.remaining),
      "by_category": .object(summary.byCategory.mapValues(sum)),
      "by_day": .object(summary.byDay.mapValues(sum)),
      "by_person": .object(
        Dictionary(
          summary.byPerson.map { ($0.key.idText, sum($0.value)) },
          uniquingKeysWith: { first, _ in first })),
      "missing_rates": .list(summary.missingRates.map { .text($0) }),
      "payments": .list(
        summary.settlement.map { payment in
          .object([
            "from_id": TripJSON(payment.from), "from": TripJSON(text.name(payment.from)),
            "to_id": TripJSON(payment.to), "to": TripJSON(text.name(payment.to)),
            "amount": TripJSON(amount: payment.amount), "currency": .text(summary.currency),
          ])
        }),
    ])
    try output.write(record) { TripText.budget(view, summary) }
  }
}

/// `cairn trip expense rate`: sets an exchange rate.
struct ExpenseRate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Set the rate of a currency on a day.",
    discussion: """
      EXAMPLE
        cairn trip expense rate Japan JPY 0.0061 --day 2027-03-12
      """)

  @OptionGroup var trip: TripArgument

  @Argument(help: "The currency, such as JPY.")
  var currency: String

  @Argument(help: "The value of one unit in the trip's currency.")
  var rate: String

  @Option(help: "The day of the rate; today by default.")
  var day: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let code = try argument("currency") { () throws(TripInputError) in
      try TripInput.currency(currency)
    }
    let value = try argument("rate") { () throws(TripInputError) in try TripInput.amount(rate) }
    let given = try argument("--day") { () throws(TripInputError) in try TripInput.day(day) }
    guard let code, let value, value > 0, let day = given ?? LocalDate.today else {
      throw ValidationError("Give a currency and a rate above zero.")
    }
    let base = try await library.budget(view.tripID).currency
    let stored = try await library.setRate(value, for: code, base: base, day: day, in: view.tripID)
    try output.write(
      TripJSON.object([
        "currency": .text(stored.currency), "base": .text(stored.base),
        "rate": TripJSON(amount: stored.rate), "day": .text(stored.day),
      ])
    ) { "1 \(stored.currency) = \(stored.rate) \(stored.base) on \(stored.day)\n" }
  }
}
