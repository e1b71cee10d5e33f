// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TravelFiles
import TripPlanner

/// The form of a cost.
enum ExpenseForm {
  /// The names of the fields, with one for each person's share.
  static func names(_ view: TripView) -> [String] {
    ["title", "amount", "currency", "category", "day", "payer", "owner", "paid", "notes"]
      + sharers(view).map { share($0.id) }
  }

  /// The people whose shares the form has: none unless there are several.
  private static func sharers(_ view: TripView) -> [CollaboratorSnapshot] {
    view.detail.people.count > 1 ? view.detail.people : []
  }

  /// The name of the field with a person's share.
  static func share(_ person: UUID) -> String { "share-\(TripPaths.text(person))" }

  static func values(_ expense: ExpenseSnapshot, _ view: TripView) -> FormValues {
    // A deleted payer is not in the list, and stays the payer until another one is chosen.
    let payer = view.detail.people.first { $0.id == expense.payerID }
    var values = FormValues([
      "title": expense.title, "amount": Currency.number(expense.amount, expense.currency),
      "currency": expense.currency, "category": expense.category, "day": expense.day,
      "payer": payer.map { TripPaths.text($0.id) }, "paid": expense.isPaid ? "1" : nil,
      "owner": view.owner(expense.segmentID, expense.itemID).map(TripPaths.text),
      "notes": expense.notes,
    ])
    for share in expense.shares.flatMap(CostShare.decode) ?? []
    where sharers(view).contains(where: { $0.id == share.person }) {
      values[self.share(share.person)] = share.amount.map { "=\($0)" } ?? "\(share.weight)"
    }
    return values
  }

  static func groups(_ values: FormValues, _ view: TripView) -> [FieldForm.Group] {
    let people = view.detail.people
    let payers = [("", "Nobody yet")] + people.map { (TripPaths.text($0.id), $0.name) }
    var groups = [
      FieldForm.Group(
        fields: [
          .init("title", "What", values["title"], isRequired: true, isWhole: true),
          .init("amount", "Amount", values["amount"], isRequired: true, inputMode: "decimal"),
          .init(
            "currency", "Currency", values["currency"],
            .text(proposals: ["EUR", "USD", "GBP", "CHF", "JPY"]), placeholder: "EUR",
            isRequired: true),
          .init(
            "category", "Category", values["category"], .text(proposals: BudgetRoutes.categories)),
          .init("day", "Day", values["day"], .date),
          .init("payer", "Paid by", values["payer"] ?? "", .choice(payers)),
          .init("owner", "Belongs to", values["owner"] ?? "", .choice(view.owners)),
          .init("paid", "Paid", values["paid"], .flag),
          .init("notes", "Notes", values["notes"], .area(rows: 2)),
        ])
    ]
    let sharers = Self.sharers(view)
    if !sharers.isEmpty {
      groups.append(
        FieldForm.Group(
          legend: "Shares",
          fields: sharers.map {
            .init(
              share($0.id), $0.name, values[share($0.id)], placeholder: "1",
              hint: "Parts, or =12.50 for a fixed amount.", inputMode: "decimal")
          }))
    }
    return groups
  }

  /// Parses the submitted form.
  static func change(
    _ form: FormValues, _ view: TripView
  ) throws(FieldProblem) -> @Sendable (inout ExpenseSnapshot) -> Void {
    guard let title = TripInput.text(form["title"]) else {
      throw FieldProblem("A cost needs a name.", field: "title")
    }
    let amount = try parsed("amount") { () throws(TripInputError) in
      try TripInput.amount(form["amount"])
    }
    guard let amount else { throw FieldProblem("A cost needs an amount.", field: "amount") }
    let currency = try parsed("currency") { () throws(TripInputError) in
      try TripInput.currency(form["currency"])
    }
    guard let currency else { throw FieldProblem("A cost needs a currency.", field: "currency") }
    if form.changes("amount", "currency") {
      _ = try parsed("amount") { () throws(TripInputError) in
        try TripInput.amount(amount, in: currency)
      }
    }
    let day = try parsed("day") { () throws(TripInputError) in try TripInput.day(form["day"]) }
    let shares = try shares(form, view, in: currency)
    let payer = form["payer"].flatMap(UUID.init(uuidString:))
    let payerID = view.detail.people.first { $0.id == payer }?.id
    let owner = form["owner"].flatMap(UUID.init(uuidString:))
    let segmentID = view.detail.segments.first { $0.id == owner }?.id
    let itemID = view.detail.items.first { $0.id == owner }?.id
    let (category, notes) = (TripInput.text(form["category"]), TripInput.text(form["notes"]))
    let isPaid = form["paid"] == "1"
    let encoded = shares.isEmpty ? nil : CostShare.encode(shares)
    let areSharesNew = sharers(view).contains { form.changes(share($0.id)) }
    return { expense in
      expense.title = title
      if form.changes("amount", "currency") {
        expense.amount = amount
        expense.currency = currency
      }
      expense.day = day?.description
      expense.category = category ?? ""
      if form.changes("payer") { expense.payerID = payerID }
      if form.changes("owner") { (expense.segmentID, expense.itemID) = (segmentID, itemID) }
      expense.isPaid = isPaid
      if areSharesNew { expense.shares = encoded }
      expense.notes = notes
    }
  }

  private static func shares(
    _ form: FormValues, _ view: TripView, in currency: String
  ) throws(FieldProblem) -> [CostShare] {
    var shares: [CostShare] = []
    for person in sharers(view) {
      let field = share(person.id)
      guard let text = TripInput.text(form[field]) else { continue }
      let isFixed = text.hasPrefix("=")
      let number = try parsed(field) { () throws(TripInputError) in
        try TripInput.amount(isFixed ? String(text.dropFirst()) : text)
      }
      guard let number, number >= 0 else {
        throw FieldProblem("A share can't be negative.", field: field)
      }
      if isFixed, form.changes(field, "currency") {
        _ = try parsed(field) { () throws(TripInputError) in
          try TripInput.amount(number, in: currency)
        }
      }
      shares.append(
        isFixed
          ? CostShare(person: person.id, weight: 0, amount: number)
          : CostShare(person: person.id, weight: number))
    }
    return shares
  }
}

extension TripView {
  /// The journey or the item to which an object belongs; nil for a deleted one.
  ///
  /// A deleted owner is not in the list of a form, and stays the owner until another one is chosen.
  func owner(_ segment: UUID?, _ item: UUID?) -> UUID? {
    detail.segments.first { $0.id == segment }?.id ?? detail.items.first { $0.id == item }?.id
  }

  /// The parts to which a cost or a document can belong, as the choices of a form.
  var owners: [(value: String, title: String)] {
    [("", "The whole trip")] + detail.segments.map { (TripPaths.text($0.id), title($0)) }
      + detail.items.map { (TripPaths.text($0.id), $0.name) }
  }
}
