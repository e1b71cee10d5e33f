// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET and POST /rucks/edit: changes or deletes several rucks of the list at once.
struct BulkEditRoute: Sendable {
  /// The form's own fields; a field without a value changes nothing.
  private enum Field {
    static let ruck = "ruck-"
    static let all = "all"
    static let action = "action"
    static let delete = "delete"
    /// The number of rucks whose deletion was confirmed.
    static let confirmed = "confirmed"
    static let pack = "pack"
    static let body = "body"
    static let surface = "surface"
    static let rpe = "rpe"
    static let gear = "gear"
    static let removedGear = "remove-gear"
    static let route = "route"
    static let none = "none"
  }

  /// The maximum number of rucks that the question before a deletion lists.
  private static let listed = 50

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.bulkEdit)) { request, _ in
      try await page(FormFields(query: request), request: request)
    }
    router.post(RouterPath(RuckPaths.bulkEdit)) { request, _ in
      let query = FormFields(query: request)
      let form = try await FormFields(request, token: site.token)
      do {
        return try await perform(form, query)
      } catch {
        guard let problem = FieldProblem(rejecting: error) else { throw error }
        return try await page(query, form, problem)
      }
    }
  }

  private func perform(_ form: FormFields, _ query: FormFields) async throws -> Response {
    let chosen = try await chosen(form, query)
    guard !chosen.isEmpty else { throw FieldProblem("Choose at least one ruck.") }
    let filters = RuckListQuery { query[$0] }
    if form[Field.action] == Field.delete {
      // The number differs if the filters match other rucks than at the question.
      guard form[Field.confirmed] == "\(chosen.count)" else {
        return try await question(chosen, form, filters)
      }
      try await site.library.delete(chosen.map(\.id))
      return site.redirect(to: filters.with(page: 1).address(RuckPaths.list))
    }
    let change = try await change(form)
    guard !change.isEmpty else { throw FieldProblem("Enter at least one change.") }
    try await site.library.change(chosen.map(\.id), change)
    let address = filters.address(RuckPaths.bulkEdit)
    return site.redirect(
      to: address + (address.contains("?") ? "&" : "?") + "done=\(RuckNotice.saved.rawValue)")
  }

  // MARK: Rucks

  /// One page of the rucks that match the filters.
  private func rucks(_ query: FormFields, page: Int? = nil) async throws -> RuckPageResult {
    var filters = RuckListQuery { query[$0] }
    filters.page = page ?? filters.page
    let unitSystem = try await site.library.profile().unitSystem
    return try await site.library.rucks(
      filters.query(unitSystem: unitSystem, calendar: site.calendar), in: site.calendar.calendar)
  }

  /// The chosen rucks: those with a mark in the form, or all that match the filters.
  private func chosen(_ form: FormFields, _ query: FormFields) async throws -> [RuckSummary] {
    guard form[Field.all] == "1" else {
      let ids = form.names.filter { $0.hasPrefix(Field.ruck) && form[$0] == "1" }
        .compactMap { UUID(uuidString: String($0.dropFirst(Field.ruck.count))) }
      return try await site.library.rucks(Set(ids))
    }
    var (rucks, pages, page): ([RuckSummary], Int, Int) = ([], 1, 1)
    while page <= pages {
      let result = try await self.rucks(query, page: page)
      rucks += result.rucks
      pages = result.pages
      page += 1
    }
    return rucks
  }

  // MARK: Changes

  private func change(_ form: FormFields) async throws -> RuckSelectionEdit {
    let unitSystem = try await site.library.profile().unitSystem
    var change = RuckSelectionEdit()
    do {
      change.edit.packWeight = try FieldProblem.mass(form[Field.pack], unitSystem)
    } catch {
      throw FieldProblem(error.message, field: Field.pack)
    }
    do {
      change.edit.bodyWeight = try BodyWeightField.kilograms(form[Field.body], unitSystem)
    } catch {
      throw FieldProblem(error.message, field: Field.body)
    }
    if let text = form[Field.surface], !text.isEmpty {
      let surface = try RuckWords.value(text, of: WalkingSurface.self)
      if surface == .pavedRoad {
        change.edit.cleared.insert(.surface)
      } else {
        change.edit.surface = surface
      }
    }
    if let text = FieldFormat.text(form[Field.rpe]) {
      guard let rpe = Int(text), (1...10).contains(rpe) else {
        throw FieldProblem("\(text) is not a whole number from 1 to 10.", field: Field.rpe)
      }
      change.edit.rpe = rpe
    }
    change.addedGear = form[Field.gear].flatMap(UUID.init(uuidString:))
    change.removedGear = form[Field.removedGear].flatMap(UUID.init(uuidString:))
    if form[Field.route] == Field.none {
      change.route = .removed
    } else if let route = form[Field.route].flatMap(UUID.init(uuidString:)) {
      change.route = .route(route)
    }
    return change
  }

  // MARK: Pages

  /// The question before a deletion.
  private func question(
    _ chosen: [RuckSummary], _ form: FormFields, _ filters: RuckListQuery
  ) async throws -> Response {
    let format = try await site.format()
    let count = RuckWords.count(chosen.count, "ruck")
    var model = try await site.sections(.rucks, heading: "Delete \(count)?")
    model.livePath = nil
    let more = chosen.count - Self.listed
    model.cards = [
      SectionCard("chosen", "Chosen rucks", note: count, isWide: true).lines(
        chosen.prefix(Self.listed).map {
          .init(
            RuckTitle.text($0), path: RuckPaths.ruck($0.id),
            detail: RuckTitle.date($0, calendar: format.calendar),
            end: format.measure.distance($0.distance))
        }
      ).prose(more > 0 ? "And \(more) more." : "")
    ]
    var question = FieldForm(
      "bulk", action: filters.address(RuckPaths.bulkEdit), token: site.token,
      submit: "Delete \(count)", cancel: filters.address(RuckPaths.bulkEdit), [])
    question.hide(Field.action, Field.delete)
    question.hide(Field.confirmed, "\(chosen.count)")
    if form[Field.all] == "1" {
      question.hide(Field.all, "1")
    } else {
      for ruck in chosen { question.hide(Field.ruck + RuckPaths.text(ruck.id), "1") }
    }
    model.forms = [
      SectionCard("question", "Delete them with their tracks", isWide: true)
        .prose("A deletion can't be undone. Export the rucks first if you may need them.")
        .form(question)
    ]
    return site.page(model)
  }

  private func page(
    _ query: FormFields, _ entered: FormFields? = nil, _ problem: FieldProblem? = nil,
    request: Request? = nil
  ) async throws -> Response {
    let format = try await site.format()
    let result = try await rucks(query)
    let filters = RuckListQuery { query[$0] }
    var form = FieldForm(
      "bulk", action: filters.address(RuckPaths.bulkEdit), token: site.token,
      submit: "Continue", cancel: filters.address(RuckPaths.list),
      groups: [
        .init(legend: "Changes", fields: try await changes(entered)),
        .init(legend: "Rucks", fields: marks(result, entered, format)),
      ])
    if let problem { form.show(problem) }
    var model = try await site.sections(.rucks, heading: "Edit several rucks", request: request)
    model.livePath = nil
    model.forms = [
      SectionCard(
        "changes", "Rucks of the list", note: RuckWords.count(result.count, "ruck"), isWide: true
      ).form(form)
    ]
    return site.page(status: problem == nil ? .ok : .unprocessableContent, model)
  }

  /// The fields of the changes.
  private func changes(_ entered: FormFields?) async throws -> [FieldForm.Field] {
    let gear = try await site.library.objects(GearItem.self).filter(\.isActive)
      .map { (value: RuckPaths.text($0.id), title: $0.name) }
    let unchanged = (value: "", title: "No change")
    let format = try await site.format()
    return [
      .init(
        Field.action, "Action", entered?[Field.action],
        .choice([("", "Change the chosen rucks"), (Field.delete, "Delete the chosen rucks…")]),
        hint: "A page with a question precedes a deletion.", isWhole: true),
      .init(
        Field.pack, "Pack weight", entered?[Field.pack], .quantity,
        placeholder: format.example("16 kg")),
      .init(
        Field.body, "Body weight", entered?[Field.body], .quantity,
        placeholder: format.unitSystem == .imperial ? "180 lb" : "80 kg"),
      .init(
        Field.surface, "Surface", entered?[Field.surface],
        .choice([unchanged] + RuckWords.choices(WalkingSurface.self))),
      .init(
        Field.rpe, "Exertion", entered?[Field.rpe], .quantity, placeholder: "1 to 10",
        inputMode: "numeric"),
      .init(Field.gear, "Add gear", entered?[Field.gear], .choice([unchanged] + gear)),
      .init(
        Field.removedGear, "Remove gear", entered?[Field.removedGear],
        .choice([unchanged] + gear)),
      .init(
        Field.route, "Route", entered?[Field.route],
        .choice([unchanged, (Field.none, "None")] + (try await site.choices(of: .route)))),
    ]
  }

  /// The marks of the rucks of a page, and one for all rucks.
  private func marks(
    _ result: RuckPageResult, _ entered: FormFields?, _ format: FieldFormat
  ) -> [FieldForm.Field] {
    var fields: [FieldForm.Field] = []
    if result.count > 1 {
      fields.append(
        .init(
          Field.all, "All \(result.count) rucks", entered?[Field.all], .flag,
          hint: "All that match the filters of the list, also on other pages.", isWhole: true))
    }
    for ruck in result.rucks {
      let name = Field.ruck + RuckPaths.text(ruck.id)
      fields.append(
        .init(
          name, RuckTitle.text(ruck), entered?[name], .flag,
          hint: "\(RuckTitle.date(ruck, calendar: format.calendar)), "
            + format.measure.distance(ruck.distance)))
    }
    return fields
  }
}
