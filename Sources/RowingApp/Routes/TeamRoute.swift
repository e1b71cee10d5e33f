// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit
import Rowing

/// GET and POST /rowing/teams/:id: serves, changes and deletes a team.
struct TeamRoute: Sendable {
  let site: RowSite

  func add(to router: PageRouter) {
    router.get(RouterPath(RowPaths.teamPattern)) { request, context in
      let team = try await team(try context.identifier(or: .noSuchTeam))
      return page(try await model(team, isSaved: request.uri.query == "saved"))
    }
    router.post(RouterPath(RowPaths.teamPattern)) { request, context in
      let team = try await team(try context.identifier(or: .noSuchTeam))
      let form = try await FormFields(request, token: site.token)
      do {
        _ = try await site.library.editTeam(team.id, name: form["name"] ?? "")
        let offered = try await candidates(of: team)
        // An athlete that the form didn't offer stays a member.
        let kept = team.members.map(\.id).filter { id in !offered.contains { $0.id == id } }
        let chosen = offered.map(\.id).filter { form[RowPaths.text($0)] != nil }
        try await site.library.setMembers(of: team.id, to: Set(kept + chosen))
        return site.redirect(to: RowPaths.team(team.id) + "?saved")
      } catch let error as RowingLibraryError {
        guard case .invalidValue = error else { throw error }
        var model = try await model(team, isSaved: false)
        model.message = (error.errorDescription ?? "") + " Nothing was changed."
        model.name = form["name"] ?? model.name
        return page(model, isRejected: true)
      }
    }
    router.get(RouterPath(RowPaths.deleteTeamPattern)) { _, context in
      try await site.library.viewer().require(.admin)
      let team = try await team(try context.identifier(or: .noSuchTeam))
      let model = RowDeletePage.Model(
        title: team.name,
        text: "This permanently deletes the team. Its "
          + "\(RowText.count(team.members.count, "member")) and their sessions remain.",
        action: RowPaths.deleteTeam(team.id), back: RowPaths.team(team.id), token: site.token)
      return site.page(
        title: "Delete a team", crumbs: [RowSite.list, PageLink("Board", RowPaths.board)],
        site.templates.render(RowDeletePage.name, model))
    }
    router.post(RouterPath(RowPaths.deleteTeamPattern)) { request, context in
      let id = try context.identifier(or: .noSuchTeam)
      _ = try await FormFields(request, token: site.token)
      try await site.library.viewer().require(.admin)
      try await site.library.deleteTeam(id)
      return site.redirect(to: RowPaths.board)
    }
  }

  private func team(_ id: UUID) async throws -> TeamSnapshot {
    guard let team = try await site.library.team(id),
      try await site.library.viewer().edits(team: id)
    else { throw PageError.noSuchTeam }
    return team
  }

  /// The athletes who are or can become members: all for an administrator; for a coach those of the
  /// own team and those without one.
  private func candidates(of team: TeamSnapshot) async throws -> [AthleteSnapshot] {
    let viewer = try await site.library.viewer()
    return try await site.library.athletes().filter {
      viewer.isAdministrator || $0.teamID == nil || $0.teamID == team.id
    }
  }

  private func page(_ model: TeamPage.Model, isRejected: Bool = false) -> Response {
    site.page(
      status: isRejected ? .unprocessableContent : .ok, title: model.title,
      crumbs: [RowSite.list, PageLink("Board", RowPaths.board)],
      site.templates.render(TeamPage.name, model))
  }

  private func model(_ team: TeamSnapshot, isSaved: Bool) async throws -> TeamPage.Model {
    TeamPage.Model(
      title: team.name, name: team.name, isSaved: isSaved, board: RowPaths.board(team.id),
      action: RowPaths.team(team.id),
      delete: try await site.library.viewer().isAdministrator ? RowPaths.deleteTeam(team.id) : nil,
      token: site.token.text,
      candidates: try await candidates(of: team).map { athlete in
        TeamPage.Candidate(
          id: RowPaths.text(athlete.id), name: athlete.name,
          other: athlete.teamID == team.id ? nil : athlete.teamName,
          isMember: athlete.teamID == team.id)
      })
  }
}
