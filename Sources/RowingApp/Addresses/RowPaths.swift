// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit

/// The paths of the rowing pages, for links, forms and routes.
enum RowPaths {
  static let list = "/rowing"
  static let uploadForm = "/rowing#upload"
  static let importFiles = "/rowing/import"
  static let undoImport = "/rowing/import/undo"
  static let live = "/rowing/live"
  static let records = "/rowing/records"
  static let curve = "/rowing/curve"
  static let zones = "/rowing/zones"
  static let load = "/rowing/load"
  static let compare = "/rowing/compare"
  static let compareAthletes = "/rowing/compare/athletes"
  static let athletes = "/rowing/athletes"
  static let teams = "/rowing/teams"
  static let board = "/rowing/board"
  static let analytics = "/rowing/analytics"

  static let listFragment = "/fragments/rowing"
  static let liveFragment = "/fragments/rowing/live"
  static let boardFragment = "/fragments/rowing/board"
  static let sessionFragmentPattern = "/fragments/rowing/sessions/:id"

  static let sessionPattern = "/rowing/sessions/:id"
  static let strokesPattern = "/rowing/sessions/:id/strokes"
  static let deletePattern = "/rowing/sessions/:id/delete"
  static let filePattern = "/rowing/sessions/:id/file/:format"
  static let athletePattern = "/rowing/athletes/:id"
  static let deleteAthletePattern = "/rowing/athletes/:id/delete"
  static let picturePattern = "/rowing/athletes/:id/picture"
  static let deletePicturePattern = "/rowing/athletes/:id/picture/delete"
  static let teamPattern = "/rowing/teams/:id"
  static let deleteTeamPattern = "/rowing/teams/:id/delete"
  static let resetZones = "/rowing/zones/reset"

  static func session(_ id: UUID) -> String { "/rowing/sessions/\(text(id))" }

  /// The page of a session after its form was saved.
  static func saved(_ id: UUID) -> String { "\(session(id))?saved" }

  static func sessionFragment(_ id: UUID) -> String { "/fragments/rowing/sessions/\(text(id))" }

  static func strokes(_ id: UUID, page: Int = 1) -> String {
    "\(session(id))/strokes" + (page > 1 ? "?page=\(page)" : "")
  }

  static func delete(_ id: UUID) -> String { "\(session(id))/delete" }

  static func file(_ id: UUID, _ format: String) -> String { "\(session(id))/file/\(format)" }

  static func athlete(_ id: UUID) -> String { "\(athletes)/\(text(id))" }

  static func deleteAthlete(_ id: UUID) -> String { "\(athlete(id))/delete" }

  static func picture(_ id: UUID) -> String { "\(athlete(id))/picture" }

  static func deletePicture(_ id: UUID) -> String { "\(picture(id))/delete" }

  static func team(_ id: UUID) -> String { "\(teams)/\(text(id))" }

  static func deleteTeam(_ id: UUID) -> String { "\(team(id))/delete" }

  /// The board of a team.
  static func board(_ team: UUID) -> String { Paths.address(board, [("team", text(team))]) }

  static func compare(_ one: UUID, _ other: UUID) -> String {
    "\(compare)?a=\(text(one))&b=\(text(other))"
  }

  static func text(_ id: UUID) -> String { id.uuidString.lowercased() }
}
