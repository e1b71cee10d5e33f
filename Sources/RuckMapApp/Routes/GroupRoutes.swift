// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// Groups with their members, and the list of groups and events: /rucks/groups and /rucks/events.
struct GroupRoutes: Sendable {
  let site: RuckSite

  private var events: ObjectKind<EventItem> { .events }

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.groups.path)) { request, _ in try await list(request) }
    ObjectRoutes(site: site, kind: .groups, tab: .groups) { path($0) }.add(to: router)
    router.get(RouterPath("\(RuckTab.groups.path)/:id")) { request, context in
      try await group(request, try context.objectID(GroupItem.noun))
    }
    router.post(RouterPath("\(RuckTab.groups.path)/:id/members")) { request, context in
      try await addMember(request, try context.objectID(GroupItem.noun))
    }
    router.post(RouterPath("\(RuckTab.groups.path)/:id/members/remove")) { request, context in
      let id = try context.objectID(GroupItem.noun)
      let form = try await FormFields(request, token: site.token)
      guard let member = form["member"].flatMap(UUID.init(uuidString:)) else {
        throw PageError.badForm("The member is missing.")
      }
      try await site.library.removeMember(member, from: id)
      return site.redirect(to: path(id), .deleted)
    }
    router.get(RouterPath(events.path)) { request, _ in try await list(request) }
  }

  private func path(_ id: UUID) -> String { "\(RuckTab.groups.path)/\(RuckPaths.text(id))" }

  private func list(_ request: Request) async throws -> Response {
    let format = try await site.format()
    let groups = try await site.library.objects(GroupItem.self)
    let events = try await site.library.objects(EventItem.self)
    let (past, coming) = (
      events.filter { $0.endDate ?? $0.startDate < .now },
      events.filter { $0.endDate ?? $0.startDate >= .now }
    )
    let shown = CardPage(of: past.reversed(), request)
    var model = try await site.sections(
      .groups, heading: "Groups and events", path: shown.address(RuckTab.groups.path),
      request: request)
    model.actions = [
      .primary("New group", ObjectKind<GroupItem>.groups.path + "/new"),
      .link("Plan an event", self.events.path + "/new"),
      .link("Activity", FeedRoutes.path),
    ]
    model.liveCount = RuckWords.count(groups.count + events.count, "entry", "entries")
    model.cards = [
      SectionCard("groups", "Groups", note: "\(groups.count)").lines(
        groups.map {
          .init(
            $0.name, path: path($0.id), detail: $0.details,
            end: RuckWords.count($0.members.count, "member"))
        }, empty: "There is no group yet. A group has members, challenges and events."),
      SectionCard("coming", "Coming events", note: "\(coming.count)").lines(
        coming.map { Self.line($0, format) }, empty: "No event is planned."),
    ]
    if !past.isEmpty {
      model.cards.append(
        SectionCard("past", "Past events", note: "\(past.count)").lines(
          shown.elements.map { Self.line($0, format) }
        ).links(shown.links(RuckTab.groups.path, "past")))
    }
    return site.page(model)
  }

  static func line(_ event: EventItem, _ format: FieldFormat) -> SectionCard.Line {
    let facts = [
      event.place.isEmpty ? nil : event.place, event.routeName,
      event.distance.map { format.measure.distance($0) },
      event.packWeight.map { "with \(format.measure.weight($0))" },
    ].compactMap(\.self)
    return .init(
      event.name,
      path: EventRoutes.path(event.id),
      detail: facts.joined(separator: " · "), end: format.calendar.dateAndTime(event.startDate),
      chip: event.isCancelled ? "cancelled" : nil, isWarning: true)
  }

  private func group(
    _ request: Request?, _ id: UUID, _ problem: FieldProblem? = nil, entered: FormFields? = nil
  ) async throws -> Response {
    guard let group = try await site.library.object(GroupItem.self, id) else {
      throw PageError.noSuch(GroupItem.noun, list: PageLink("Groups", RuckTab.groups.path))
    }
    let format = try await site.format()
    let challenges = try await site.library.objects(ChallengeItem.self)
      .filter { $0.group == id }
    let events = try await site.library.objects(EventItem.self).filter { $0.group == id }
    var model = try await site.sections(
      .groups, heading: group.name, path: path(id), request: request)
    model.subtitle = group.details.isEmpty ? nil : group.details
    let name = RuckPaths.text(id)
    model.actions = [
      .link("Edit", path(id) + "/edit"),
      .link("New challenge", "\(ObjectKind<ChallengeItem>.challenges.path)/new?group=\(name)"),
      .link("Plan an event", "\(self.events.path)/new?group=\(name)"),
    ]
    model.liveCount = RuckWords.count(group.members.count, "member")
    model.cards = [
      SectionCard("members", "Members", note: "\(group.members.count)").lines(
        group.members.map { member in
          .init(
            member.name, detail: RuckWords.title(member.role),
            buttons: [
              .init(
                "Remove", label: "Remove \(member.name)", action: path(id) + "/members/remove",
                token: site.token, field: ("member", RuckPaths.text(member.id)))
            ])
        }, empty: "The group has no members."),
      SectionCard("challenges", "Challenges").lines(
        challenges.map {
          .init(
            $0.name,
            path: "\(ObjectKind<ChallengeItem>.challenges.path)/\(RuckPaths.text($0.id))",
            end: format.lastDay($0.endDate),
            chip: GoalRoutes.isRunning($0) ? "running" : nil)
        }, empty: "The group has no challenge."),
      SectionCard("events", "Events").lines(
        events.map { Self.line($0, format) }, empty: "The group has no event."),
    ]
    var form = FieldForm(
      "member-form", action: path(id) + "/members", token: site.token, submit: "Add the member",
      [
        .init("member", "Name", entered?["member"], isRequired: true),
        .init(
          "role", "Role", entered?["role"] ?? GroupRole.member.rawValue,
          .choice(RuckWords.choices(GroupRole.self))),
      ])
    if let problem { form.show(problem) }
    model.forms = [SectionCard("add-member", "Add a member", isWide: true).form(form)]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink("Groups", RuckTab.groups.path)])
  }

  private func addMember(_ request: Request, _ id: UUID) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    do {
      let name = FieldFormat.text(form["member"]) ?? ""
      guard name.count <= 200 else {
        throw FieldProblem("The name can have at most 200 characters.", field: "member")
      }
      let role = try RuckWords.value(form["role"] ?? "member", of: GroupRole.self)
      try await site.library.addMember(named: name, role: role, to: id)
      return site.redirect(to: path(id), .added)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await group(nil, id, problem, entered: form)
    }
  }
}
