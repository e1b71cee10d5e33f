// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import PageKit
import RuckMap

/// `cairn ruck feed`: lists the feed, and manages its notes.
struct FeedGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "List completed rucks, awards, challenges and notes.",
    discussion: """
      Nothing is published. The page /rucks/feed has the same entries.

      EXAMPLES
        cairn ruck feed list
        cairn ruck feed note "New boots from today on"
      """,
    subcommands: [FeedList.self, FeedNote.self, FeedRemove.self],
    defaultSubcommand: FeedList.self)
}

/// `cairn ruck feed list`: lists the entries.
struct FeedList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the entries, newest first.",
    discussion: """
      EXAMPLE
        cairn ruck feed list --json
      """)

  @Option(help: "The maximum number of entries.")
  var limit = 50

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("Give a --limit of at least 1.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let format = try await library.fieldFormat()
    let items = try await library.feed(limit: limit, in: format.calendar.calendar)
      .map { ($0, FeedText(item: $0, measure: format.measure)) }
    try output.write(items.map { RuckJSON.feed($0.0, $0.1) }) {
      guard !items.isEmpty else { return "No entries yet. Complete or import a ruck.\n" }
      var table = TextTable([.left("ID"), .left("DATE"), .left("ENTRY"), .left("TITLE")])
      for (item, text) in items {
        table.add([
          item.id.shortText, format.day(item.createdAt), text.event.printable,
          text.title.printable.truncated(to: 60),
        ])
      }
      return table.text(colors: StandardOutput.hasColors)
    }
  }
}

/// `cairn ruck feed note`: adds a note.
struct FeedNote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Add a note.",
    discussion: """
      EXAMPLE
        cairn ruck feed note "New boots from today on" --group "Sunday club"
      """)

  @Argument(help: "The text.")
  var text: String

  @Option(help: "The name or the ID of the group in which the note is shown.")
  var group: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    var target: UUID?
    if let group { target = try await library.object(.groups, matching: group).id }
    do {
      let id = try await library.addNote(text, to: target)
      try output.write(RuckJSON.object(["id": RuckJSON(id)])) { "Added.\n" }
    } catch RuckObjectError.invalid(let reason, _) {
      throw CommandError(reason)
    }
  }
}

/// `cairn ruck feed remove`: deletes a note.
struct FeedRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete a note.",
    discussion: """
      EXAMPLE
        cairn ruck feed remove 6f1c
      """)

  @Argument(help: "An unambiguous prefix of the note's ID.")
  var note: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let format = try await library.fieldFormat()
    let found = try await library.feed(limit: .max, in: format.calendar.calendar)
      .filter { $0.kind == .note && $0.id.uuidString.hasPrefix(note.uppercased()) }
    guard let only = found.first, found.count == 1, !note.isEmpty else {
      throw CommandError(
        "'\(note.printable)' matches \(found.count) notes: list them with cairn ruck feed list")
    }
    try await library.removeNote(only.id)
    try output.write(DeletedRecord(deleted: only.id.idText)) { "Deleted.\n" }
  }
}
