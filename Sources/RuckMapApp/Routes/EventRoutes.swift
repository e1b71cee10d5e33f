// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// An event with its participants and its rucks: /rucks/events/:id.
struct EventRoutes: Sendable {
  /// The days around an event whose rucks are offered.
  private static let days = 2.0

  let site: RuckSite

  private var kind: ObjectKind<EventItem> { .events }

  func add(to router: PageRouter) {
    ObjectRoutes(site: site, kind: kind, tab: .groups) { Self.path($0) }.add(to: router)
    let pattern = "\(kind.path)/:id"
    router.get(RouterPath(pattern)) { request, context in
      try await page(request, try context.objectID(EventItem.noun))
    }
    router.post(RouterPath("\(pattern)/people")) { request, context in
      try await addPerson(request, try context.objectID(EventItem.noun))
    }
    router.post(RouterPath("\(pattern)/group")) { request, context in
      let id = try context.objectID(EventItem.noun)
      _ = try await FormFields(request, token: site.token)
      try await site.library.addGroupMembers(to: id)
      return site.redirect(to: Self.path(id), .added)
    }
    router.post(RouterPath("\(pattern)/people/remove")) { request, context in
      let id = try context.objectID(EventItem.noun)
      let form = try await FormFields(request, token: site.token)
      guard let person = form["person"].flatMap(UUID.init(uuidString:)) else {
        throw PageError.badForm("The person is missing.")
      }
      try await site.library.removeParticipant(person, from: id)
      return site.redirect(to: Self.path(id), .deleted)
    }
    router.post(RouterPath("\(pattern)/rucks/:action")) { request, context in
      try await setRuck(
        request, try context.objectID(EventItem.noun), context.parameters.get("action"))
    }
  }

  /// The page of an event.
  static func path(_ id: UUID) -> String {
    "\(ObjectKind<EventItem>.events.path)/\(RuckPaths.text(id))"
  }

  private func addPerson(_ request: Request, _ id: UUID) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    do {
      let name = FieldFormat.text(form["person"]) ?? ""
      guard name.count <= 200 else {
        throw FieldProblem("The name can have at most 200 characters.", field: "person")
      }
      try await site.library.addParticipant(named: name, to: id)
      return site.redirect(to: Self.path(id), .added)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await page(nil, id, problem, entered: form)
    }
  }

  private func setRuck(
    _ request: Request, _ id: UUID, _ action: String?
  ) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    guard action == "add" || action == "remove" else { throw PageError.notFound }
    guard let ruck = form["ruck"].flatMap(UUID.init(uuidString:)) else {
      throw PageError.noSuchRuck
    }
    guard try await site.library.object(EventItem.self, id) != nil else { throw Self.missing }
    try await site.library.setEvent(action == "add" ? id : nil, of: ruck)
    return site.redirect(to: Self.path(id), .saved)
  }

  private static var missing: PageError {
    .noSuch(EventItem.noun, list: PageLink("Groups and events", RuckTab.groups.path))
  }

  // MARK: The page

  private func page(
    _ request: Request?, _ id: UUID, _ problem: FieldProblem? = nil, entered: FormFields? = nil
  ) async throws -> Response {
    guard let event = try await site.library.object(EventItem.self, id) else { throw Self.missing }
    let format = try await site.format()
    let rucks = try await site.library.rucks(ofEvent: id)
    var model = try await site.sections(
      .groups, heading: event.name, path: Self.path(id), request: request)
    model.subtitle = format.calendar.dateAndTime(event.startDate)
    model.actions = [.link("Edit", Self.path(id) + "/edit")]
    model.liveCount = RuckWords.count(event.participants.count, "participant")
    model.cards = [
      about(event, format), people(event),
      SectionCard("rucks", "Rucks", note: "\(rucks.count)").lines(
        rucks.map { line($0, id, format) },
        empty: "Record or import a ruck, and choose it below."),
    ]
    var form = FieldForm(
      "person-form", action: Self.path(id) + "/people", token: site.token,
      submit: "Add the person",
      [.init("person", "Name", entered?["person"], isRequired: true)])
    if let problem { form.show(problem) }
    model.forms = [SectionCard("add-person", "Add a participant").form(form)]
    let offered = try await offered(event, rucks, format)
    if !offered.isEmpty {
      model.forms.append(
        SectionCard("add-ruck", "Add a ruck").form(
          FieldForm(
            "ruck-form", action: Self.path(id) + "/rucks/add", token: site.token,
            submit: "Add the ruck", [.init("ruck", "Ruck", nil, .choice(offered), isWhole: true)])))
    }
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink("Groups and events", RuckTab.groups.path)])
  }

  private func about(_ event: EventItem, _ format: FieldFormat) -> SectionCard {
    var tiles: [FigureTile] = []
    if let end = event.endDate {
      tiles.append(
        FigureTile(
          "Duration", format.measure.duration(end.timeIntervalSince(event.startDate))))
    }
    if let distance = event.distance {
      tiles.append(FigureTile("Distance", format.measure.distance(distance)))
    }
    if let pack = event.packWeight {
      tiles.append(FigureTile("Pack", format.measure.weight(pack)))
    }
    var lines: [SectionCard.Line] = []
    if !event.place.isEmpty { lines.append(.init(event.place, end: "Meeting point")) }
    if let route = event.route {
      lines.append(
        .init(
          event.routeName ?? "Route", path: "\(RuckTab.routes.path)/\(RuckPaths.text(route))",
          end: "Route"))
    }
    if let group = event.group {
      lines.append(
        .init(
          event.groupName ?? "Group", path: "\(RuckTab.groups.path)/\(RuckPaths.text(group))",
          end: "Group"))
    }
    return SectionCard("about", "Event", note: event.isCancelled ? "cancelled" : nil)
      .figures(tiles).lines(lines).prose(event.details)
  }

  private func people(_ event: EventItem) -> SectionCard {
    let own = Self.path(event.id)
    var lines = event.participants.map { person in
      SectionCard.Line(
        person.name,
        buttons: [
          .init(
            "Remove", label: "Remove \(person.name)", action: own + "/people/remove",
            token: site.token, field: ("person", RuckPaths.text(person.id)))
        ])
    }
    if event.group != nil {
      lines.append(
        .init(
          "The group", detail: "Adds the members who do not take part yet.",
          buttons: [
            .init(
              "Add all", label: "Add all members of the group", action: own + "/group",
              token: site.token)
          ]))
    }
    return SectionCard("people", "Participants", note: "\(event.participants.count)")
      .lines(lines, empty: "Nobody takes part yet.")
  }

  private func line(
    _ ruck: RuckSummary, _ event: UUID, _ format: FieldFormat
  ) -> SectionCard.Line {
    let title = RuckTitle.text(ruck)
    return .init(
      title, path: RuckPaths.ruck(ruck.id),
      detail: "\(RuckTitle.date(ruck, calendar: format.calendar)), "
        + "with \(format.measure.weight(ruck.packWeight))",
      end: format.measure.distance(ruck.distance),
      buttons: [
        .init(
          "Remove", label: "Remove \(title) from the event",
          action: Self.path(event) + "/rucks/remove", token: site.token,
          field: ("ruck", RuckPaths.text(ruck.id)))
      ])
  }

  /// The rucks around the event that it does not have yet, as choices.
  private func offered(
    _ event: EventItem, _ rucks: [RuckSummary], _ format: FieldFormat
  ) async throws -> [(value: String, title: String)] {
    let days = Self.days * 86_400
    let query = RuckQuery(
      from: event.startDate.addingTimeInterval(-days),
      to: (event.endDate ?? event.startDate).addingTimeInterval(days))
    let present = Set(rucks.map(\.id))
    return try await site.library.rucks(query, in: format.calendar.calendar).rucks
      .filter { !present.contains($0.id) }
      .map { ruck in
        (
          value: RuckPaths.text(ruck.id),
          title: "\(RuckTitle.text(ruck)), \(RuckTitle.date(ruck, calendar: format.calendar))"
        )
      }
  }
}
