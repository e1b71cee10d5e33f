// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The conflict that a subcommand is about.
struct ConflictNumber: ParsableArguments {
  // A number below 0 is one that isn't there, and no option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The number in the list.", valueName: "id"))
  var numbers: [String] = []

  var id: Int64 { numbers.first.flatMap { Int64($0) } ?? 0 }

  func validate() throws {
    guard numbers.count == 1, let text = numbers.first else {
      throw ValidationError("Give the number of one conflict: see cairn sync conflicts.")
    }
    guard Int64(text) != nil else {
      throw ValidationError(
        "'\(text.printable)' is not the number of a conflict: see cairn sync conflicts.")
    }
  }
}
