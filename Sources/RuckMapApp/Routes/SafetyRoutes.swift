// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// Emergency contacts, overdue rucks and safe routes: /rucks/safety and /rucks/contacts.
struct SafetyRoutes: Sendable {
  /// The distance up to which an easy route is offered as safe, in metres.
  private static let longestSafeRoute = 8_000.0

  let site: RuckSite

  private var contacts: ObjectKind<ContactItem> { .contacts }

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.safety.path)) { request, _ in try await safety(request) }
    router.get(RouterPath(contacts.path)) { request, _ in try await safety(request) }
    ObjectRoutes(site: site, kind: contacts, tab: .safety).add(to: router)
  }

  private func safety(_ request: Request) async throws -> Response {
    let format = try await site.format()
    let people = try await site.library.objects(ContactItem.self)
      .sorted { $0.isPrimary && !$1.isPrimary }
    let returns = try await site.library.expectedReturns()
    let overdue = returns.filter { $0.expectedEnd < .now }
    var model = try await site.sections(.safety, heading: "Safety", request: request)
    model.actions = [
      .primary("Add a contact", contacts.path + "/new"),
      .link("Privacy zones", ZoneRoutes.path),
    ]
    model.liveCount = RuckWords.count(people.count, "contact")
    model.cards = [
      SectionCard("contacts", "Emergency contacts", note: "\(people.count)").lines(
        people.map(line), empty: "There is no contact yet. Add a person to inform if you are late."),
      SectionCard(
        "returns", "Expected returns", note: overdue.isEmpty ? nil : "overdue",
        glass: LiquidGlassCard(tint: overdue.isEmpty ? .gray : .orange, intensity: .regular)
      ).lines(
        returns.map { self.line($0, people, format) },
        empty: "No ruck is running with an expected return."),
      SectionCard("safe-routes", "Safe routes").lines(
        try await Self.safeRoutes(site.library).map { route in
          .init(
            route.name, path: "\(RuckTab.routes.path)/\(RuckPaths.text(route.id))",
            detail: RuckWords.title(route.terrain), end: format.measure.distance(route.distance),
            chip: route.isChildFriendly ? "suitable for children" : nil)
        }, empty: "Mark routes as suitable for children to see them here."),
    ]
    return site.page(model)
  }

  /// The routes for children, and easy routes of at most 8 km, the shortest first.
  static func safeRoutes(_ library: RuckLibrary) async throws -> [RouteItem] {
    try await library.routes().filter {
      $0.isChildFriendly
        || ($0.difficulty == .easy && ($0.distance ?? 0) > 0
          && ($0.distance ?? 0) <= longestSafeRoute)
    }.sorted { ($0.distance ?? 0) < ($1.distance ?? 0) }
  }

  private func line(_ contact: ContactItem) -> SectionCard.Line {
    let facts = [
      contact.relation, contact.phone, contact.email,
      contact.overdueMinutes.map {
        "inform after \(MeasureFormat.duration(Double($0) * 60, style: .minutes))"
      } ?? "",
    ].filter { !$0.isEmpty }
    return .init(
      contact.name, path: "\(contacts.path)/\(RuckPaths.text(contact.id))/edit",
      detail: facts.joined(separator: " · "), chip: contact.isPrimary ? "first" : nil)
  }

  private func line(
    _ ruck: ExpectedReturn, _ people: [ContactItem], _ format: FieldFormat
  ) -> SectionCard.Line {
    let late = Date.now.timeIntervalSince(ruck.expectedEnd) / 60
    let due = people.filter { $0.overdueMinutes.map { late >= Double($0) } ?? false }
    let notice =
      due.isEmpty ? nil : "Inform " + due.map { "\($0.name) (\($0.phone))" }.joined(separator: ", ")
    return .init(
      ruck.name ?? "Ruck", path: RuckPaths.ruck(ruck.id), detail: notice,
      end: "expected \(format.calendar.dateAndTime(ruck.expectedEnd))",
      chip: late > 0 ? "overdue" : nil, isWarning: true)
  }
}
