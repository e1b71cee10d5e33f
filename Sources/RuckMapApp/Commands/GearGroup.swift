// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import PageKit
import RuckMap

/// `cairn ruck gear`: manages gear, and chooses it for rucks.
struct GearGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gear", abstract: "Manage gear and its wear, and choose it for rucks.",
    discussion: """
      EXAMPLES
        cairn ruck gear add --name Boots --type boots --replace-after typical
        cairn ruck gear use 6f1c Boots
      """,
    subcommands: [
      ObjectAdd<GearOptions>.self, ObjectList<GearOptions>.self, ObjectShow<GearOptions>.self,
      ObjectEdit<GearOptions>.self, GearUseCommand.self, ObjectRemove<GearOptions>.self,
    ])
}

/// The values of an item of gear as options.
struct GearOptions: ObjectOptions {
  static var kind: ObjectKind<GearItem> { .gear }
  static let example = "--name \"Trail boots\" --type boots --weight \"1.2 kg\""

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The type: backpack, boots, clothing or accessories.")
  var type: String?

  @Option(parsing: .unconditional, help: "The weight, \(WeightArgument.help).")
  var weight: String?

  @Option(help: "The manufacturer.")
  var brand: String?

  @Option(help: "The manufacturer's name of the model.")
  var model: String?

  @Option(help: "The day of the purchase, such as 2026-11-21.")
  var purchased: String?

  @Option(help: "The price in your currency.")
  var price: String?

  @Option(
    help: """
      The wear at which to replace it: a distance for packs and boots, else hours, or "typical".
      """)
  var replaceAfter: String?

  @Option(help: "The day of the next maintenance.")
  var maintenance: String?

  @Option(help: "Whether the item is in use: yes or no.")
  var active: String?

  @Option(help: "Notes about maintenance.")
  var notes: String?

  var texts: [String: String?] {
    [
      "name": name, "type": type, "weight": weight, "brand": brand, "model": model,
      "purchased": purchased, "price": price, "replace-after": replaceAfter,
      "maintenance": maintenance, "active": active, "notes": notes,
    ]
  }
}

/// `cairn ruck gear use`: chooses the gear of a ruck, or records a use without one.
struct GearUseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Choose the gear of a ruck; its use is recorded once.",
    discussion: """
      The items replace those that were chosen before. Without an item, the ruck has no gear.

      EXAMPLE
        cairn ruck gear use 6f1c Boots "Old pack"
      """)

  @OptionGroup var identifier: RuckIdentifier

  @Argument(help: "The names of the items, or unambiguous prefixes of their IDs.")
  var items: [String] = []

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await identifier.resolve(in: library)
    var ids: Set<UUID> = []
    for item in items { ids.insert(try await library.object(.gear, matching: item).id) }
    try await library.setGear(ids, of: ruck)
    var stored: [GearItem] = []
    for id in ids.sorted(by: { $0.uuidString < $1.uuidString }) {
      if let item = try await library.object(GearItem.self, id) { stored.append(item) }
    }
    let format = try await library.fieldFormat()
    let kind = ObjectKind<GearItem>.gear
    try output.write(stored.map(kind.record)) {
      stored.isEmpty ? "The ruck has no gear.\n" : kind.table(stored, format)
    }
  }
}
