// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// `cairn ruck edit`: changes what a person says about a ruck, not what was recorded.
struct RuckEditing: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a ruck's name, notes or pack weight.",
    discussion: """
      EXAMPLE
        cairn ruck edit 6f1c --name "Morning loop" --pack-weight "30 lb"
      """
  )

  @OptionGroup var identifier: RuckIdentifier

  @Option(help: "The new name.")
  var name: String?

  @Option(help: "The new notes.")
  var notes: String?

  @Option(
    parsing: .unconditional, help: "What you carried: \(WeightArgument.help).",
    transform: WeightArgument.init)
  var packWeight: WeightArgument?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if name == nil, notes == nil, packWeight == nil {
      throw ValidationError("Nothing to change: give --name, --notes or --pack-weight.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    let unitSystem = try await library.profile().unitSystem
    let edit = RuckEdit(
      name: name, notes: notes, packWeight: try packWeight?.kilograms(in: unitSystem))
    let ruck = try await library.edit(id, edit)
    try output.write(RuckRecord(ruck)) { RuckText(unitSystem).list([ruck]) }
  }
}
