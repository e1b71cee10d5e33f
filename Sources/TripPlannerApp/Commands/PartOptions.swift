// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// The options of a kind of parts, with the texts of its commands.
///
/// The commands `add`, `list`, `edit`, `move` and `remove` of all kinds are generic over it.
protocol PartOptions: ParsableArguments {
  associatedtype Snapshot: EntitySnapshot

  /// The kind's name in messages, such as "journey".
  static var noun: String { get }
  /// The plural, for the list.
  static var nouns: String { get }
  /// The name of the command group, such as "segment".
  static var group: String { get }
  /// The options of an example of `add`.
  static var example: String { get }
  /// The effect of `move`, and the options of an example.
  static var moveAbstract: String { get }
  static var moveExample: String { get }

  /// True if no option is given.
  var isEmpty: Bool { get }

  /// Returns the change that the options make, and the places to insert before it.
  ///
  /// - Parameters:
  ///   - view: The trip.
  ///   - part: The part to change; nil for a new one.
  /// - Returns: The change.
  /// - Throws: A `ValidationError` that names the option.
  func change(
    _ view: TripView, editing part: Snapshot?
  ) throws -> PartChange<Snapshot>

  /// Stores values of other objects that the options name, such as a booking, after the part itself.
  func storeRelated(_ part: Snapshot, _ view: TripView, _ library: TripLibrary) async throws

  /// The parts of a trip, in their order.
  static func parts(_ view: TripView) -> [Snapshot]
  static func record(_ part: Snapshot, _ view: TripView) -> TripJSON
  static func table(_ parts: [Snapshot], _ view: TripView) -> TextTable
  /// Moves a part.
  static func move(_ part: Snapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary)
    async throws
  /// Moves all parts that a text such as a day names, and returns their number; nil if it names one part.
  static func moveAll(
    _ text: String, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws -> Int?
  /// The trip of a new part.
  static func assign(_ trip: UUID, to part: inout Snapshot)
}

/// A change of a part with the places that it needs.
struct PartChange<Snapshot: Sendable>: Sendable {
  var apply: @Sendable (inout Snapshot) -> Void
  var places: [NamedPlace?] = []
}

/// The target of a move.
struct MoveTarget: Sendable {
  var day: LocalDate?
  var before: String?
  var trip: UUID?
}

/// A part of a trip, given by its name or any unambiguous prefix of its ID.
struct PartArgument: ParsableArguments {
  @Argument(help: "The part's name, or any unambiguous prefix of its ID.")
  var part: String
}

extension PartOptions {
  /// The indefinite article of the noun.
  static var article: String { "aeiou".contains(noun.prefix(1)) ? "an" : "a" }

  func storeRelated(_ part: Snapshot, _ view: TripView, _ library: TripLibrary) async throws {}

  static func moveAll(
    _ text: String, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws -> Int? { nil }

  static func find(_ text: String, _ view: TripView, _ library: TripLibrary) async throws
    -> Snapshot
  {
    let id = try await library.itemID(Snapshot.self, matching: text, in: view.tripID)
    guard let part = try await library.item(Snapshot.self, id) else {
      throw CommandError("the \(noun) \(id.idText) has just been deleted for good")
    }
    return part
  }

  /// Prints a part after its change.
  static func write(
    _ verb: String, _ part: Snapshot, _ trip: UUID, _ library: TripLibrary, _ output: OutputOptions
  ) async throws {
    let view = try await TripView.load(trip, in: library)
    try output.write(record(part, view)) {
      "\(verb) \(part.id.shortText)  \(part.name.printable)\n"
    }
  }
}

/// `cairn trip GROUP add`.
struct PartAdd<Options: PartOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: "Add \(Options.article) \(Options.noun) to a trip.",
      discussion: """
        EXAMPLE
          cairn trip \(Options.group) add Japan \(Options.example)
        """)
  }

  @OptionGroup var trip: TripArgument
  @OptionGroup var values: Options
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let change = try values.change(view, editing: nil)
    try await library.insertNew(change.places)
    var part = Options.Snapshot(id: UUID(), at: Date())
    Options.assign(view.tripID, to: &part)
    change.apply(&part)
    let stored = try await library.insert(part)
    try await values.storeRelated(stored, view, library)
    try await Options.write("added", stored, view.tripID, library, output)
  }
}

/// `cairn trip GROUP list`.
struct PartList<Options: PartOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the \(Options.nouns) of a trip.",
      discussion: """
        EXAMPLE
          cairn trip \(Options.group) list Japan --json
        """)
  }

  @OptionGroup var trip: TripArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let view = try await trip.view(in: try data.openTrips())
    let parts = Options.parts(view)
    try output.write(parts.map { Options.record($0, view) }) {
      parts.isEmpty
        ? "No \(Options.nouns) yet.\n"
        : Options.table(parts, view).text(colors: StandardOutput.hasColors)
    }
  }
}

/// `cairn trip GROUP edit`.
struct PartEdit<Options: PartOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: "Change \(Options.article) \(Options.noun); absent options change nothing.",
      discussion: """
        An empty value clears an option's value.

        EXAMPLE
          cairn trip \(Options.group) edit Japan 6f1c \(Options.example)
        """)
  }

  @OptionGroup var trip: TripArgument
  @OptionGroup var part: PartArgument
  @OptionGroup var values: Options
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if values.isEmpty { throw ValidationError("Nothing to change: give at least one option.") }
  }

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let part = try await Options.find(part.part, view, library)
    let change = try values.change(view, editing: part)
    try await library.insertNew(change.places)
    let stored = try await library.edit(Options.Snapshot.self, part.id) { change.apply(&$0) }
    try await values.storeRelated(stored, view, library)
    try await Options.write("changed", stored, view.tripID, library, output)
  }
}

/// `cairn trip GROUP move`.
struct PartMove<Options: PartOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "move", abstract: Options.moveAbstract,
      discussion: """
        EXAMPLE
          cairn trip \(Options.group) move Japan 6f1c \(Options.moveExample)
        """)
  }

  @OptionGroup var trip: TripArgument
  @OptionGroup var part: PartArgument

  @Option(help: "The new day, such as 2027-03-12.")
  var day: String?

  @Option(help: "The part before which it is placed.")
  var before: String?

  @Option(name: .customLong("to"), help: "Another trip.")
  var target: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if day == nil, before == nil, target == nil {
      throw ValidationError("Give --day, --before or --to.")
    }
  }

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let day = try argument("--day") { () throws(TripInputError) in try TripInput.day(self.day) }
    var other: UUID?
    if let target {
      other = try await TripView.load(try await library.tripID(matching: target), in: library)
        .tripID
    }
    let goal = MoveTarget(day: day, before: before, trip: other)
    if let count = try await Options.moveAll(part.part, goal, view, library) {
      return try output.write(
        TripJSON.object(["moved": .integer(count), "trip_id": TripJSON(other)])
      ) { "moved \(TripFormat.count(count, "part"))\n" }
    }
    let part = try await Options.find(part.part, view, library)
    try await Options.move(part, goal, view, library)
    let stored = try await library.item(Options.Snapshot.self, part.id) ?? part
    try await Options.write("moved", stored, other ?? view.tripID, library, output)
  }
}

/// `cairn trip GROUP remove`.
struct PartRemove<Options: PartOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: "Remove \(Options.article) \(Options.noun); restore and undo bring it back.",
      discussion: """
        With --purge, the \(Options.noun) is deleted for good, on every device, and nothing brings it back. \
        The command then asks for confirmation; without a terminal, give --yes.

        EXAMPLE
          cairn trip \(Options.group) remove Japan 6f1c
        """)
  }

  @OptionGroup var trip: TripArgument
  @OptionGroup var part: PartArgument

  @OptionGroup var deletion: PurgeOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let part = try await Options.find(part.part, view, library)
    let name = part.name.printable
    try await deletion.delete(Options.Snapshot.self, part.id, named: name, in: library)
    try output.write(DeletedRecord(deleted: part.id.idText)) {
      "\(deletion.purge ? "deleted for good:" : "removed") \(part.id.shortText)  \(name)\n"
    }
  }
}
