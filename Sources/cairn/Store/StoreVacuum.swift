// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SwiftData

/// `cairn store vacuum`: gives back the room of what was deleted.
struct StoreVacuum: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vacuum",
    abstract: "Rewrite a store without the room of what was deleted.",
    discussion: """
      Others may go on reading. It takes as much room again on the disk until it is done.

      EXAMPLE
        cairn store vacuum ~/.local/share/cairn/ruckmap.store
      """
  )

  @OptionGroup var argument: StoreArgument
  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.vacuum()
    try output.write(VacuumRecord(report)) { StoreText.vacuumed(report) }
  }
}
