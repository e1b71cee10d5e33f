// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RuckMap

/// `cairn ruck show`: everything about one ruck but its track.
struct RuckShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one ruck: distance, times, pace, elevation, calories.",
    discussion: """
      EXAMPLE
        cairn ruck show 6f1c
      """
  )

  @OptionGroup var identifier: RuckIdentifier
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    guard let ruck = try await library.ruck(id) else {
      throw CommandError("the ruck \(id.idText) was deleted a moment ago")
    }
    let unitSystem = try await library.profile().unitSystem
    try output.write(RuckDetailRecord(ruck)) { RuckText(unitSystem).detail(ruck) }
  }
}
