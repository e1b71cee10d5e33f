// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import PageKit
import RuckMap

/// `cairn ruck standard`: manages the table of physical standards.
struct StandardGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "standard",
    abstract: "Manage the table of march standards; their results: cairn ruck records --standards.",
    discussion: """
      EXAMPLES
        cairn ruck standard list
        cairn ruck standard add --name "Club march" --distance "15 km" --time 2:45
        cairn ruck standard reset --all
      """,
    subcommands: [
      StandardList.self, StandardAdd.self, StandardEdit.self, StandardRemove.self,
      StandardReset.self,
    ])
}

/// `cairn ruck standard list`: lists the standards.
struct StandardList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the standards with their sources.",
    discussion: """
      EXAMPLE
        cairn ruck standard list --json
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    try await output.write(library.standards(), in: library)
  }
}

/// `cairn ruck standard add`: adds a standard.
struct StandardAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a standard.",
    discussion: """
      EXAMPLE
        cairn ruck standard add --name "Club march" --distance "15 km" --time 2:45
      """)

  @OptionGroup var values: StandardValues
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if FieldFormat.text(values.name) == nil { throw ValidationError("Give --name.") }
    if FieldFormat.text(values.distance) == nil { throw ValidationError("Give --distance.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let new = FitnessStandard(
      organization: FieldFormat.text(values.organization) ?? "Own",
      name: FieldFormat.text(values.name) ?? "", distance: 0, packWeight: 0, time: 0, source: "",
      isCustom: true)
    let standards = try await library.standards() + FitnessStandard.builtIn
    guard !standards.contains(where: { $0.id == new.id }) else {
      throw CommandError(
        "\(new.organization.printable) has a standard \(new.name.printable): change it with cairn ruck "
          + "standard edit, or give another name")
    }
    let standard = try values.applied(to: new, try await library.fieldFormat())
    try await output.store(standard, in: library)
  }
}

/// `cairn ruck standard edit`: changes a standard.
struct StandardEdit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the values of a standard.",
    discussion: """
      cairn ruck standard reset restores the original values of a standard of the table.

      EXAMPLE
        cairn ruck standard edit "12-mile foot march" --time 2:30
      """)

  @OptionGroup var standard: StandardArgument
  @OptionGroup var values: StandardValues
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if values.isEmpty {
      throw ValidationError(
        "Nothing to change: give --name, --organization, --distance, --pack-weight, --time or "
          + "--source.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let found = try standard.resolve(in: try await library.standards())
    let changed = try values.applied(to: found, try await library.fieldFormat())
    try await output.store(changed, in: library)
  }
}

/// `cairn ruck standard remove`: hides or deletes a standard.
struct StandardRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete your own standard, or hide one of the table.",
    discussion: """
      cairn ruck standard reset shows a hidden standard again. The command asks for confirmation; \
      without a terminal, give --yes.

      EXAMPLE
        cairn ruck standard remove "Club march" --yes
      """)

  @OptionGroup var standard: StandardArgument

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let found = try standard.resolve(in: try await library.standards())
    if !yes {
      try Confirmation.ask(
        "Remove the standard \(found.name.printable)?", refusal: "nothing was removed")
    }
    try await library.removeStandard(found.id)
    try output.write(DeletedRecord(deleted: found.id.idText)) { "removed \(found.id.idText)\n" }
  }
}

/// `cairn ruck standard reset`: restores standards of the table.
struct StandardReset: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Restore a changed or hidden standard of the table.",
    discussion: """
      Your own standards remain.

      EXAMPLES
        cairn ruck standard reset "12-mile foot march"
        cairn ruck standard reset --all
      """)

  @Argument(help: "The name, a part of it, or a prefix of the ID.")
  var standard: String?

  @Flag(help: "Restore all standards of the table.")
  var all = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if all == (standard != nil) { throw ValidationError("Give either a standard or --all.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let builtIn = FitnessStandard.builtIn
    var chosen = builtIn
    if let standard {
      let standards = try await library.standards()
      chosen = [try StandardArgument.resolve(standard, in: standards, or: builtIn)]
    }
    guard chosen.allSatisfy({ one in builtIn.contains { $0.id == one.id } }) else {
      throw CommandError(
        "\(chosen[0].name.printable) is your own standard, without original values: change it with "
          + "cairn ruck standard edit")
    }
    for one in chosen { try await library.resetStandard(one.id) }
    let ids = Set(chosen.map(\.id))
    try await output.write(library.standards().filter { ids.contains($0.id) }, in: library)
  }
}

/// A standard, given by its name, a part of it, or a prefix of its ID.
struct StandardArgument: ParsableArguments {
  @Argument(help: "The name, a part of it, or a prefix of the ID.")
  var standard: String

  func resolve(in standards: [FitnessStandard]) throws -> FitnessStandard {
    try Self.resolve(standard, in: standards)
  }

  /// Finds the one standard that a text names.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - standards: The standards.
  ///   - others: Standards that are searched if none of `standards` matches.
  /// - Returns: The standard.
  /// - Throws: ``CommandError`` if none matches, or more than one.
  static func resolve(
    _ text: String, in standards: [FitnessStandard], or others: [FitnessStandard] = []
  ) throws -> FitnessStandard {
    let found = matches(text, standards)
    let all = found.isEmpty ? matches(text, others) : found
    if let only = all.first, all.count == 1 { return only }
    guard !all.isEmpty else {
      throw CommandError(
        "no standard matches '\(text.printable)': list them with cairn ruck standard list")
    }
    let shown = all.prefix(4).map { "\($0.id.shortText) (\($0.name.printable))" }
    throw CommandError(
      "'\(text.printable)' matches \(all.count) standards: give a longer prefix of "
        + shown.joined(separator: ", ") + (all.count > 4 ? ", ..." : ""))
  }

  private static func matches(_ text: String, _ standards: [FitnessStandard]) -> [FitnessStandard] {
    let key = text.lowercased()
    guard !key.isEmpty else { return [] }
    let named = standards.filter { $0.name.lowercased() == key }
    if !named.isEmpty { return named }
    return standards.filter {
      $0.id.idText.hasPrefix(key) || $0.name.localizedStandardContains(text)
    }
  }
}

/// The values of a standard as options.
struct StandardValues: ParsableArguments {
  @Option(help: "The name of the test.")
  var name: String?

  @Option(help: "The organization that publishes the standard. (default: Own)")
  var organization: String?

  @Option(help: "The distance, such as \"12 mi\" or \"15 km\".")
  var distance: String?

  @Option(
    parsing: .unconditional, help: "The least pack weight, \(WeightArgument.help).",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @Option(help: "The time limit, such as 3:00 or 90 min; 0 min for none.")
  var time: String?

  @Option(help: "The source of the numbers, such as a regulation.")
  var source: String?

  var isEmpty: Bool {
    packWeight == nil && [name, organization, distance, time, source].allSatisfy { $0 == nil }
  }

  /// The standard with the given values.
  ///
  /// - Throws: ``CommandError`` with the option whose value is impossible.
  func applied(to standard: FitnessStandard, _ format: FieldFormat) throws -> FitnessStandard {
    var standard = standard
    func parsed<Value>(_ option: String, _ body: () throws -> Value?) throws -> Value? {
      do {
        return try body()
      } catch let problem as FieldProblem {
        throw CommandError("--\(option): \(problem.message)")
      }
    }
    if let name = FieldFormat.text(name) { standard.name = String(name.prefix(200)) }
    if let organization = FieldFormat.text(organization) {
      standard.organization = String(organization.prefix(200))
    }
    if let distance = try parsed("distance", { try format.length(distance) }) {
      standard.distance = distance
    }
    if let pack = try packWeight?.kilograms(in: format.unitSystem) { standard.packWeight = pack }
    if let time = try parsed("time", { try FieldFormat.duration(time) }) { standard.time = time }
    if let source { standard.source = String((FieldFormat.text(source) ?? "").prefix(500)) }
    return standard
  }
}

extension OutputOptions {
  /// Stores a standard, and writes it as stored.
  fileprivate func store(_ standard: FitnessStandard, in library: RuckLibrary) async throws {
    try await library.setStandard(standard)
    try await write(library.standards().filter { $0.id == standard.id }, in: library)
  }

  /// Writes standards as a table, or as JSON.
  fileprivate func write(_ standards: [FitnessStandard], in library: RuckLibrary) async throws {
    let format = try await library.fieldFormat().measure
    let records = standards.map { standard in
      RuckJSON.object([
        "id": RuckJSON(standard.id), "organization": .text(standard.organization),
        "name": .text(standard.name), "distance_m": .number(standard.distance),
        "pack_weight_kg": .number(standard.packWeight), "time_limit_s": .number(standard.time),
        "source": .text(standard.source), "custom": .flag(standard.isCustom),
      ])
    }
    let builtIn = Set(FitnessStandard.builtIn.map(\.id))
    try write(records) {
      var table = TextTable([
        .left("ID"), .left("STANDARD"), .right("DISTANCE"), .right("PACK"), .right("LIMIT"),
        .left("SOURCE"),
      ])
      for standard in standards {
        table.add([
          standard.id.shortText,
          "\(standard.organization): \(standard.name)"
            + (standard.isCustom && builtIn.contains(standard.id) ? " (changed)" : ""),
          format.distance(standard.distance), format.weight(standard.packWeight),
          standard.time > 0 ? format.duration(standard.time) : "none",
          standard.source.truncated(to: 60),
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}
