// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck delete`: removes one ruck, when the user has agreed.
struct RuckDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete one ruck with its track.",
    discussion: """
      It asks first; where nobody can be asked, say --yes.

      EXAMPLE
        cairn ruck delete 6f1c --yes
      """
  )

  @OptionGroup var identifier: RuckIdentifier

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    guard let ruck = try await library.ruck(id)?.summary else {
      throw CommandError("the ruck \(id.idText) was deleted a moment ago")
    }
    let unitSystem = try await library.profile().unitSystem
    if !yes {
      try Question.ask(
        "Delete \(RuckText(unitSystem).line(ruck))?", refusal: "nothing was deleted")
    }
    try await library.delete(id)
    try output.write(DeletedRecord(deleted: id.idText)) { "deleted \(id.idText)\n" }
  }
}
