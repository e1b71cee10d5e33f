// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row team`: manages teams and shows the coach's board.
struct RowTeam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team",
    abstract: "Add, list, edit and delete teams, and show the coach's board.",
    discussion: """
      EXAMPLES
        cairn row team add "Masters women"
        cairn row team join Anna "Masters women"
        cairn row team board "Masters women"
      """,
    subcommands: [
      Add.self, List.self, Edit.self, Delete.self, Join.self, Leave.self, Board.self,
    ],
    defaultSubcommand: List.self)

  /// Finds the one team with a name or an ID with a prefix.
  static func resolve(_ team: String, in library: RowingLibrary) async throws -> UUID {
    try SessionIdentifier.only(
      try await library.teamIDs(matching: team), named: team,
      unknown: "no team has the name or ID '\(team.printable)': list them with cairn row team list")
  }

  /// Finds the one team with a name or an ID with a prefix that this machine's person coaches.
  ///
  /// - Throws: `CommandError`, or `RowingLibraryError.roleRequired` for another team.
  static func editable(_ team: String, in library: RowingLibrary) async throws -> UUID {
    let viewer = try await library.viewer()
    try viewer.require(.coach)
    let id = try await resolve(team, in: library)
    if !viewer.edits(team: id) { try viewer.require(.admin) }
    return id
  }

  /// `cairn row team add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a team without members.",
      discussion: """
        EXAMPLE
          cairn row team add "Masters women"
        """)

    @Argument(help: "The team's name.")
    var name: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      try await library.viewer().require(.admin)
      let team = try await library.addTeam(name: name)
      try output.write(TeamRecord(team)) { RowText.teams([team]) }
    }
  }

  /// `cairn row team list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the teams with their members.",
      discussion: """
        EXAMPLE
          cairn row team list
        """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let viewer = try await library.viewer()
      let teams = try await library.teams().filter {
        viewer.edits(team: $0.id) || $0.id == viewer.athlete?.teamID
      }
      try output.write(teams.map { TeamRecord($0) }) { RowText.teams(teams) }
    }
  }

  /// `cairn row team edit`.
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Rename a team.",
      discussion: """
        EXAMPLE
          cairn row team edit "Masters women" --name "Masters"
        """)

    @Argument(help: "The team, by name, ID or a prefix of it.")
    var team: String

    @Option(help: "The new name.")
    var name: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let id = try await RowTeam.editable(team, in: library)
      let changed = try await library.editTeam(id, name: name)
      try output.write(TeamRecord(changed)) { RowText.teams([changed]) }
    }
  }

  /// `cairn row team delete`.
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a team; members and sessions remain.",
      discussion: """
        The command asks for confirmation; without a terminal, give --yes.

        EXAMPLE
          cairn row team delete "Masters women" --yes
        """)

    @Argument(help: "The team, by name, ID or a prefix of it.")
    var team: String

    @Flag(help: "Skip the confirmation prompt.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      try await library.viewer().require(.admin)
      let id = try await RowTeam.resolve(team, in: library)
      guard let found = try await library.team(id) else {
        throw CommandError("the team \(id.idText) has just been deleted")
      }
      if !yes {
        try Confirmation.ask(
          "Delete the team \(found.name.printable) with "
            + "\(RowText.count(found.members.count, "member"))?",
          refusal: "nothing was deleted")
      }
      try await library.deleteTeam(id)
      try output.write(DeletedRecord(deleted: id.idText)) { "deleted \(id.idText)\n" }
    }
  }

  /// `cairn row team join`.
  struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "join", abstract: "Make an athlete a member of a team.",
      discussion: """
        An athlete is a member of one team at most.

        EXAMPLE
          cairn row team join Anna "Masters women"
        """)

    @Argument(help: "The athlete, by name, ID or a prefix of it.")
    var athlete: String

    @Argument(help: "The team, by name, ID or a prefix of it.")
    var team: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let id = try await AthleteOption.resolve(athlete, in: library)
      let changed = try await library.join(id, team: RowTeam.editable(team, in: library))
      try output.write(TeamRecord(changed)) { RowText.teams([changed]) }
    }
  }

  /// `cairn row team leave`.
  struct Leave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "leave", abstract: "End an athlete's membership; the sessions remain.",
      discussion: """
        EXAMPLE
          cairn row team leave Anna
        """)

    @Argument(help: "The athlete, by name, ID or a prefix of it.")
    var athlete: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      try await library.viewer().require(.coach)
      let id = try await AthleteOption.resolve(athlete, in: library)
      try await library.leave(id)
      guard let changed = try await library.athlete(id) else {
        throw CommandError("the athlete \(id.idText) has just been deleted")
      }
      try output.write(AthleteRecord(changed)) { RowText.athletes([changed]) }
    }
  }

  /// `cairn row team board`.
  struct Board: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "board", abstract: "Show volume, load, best 2k and trend of each member.",
      discussion: """
        EXAMPLE
          cairn row team board "Masters women"
        """)

    @Argument(help: "The team, by name, ID or a prefix of it. (default: the only team)")
    var team: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let viewer = try await library.viewer()
      try viewer.require(.coach)
      let id: UUID
      if let team {
        id = try await RowTeam.editable(team, in: library)
      } else {
        let all = try await library.teams().filter { viewer.edits(team: $0.id) }
        guard let only = all.first, all.count == 1 else {
          throw CommandError(
            all.isEmpty
              ? "there is no team: add one with cairn row team add NAME"
              : "there are \(all.count) teams: name one of \(all.map(\.name.printable).joined(separator: ", "))"
          )
        }
        id = only.id
      }
      let rows = try await library.board(id)
      try output.write(rows.map { BoardRecord($0) }) { RowText.board(rows) }
    }
  }
}
