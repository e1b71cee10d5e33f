// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET /rowing/board: serves a team's board; POST /rowing/teams adds a team.
struct BoardRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.board)) { request, _ in
      let model = try await model(FormFields(query: request))
      return try await page(model)
    }
    router.get(RouterPath(RowPaths.boardFragment)) { request, _ in
      let model = try await model(FormFields(query: request))
      return site.html(site.templates.render(BoardPage.fragmentName, model))
    }
    router.post(RouterPath(RowPaths.teams)) { request, _ in
      let form = try await FormFields(request, token: site.token)
      try await site.library.viewer().require(.admin)
      do {
        let team = try await site.library.addTeam(name: form["name"] ?? "")
        return site.redirect(to: RowPaths.board(team.id))
      } catch let error as RowingLibraryError {
        guard case .invalidValue = error else { throw error }
        var model = try await model(FormFields(""))
        model.message = (error.errorDescription ?? "") + " Nothing was added."
        return try await page(model, isRejected: true)
      }
    }
  }

  private func page(
    _ model: BoardPage.Model, isRejected: Bool = false
  ) async throws -> Response {
    try await site.page(
      status: isRejected ? .unprocessableContent : .ok, title: model.title, tab: RowPaths.board,
      site.templates.render(BoardPage.name, model))
  }

  private func model(_ form: FormFields) async throws -> BoardPage.Model {
    let viewer = try await site.library.viewer()
    try viewer.require(.coach)
    let teams = try await site.library.teams().filter { viewer.edits(team: $0.id) }
    let given = form["team"].flatMap { UUID(uuidString: $0) }
    let team = teams.first { $0.id == given } ?? teams.first { !$0.members.isEmpty } ?? teams.first
    let choices = teams.map { (RowPaths.text($0.id), $0.name) }
    let filter = FigureFilter(
      action: RowPaths.board,
      choices: [
        ChoiceField(
          "Team", name: "team",
          FormChoice.list(choices, selected: team.map { RowPaths.text($0.id) }))
      ])
    var rows: [BoardRow] = []
    if let team { rows = try await site.library.board(team.id, in: site.calendar.calendar) }
    return BoardPage.Model(
      filter: filter, title: team?.name ?? "Board",
      subtitle: team.map { RowText.count($0.members.count, "member") },
      edit: team.map { RowPaths.team($0.id) },
      totals: Self.totals(rows), rows: values(rows),
      fragment: Paths.address(
        RowPaths.boardFragment, [("team", team.map { RowPaths.text($0.id) } ?? "")]),
      token: viewer.isAdministrator ? site.token.text : nil, hasNoTeam: team == nil,
      hasNoMember: rows.isEmpty)
  }

  private static func totals(_ rows: [BoardRow]) -> [FigureTile] {
    [
      FigureTile("Distance", RowFormat.distance(rows.reduce(0) { $0 + $1.distance7 })),
      FigureTile("Sessions", "\(rows.reduce(0) { $0 + $1.sessions7 })"),
      FigureTile("Active", "\(rows.count { $0.sessions7 > 0 }) of \(rows.count)"),
      FigureTile("Rowing now", "\(rows.count { $0.activeSession != nil })"),
    ]
  }

  private func values(_ rows: [BoardRow]) -> [BoardPage.Row] {
    let largest = rows.map(\.distance7).max() ?? 0
    return rows.map { row in
      let load = [row.load7, row.load42].map { RowFormat.decimal($0, 0, "") }
      return BoardPage.Row(
        name: row.athlete.name, link: RowPaths.athlete(row.athlete.id),
        sessions: "\(row.sessions7)", week: RowFormat.distance(row.distance7),
        bar: ShareBar(largest > 0 ? row.distance7 / largest : 0).svg,
        month: RowFormat.distance(row.distance28), load: load.joined(separator: " / "),
        best: RowFormat.time(row.best2k), trend: RowText.trend(row.trend),
        latest: row.lastSession.map { site.calendar.date($0) } ?? "No session yet",
        live: row.activeSession.map { RowPaths.session($0) })
    }
  }
}
