// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row`: manages rowing sessions.
struct Row: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import, record, analyze and export rowing sessions.",
    discussion: """
      EXAMPLES
        cairn row import season.csv result.csv
        cairn row list
        cairn row show 6f1c --strokes
        cairn row records
      """,
    subcommands: [
      RowImport.self, RowList.self, RowShow.self, RowEdit.self, RowDelete.self, RowExport.self,
      RowStats.self, RowRecords.self, RowCurve.self, RowZones.self, RowLoad.self, RowCompare.self,
      RowAthlete.self, RowTeam.self, RowRecord.self, RowSimulate.self, RowDecode.self,
      RowWorkout.self, RowAnalytics.self,
    ]
  )
}

/// A session, given by its ID or any unambiguous prefix of it.
struct SessionIdentifier: ParsableArguments {
  @Argument(help: "The session's ID, or any unambiguous prefix of it.")
  var id: String

  /// Finds the one session that matches.
  ///
  /// - Throws: `CommandError` if no session matches, or more than one.
  func resolve(in library: RowingLibrary) async throws -> UUID {
    try await Self.resolve(id, in: library)
  }

  /// Finds the one session whose ID has a prefix.
  ///
  /// - Throws: `CommandError` if no session matches, or more than one.
  static func resolve(_ id: String, in library: RowingLibrary) async throws -> UUID {
    let viewer = try await library.viewer()
    var shown = try await library.ids(matching: id)
    if viewer.athletes != nil {
      var own: [UUID] = []
      for id in shown where viewer.shows(try await library.session(id)?.summary.athleteID) {
        own.append(id)
      }
      shown = own
    }
    return try only(
      shown, named: id,
      unknown: "no session ID begins with '\(id.printable)': list the IDs with cairn row list")
  }

  static func only(_ found: [UUID], named id: String, unknown: String) throws -> UUID {
    if let only = found.first, found.count == 1 { return only }
    guard !found.isEmpty else { throw CommandError(unknown) }
    let shown = found.prefix(4).map(\.idText).joined(separator: ", ")
    let more = found.count > 4 ? ", ..." : ""
    throw CommandError(
      "'\(id.printable)' matches \(found.count) of them: give a longer prefix of \(shown)\(more)")
  }
}

/// The option that selects an athlete.
struct AthleteOption: ParsableArguments {
  @Option(help: "The athlete, by name, ID or a prefix of it. (default: the only athlete, or all)")
  var athlete: String?

  /// Finds the one athlete that matches; without the option, this machine's person with the role
  /// of an athlete, or nil.
  ///
  /// - Throws: `CommandError` if no athlete matches, or more than one.
  func resolve(in library: RowingLibrary) async throws -> UUID? {
    guard let athlete else {
      let viewer = try await library.viewer()
      return viewer.isCoach ? nil : viewer.athlete?.id
    }
    return try await Self.resolve(athlete, in: library)
  }

  /// Finds the athlete of figures that are an athlete's own: the given one, or the only one.
  ///
  /// - Throws: `CommandError` if none or several match, `RowingLibraryError.athleteRequired` if there
  ///   are several and none is given.
  func resolveOne(in library: RowingLibrary) async throws -> UUID {
    if let id = try await resolve(in: library) { return id }
    if let id = try await library.viewer().athlete?.id { return id }
    return try await library.defaultAthlete().id
  }

  /// Finds the one athlete with a name or an ID with a prefix.
  ///
  /// - Parameters:
  ///   - athlete: The name, ID or prefix.
  ///   - library: The library.
  ///   - isShown: Whether athletes that the role of this machine's person hides are left out.
  /// - Returns: The identifier.
  /// - Throws: `CommandError` if no athlete matches, or more than one.
  static func resolve(
    _ athlete: String, in library: RowingLibrary, isShown: Bool = true
  ) async throws -> UUID {
    let viewer = try await library.viewer()
    return try SessionIdentifier.only(
      try await library.athleteIDs(matching: athlete).filter { !isShown || viewer.shows($0) },
      named: athlete,
      unknown:
        "no athlete has the name or ID '\(athlete.printable)': list them with cairn row athlete list"
    )
  }
}

/// The options that select a range of dates.
struct DateRangeOptions: ParsableArguments {
  @Option(help: "The first moment, \(MomentText.help).", transform: MomentText.argument)
  var from: Date?

  @Option(help: "The end, which does not belong to the range.", transform: MomentText.argument)
  var to: Date?

  func validate() throws {
    if let from, let to, from >= to {
      throw ValidationError("--from must be before --to.")
    }
  }
}
