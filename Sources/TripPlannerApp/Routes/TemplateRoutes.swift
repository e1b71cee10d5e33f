// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TripPlanner

/// The packing templates, /trips/templates, and the form of one, /trips/templates/:id.
struct TemplateRoutes: Sendable {
  let site: TripSite

  func add(to router: PageRouter) {
    router.get(RouterPath(TripPaths.templates)) { request, _ in
      let notice = FormFields(query: request)["done"].flatMap(TripNotice.init(rawValue:))
      let items = try await site.library.templates().map { detail in
        TemplatesPage.Item(
          templateID: "template-\(TripPaths.text(detail.id))", templateName: detail.template.name,
          templateCount: TripFormat.count(detail.items.count, "thing"),
          templateLines: detail.items.map(\.name).joined(separator: ", "),
          editPath: path(detail), deleteAction: path(detail) + "/delete")
      }
      return site.page(
        title: "Packing templates", TemplatesPage.name,
        TemplatesPage.Model(token: site.token.text, items: items, pageNotice: notice?.text))
    }
    router.get("/trips/templates/:id") { _, context in
      let detail = try await template(context)
      return form(detail, values(detail))
    }
    router.post("/trips/templates/:id") { request, context in
      let form = try await FormFields(request, token: site.token)
      return try await stored(form, try await template(context))
    }
    router.post("/trips/templates/:id/delete") { request, context in
      _ = try await FormFields(request, token: site.token)
      try await site.library.delete(PackingTemplateSnapshot.self, try context.identifier("id"))
      return site.redirect(to: TripPaths.templates, .restorableDeletion)
    }
  }

  private func path(_ detail: PackingTemplateDetail) -> String {
    "\(TripPaths.templates)/\(TripPaths.text(detail.id))"
  }

  private func template(_ context: some RequestContext) async throws -> PackingTemplateDetail {
    let id = try context.identifier("id")
    guard let detail = try await site.library.templates().first(where: { $0.id == id }) else {
      throw PageError.noSuch(
        "template", list: PageLink("Packing templates", TripPaths.templates))
    }
    return detail
  }

  // MARK: The form

  /// The name of the field that retains a line.
  private func field(_ line: PackingItemSnapshot) -> String { "line-\(TripPaths.text(line.id))" }

  private func names(_ detail: PackingTemplateDetail) -> [String] {
    ["name", "added"] + detail.items.map(field)
  }

  private func values(_ detail: PackingTemplateDetail) -> FormValues {
    var values = FormValues(["name": detail.template.name])
    for line in detail.items { values[field(line)] = "1" }
    return values
  }

  private func stored(
    _ form: FormFields, _ detail: PackingTemplateDetail
  ) async throws -> Response {
    let values = FormValues(form, names(detail), present: self.values(detail))
    guard let name = TripInput.text(values["name"]) else {
      return self.form(
        detail, FormValues(form, names(detail)),
        FieldProblem("A template needs a name.", field: "name"))
    }
    try await site.library.editTemplate(
      detail.id, name: name, adding: PackingItemSnapshot.lines(values["added"]),
      removing: Set(detail.items.filter { values[field($0)] != "1" }.map(\.id)))
    return site.redirect(to: TripPaths.templates, .saved)
  }

  private func form(
    _ detail: PackingTemplateDetail, _ values: FormValues, _ problem: FieldProblem? = nil
  ) -> Response {
    var groups = [
      FieldForm.Group(
        fields: [.init("name", "Name", values["name"], isRequired: true, isWhole: true)])
    ]
    if !detail.items.isEmpty {
      groups.append(
        FieldForm.Group(
          legend: "Things",
          fields: detail.items.map { .init(field($0), $0.name, values[field($0)], .flag) }))
    }
    groups.append(
      FieldForm.Group(
        fields: [
          .init(
            "added", "More things, one in a line", values["added"], .area(rows: 4),
            placeholder: "Socks x6")
        ]))
    var model = FormPage.Model(
      heading: "Edit template", intro: "Things without a mark are removed.", action: path(detail),
      token: site.token, groups: groups, submit: "Save", cancel: TripPaths.templates,
      base: values.base, removal: ("Delete this template", path(detail) + "/delete"))
    if let problem { model.form.show(problem) }
    return site.form(model, nil, isRejected: problem != nil)
  }
}
