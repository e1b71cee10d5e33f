// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Rowing

/// `cairn row zones`: shows and changes an athlete's zones of power and pace.
struct RowZones: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones",
    abstract: "Show, set or reset an athlete's zones of power and pace.",
    discussion: """
      EXAMPLES
        cairn row zones show
        cairn row zones set UT2:0 UT1:70 AT:85 TR:95 AN:105 --base 210
        cairn row zones reset
      """,
    subcommands: [Show.self, Set.self, Reset.self], defaultSubcommand: Show.self)

  /// `cairn row zones show`.
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show the zones as shares of the base, in watts and as paces.",
      discussion: """
        The base is the athlete's critical power, unless another one is set.

        EXAMPLE
          cairn row zones show --athlete Anna
        """)

    @OptionGroup var athlete: AthleteOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let table = try await library.zones(athlete: try await athlete.resolveOne(in: library))
      try output.write(ZoneTableRecord(table)) { RowText.zones(table) }
    }
  }

  /// `cairn row zones set`.
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: "Set the names and lower bounds of the zones, or their base.",
      discussion: """
        Each zone is a name and its lower bound in percent of the base; it ends where the next one \
        begins. The first one begins at 0.

        EXAMPLE
          cairn row zones set UT2:0 UT1:70 AT:85 TR:95 AN:105 --base 210
        """)

    @Argument(help: "The zones, each as NAME:PERCENT, the lowest first.")
    var zones: [String] = []

    @Option(help: "The base in watts, instead of the critical power; 0 for the critical power.")
    var base: Double?

    @OptionGroup var athlete: AthleteOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func validate() throws {
      if zones.isEmpty, base == nil {
        throw ValidationError("Nothing to change: give zones, such as UT2:0 UT1:75, or --base.")
      }
      _ = try parsed()
    }

    func run() async throws {
      let library = try data.openRowing()
      let id = try await athlete.resolveOne(in: library)
      let present = try await library.zones(athlete: id)
      let zones = try parsed()
      let power = base ?? (present.isBaseSet ? present.basePower : nil)
      let table = try await library.setZones(
        zones.isEmpty ? present.rows.map(\.zone) : zones, basePower: power == 0 ? nil : power,
        athlete: id)
      try output.write(ZoneTableRecord(table)) { RowText.zones(table) }
    }

    private func parsed() throws -> [PowerZone] {
      let bounds: [(name: String, from: Double)] = try zones.map { text in
        guard let colon = text.lastIndex(of: ":"),
          let percent = Double(text[text.index(after: colon)...]), percent.isFinite
        else {
          throw ValidationError("'\(text)' is not a zone. Write NAME:PERCENT, such as UT2:75.")
        }
        return (String(text[..<colon]), percent / 100)
      }
      return PowerZone.list(bounds)
    }
  }

  /// `cairn row zones reset`.
  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Restore the default zones, with the critical power as their base.",
      discussion: """
        EXAMPLE
          cairn row zones reset --athlete Anna
        """)

    @OptionGroup var athlete: AthleteOption
    @OptionGroup var output: OutputOptions
    @OptionGroup var data: DataOptions

    func run() async throws {
      let library = try data.openRowing()
      let table = try await library.resetZones(
        athlete: try await athlete.resolveOne(in: library))
      try output.write(ZoneTableRecord(table)) { RowText.zones(table) }
    }
  }
}
