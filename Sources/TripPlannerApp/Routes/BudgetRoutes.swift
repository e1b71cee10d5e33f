// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// The costs of a trip: /trips/:trip/budget, /trips/:trip/expenses/:id, and the rates.
struct BudgetRoutes: Sendable {
  static let categories = [
    "Transport", "Lodging", "Food", "Activities", "Shopping", "Insurance", "Other",
  ]

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/budget") { request, context in
      let view = try await site.view(context)
      return site.page(title: "Budget", of: view, BudgetPage.name, try await model(view, request))
    }
    router.post("/trips/:trip/budget/rate") { request, context in
      try await setRate(request, context)
    }
    router.get("/trips/:trip/expenses/new") { _, context in
      let view = try await site.view(context)
      var values = FormValues()
      values["currency"] = view.detail.trip.currency
      values["paid"] = "1"
      return form(view, nil, values)
    }
    router.post("/trips/:trip/expenses/new") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await site.view(context), nil)
    }
    router.get("/trips/:trip/expenses/:id") { _, context in
      let view = try await site.view(context)
      let expense = try expense(view, context)
      return form(view, expense, ExpenseForm.values(expense, view))
    }
    router.post("/trips/:trip/expenses/:id") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      return try await stored(form, view, try expense(view, context))
    }
    router.post("/trips/:trip/expenses/:id/delete") { request, context in
      _ = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      try await site.library.delete(ExpenseSnapshot.self, try expense(view, context).id)
      return site.redirect(to: path(view), .deleted)
    }
  }

  private func path(_ view: TripView) -> String { TripPaths.page(view.tripID, "budget") }

  private func expense(_ view: TripView, _ context: some RequestContext) throws -> ExpenseSnapshot {
    let id = try context.identifier("id")
    guard let expense = view.detail.expenses.first(where: { $0.id == id }) else {
      throw PageError.noSuchPart("cost", of: view.tripID)
    }
    return expense
  }

  private func setRate(_ request: Request, _ context: some RequestContext) async throws -> Response
  {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    let base = try await site.library.budget(view.tripID).currency
    do {
      let currency = try parsed("currency") { () throws(TripInputError) in
        try TripInput.currency(form["currency"])
      }
      let rate = try parsed("rate") { () throws(TripInputError) in
        try TripInput.amount(form["rate"])
      }
      guard let currency, let rate, rate > 0, let today = site.today else {
        throw FieldProblem("A rate needs a currency and a number above zero.", field: "rate")
      }
      try await site.library.setRate(rate, for: currency, base: base, day: today, in: view.tripID)
      return site.redirect(to: path(view), .rate)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      var model = FormPage.Model(
        heading: "Exchange rate", action: path(view) + "/rate", token: site.token,
        groups: [
          FieldForm.Group(
            fields: [
              .init(
                "currency", "1 unit of", form["currency"], placeholder: "JPY", isRequired: true),
              .init(
                "rate", "is, in \(base)", form["rate"], placeholder: "0.0061", isRequired: true,
                inputMode: "decimal"),
            ])
        ], submit: "Set the rate", cancel: path(view))
      model.form.show(problem)
      return site.form(model, view, isRejected: true)
    }
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ expense: ExpenseSnapshot?
  ) async throws -> Response {
    do {
      let values = FormValues(
        form, ExpenseForm.names(view), present: expense.map { ExpenseForm.values($0, view) })
      let change = try ExpenseForm.change(values, view)
      if let expense {
        try await site.library.edit(ExpenseSnapshot.self, expense.id) { change(&$0) }
        return site.redirect(to: path(view), .saved)
      }
      var new = ExpenseSnapshot()
      new.tripID = view.tripID
      change(&new)
      try await site.library.insert(new)
      return site.redirect(to: path(view), .added)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, expense, FormValues(form, ExpenseForm.names(view)), problem)
    }
  }

  private func form(
    _ view: TripView, _ expense: ExpenseSnapshot?, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let own = expense.map { TripPaths.part(view.tripID, "expenses", $0.id) }
    var model = FormPage.Model(
      heading: expense == nil ? "Add a cost" : "Edit cost",
      action: own ?? TripPaths.page(view.tripID, "expenses/new"), token: site.token,
      groups: ExpenseForm.groups(values, view), submit: expense == nil ? "Add" : "Save",
      cancel: path(view), base: expense == nil ? nil : values.base,
      removal: own.map { ("Delete this cost", $0 + "/delete") })
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }

  // MARK: The page

  private func model(_ view: TripView, _ request: Request) async throws -> BudgetPage.Model {
    let summary = try await site.library.budget(view.tripID)
    let text = BudgetText(view, summary)
    let path = path(view)
    var figures = [
      FigureTile("Total", text.amount(summary.total.total)),
      FigureTile("Paid", text.amount(summary.total.paid)),
      FigureTile("Planned", text.amount(summary.total.planned)),
    ]
    if let left = summary.remaining { figures.append(FigureTile("Left", text.amount(left))) }
    let isShared = summary.byPerson.count > 1
    return BudgetPage.Model(
      header: try await site.header(view, .budget, here: path, request: request), livePath: path,
      token: site.token.text, total: text.amount(summary.total.total), figures: figures,
      limit: text.limit, categories: text.categories, days: text.days,
      people: isShared ? text.people : [], payments: text.payments,
      isSettled: isShared && summary.settlement.isEmpty && !summary.advanced.isEmpty,
      lines: summary.lines.map { text.line($0) },
      missingRates: summary.missingRates.map {
        "Costs in \($0) are not in the sums, since the rate to \(summary.currency) is unknown."
      },
      rates: view.detail.rates.map {
        BudgetPage.Bar(
          barTitle: "1 \($0.currency), \($0.day)", barAmount: "\($0.rate) \($0.base)", barValue: 0)
      },
      addPath: TripPaths.page(view.tripID, "expenses/new"), rateAction: path + "/rate",
      rateBase: summary.currency,
      budgetPath: TripPaths.page(view.tripID, "edit") + "#\(FormPage.fieldID("budget"))",
      csvPath: TripPaths.page(view.tripID, "export/csv"), isEmpty: summary.lines.isEmpty)
  }
}

/// The texts of a budget's page.
struct BudgetText {
  private let view: TripView
  private let summary: BudgetSummary
  private let names: [UUID: String]

  init(_ view: TripView, _ summary: BudgetSummary) {
    (self.view, self.summary) = (view, summary)
    names = Dictionary(view.detail.people.map { ($0.id, $0.name) }) { first, _ in first }
  }

  func amount(_ amount: Decimal) -> String { view.format.amount(amount, summary.currency) }

  func name(_ person: UUID?) -> String? { person.map { names[$0] ?? "somebody" } }

  private func share(_ part: Decimal, of whole: Decimal) -> Int {
    guard whole > 0, part > 0 else { return 0 }
    return min(1000, NSDecimalNumber(decimal: part / whole * 1000).intValue)
  }

  var limit: BudgetPage.Limit? {
    guard let budget = summary.budget, budget > 0 else { return nil }
    return BudgetPage.Limit(
      limitText: "\(amount(summary.total.total)) of \(amount(budget))",
      limitValue: share(summary.total.total, of: budget), isOver: summary.total.total > budget)
  }

  private func bar(_ title: String, _ sum: BudgetSummary.Sum, of whole: Decimal) -> BudgetPage.Bar {
    BudgetPage.Bar(
      barTitle: title, barAmount: amount(sum.total), barValue: share(sum.total, of: whole),
      barNote: sum.planned > 0 ? "\(amount(sum.planned)) planned" : nil)
  }

  var categories: [BudgetPage.Bar] {
    summary.byCategory.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }.map {
      let limit = summary.categoryBudgets[$0.key]
      var bar = bar(
        $0.key.isEmpty ? "Other" : $0.key, $0.value, of: limit ?? summary.total.total)
      if let limit { bar.barNote = "of \(amount(limit))" }
      return bar
    }
  }

  var days: [BudgetPage.Bar] {
    let largest = summary.byDay.values.map(\.total).max() ?? 0
    return summary.byDay.sorted { $0.key < $1.key }.map {
      bar(
        StoredTime.day($0.key).map(view.format.shortDay) ?? "Without a day", $0.value, of: largest)
    }
  }

  var people: [BudgetPage.Bar] {
    summary.byPerson.sorted { (name($0.key) ?? "") < (name($1.key) ?? "") }.map {
      bar(name($0.key) ?? "", $0.value, of: summary.total.total)
    }
  }

  var payments: [BudgetPage.Payment] {
    summary.settlement.map {
      BudgetPage.Payment(
        payer: name($0.from) ?? "", payee: name($0.to) ?? "", paymentAmount: amount($0.amount))
    }
  }

  func line(_ line: BudgetSummary.Line) -> BudgetPage.Line {
    let expense = line.expense
    let detail = [
      expense.category.isEmpty ? nil : expense.category,
      StoredTime.day(expense.day).map(view.format.shortDay),
      name(expense.payerID).map { "paid by \($0)" },
    ].compactMap(\.self)
    let isConverted = expense.currency != summary.currency
    return BudgetPage.Line(
      expenseTitle: expense.name.isEmpty ? "Cost" : expense.name,
      expenseDetail: detail.joined(separator: " · "),
      expenseAmount: view.format.amount(expense.amount, expense.currency),
      expenseBase: isConverted ? line.amount.map { amount($0) } ?? "no rate" : nil,
      isPlanned: !expense.isPaid,
      expensePath: TripPaths.part(view.tripID, "expenses", expense.id))
  }
}

/// The form of a cost.
enum ExpenseForm {
  /// The names of the fields, with one for each person's share.
  static func names(_ view: TripView) -> [String] {
    ["title", "amount", "currency", "category", "day", "payer", "paid", "notes"]
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
    let payer = form["payer"].flatMap(UUID.init(uuidString:))
    let payerID = view.detail.people.first { $0.id == payer }?.id
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
      expense.isPaid = isPaid
      if areSharesNew { expense.shares = encoded }
      expense.notes = notes
    }
  }
}
