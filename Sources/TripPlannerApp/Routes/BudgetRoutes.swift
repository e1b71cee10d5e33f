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
    router.post("/trips/:trip/rates/:id/delete") { request, context in
      _ = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      let id = try context.identifier("id")
      let rate = try view.part(id, among: view.detail.rates, "rate")
      try await site.library.delete(ExchangeRateSnapshot.self, rate.id)
      return site.redirect(to: path(view), .deleted)
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
    let expenses = PartRoutes("expenses", of: site) { view, id in
      try view.part(id, among: view.detail.expenses, "cost")
    }
    expenses.add(to: router) { view, expense in
      form(view, expense, ExpenseForm.values(expense, view))
    } store: { form, view, expense in
      try await stored(form, view, expense)
    } afterDeletion: { view, _ in
      path(view)
    }
  }

  private func path(_ view: TripView) -> String { TripPaths.page(view.tripID, "budget") }

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
      let given = try parsed("day") { () throws(TripInputError) in try TripInput.day(form["day"]) }
      guard let currency, let rate, rate > 0, let day = given ?? site.today else {
        throw FieldProblem("A rate needs a currency and a number above zero.", field: "rate")
      }
      try await site.library.setRate(rate, for: currency, base: base, day: day, in: view.tripID)
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
              .init("day", "Day", form["day"], .date, hint: "Empty: today."),
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
        BudgetPage.Rate(
          rateTitle: "1 \($0.currency), \($0.day)", rateValue: "\($0.rate) \($0.base)",
          rateRemoval: TripPaths.part(view.tripID, "rates", $0.id) + "/delete")
      },
      addPath: TripPaths.page(view.tripID, "expenses/new"), rateAction: path + "/rate",
      rateBase: summary.currency, rateDay: site.today?.description ?? "",
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
    // A category with a budget is shown before its first cost, too.
    let unused = summary.categoryBudgets.mapValues { _ in BudgetSummary.Sum() }
    let sums = summary.byCategory.merging(unused) { own, _ in own }
    return sums.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }.map {
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
      expense.category.isEmpty ? nil : BidirectionalText.isolated(expense.category),
      StoredTime.day(expense.day).map(view.format.shortDay),
      name(expense.payerID).map { "paid by \(BidirectionalText.isolated($0))" },
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
