// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// GET and POST /rucks/edit: changes several rucks of a page of the list at once.
struct BulkEditRoute: Sendable {
  /// The form's own fields; a field without a value changes nothing.
  private enum Field {
    static let ruck = "ruck-"
    static let pack = "pack"
    static let surface = "surface"
    static let gear = "gear"
    static let route = "route"
    static let none = "none"
  }

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckPaths.bulkEdit)) { request, _ in
      try await page(FormFields(query: request))
    }
    router.post(RouterPath(RuckPaths.bulkEdit)) { request, _ in
      let query = FormFields(query: request)
      let form = try await FormFields(request, token: site.token)
      do {
        try await change(form, try await rucks(query))
        return site.redirect(to: RuckPaths.list)
      } catch {
        guard let problem = FieldProblem(rejecting: error) else { throw error }
        return try await page(query, form, problem)
      }
    }
  }

  /// The rucks of the page of the list.
  private func rucks(_ query: FormFields) async throws -> [RuckSummary] {
    let filters = RuckListQuery { query[$0] }
    let unitSystem = try await site.library.profile().unitSystem
    return try await site.library.rucks(
      filters.query(unitSystem: unitSystem, calendar: site.calendar), in: site.calendar.calendar
    ).rucks
  }

  private func change(_ form: FormFields, _ rucks: [RuckSummary]) async throws {
    let chosen = rucks.filter { form[Field.ruck + RuckPaths.text($0.id)] == "1" }
    guard !chosen.isEmpty else { throw FieldProblem("Choose at least one ruck.") }
    let unitSystem = try await site.library.profile().unitSystem
    var edit = RuckEdit()
    do {
      edit.packWeight = try FieldProblem.mass(form[Field.pack], unitSystem)
    } catch {
      throw FieldProblem(error.message, field: Field.pack)
    }
    if let text = form[Field.surface], !text.isEmpty {
      let surface = try RuckWords.value(text, of: WalkingSurface.self)
      if surface == .pavedRoad { edit.cleared.insert(.surface) } else { edit.surface = surface }
    }
    let gear = form[Field.gear].flatMap(UUID.init(uuidString:))
    let route = form[Field.route] ?? ""
    guard edit != RuckEdit() || gear != nil || !route.isEmpty else {
      throw FieldProblem("Enter at least one change.")
    }
    for ruck in chosen {
      if edit != RuckEdit() { _ = try await site.library.edit(ruck.id, edit) }
      if let gear {
        let present = try await site.library.gear(of: ruck.id)
        try await site.library.setGear(present.union([gear]), of: ruck.id)
      }
      if !route.isEmpty {
        try await site.library.setRoute(UUID(uuidString: route), of: ruck.id)
      }
    }
  }

  private func page(
    _ query: FormFields, _ entered: FormFields? = nil, _ problem: FieldProblem? = nil
  ) async throws -> Response {
    let format = try await site.format()
    let rucks = try await rucks(query)
    let filters = RuckListQuery { query[$0] }
    let gear = try await site.library.objects(GearItem.self).filter(\.isActive)
    let keep = ("", "No change")
    var fields: [FieldForm.Field] = [
      .init(
        Field.pack, "Pack weight", entered?[Field.pack], .quantity,
        placeholder: format.example("16 kg")),
      .init(
        Field.surface, "Surface", entered?[Field.surface],
        .choice([keep] + RuckWords.choices(WalkingSurface.self))),
      .init(
        Field.gear, "Add gear", entered?[Field.gear],
        .choice([keep] + gear.map { (RuckPaths.text($0.id), $0.name) })),
      .init(
        Field.route, "Route", entered?[Field.route],
        .choice([keep, (Field.none, "None")] + (try await site.choices(of: .route)))),
    ]
    fields += rucks.map { ruck in
      let name = Field.ruck + RuckPaths.text(ruck.id)
      return .init(
        name, RuckTitle.text(ruck), entered?[name], .flag,
        hint: "\(RuckTitle.date(ruck, calendar: format.calendar)), "
          + format.measure.distance(ruck.distance))
    }
    var form = FieldForm(
      "bulk", action: filters.address(RuckPaths.bulkEdit), token: site.token,
      submit: "Change these rucks", cancel: filters.address(RuckPaths.list), fields)
    if let problem { form.show(problem) }
    var model = try await site.sections(.rucks, heading: "Edit several rucks")
    model.livePath = nil
    model.forms = [
      SectionCard("changes", "Changes", note: RuckWords.count(rucks.count, "ruck"), isWide: true)
        .form(form)
    ]
    return site.page(status: problem == nil ? .ok : .unprocessableContent, model)
  }
}
