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
    help: ArgumentHelp(
      "A picture, as JPEG, PNG, GIF or WebP of at most 1 MB; an empty name removes it.",
      valueName: "file"),
    completion: .file())
  var picture: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether the athlete is offered in forms and on the board.")
  var active: Bool?

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
      isActive: active,
      picture: try picture.map { $0.isEmpty ? .remove : .set(try Self.picture($0)) })
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
    abstract: "Add, list, compare, edit and delete athletes, and choose this machine's person.",
    discussion: """
      The role of this machine's person selects pages and commands: an athlete has the own \
      sessions, a coach those of the team, and an administrator all. It is no security boundary: \
      each user of the data folder can choose another person.

      EXAMPLES
        cairn row athlete add Anna --weight 68 --max-heart-rate 192
        cairn row athlete list
        cairn row athlete use Anna
      """,
    subcommands: [
      Add.self, List.self, Compare.self, Use.self, Edit.self, Delete.self,
    ], defaultSubcommand: List.self)

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
      let library = try data.openRowing()
      try await library.viewer().require(.coach)
      if let role = values.role, role != .athlete { try await library.viewer().require(.admin) }
      let athlete = try await library.addAthlete(name: name, edit: try values.edit(name: nil))
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

    @Flag(help: "List deactivated athletes, too.")
    var all = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let viewer = try await library.viewer()
      let athletes = try await library.athletes(includingInactive: all)
        .filter { viewer.shows($0.id) }
      try output.write(athletes.map { AthleteRecord($0) }) { RowText.athletes(athletes) }
    }
  }

  /// `cairn row athlete compare`.
  struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Compare athletes by volume, best times and power.",
      discussion: """
        EXAMPLE
          cairn row athlete compare Anna Bea --from 2026-05-01
        """)

    @Argument(help: "The athletes, each by name, ID or a prefix of it.")
    var athletes: [String]

    @OptionGroup var range: DateRangeOptions

    @Option(help: "The machine of best times and power.")
    var machine = RowingMachine.rowErg

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func validate() throws {
      if athletes.count < 2 { throw ValidationError("Give two or more athletes.") }
    }

    func run() async throws {
      let library = try data.openRowing()
      var ids: [UUID] = []
      for athlete in athletes {
        ids.append(try await AthleteOption.resolve(athlete, in: library))
      }
      let compared = try await library.compareAthletes(
        ids, machine: machine, from: range.from, to: range.to)
      try output.write(compared.map { AthleteComparisonRecord($0) }) {
        RowText.athleteComparison(compared)
      }
    }
  }

  /// `cairn row athlete use`.
  struct Use: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "use",
      abstract: "Choose the person who uses this machine, whose role selects pages and commands.",
      discussion: """
        EXAMPLES
          cairn row athlete use Anna
          cairn row athlete use --everybody
        """)

    @Argument(help: "The person, by name, ID or a prefix of it.")
    var athlete: String?

    @Flag(help: "Show all pages and permit all commands.")
    var everybody = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func validate() throws {
      if (athlete == nil) != everybody {
        throw ValidationError("Give the name of a person, or --everybody.")
      }
    }

    func run() async throws {
      let library = try data.openRowing()
      var id: UUID?
      // A hidden athlete can be chosen, too: otherwise nobody could change the person again.
      if let athlete { id = try await AthleteOption.resolve(athlete, in: library, isShown: false) }
      let viewer = try await library.setViewer(id)
      try output.write(ViewerRecord(viewer)) {
        viewer.athlete.map {
          "\($0.name.printable) uses this machine, with the role \($0.role.rawValue).\n"
        } ?? "Everybody uses this machine, with all pages and commands.\n"
      }
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
      if values.role != nil { try await library.viewer().require(.admin) }
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
      try await library.viewer().require(.admin)
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
