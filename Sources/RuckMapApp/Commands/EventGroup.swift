// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck event`: manages events.
struct EventGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Plan events with their participants and rucks.",
    discussion: """
      EXAMPLES
        cairn ruck event add --name "Night ruck" --day 2027-06-12 --time 22:00
        cairn ruck event invite "Night ruck" "Kim Lee"
      """,
    subcommands: [
      ObjectAdd<EventOptions>.self, ObjectList<EventOptions>.self, ObjectShow<EventOptions>.self,
      ObjectEdit<EventOptions>.self, EventInvite.self, EventExpel.self, EventAssign.self,
      ObjectRemove<EventOptions>.self,
    ])
}

/// The values of an event as options.
struct EventOptions: ObjectOptions {
  static var kind: ObjectKind<EventItem> { .events }
  static let example = "--name \"Night ruck\" --day 2027-06-12 --time 22:00"

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The day, such as 2027-06-12 or tomorrow.")
  var day: String?

  @Option(help: "The start, such as 06:30.")
  var time: String?

  @Option(help: "The duration, such as 3:00.")
  var length: String?

  @Option(help: "The meeting point.")
  var place: String?

  @Option(help: "The distance.")
  var distance: String?

  @Option(parsing: .unconditional, help: "The pack, \(WeightArgument.help).")
  var pack: String?

  @Option(help: "Minutes before the start at which a reminder is due.")
  var reminder: String?

  @Option(help: "The route, by its name or ID.")
  var route: String?

  @Option(help: "The group, by its name or ID.")
  var group: String?

  @Option(help: "The audience: private, friends or public.")
  var visibility: String?

  @Option(help: "Whether the event is cancelled: yes or no.")
  var cancelled: String?

  @Option(help: "The description.")
  var details: String?

  var texts: [String: String?] {
    [
      "name": name, "day": day, "time": time, "length": length, "place": place,
      "distance": distance, "pack": pack, "reminder": reminder, "route": route, "group": group,
      "visibility": visibility, "cancelled": cancelled, "details": details,
    ]
  }
}

/// `cairn ruck event invite`: adds participants.
struct EventInvite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Add participants by name, or all members of the group.",
    discussion: """
      "me" is you.

      EXAMPLES
        cairn ruck event invite "Night ruck" "Kim Lee"
        cairn ruck event invite "Night ruck" --all-members --json
      """)

  @OptionGroup var object: ObjectArgument

  @Argument(help: "The people's names.")
  var people: [String] = []

  @Flag(help: "Add the members of the event's group.")
  var allMembers = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if people.isEmpty, !allMembers { throw ValidationError("Give names, or --all-members.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let event = try await object.resolve(.events, in: library)
    do {
      for name in people { try await library.addParticipant(named: name, to: event.id) }
      if allMembers { try await library.addGroupMembers(to: event.id) }
    } catch {
      throw ObjectKind<EventItem>.commandError(error)
    }
    try await output.write(event: event.id, in: library)
  }
}

/// `cairn ruck event expel`: removes a participant.
struct EventExpel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expel", abstract: "Remove a participant; the person's rucks stay.",
    discussion: """
      EXAMPLE
        cairn ruck event expel "Night ruck" "Kim Lee"
      """)

  @OptionGroup var object: ObjectArgument

  @Argument(help: "The participant's name.")
  var person: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let event = try await object.resolve(.events, in: library)
    let found = event.participants.first { $0.name.lowercased() == person.lowercased() }
    guard let found else {
      throw CommandError("\(event.name.printable) has no participant '\(person.printable)'")
    }
    try await library.removeParticipant(found.id, from: event.id)
    try await output.write(event: event.id, in: library)
  }
}

/// `cairn ruck event assign`: sets the event of a ruck.
struct EventAssign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign", abstract: "Set the event of a ruck, or remove it.",
    discussion: """
      EXAMPLE
        cairn ruck event assign 6f1c "Night ruck"
      """)

  @OptionGroup var identifier: RuckIdentifier

  @Argument(help: "The event's name, or a prefix of its ID; without it, the ruck has no event.")
  var event: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await identifier.resolve(in: library)
    var found: EventItem?
    if let event { found = try await library.object(.events, matching: event) }
    try await library.setEvent(found?.id, of: ruck)
    let name = found?.name
    try output.write(RuckJSON.object(["ruck": RuckJSON(ruck), "event": RuckJSON(found?.id)])) {
      name.map { "The ruck belongs to \($0.printable).\n" } ?? "The ruck has no event.\n"
    }
  }
}

extension OutputOptions {
  /// Writes an event with its participants.
  func write(event id: UUID, in library: RuckLibrary) async throws {
    guard let event = try await library.object(EventItem.self, id) else { return }
    try write(ObjectKind<EventItem>.events.record(event)) {
      event.participants.map { "\($0.name.printable)\n" }.joined()
        + RuckWords.count(event.participants.count, "participant") + "\n"
    }
  }
}
