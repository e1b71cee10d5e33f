// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import TravelFiles
import TripPlanner

/// The packing list of a trip: /trips/:trip/packing, its lines and its templates.
struct PackingRoutes: Sendable {
  /// The category of lines without one.
  static let otherCategory = "Other"

  let site: TripSite

  func add(to router: PageRouter) {
    router.get("/trips/:trip/packing") { request, context in
      let view = try await site.view(context)
      return site.page(title: "Packing", of: view, PackingPage.name, try await model(view, request))
    }
    router.post("/trips/:trip/packing") { request, context in try await insert(request, context) }
    router.post("/trips/:trip/packing/paste") { request, context in
      try await paste(request, context)
    }
    router.post("/trips/:trip/packing/template") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      guard let id = form["template"].flatMap(UUID.init(uuidString:)) else {
        throw PageError.badForm("It names no template.")
      }
      _ = try await site.library.applyTemplate(id, to: view.tripID)
      return site.redirect(to: path(view), .applied)
    }
    router.post("/trips/:trip/packing/save") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      guard let name = TripInput.text(form["name"]) else {
        return site.redirect(to: path(view), problem: "A template needs a name.")
      }
      _ = try await site.library.makeTemplate(named: name, from: view.tripID)
      return site.redirect(to: path(view), .template)
    }
    let lines = PartRoutes("packing", of: site) { view, id in
      try view.part(id, among: view.detail.packingItems, "packing line")
    }
    router.post("/trips/:trip/packing/:id/check") { request, context in
      let form = try await FormFields(request, token: site.token)
      let view = try await site.view(context)
      let line = try lines.part(view, context)
      // The form has the new state: one that waited on a device must not revert that of another.
      let isPacked = form["packed"] != "0"
      try await site.library.edit(PackingItemSnapshot.self, line.id) { $0.isPacked = isPacked }
      return site.redirect(to: path(view) + "#pack-\(TripPaths.text(line.id))")
    }
    lines.add(to: router) { view, line in
      form(view, line, Self.values(line))
    } store: { form, view, line in
      try await stored(form, view, line)
    } afterDeletion: { view, _ in
      path(view)
    }
  }

  private func path(_ view: TripView) -> String { TripPaths.page(view.tripID, "packing") }

  // MARK: Forms

  private static let names = ["name", "category", "quantity", "weight", "bag", "person", "packed"]

  private static func values(_ line: PackingItemSnapshot) -> FormValues {
    FormValues([
      "name": line.name, "category": line.category, "quantity": "\(line.quantity)",
      "weight": line.weight.map { "\(Double(Int(($0 * 1000).rounded())) / 1000) kg" },
      "bag": line.bag, "person": line.person, "packed": line.isPacked ? "1" : nil,
    ])
  }

  private static func change(
    _ form: FormValues
  ) throws(FieldProblem) -> @Sendable (inout PackingItemSnapshot) -> Void {
    guard let name = TripInput.text(form["name"]) else {
      throw FieldProblem("A line needs a name.", field: "name")
    }
    let quantity = try parsed("quantity") { () throws(TripInputError) in
      try TripInput.number(form["quantity"], in: 1...9999, "number")
    }
    let weight = try parsed("weight") { () throws(TripInputError) in
      try TripInput.weight(form["weight"])
    }
    let (category, bag) = (TripInput.text(form["category"]), TripInput.text(form["bag"]))
    let (person, isPacked) = (TripInput.text(form["person"]), form["packed"] == "1")
    return { line in
      line.name = name
      line.category = category ?? ""
      line.quantity = quantity ?? 1
      // The form shows whole grams.
      if form.changes("weight") { line.weight = weight }
      line.bag = bag
      line.person = person
      line.isPacked = isPacked
    }
  }

  /// The form of a line; without one, that of a new line.
  private func form(
    _ view: TripView, _ line: PackingItemSnapshot?, _ values: FormValues,
    _ problem: FieldProblem? = nil
  ) -> Response {
    let own = line.map { TripPaths.part(view.tripID, "packing", $0.id) }
    var model = FormPage.Model(
      heading: line.map { "Edit \($0.name)" } ?? "Add a thing", action: own ?? path(view),
      token: site.token,
      groups: [
        FieldForm.Group(
          fields: [
            .init("name", "Name", values["name"], isRequired: true, isWhole: true),
            .init(
              "category", "Category", values["category"],
              .text(proposals: Set(view.detail.packingItems.map(\.category)).sorted())),
            .init("quantity", "Number", values["quantity"], inputMode: "numeric"),
            .init("weight", "Weight of one", values["weight"], placeholder: "350 g"),
            .init("bag", "Bag", values["bag"]),
            .init(
              "person", "Carried by", values["person"],
              .text(proposals: view.detail.people.map(\.name))),
            .init("packed", "Packed", values["packed"], .flag),
          ])
      ], submit: line == nil ? "Add" : "Save", cancel: path(view),
      base: line == nil ? nil : values.base,
      removal: own.map { ("Delete this line", $0 + "/delete") })
    if let problem { model.form.show(problem) }
    return site.form(model, view, isRejected: problem != nil)
  }

  private func stored(
    _ form: FormFields, _ view: TripView, _ line: PackingItemSnapshot
  ) async throws -> Response {
    do {
      let change = try Self.change(FormValues(form, Self.names, present: Self.values(line)))
      try await site.library.edit(PackingItemSnapshot.self, line.id) { change(&$0) }
      return site.redirect(to: path(view), .saved)
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, line, FormValues(form, Self.names), problem)
    }
  }

  private func insert(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    do {
      let change = try Self.change(FormValues(form, Self.names))
      var line = PackingItemSnapshot()
      line.tripID = view.tripID
      change(&line)
      line.position = (view.detail.packingItems.map(\.position).max() ?? 0) + 1
      try await site.library.insert(line)
      return site.redirect(to: path(view) + "#pack-name")
    } catch {
      guard let problem = FieldProblem(error) else { throw error }
      return self.form(view, nil, FormValues(form, Self.names), problem)
    }
  }

  /// Adds the lines of a pasted list.
  private func paste(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let view = try await site.view(context)
    var position = view.detail.packingItems.map(\.position).max() ?? 0
    let lines = PackingItemSnapshot.lines(form["text"]).map { line in
      var line = line
      line.tripID = view.tripID
      position += 1
      line.position = position
      return line
    }
    guard !lines.isEmpty else {
      var model = FormPage.Model(
        heading: "Paste a list", action: path(view) + "/paste", token: site.token,
        groups: [
          FieldForm.Group(
            fields: [
              .init("text", "One thing in a line", form["text"], .area(rows: 8), isRequired: true)
            ])
        ], submit: "Add", cancel: path(view))
      model.form.show(FieldProblem("The text has no line to add.", field: "text"))
      return site.form(model, view, isRejected: true)
    }
    try await site.library.insertAll(lines)
    return site.redirect(to: path(view), .packed)
  }

  // MARK: The page

  private func model(_ view: TripView, _ request: Request) async throws -> PackingPage.Model {
    let summary = try await site.library.packing(view.tripID)
    let path = path(view)
    var totals = [
      PackingPage.Total(
        totalName: "All", totalText: view.format.weight(summary.weight) ?? "–")
    ]
    for (title, groups) in [("", summary.bags), ("Carried by ", summary.people)] {
      totals += groups.filter { !$0.name.isEmpty }.map {
        .init(totalName: title + $0.name, totalText: view.format.weight($0.weight) ?? "–")
      }
    }
    if summary.unweighedCount > 0, summary.weight > 0 {
      totals.append(
        .init(totalName: "Without a weight", totalText: "\(summary.unweighedCount)"))
    }
    return PackingPage.Model(
      header: try await site.header(view, .packing, here: path, request: request), livePath: path,
      token: site.token.text,
      categories: summary.categories.enumerated().map { index, group in
        PackingPage.Category(
          categoryID: "category-\(index)",
          categoryTitle: group.name.isEmpty ? Self.otherCategory : group.name,
          categoryCount: "\(group.packedCount) of \(group.items.count)"
            + (group.weight > 0 ? " · \(view.format.weight(group.weight) ?? "")" : ""),
          lines: group.items.map { line($0, view) })
      },
      isEmpty: summary.itemCount == 0,
      progress: "\(summary.packedCount) of \(summary.itemCount) packed",
      packedCount: summary.packedCount, lineCount: max(summary.itemCount, 1),
      totals: summary.weight > 0 ? totals : [], addAction: path, pasteAction: path + "/paste",
      templates: try await site.library.templates().map {
        .init(
          optionValue: TripPaths.text($0.id),
          optionTitle: "\($0.template.name) (\($0.items.count))", isSelected: false)
      },
      templateAction: path + "/template", saveTemplateAction: path + "/save",
      templatesPath: TripPaths.templates,
      categoryNames: summary.categories.map(\.name).filter { !$0.isEmpty },
      personNames: view.detail.people.map(\.name).filter { !$0.isEmpty })
  }

  private func line(_ item: PackingItemSnapshot, _ view: TripView) -> PackingPage.Line {
    let detail = [
      item.quantity > 1 ? "× \(item.quantity)" : nil, view.format.weight(item.weight),
      item.bag.map(BidirectionalText.isolated), item.person.map(BidirectionalText.isolated),
    ].compactMap(\.self).filter { !$0.isEmpty }
    return PackingPage.Line(
      lineID: "pack-\(TripPaths.text(item.id))", lineName: item.name,
      lineDetail: detail.joined(separator: " · "), isPacked: item.isPacked,
      pressed: item.isPacked ? "true" : "false", nextState: item.isPacked ? "0" : "1",
      checkAction: TripPaths.part(view.tripID, "packing", item.id) + "/check",
      linePath: TripPaths.part(view.tripID, "packing", item.id))
  }
}

extension TripSite {
  /// A redirect to a page that reports a problem.
  func redirect(to path: String, problem: String) -> Response {
    site.redirect(to: PageProblem.address(path, problem, token: token))
  }
}

extension PackingItemSnapshot {
  /// The lines of a pasted list, such as `Socks x6`, which belong to no list yet.
  static func lines(_ text: String?) -> [PackingItemSnapshot] {
    PackingList.lines(text ?? "").map { entry in
      var line = PackingItemSnapshot()
      line.name = entry.name
      line.category = entry.category ?? ""
      line.quantity = min(max(entry.quantity, 1), 9999)
      line.weight = entry.weight
      line.bag = entry.bag
      return line
    }
  }
}
