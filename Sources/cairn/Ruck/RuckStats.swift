// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// `cairn ruck stats`: totals and bests.
struct RuckStats: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show totals and bests over all rucks.",
    discussion: """
      EXAMPLE
        cairn ruck stats
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let totals = try await library.totals()
    let unitSystem = try await library.profile().unitSystem
    try output.write(TotalsRecord(totals)) { RuckText(unitSystem).totals(totals) }
  }
}
