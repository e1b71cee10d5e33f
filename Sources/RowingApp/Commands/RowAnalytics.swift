// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PostgreSQL
import Rowing
import RowingAnalytics

/// `cairn row analytics`: feeds figures to PostgreSQL, and reports them.
struct RowAnalytics: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analytics",
    abstract: "Feed the figures of athletes to PostgreSQL, and report them.",
    discussion: """
      Without --database, libpq's environment selects the database: PGHOST, PGDATABASE, PGUSER, \
      PGSERVICE and others. A password belongs in PGPASSFILE, ~/.pgpass or PGPASSWORD.

      EXAMPLES
        cairn row analytics init --team Club --database postgresql://coach@db/club
        cairn row analytics refresh --database postgresql://coach@db/club
        cairn row analytics report --own
      """,
    subcommands: [Init.self, Refresh.self, Report.self, Drop.self])

  /// `cairn row analytics init`.
  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Create the tables, and select the athletes whose figures are fed.",
      discussion: """
        Only the selected athletes are fed; email, weight, height, birth year and picture never \
        are. To select others, repeat the command.

        EXAMPLE
          cairn row analytics init --own --database postgresql:///rowing
        """)

    @OptionGroup var scope: ScopeOptions
    @OptionGroup var database: DatabaseOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func validate() throws { try scope.require() }

    func run() async throws {
      let library = try data.openRowing()
      guard let scope = try await scope.resolve(in: library) else { return }
      try await database.feed(of: library).initialize(scope)
      try output.write(["schema": AnalyticsSchema.name]) {
        "The schema \(AnalyticsSchema.name) is ready. Feed it with cairn row analytics refresh.\n"
      }
    }
  }

  /// `cairn row analytics refresh`.
  struct Refresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "refresh",
      abstract: "Transfer the changes since the last refresh.",
      discussion: """
        Changed sessions, and their athletes and days, are recalculated in one transaction.

        EXAMPLE
          cairn row analytics refresh --database postgresql:///rowing
        """)

    @OptionGroup var database: DatabaseOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let refresh = try await database.feed(opening: data).feed.refresh()
      try output.write(refresh) { AnalyticsText.refresh(refresh) }
    }
  }

  /// `cairn row analytics report`.
  struct Report: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Print the figures of the tables, or calculate them without PostgreSQL.",
      discussion: """
        With --own or --team the figures are calculated from the store, and no database is needed. \
        Both reports are equal.

        EXAMPLES
          cairn row analytics report --database postgresql:///rowing --json
          cairn row analytics report --own
        """)

    @OptionGroup var scope: ScopeOptions
    @OptionGroup var database: DatabaseOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func validate() throws {
      if scope.isGiven, database.text != nil {
        throw ValidationError("Give --database for the tables, or --own or --team for the store.")
      }
    }

    func run() async throws {
      let library: RowingLibrary
      let report: AnalyticsReport
      if scope.isGiven {
        library = try data.openRowing()
        guard let scope = try await scope.resolve(in: library) else { return }
        report = try await AnalyticsReport.calculated(from: library, scope: scope)
      } else {
        let opened = try await database.feed(opening: data)
        library = opened.library
        report = try await opened.feed.report()
      }
      let names = try await library.athletes(includingInactive: true)
        .map { ($0.id, $0.name.printable) }
      try output.write(report) {
        AnalyticsText.report(report, names: Dictionary(names) { first, _ in first })
      }
    }
  }

  /// `cairn row analytics drop`.
  struct Drop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop",
      abstract: "Delete this store's rows, and the tables if no other store has rows.",
      discussion: """
        The sessions in the store are unchanged: init and refresh restore the rows.

        EXAMPLE
          cairn row analytics drop --database postgresql:///rowing
        """)

    @OptionGroup var database: DatabaseOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let isEmpty = try await database.feed(opening: data).feed.drop()
      try output.write(["schema_dropped": isEmpty]) {
        isEmpty
          ? "The schema \(AnalyticsSchema.name) is deleted.\n"
          : "The rows of this store are deleted; another store has rows in the schema "
            + "\(AnalyticsSchema.name).\n"
      }
    }
  }
}

/// The option that selects a database.
struct DatabaseOption: ParsableArguments {
  @Option(
    name: .customLong("database"),
    help: ArgumentHelp(
      "The database, without a password. (default: libpq's environment)", valueName: "url"))
  var text: String?

  /// Arguments without a name, which are rejected here: the parser would print a password in them.
  @Argument(help: .hidden)
  var unexpected: [String] = []

  func validate() throws {
    if !unexpected.isEmpty {
      throw ValidationError("Unexpected argument. Give the database as --database URL.")
    }
  }

  /// Opens the store while the database is connected, which takes as long.
  ///
  /// - Throws: A `PostgreSQLError`, or an error of the store.
  func feed(
    opening data: DataOptions
  ) async throws -> (library: RowingLibrary, feed: AnalyticsFeed) {
    let text = text ?? ""
    async let connection = PostgreSQLConnection.open(text)
    let library = try data.openRowing()
    return (library, AnalyticsFeed(library: library, tables: AnalyticsTables(try await connection)))
  }

  /// Connects to the database.
  ///
  /// - Throws: A `PostgreSQLError`.
  func feed(of library: RowingLibrary) async throws -> AnalyticsFeed {
    let connection = try await PostgreSQLConnection.open(text ?? "")
    return AnalyticsFeed(library: library, tables: AnalyticsTables(connection))
  }
}

/// The options that select the athletes of the analytics.
struct ScopeOptions: ParsableArguments {
  @Flag(help: "One athlete: the only one, or the one that --athlete names.")
  var own = false

  @Option(help: "The athlete, by name, ID or a prefix of it.")
  var athlete: String?

  @Option(help: "The members of a team, by name, ID or a prefix of it.")
  var team: String?

  /// Whether athletes are selected.
  var isGiven: Bool { own || team != nil }

  func validate() throws {
    if own, team != nil { throw ValidationError("Give --own or --team, not both.") }
    if athlete != nil, !own { throw ValidationError("--athlete needs --own.") }
  }

  /// Throws unless athletes are selected.
  func require() throws {
    if !isGiven { throw ValidationError("Give --own, or --team with the name of a team.") }
  }

  /// Finds the athletes; nil if none are selected.
  ///
  /// - Throws: `CommandError` if no athlete or team matches, or more than one.
  func resolve(in library: RowingLibrary) async throws -> AnalyticsScope? {
    if let team { return .team(try await RowTeam.editable(team, in: library)) }
    guard own else { return nil }
    if let athlete { return .athlete(try await AthleteOption.resolve(athlete, in: library)) }
    if let person = try await library.viewer().athlete { return .athlete(person.id) }
    return .athlete(try await library.defaultAthlete().id)
  }
}
