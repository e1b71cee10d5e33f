// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck group`: manages groups.
struct GroupGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Manage groups and their members.",
    discussion: """
      EXAMPLES
        cairn ruck group add --name "Sunday club"
        cairn ruck group invite "Sunday club" "Kim Lee"
      """,
    subcommands: [
      ObjectAdd<GroupOptions>.self, ObjectList<GroupOptions>.self, ObjectShow<GroupOptions>.self,
      ObjectEdit<GroupOptions>.self, GroupInvite.self, GroupExpel.self,
      ObjectRemove<GroupOptions>.self,
    ])
}

/// The values of a group as options.
struct GroupOptions: ObjectOptions {
  static var kind: ObjectKind<GroupItem> { .groups }
  static let example = "--name \"Sunday club\""

  @Option(help: "The name.")
  var name: String?

  @Option(help: "The audience: private, friends or public.")
  var visibility: String?

  @Option(help: "The description.")
  var details: String?

  var texts: [String: String?] {
    ["name": name, "visibility": visibility, "details": details]
  }
}

/// `cairn ruck group invite`: adds a member.
struct GroupInvite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Add a member by name, or change the role; \"me\" is you.",
    discussion: """
      EXAMPLE
        cairn ruck group invite "Sunday club" "Kim Lee" --role organizer
      """)

  @OptionGroup var object: ObjectArgument

  @Argument(help: "The member's name.")
  var member: String

  @Option(help: "The role: member or organizer. (default: member)")
  var role: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let group = try await object.resolve(.groups, in: library)
    do {
      let role = try role.map { try RuckWords.value($0, of: GroupRole.self) }
      try await library.addMember(named: member, role: role, to: group.id)
    } catch {
      throw ObjectKind<GroupItem>.commandError(error)
    }
    try await output.write(group: group.id, in: library)
  }
}

/// `cairn ruck group expel`: removes a member.
struct GroupExpel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expel", abstract: "Remove a member; the person's rucks stay.",
    discussion: """
      EXAMPLE
        cairn ruck group expel "Sunday club" "Kim Lee"
      """)

  @OptionGroup var object: ObjectArgument

  @Argument(help: "The member's name.")
  var member: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let group = try await object.resolve(.groups, in: library)
    guard
      let found = group.members.first(where: { $0.name.lowercased() == member.lowercased() })
    else {
      throw CommandError("\(group.name.printable) has no member '\(member.printable)'")
    }
    try await library.removeMember(found.id, from: group.id)
    try await output.write(group: group.id, in: library)
  }
}

extension OutputOptions {
  /// Writes a group with its members.
  func write(group id: UUID, in library: RuckLibrary) async throws {
    guard let group = try await library.object(GroupItem.self, id) else { return }
    try write(ObjectKind<GroupItem>.groups.record(group)) {
      group.members.map { "\($0.role.rawValue)  \($0.name.printable)\n" }.joined()
        + RuckWords.count(group.members.count, "member") + "\n"
    }
  }
}
