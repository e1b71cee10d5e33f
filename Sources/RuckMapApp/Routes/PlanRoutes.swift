// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Measures
import PageKit
import RuckMap

/// Training plans with their planned rucks, and reminders: /rucks/plans.
struct PlanRoutes: Sendable {
  let site: RuckSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RuckTab.plans.path)) { request, _ in try await list(request) }
    ObjectRoutes(site: site, kind: .plans, tab: .plans) { path($0) }.add(to: router)
    router.get(RouterPath("\(RuckTab.plans.path)/:id")) { request, context in
      try await plan(request, try context.objectID(PlanItem.noun))
    }
    router.post(RouterPath("\(RuckTab.plans.path)/:id/rucks")) { request, context in
      try await addRuck(request, try context.objectID(PlanItem.noun))
    }
    router.post(RouterPath("\(RuckTab.plans.path)/:id/rucks/done")) { request, context in
      try await setDone(request, try context.objectID(PlanItem.noun))
    }
    ObjectRoutes(site: site, kind: .plannedRucks, tab: .plans).add(to: router)
    router.get(RouterPath(ObjectKind<PlannedRuckItem>.plannedRucks.path)) { _, _ in
      site.redirect(to: RuckTab.plans.path)
    }
  }

  private func path(_ id: UUID) -> String { "\(RuckTab.plans.path)/\(RuckPaths.text(id))" }

  private func list(_ request: Request) async throws -> Response {
    let format = try await site.format()
    let plans = try await site.library.objects(PlanItem.self)
    var model = try await site.sections(.plans, heading: "Plans", request: request)
    model.actions = [.primary("New plan", ObjectKind<PlanItem>.plans.path + "/new")]
    model.liveCount = RuckWords.count(plans.count, "plan")
    model.cards = [
      SectionCard("plans", "Training plans").lines(
        plans.map { plan in
          let done = plan.rucks.count { $0.ruck != nil }
          return .init(
            plan.name, path: path(plan.id),
            detail: plan.targetDate.map { "Test on \(format.calendar.date($0))" },
            end: "\(done) of \(plan.rucks.count) done", chip: plan.isActive ? nil : "ended")
        }, empty: "There is no plan yet. A plan is a list of rucks up to a test or an event."),
      SectionCard("reminders", "Reminders").lines(
        try await reminders(format), empty: "No reminder is due in the next 14 days."),
    ]
    return site.page(model)
  }

  /// The reminders of the next 14 days, of events and of planned rucks.
  private func reminders(_ format: FieldFormat) async throws -> [SectionCard.Line] {
    let end = Date.now.addingTimeInterval(14 * 86400)
    let events = try await site.library.objects(EventItem.self).compactMap { event in
      event.reminderDate.map { (date: $0, start: event.startDate, name: event.name) }
    }
    let rucks = try await site.library.objects(PlannedRuckItem.self).compactMap { ruck in
      ruck.reminderDate.map { (date: $0, start: ruck.date, name: ruck.name) }
    }
    let reminds = try await site.library.profile().notifications.challengeReminders
    let challenges = try await site.library.objects(ChallengeItem.self)
      .filter { reminds && GoalRoutes.isRunning($0) }
      .map { challenge in
        (
          date: challenge.endDate.addingTimeInterval(-3 * 86400), start: challenge.endDate,
          name: "\(challenge.name) ends"
        )
      }
    return (events + rucks + challenges).filter { $0.start >= .now && $0.date < end }
      .sorted { $0.date < $1.date }
      .map { reminder in
        .init(
          reminder.name, detail: format.calendar.dateAndTime(reminder.start),
          end: format.calendar.dateAndTime(reminder.date),
          chip: reminder.date <= .now ? "due" : nil, isWarning: true)
      }
  }

  private func plan(
    _ request: Request?, _ id: UUID, _ problem: FieldProblem? = nil, entered: FormFields? = nil
  ) async throws -> Response {
    guard let plan = try await site.library.object(PlanItem.self, id) else {
      throw PageError.noSuch(PlanItem.noun, list: PageLink("Plans", RuckTab.plans.path))
    }
    let format = try await site.format()
    var model = try await site.sections(
      .plans, heading: plan.name, path: path(id), request: request)
    model.subtitle = plan.targetDate.map { "Test on \(format.calendar.date($0))" }
    model.actions = [.link("Edit", path(id) + "/edit")]
    let done = plan.rucks.count { $0.ruck != nil }
    model.liveCount = RuckWords.count(plan.rucks.count, "planned ruck")
    var rucks = SectionCard("rucks", "Planned rucks", isWide: true)
    if !plan.rucks.isEmpty {
      rucks = rucks.meters([
        .init(
          "Done", "\(done) of \(plan.rucks.count)",
          fraction: Double(done) / Double(plan.rucks.count))
      ])
    }
    model.cards = [
      rucks.lines(
        plan.rucks.map { line($0, id, format) },
        empty: "The plan has no rucks yet. Add the first one below.")
    ]
    if !plan.details.isEmpty {
      model.cards.append(SectionCard("about", "Description").prose(plan.details))
    }
    let kind = ObjectKind<PlannedRuckItem>.plannedRucks
    let next = plan.rucks.last.map { $0.date.addingTimeInterval(86400) } ?? plan.startDate
    let new = PlannedRuckItem(plan: id, date: next)
    var form = FieldForm(
      "planned", action: path(id) + "/rucks", token: site.token, submit: "Add the ruck",
      kind.fields.filter { $0.name != "skipped" }
        .map { $0.formField(new, format, entered: entered?[$0.name]) })
    if let problem { form.show(problem) }
    model.forms = [SectionCard("add-ruck", "Plan a ruck", isWide: true).form(form)]
    return site.page(
      status: problem == nil ? .ok : .unprocessableContent, model,
      crumbs: [PageLink("Plans", RuckTab.plans.path)])
  }

  private func line(
    _ ruck: PlannedRuckItem, _ plan: UUID, _ format: FieldFormat
  ) -> SectionCard.Line {
    let facts = [
      ruck.distance.map { format.measure.distance($0) },
      ruck.duration.map { format.measure.duration($0) },
      ruck.packWeight.map { "with \(format.measure.weight($0))" },
      ruck.rpe.map { "exertion \($0)" },
    ].compactMap(\.self)
    let button = SectionCard.Button(
      ruck.ruck == nil ? "Done" : "Not done",
      label: "\(ruck.ruck == nil ? "Done" : "Not done"): \(ruck.name)",
      action: path(plan) + "/rucks/done", token: site.token,
      field: ("ruck", RuckPaths.text(ruck.id)))
    return .init(
      ruck.name,
      path: "\(ObjectKind<PlannedRuckItem>.plannedRucks.path)/\(RuckPaths.text(ruck.id))/edit",
      detail: facts.joined(separator: " · "), end: format.calendar.date(ruck.date),
      chip: ruck.ruck != nil ? "done" : ruck.isSkipped ? "left out" : nil,
      isWarning: ruck.isSkipped, buttons: ruck.isSkipped ? [] : [button])
  }

  private func addRuck(_ request: Request, _ id: UUID) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    let kind = ObjectKind<PlannedRuckItem>.plannedRucks
    do {
      var ruck = PlannedRuckItem(plan: id, date: .now)
      try kind.apply(kind.values(form), to: &ruck, try await site.format())
      try await site.library.insert(ruck)
      return site.redirect(to: path(id), .added)
    } catch {
      guard let problem = FieldProblem(rejecting: error) else { throw error }
      return try await plan(nil, id, problem, entered: form)
    }
  }

  /// Fulfils a planned ruck by the ruck of its day, or makes it open again.
  private func setDone(_ request: Request, _ id: UUID) async throws -> Response {
    let form = try await FormFields(request, token: site.token)
    guard let planned = form["ruck"].flatMap(UUID.init(uuidString:)),
      let ruck = try await site.library.object(PlannedRuckItem.self, planned)
    else {
      throw PageError.noSuch(PlannedRuckItem.noun, list: PageLink("Plans", RuckTab.plans.path))
    }
    guard ruck.ruck == nil else {
      try await site.library.edit(PlannedRuckItem.self, planned) { $0.ruck = nil }
      return site.redirect(to: path(id), .saved)
    }
    guard let found = try await site.library.ruck(fulfilling: ruck, in: site.calendar.calendar)
    else {
      return site.redirect(
        to: path(id),
        problem: "There is no ruck on \(site.calendar.date(ruck.date)). Import or record it first.")
    }
    try await site.library.edit(PlannedRuckItem.self, planned) { $0.ruck = found }
    return site.redirect(to: path(id), .saved)
  }
}
