// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TripPlanner

/// `cairn trip delete`: deletes a trip, which can be restored.
struct TripDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a trip; restore brings it back.",
    discussion: """
      With --purge, the trip and all of its parts are deleted for good, on every device. The command then asks \
      for confirmation; without a terminal, give --yes.

      EXAMPLE
        cairn trip delete "Spring in Japan"
      """)

  @OptionGroup var trip: TripArgument

  @OptionGroup var deletion: PurgeOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let id = try await trip.resolve(in: library)
    let title = try await library.item(TripSnapshot.self, id)?.title.printable ?? id.shortText
    try await deletion.delete(TripSnapshot.self, id, named: title, in: library)
    try output.write(DeletedRecord(deleted: id.idText)) {
      deletion.purge
        ? "deleted for good: \(title)\n"
        : "deleted: \(title)\nBring it back with cairn trip restore \(id.shortText).\n"
    }
  }
}

/// `cairn trip restore`: restores a deleted trip or a deleted part.
struct TripRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore a deleted trip, or a deleted part of a trip.",
    discussion: """
      Without an argument, the command lists the deleted trips and parts.

      EXAMPLE
        cairn trip restore "Spring in Japan"
      """)

  @Argument(help: "The name or an unambiguous prefix of the ID.")
  var item: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let items = try await library.deletedItems()
    guard let text = item else {
      return try output.write(items.map(Self.record)) { Self.list(items) }
    }
    let lower = text.lowercased()
    var matches = items.filter { $0.name.lowercased() == lower }
    if matches.isEmpty { matches = items.filter { $0.id.idText.hasPrefix(lower) } }
    guard let found = matches.first else {
      throw CommandError(
        "nothing deleted is named '\(text.printable)': list it with cairn trip restore")
    }
    guard matches.count == 1 else {
      let ids = matches.prefix(6).map(\.id.shortText).joined(separator: ", ")
      throw CommandError("'\(text.printable)' matches several deleted things: give one of \(ids)")
    }
    try await library.restore(entity: found.type, found.id)
    try output.write(Self.record(found)) { "restored \(found.name.printable)\n" }
  }

  private static func record(_ item: DeletedItem) -> TripJSON {
    .object([
      "id": TripJSON(item.id), "type": .text(item.type), "name": .text(item.name),
      "trip_id": TripJSON(item.trip), "deleted_at": TripJSON(item.deletedAt),
    ])
  }

  private static func list(_ items: [DeletedItem]) -> String {
    guard !items.isEmpty else { return "Nothing is deleted.\n" }
    var table = TextTable([
      .left("ID"), .left("KIND"), .left("NAME"), .left("TRIP"), .left("DELETED"),
    ])
    for item in items {
      table.add([
        item.id.shortText, TripWords.noun(item.type), item.name.truncated(to: 36),
        (item.tripTitle ?? "").truncated(to: 24), item.deletedAt?.localText ?? "",
      ])
    }
    return table.text(colors: StandardOutput.hasColors)
  }
}
