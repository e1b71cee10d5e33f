// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import PageKit
import RuckMap

/// `cairn ruck contact`: manages emergency contacts.
struct ContactGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contact", abstract: "Manage emergency contacts, and show overdue rucks.",
    discussion: """
      EXAMPLES
        cairn ruck contact add --name Kim --phone "+41 44 123 45 67" --overdue 30
        cairn ruck contact overdue
      """,
    subcommands: [
      ObjectAdd<ContactOptions>.self, ObjectList<ContactOptions>.self,
      ObjectShow<ContactOptions>.self, ObjectEdit<ContactOptions>.self, ContactOverdue.self,
      ObjectRemove<ContactOptions>.self,
    ])
}

/// The values of a contact as options.
struct ContactOptions: ObjectOptions {
  static var kind: ObjectKind<ContactItem> { .contacts }
  static let example = "--name Kim --phone \"+41 44 123 45 67\""

  @Option(help: "The name.")
  var name: String?

  @Option(parsing: .unconditional, help: "The telephone number.")
  var phone: String?

  @Option(help: "The e-mail address.")
  var email: String?

  @Option(help: "The relation to you.")
  var relation: String?

  @Option(help: "Minutes after your expected return at which to inform the contact.")
  var overdue: String?

  @Option(help: "Whether this is the first contact: yes or no.")
  var primary: String?

  @Option(help: "Notes.")
  var notes: String?

  var texts: [String: String?] {
    [
      "name": name, "phone": phone, "email": email, "relation": relation, "overdue": overdue,
      "primary": primary, "notes": notes,
    ]
  }
}

/// `cairn ruck contact overdue`: lists overdue rucks and the contacts to inform.
struct ContactOverdue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overdue", abstract: "List overdue rucks with the contacts to inform.",
    discussion: """
      The command exits with status 1 if a contact is to be informed, for alerting.

      EXAMPLE
        cairn ruck contact overdue --json
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let now = Date()
    let rucks = try await library.overdueRucks(at: now)
    let people = try await library.objects(ContactItem.self)
    func due(_ ruck: ExpectedReturn) -> [ContactItem] {
      let late = now.timeIntervalSince(ruck.expectedEnd) / 60
      return people.filter { $0.overdueMinutes.map { late >= Double($0) } ?? false }
    }
    let records = rucks.map { ruck in
      RuckJSON.object([
        "id": RuckJSON(ruck.id), "name": RuckJSON(ruck.name),
        "expected_end_at": RuckJSON(ruck.expectedEnd),
        "inform": .list(due(ruck).map { ObjectKind<ContactItem>.contacts.record($0) }),
      ])
    }
    try output.write(records) {
      guard !rucks.isEmpty else { return "No ruck is overdue.\n" }
      return rucks.map { ruck in
        let names = due(ruck).map { "\($0.name.printable) \($0.phone.printable)" }
        return "\(ruck.id.shortText)  \((ruck.name ?? "Ruck").printable), expected "
          + "\(ruck.expectedEnd.localText)"
          + (names.isEmpty ? "" : "; inform \(names.joined(separator: ", "))") + "\n"
      }.joined()
    }
    if rucks.contains(where: { !due($0).isEmpty }) { throw ExitCode.failure }
  }
}
