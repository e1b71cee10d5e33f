// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// The gear: /rucks/gear, an item's page, and the gear of a ruck.
struct GearRoutes: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.gear.path)) { request, _ in try await list(request) }
    ObjectRoutes(site: site, kind: .gear, tab: .gear) { path($0) }.add(to: router)
    router.get(RouterPath("\(RuckTab.gear.path)/:id")) { request, context in
      try await item(request, try context.objectID(GearItem.noun))
    }
    router.post(RouterPath("\(RuckTab.gear.path)/:id/use")) { request, context in
      try await recordUse(request, try context.objectID(GearItem.noun))
    }
  }

  private func list(_ request: Request) async throws -> Response {
    let items = try await site.library.objects(GearItem.self)
    let format = try await site.format()
    let used = items.filter(\.isActive)
    var model = try await site.sections(.gear, heading: "Gear", request: request)
    model.subtitle = "Packs, boots and clothing with their wear, from the rucks that used them."
    model.actions = [.primary("Add an item", ObjectKind.gear.path + "/new")]
    model.liveCount = RuckWords.count(items.count, "item")
    let worn = used.filter { $0.remainingLife != nil }
      .sorted { ($0.remainingLife ?? 1) < ($1.remainingLife ?? 1) }
    model.cards = [
      SectionCard(
        "in-use", "In use", note: RuckWords.count(used.count, "item"),
        isWide: true
      ).table(
        ["Item", "Type", "Weight", "Rucks", "Distance", "Time", "Last used"],
        used.map { row($0, format) },
        empty: "There is no gear yet. Add a pack or boots, and choose them on the pages of rucks: "
          + "their distance and their wear are summed up here.")
    ]
    if !worn.isEmpty {
      model.cards.append(
        SectionCard("wear", "Wear", glass: LiquidGlassCard(tint: .orange, intensity: .regular))
          .meters(worn.map { meter($0, format) }))
    }
    let tasks = used.filter { GearState($0) != .good }
    if !tasks.isEmpty {
      model.cards.append(
        SectionCard("tasks", "To do").lines(
          tasks.map { item in
            .init(
              item.name, path: path(item.id),
              detail: item.nextMaintenance.map {
                "Maintenance on \(format.calendar.date($0))"
              }, chip: GearState(item).chip, isWarning: true)
          }))
    }
    let retired = items.filter { !$0.isActive }
    if !retired.isEmpty {
      model.cards.append(
        SectionCard("retired", "Retired").lines(
          retired.map {
            .init(
              $0.name, path: path($0.id), detail: RuckWords.title($0.type),
              end: format.measure.distance($0.distance))
          }))
    }
    return site.page(model)
  }

  private func row(_ item: GearItem, _ format: FieldFormat) -> SectionCard.Row {
    SectionCard.Row(
      item.name, path: path(item.id),
      detail: [item.brand, item.model].filter { !$0.isEmpty }.joined(separator: " "),
      [
        RuckWords.title(item.type), format.measure.weight(item.weight), "\(item.uses)",
        format.measure.distance(item.distance), format.measure.duration(item.duration),
        item.lastUsed.map { format.calendar.date($0) } ?? "Never",
      ])
  }

  private func meter(_ item: GearItem, _ format: FieldFormat) -> SectionCard.Meter {
    let limit = item.replacementThreshold ?? 0
    let isDistance = item.type.usesDistanceForReplacement
    let (used, all) =
      isDistance
      ? (format.measure.distance(item.usage), format.measure.distance(limit))
      : (format.measure.duration(item.usage), format.measure.duration(limit))
    return .init(item.name, "\(used) of \(all)", fraction: 1 - (item.remainingLife ?? 1))
  }

  private func item(
    _ request: Request?, _ id: UUID, _ problem: FieldProblem? = nil, entered: FormFields? = nil
  ) async throws -> Response {
    guard let item = try await site.library.object(GearItem.self, id) else {
      throw PageError.noSuch(GearItem.noun, list: PageLink("Gear", RuckTab.gear.path))
    }
    let format = try await site.format()
    let uses = try await site.library.gearUses(id)
    let shown = CardPage(of: uses, request)
    var model = try await site.sections(
      .gear, heading: item.name, path: shown.address(path(id)), request: request)
    model.subtitle = [RuckWords.title(item.type), item.brand, item.model]
      .filter { !$0.isEmpty }.joined(separator: " · ")
    model.actions = [.link("Edit", path(id) + "/edit")]
    model.liveCount = RuckWords.count(uses.count, "use")
    model.cards = [figures(item, format)]
    if item.remainingLife != nil {
      let replacement = try await replacement(item, format)
      model.cards.append(
        SectionCard("wear", "Wear", note: GearState(item).chip)
          .meters([meter(item, format)])
          .prose(
            "A typical \(RuckWords.title(item.type).lowercased()) lasts "
              + (item.type.usesDistanceForReplacement
                ? format.measure.distance(GearItem.suggestedThreshold(item.type))
                : format.measure.duration(GearItem.suggestedThreshold(item.type))) + ".",
            replacement))
    }
    if !item.maintenanceNotes.isEmpty || item.nextMaintenance != nil {
      model.cards.append(
        SectionCard(
          "maintenance", "Maintenance", note: item.nextMaintenance.map(format.calendar.date)
        ).prose(item.maintenanceNotes.isEmpty ? "No notes." : item.maintenanceNotes))
    }
    model.cards.append(
      SectionCard("uses", "Uses", note: RuckWords.count(uses.count, "use"), isWide: true).table(
        ["Use", "Distance", "Time"],
        shown.elements.map { use in
          .init(
            use.ruck == nil ? "Entered use" : use.ruckName ?? "Ruck",
            path: use.ruck.map(RuckPaths.ruck), detail: format.calendar.date(use.date),
            [format.measure.distance(use.distance), format.measure.duration(use.duration)])
        },
        empty: "It was not used yet. Choose it on the page of a ruck, or enter a use below."
      ).links(shown.links(path(id), "uses")))
    var form = FieldForm(
      "use", action: path(id) + "/use", token: site.token, submit: "Record the use",
      [
        .init(
          "distance", "Distance", entered?["distance"], .quantity,
          placeholder: format.example("5 km")),
        .init("duration", "Time", entered?["duration"], .quantity, placeholder: "1:30"),
        .init("day", "Day", entered?["day"] ?? format.day(.now), .date, isRequired: true),
      ])
    if let problem { form.show(problem) }
    model.forms = [
      SectionCard("use-title", "Record a use without a ruck", isWide: true).form(form)
    ]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink("Gear", RuckTab.gear.path)])
  }

  /// The day on which the item reaches its limit, as a sentence; empty without one.
  private func replacement(_ item: GearItem, _ format: FieldFormat) async throws -> String {
    let wear = try await site.library.gearWear(item.id)
    guard item.isActive, !wear.isWornOut, let day = wear.replacementDate(from: .now) else {
      return ""
    }
    return "With the use of the last 90 days, it lasts until \(format.calendar.date(day))."
  }

  private func figures(_ item: GearItem, _ format: FieldFormat) -> SectionCard {
    var tiles = [
      FigureTile("Rucks", "\(item.uses)"),
      FigureTile("Distance", format.measure.distance(item.distance)),
      FigureTile("Time", format.measure.duration(item.duration)),
      FigureTile("Weight", format.measure.weight(item.weight)),
    ]
    if item.uses > 0 {
      tiles.append(
        FigureTile("Mean", format.measure.distance(item.distance / Double(item.uses))))
    }
    if let cost = item.costPerMetre {
      let (unit, metres) =
        format.unitSystem == .imperial ? ("mile", Length.metresPerMile) : ("km", 1000)
      tiles.append(FigureTile("Price of a \(unit)", String(format: "%.2f", cost * metres)))
    }
    return SectionCard("figures", "Use", isWide: true).figures(tiles)
  }

  private func recordUse(_ request: Request, _ id: UUID) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let format = try await site.format()
    do {
      let day = try format.day(parsing: form["day"]) ?? Date()
      try await site.library.recordUse(
        of: id, distance: try format.length(form["distance"]) ?? 0,
        duration: try FieldFormat.duration(form["duration"]) ?? 0, at: day)
      return site.redirect(to: path(id), .recorded)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await item(nil, id, problem, entered: form)
    }
  }

  private func path(_ id: UUID) -> String { "\(RuckTab.gear.path)/\(RuckPaths.text(id))" }
}

/// GET and POST /rucks/:id/gear: the gear and the saved route of a ruck.
struct RuckGearRoute: Sendable {
  private static let prefix = "gear-"

  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath("\(RuckPaths.list)/:id/gear")) { request, context in
      try await page(request, try context.ruckID())
    }
    router.post(RouterPath("\(RuckPaths.list)/:id/gear")) { request, context in
      let id = try context.ruckID()
      let form = try await FormFields(request, token: site.token)
      let items = try await site.library.objects(GearItem.self)
      let chosen = items.filter { form[Self.prefix + RuckPaths.text($0.id)] == "1" }
      try await site.library.setGear(Set(chosen.map(\.id)), of: id)
      if let route = form["route"] {
        try await site.library.setRoute(UUID(uuidString: route), of: id)
      }
      return site.redirect(to: RuckPaths.ruck(id), .assigned)
    }
  }

  private func page(_ request: Request, _ id: UUID) async throws -> Response {
    guard let ruck = try await site.library.ruck(id)?.summary else { throw PageError.noSuchRuck }
    let chosen = try await site.library.gear(of: id)
    let items = try await site.library.objects(GearItem.self)
      .filter { $0.isActive || chosen.contains($0.id) }
    var fields = items.map { item in
      FieldForm.Field(
        Self.prefix + RuckPaths.text(item.id), item.name, chosen.contains(item.id) ? "1" : "",
        .flag, hint: RuckWords.title(item.type))
    }
    let routes = try await site.choices(of: .route)
    fields.append(
      FieldForm.Field(
        "route", "Route", try await site.library.route(of: id).map(RuckPaths.text),
        .choice([("", "None")] + routes), isWhole: true))
    var model = try await site.sections(.rucks, heading: "Gear and route", request: request)
    model.subtitle = RuckTitle.text(ruck)
    model.livePath = nil
    model.forms = [
      SectionCard(
        "choose", items.isEmpty ? "There is no gear yet" : "Used on this ruck", isWide: true
      ).form(
        FieldForm(
          "ruck-gear", action: "\(RuckPaths.ruck(id))/gear", token: site.token, submit: "Save",
          cancel: RuckPaths.ruck(id), fields)
      ).links(.link("Add an item", ObjectKind.gear.path + "/new"))
    ]
    return site.page(model, crumbs: [PageLink(RuckTitle.text(ruck), RuckPaths.ruck(id))])
  }
}
