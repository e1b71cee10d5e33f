// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip pack`: the packing list.
struct PackGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Add, list, check, edit, move and remove things to pack.",
    discussion: """
      EXAMPLE
        cairn trip pack check Japan Passport
      """,
    subcommands: [
      PartAdd<PackOptions>.self, PartList<PackOptions>.self, PackCheck.self,
      PartEdit<PackOptions>.self, PartMove<PackOptions>.self, PartRemove<PackOptions>.self,
    ])
}

/// The values of a line of the packing list as options.
struct PackOptions: PartOptions {
  static let noun = "thing"
  static let nouns = "things"
  static let group = "pack"
  static let example = "--name Passport --category Documents --weight \"50 g\""
  static let moveAbstract = "Move a thing to another trip, or before another thing."
  static let moveExample = "--before Passport"

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The category.")
  var category: String?

  @Option(help: "The number of pieces.")
  var quantity: Int?

  @Option(help: "The weight of one piece, such as \"350 g\".")
  var weight: String?

  @Option(help: "The bag.")
  var bag: String?

  @Option(help: "The person who carries it.")
  var person: String?

  var isEmpty: Bool {
    quantity == nil && [name, category, weight, bag, person].allSatisfy { $0 == nil }
  }

  func change(
    _ view: TripView, editing part: PackingItemSnapshot?
  ) throws -> PartChange<PackingItemSnapshot> {
    let isNew = part == nil
    if isNew, TripInput.text(name) == nil { throw ValidationError("Give --name.") }
    if let quantity, !(1...9999).contains(quantity) {
      throw ValidationError("--quantity: give a number from 1 to 9999.")
    }
    let kilograms = try argument("--weight") { () throws(TripInputError) in
      try TripInput.weight(weight)
    }
    return PartChange(apply: { [self] item in
      if let name { item.name = name }
      if let category { item.category = category }
      if let quantity { item.quantity = quantity }
      if weight != nil { item.weight = kilograms }
      if let bag { item.bag = TripInput.text(bag) }
      if let person { item.person = TripInput.text(person) }
      if isNew { item.position = (view.detail.packingItems.map(\.position).max() ?? 0) + 1 }
    })
  }

  static func parts(_ view: TripView) -> [PackingItemSnapshot] { view.detail.packingItems }

  static func record(_ part: PackingItemSnapshot, _ view: TripView) -> TripJSON { .packing(part) }

  static func table(_ parts: [PackingItemSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left(""), .left("CATEGORY"), .left("NAME"), .right("NUMBER"), .right("WEIGHT"),
      .left("BAG"), .left("PERSON"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.isPacked ? "packed" : "-", part.category,
        part.name.truncated(to: 36),
        "\(part.quantity)", view.format.weight(part.weight) ?? "-", part.bag ?? "",
        part.person ?? "",
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout PackingItemSnapshot) { part.tripID = trip }

  static func move(
    _ part: PackingItemSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    if let trip = target.trip {
      try await library.edit(PackingItemSnapshot.self, part.id) { $0.tripID = trip }
      return
    }
    guard let text = target.before else {
      throw ValidationError(
        "A thing moves before another one or to another trip: give --before or --to.")
    }
    let id = try await library.itemID(PackingItemSnapshot.self, matching: text, in: view.tripID)
    let others = view.detail.packingItems.filter { $0.id != part.id }
    guard let index = others.firstIndex(where: { $0.id == id }) else {
      throw CommandError("a thing can't be placed before itself")
    }
    let next = others[index]
    let previous =
      index > 0 && others[index - 1].category == next.category ? others[index - 1] : nil
    let position = previous.map { ($0.position + next.position) / 2 } ?? next.position - 1
    try await library.edit(PackingItemSnapshot.self, part.id) { item in
      item.category = next.category
      item.position = position
    }
  }
}

/// `cairn trip pack check`: marks things as packed.
struct PackCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Mark things as packed, or as not packed.",
    discussion: """
      EXAMPLE
        cairn trip pack check Japan Passport Charger
      """)

  @OptionGroup var trip: TripArgument

  @Argument(help: "The names, or unambiguous prefixes of the IDs.")
  var things: [String]

  @Flag(help: "Mark them as not packed.")
  var undo = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    var ids: [UUID] = []
    for thing in things {
      ids.append(
        try await library.itemID(PackingItemSnapshot.self, matching: thing, in: view.tripID))
    }
    let isPacked = !undo
    var stored: [PackingItemSnapshot] = []
    for id in ids {
      stored.append(
        try await library.edit(PackingItemSnapshot.self, id) { $0.isPacked = isPacked })
    }
    let summary = try await library.packing(view.tripID)
    try output.write(stored.map { TripJSON.packing($0) }) {
      stored.map { "\(isPacked ? "packed" : "not packed")  \($0.name.printable)\n" }.joined()
        + "\(summary.packedCount) of \(summary.itemCount) packed\n"
    }
  }
}

/// `cairn trip template`: packing templates.
struct TemplateGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template", abstract: "Save packing lists as templates, and use them.",
    discussion: """
      EXAMPLES
        cairn trip template save Japan "Two weeks"
        cairn trip template apply "Two weeks" Norway
        cairn trip template edit "Two weeks" --add "Socks x6" --remove Tent
      """,
    subcommands: [
      TemplateList.self, TemplateSave.self, TemplateApply.self, TemplateEdit.self,
      TemplateRemove.self,
    ],
    defaultSubcommand: TemplateList.self)
}

extension TripJSON {
  static func template(_ detail: PackingTemplateDetail) -> TripJSON {
    .object([
      "id": TripJSON(detail.id), "name": .text(detail.template.name),
      "items": .list(detail.items.map { packing($0) }),
    ])
  }
}

struct TemplateList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the packing templates.",
    discussion: """
      EXAMPLE
        cairn trip template list
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let templates = try await data.openTrips().templates()
    try output.write(templates.map { TripJSON.template($0) }) {
      guard !templates.isEmpty else {
        return "No templates yet. Save one with cairn trip template save TRIP NAME.\n"
      }
      var table = TextTable([.left("ID"), .left("NAME"), .right("THINGS")])
      for template in templates {
        table.add([template.id.shortText, template.template.name, "\(template.items.count)"])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}

struct TemplateSave: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a trip's packing list as a template.",
    discussion: """
      EXAMPLE
        cairn trip template save Japan "Two weeks"
      """)

  @OptionGroup var trip: TripArgument

  @Argument(help: "The name of the template.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    guard let name = TripInput.text(name) else { throw ValidationError("A template needs a name.") }
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    _ = try await library.makeTemplate(named: name, from: view.tripID)
    let stored = try await library.templates().filter { $0.template.name == name }
    try output.write(stored.map { TripJSON.template($0) }) { "saved \(name.printable)\n" }
  }
}

struct TemplateApply: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Add a template's things to a trip.",
    discussion: """
      EXAMPLE
        cairn trip template apply "Two weeks" Norway
      """)

  @Argument(help: "The template's name, or any unambiguous prefix of its ID.")
  var template: String

  @OptionGroup var trip: TripArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let id = try await library.itemID(PackingTemplateSnapshot.self, matching: template, in: nil)
    let view = try await trip.view(in: library)
    let count = try await library.applyTemplate(id, to: view.tripID)
    try output.write(TripJSON.object(["added": .integer(count)])) {
      "added \(TripFormat.count(count, "thing"))\n"
    }
  }
}

struct TemplateEdit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Rename a packing template, and add or remove things.",
    discussion: """
      EXAMPLE
        cairn trip template edit "Two weeks" --name "Three weeks" --add "Socks x6" --remove Tent
      """)

  @Argument(help: "The template's name, or any unambiguous prefix of its ID.")
  var template: String

  @Option(help: "The new name.")
  var name: String?

  @Option(help: "A thing to add, such as \"Socks x6\". Repeatable.")
  var add: [String] = []

  @Option(help: "The name of a thing to remove. Repeatable.")
  var remove: [String] = []

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if TripInput.text(name) == nil, add.isEmpty, remove.isEmpty {
      throw ValidationError("Nothing to change: give --name, --add or --remove.")
    }
  }

  func run() async throws {
    let library = try data.openTrips()
    let id = try await library.itemID(PackingTemplateSnapshot.self, matching: template, in: nil)
    let items = try await library.templates().first { $0.id == id }?.items ?? []
    let removed = try remove.map { name in
      guard let line = items.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw ValidationError("--remove: the template has no thing \(name.printable).")
      }
      return line.id
    }
    let stored = try await library.editTemplate(
      id, name: TripInput.text(name),
      adding: PackingItemSnapshot.lines(add.joined(separator: "\n")), removing: Set(removed))
    try output.write(TripJSON.template(stored)) {
      "changed \(stored.template.name.printable), "
        + "\(TripFormat.count(stored.items.count, "thing"))\n"
    }
  }
}

struct TemplateRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a packing template; restore brings it back.",
    discussion: """
      With --purge, the template is deleted for good, with its name in the log. The command then asks for \
      confirmation; without a terminal, give --yes.

      EXAMPLE
        cairn trip template remove "Two weeks"
      """)

  @Argument(help: "The template's name, or any unambiguous prefix of its ID.")
  var template: String

  @OptionGroup var deletion: PurgeOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let id = try await library.itemID(PackingTemplateSnapshot.self, matching: template, in: nil)
    let name =
      (try await library.item(PackingTemplateSnapshot.self, id)?.name ?? template).printable
    try await deletion.delete(PackingTemplateSnapshot.self, id, named: name, in: library)
    try output.write(DeletedRecord(deleted: id.idText)) {
      "\(deletion.purge ? "deleted for good:" : "removed") \(name)\n"
    }
  }
}
