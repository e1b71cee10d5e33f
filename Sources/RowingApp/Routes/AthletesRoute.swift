// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET and POST /rowing/athletes: lists the athletes, and adds one.
struct AthletesRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.athletes)) { _, _ in try await page(try await model()) }
    router.post(RouterPath(RowPaths.athletes)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      let viewer = try await site.library.viewer()
      try viewer.require(.coach)
      do {
        let edit = try AthleteForm.edit(form, by: viewer)
        let athlete = try await site.library.addAthlete(name: form["name"] ?? "", edit: edit)
        try await AthleteForm.apply(form, team: athlete, in: site.library, by: viewer)
        // A coach sees the members of the own team only.
        let isShown = try await site.library.viewer().shows(athlete.id)
        return site.redirect(to: isShown ? RowPaths.athlete(athlete.id) : RowPaths.athletes)
      } catch {
        var model = try await model()
        model.message = try AthleteForm.message(error) + " Nothing was added."
        model.fields = model.fields.map { AthleteForm.typed(form, $0) }
        return try await page(model, isRejected: true)
      }
    }
  }

  private func page(
    _ model: AthletesPage.Model, isRejected: Bool = false
  ) async throws -> Response {
    try await site.page(
      status: isRejected ? .unprocessableContent : .ok, title: "Athletes", tab: RowPaths.athletes,
      site.templates.render(AthletesPage.name, model))
  }

  private func model() async throws -> AthletesPage.Model {
    let viewer = try await site.library.viewer()
    let athletes = try await site.library.athletes(includingInactive: true)
      .filter { viewer.shows($0.id) }
    let table =
      athletes.isEmpty
      ? nil
      : DataTable(
        "Athletes", columns: ["Name", "Team", "Sessions", "Role"],
        rows: athletes.map { athlete in
          DataTable.Row(
            athlete.name, link: RowPaths.athlete(athlete.id),
            detail: athlete.isActive ? nil : "not active",
            [athlete.teamName ?? "", "\(athlete.sessions)", athlete.role.rawValue])
        })
    return AthletesPage.Model(
      table: table, compare: athletes.count > 1 ? RowPaths.compareAthletes : nil,
      fields: viewer.isCoach
        ? AthleteForm.fields(
          nil, teams: try await site.library.teams(), token: site.token, by: viewer) : nil)
  }
}

/// GET and POST /rowing/athletes/:id: serves, changes and deletes an athlete.
struct AthleteRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.athletePattern)) { request, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      return page(try await model(athlete, isSaved: request.uri.query == "saved"))
    }
    router.post(RouterPath(RowPaths.athletePattern)) { request, context in
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      let form = try await FormFields(request, token: site.token)
      let viewer = try await site.library.viewer()
      do {
        var edit = try AthleteForm.edit(form, by: viewer)
        edit.name = form["name"]
        let changed = try await site.library.editAthlete(athlete.id, edit)
        try await AthleteForm.apply(form, team: changed, in: site.library, by: viewer)
        return site.redirect(to: RowPaths.athlete(athlete.id) + "?saved")
      } catch {
        var model = try await model(athlete, isSaved: false)
        model.message = try AthleteForm.message(error) + " Nothing was changed."
        model.fields = AthleteForm.typed(form, model.fields)
        return page(model, isRejected: true)
      }
    }
    router.get(RouterPath(RowPaths.deleteAthletePattern)) { _, context in
      try await site.library.viewer().require(.admin)
      let athlete = try await athlete(try context.identifier(or: .noSuchAthlete))
      let model = RowDeletePage.Model(
        title: athlete.name,
        text: "This permanently deletes the athlete with "
          + "\(RowText.count(athlete.sessions, "session")) and their strokes.",
        action: RowPaths.deleteAthlete(athlete.id), back: RowPaths.athlete(athlete.id),
        token: site.token)
      return site.page(
        title: "Delete an athlete",
        crumbs: [RowSite.list, PageLink("Athletes", RowPaths.athletes)],
        site.templates.render(RowDeletePage.name, model))
    }
    router.post(RouterPath(RowPaths.deleteAthletePattern)) { request, context in
      let id = try context.identifier(or: .noSuchAthlete)
      _ = try await FormFields(request, token: site.token)
      try await site.library.viewer().require(.admin)
      try await site.library.deleteAthlete(id)
      return site.redirect(to: RowPaths.athletes)
    }
  }

  private func athlete(_ id: UUID) async throws -> AthleteSnapshot {
    guard let athlete = try await site.library.athlete(id),
      try await site.library.viewer().shows(id)
    else { throw PageError.noSuchAthlete }
    return athlete
  }

  private func page(_ model: AthletePage.Model, isRejected: Bool = false) -> Response {
    site.page(
      status: isRejected ? .unprocessableContent : .ok, title: model.title,
      crumbs: [RowSite.list, PageLink("Athletes", RowPaths.athletes)],
      site.templates.render(AthletePage.name, model))
  }

  private func model(_ athlete: AthleteSnapshot, isSaved: Bool) async throws -> AthletePage.Model {
    let result = try await site.library.sessions(SessionQuery(athlete: athlete.id, pageSize: 1))
    let best = try await site.library.records(
      athlete: athlete.id, machine: .rowErg, efforts: false)
    func record(_ distance: Double) -> String {
      RowFormat.time(
        best.filter { $0.isOverDistance && $0.distance == distance }.map(\.duration).min())
    }
    let id = [("athlete", RowPaths.text(athlete.id))]
    let viewer = try await site.library.viewer()
    return AthletePage.Model(
      title: athlete.name,
      subtitle: [athlete.role.rawValue, athlete.teamName].compactMap(\.self)
        .joined(separator: " · "),
      isSaved: isSaved,
      figures: [
        FigureTile("Sessions", RowFormat.number(Double(result.count), "")),
        FigureTile("Distance", RowFormat.distance(result.distance)),
        FigureTile("Time", RowFormat.total(result.duration)),
        FigureTile("Best 500 m", record(500)), FigureTile("Best 2,000 m", record(2000)),
        FigureTile("Best 5,000 m", record(5000)),
      ],
      links: [
        PageLink("Sessions", Paths.address(RowPaths.list, id)),
        PageLink("Records", Paths.address(RowPaths.records, id)),
        PageLink("Power curve", Paths.address(RowPaths.curve, id)),
        PageLink("Load", Paths.address(RowPaths.load, id)),
        PageLink("Analytics", Paths.address(RowPaths.analytics, id)),
      ], action: RowPaths.athlete(athlete.id),
      delete: viewer.isAdministrator ? RowPaths.deleteAthlete(athlete.id) : nil,
      picture: AthletePage.Picture(athlete, token: site.token),
      fields: AthleteForm.fields(
        athlete, teams: try await site.library.teams(), token: site.token, by: viewer))
  }
}
