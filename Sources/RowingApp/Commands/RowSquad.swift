// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// The values of an athlete.
struct AthleteOptions: ParsableArguments {
  @Option(help: "The email address.")
  var email: String?

  @Option(help: "The role.")
  var role: UserRole?

  @Option(help: "The preferred boat.")
  var boat: BoatType?

  @Option(help: "The body weight in kilograms; 0 removes it.")
  var weight: Double?

  @Option(help: "The height in centimetres; 0 removes it.")
  var height: Double?

  @Option(help: "The year of birth; 0 removes it.")
  var birthYear: Int?

  @Option(help: "The sex, for the coefficients of the training load.")
  var sex: AthleteSex?

  @Option(help: "The highest heart rate in beats per minute; 0 removes it.")
  var maxHeartRate: Int?

  @Option(help: "The heart rate at rest in beats per minute; 0 removes it.")
  var restingHeartRate: Int?

  @Option(help: "The time zone of logbook dates, such as Europe/Ljubljana.")
  var timeZone: String?

  @Option(
    help: ArgumentHelp("A picture of the athlete, of at most 1 MB.", valueName: "file"),
    completion: .file())
  var picture: String?

  /// The values as an edit.
  ///
  /// - Throws: `CommandError` if the picture can't be read.
  func edit(name: String?) throws -> AthleteEdit {
    AthleteEdit(
      name: name, email: email, role: role, preferredBoat: boat.map { .set($0) },
      weight: weight.map { $0 == 0 ? .remove : .set($0) },
      height: height.map { $0 == 0 ? .remove : .set($0) },
      birthYear: birthYear.map { $0 == 0 ? .remove : .set($0) }, sex: sex.map { .set($0) },
      maxHeartRate: maxHeartRate.map { $0 == 0 ? .remove : .set($0) },
      restingHeartRate: restingHeartRate.map { $0 == 0 ? .remove : .set($0) },
      timeZone: timeZone.map { $0.isEmpty ? .remove : .set($0) },
      picture: try picture.map { .set(try Self.picture($0)) })
  }

  private static func picture(_ path: String) throws -> Data {
    let largest = 1 << 20
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      let data = try handle.read(upToCount: largest + 1) ?? Data()
      guard !data.isEmpty, data.count <= largest else {
        throw CommandError("\(path.printable) is empty or larger than 1 MB: give a smaller picture")
      }
      return data
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("can't read \(path.printable): \(error.localizedDescription)")
    }
  }
}

/// `cairn row athlete`: manages athletes.
struct RowAthlete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "athlete",
    abstract: "Add, list, edit and delete athletes.",
    discussion: """
      Roles decide which pages and commands are offered; on one machine they are no security \
      boundary.

      EXAMPLES
        cairn row athlete add Anna --weight 68 --max-heart-rate 192
        cairn row athlete list
      """,
    subcommands: [Add.self, List.self, Edit.self, Delete.self], defaultSubcommand: List.self)

  /// `cairn row athlete add`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add an athlete.",
      discussion: """
        EXAMPLE
          cairn row athlete add Anna --weight 68 --max-heart-rate 192
        """)

    @Argument(help: "The athlete's name.")
    var name: String

    @OptionGroup var values: AthleteOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let athlete = try await data.openRowing().addAthlete(
        name: name, edit: try values.edit(name: nil))
      try output.write(AthleteRecord(athlete)) { RowText.athletes([athlete]) }
    }
  }

  /// `cairn row athlete list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the athletes by name.",
      discussion: """
        EXAMPLE
          cairn row athlete list --json
        """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let athletes = try await data.openRowing().athletes()
      try output.write(athletes.map { AthleteRecord($0) }) { RowText.athletes(athletes) }
    }
  }

  /// `cairn row athlete edit`.
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Change an athlete's values.",
      discussion: """
        EXAMPLE
          cairn row athlete edit Anna --resting-heart-rate 48
        """)

    @Argument(help: "The athlete, by name, ID or a prefix of it.")
    var athlete: String

    @Option(help: "The new name.")
    var name: String?

    @OptionGroup var values: AthleteOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let edit = try values.edit(name: name)
      guard edit != AthleteEdit() else {
        throw ValidationError("Nothing to change: give --name, --weight or another value.")
      }
      let library = try data.openRowing()
      let id = try await AthleteOption.resolve(athlete, in: library)
      let changed = try await library.editAthlete(id, edit)
      try output.write(AthleteRecord(changed)) { RowText.athletes([changed]) }
    }
  }

  /// `cairn row athlete delete`.
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete an athlete with all sessions.",
      discussion: """
        The command asks for confirmation; without a terminal, give --yes.

        EXAMPLE
          cairn row athlete delete Anna --yes
        """)

    @Argument(help: "The athlete, by name, ID or a prefix of it.")
    var athlete: String

    @Flag(help: "Skip the confirmation prompt.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let id = try await AthleteOption.resolve(athlete, in: library)
      guard let found = try await library.athlete(id) else {
        throw CommandError("the athlete \(id.idText) has just been deleted")
      }
      if !yes {
        try Confirmation.ask(
          "Delete \(found.name.printable) with \(RowText.count(found.sessions, "session"))?",
          refusal: "nothing was deleted")
      }
      try await library.deleteAthlete(id)
      try output.write(DeletedRecord(deleted: id.idText)) { "deleted \(id.idText)\n" }
    }
  }
}

/// `cairn row team`: manages teams and shows the coach's board.
struct RowTeam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team",
    abstract: "Add and list teams, and show the coach's board.",
    discussion: """
      EXAMPLES
        cairn row team add "Masters women"
        cairn row team join Anna "Masters women"
        cairn row team board "Masters women"
      """,
    subcommands: [Add.self, List.self, Join.self, Leave.self, Board.self],
    defaultSubcommand: List.self)

  /// Finds the one team with a name or an ID with a prefix.
  static func resolve(_ team: String, in library: RowingLibrary) async throws -> UUID {
    try SessionIdentifier.only(
      try await library.teamIDs(matching: team), named: team,
      unknown: "no team has the name or ID '\(team.printable)': list them with cairn row team list")
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
      let team = try await data.openRowing().addTeam(name: name)
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
      let teams = try await data.openRowing().teams()
      try output.write(teams.map { TeamRecord($0) }) { RowText.teams(teams) }
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
      let changed = try await library.join(id, team: RowTeam.resolve(team, in: library))
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
      let id: UUID
      if let team {
        id = try await RowTeam.resolve(team, in: library)
      } else {
        let all = try await library.teams()
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
