// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import RuckMap

/// `cairn ruck record continue`: chooses one of several running rucks.
struct RecordContinue: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "continue",
    abstract: "Continue one of several running rucks, and end the others.",
    discussion: """
      Devices that were offline can start a ruck each. The others end at their last positions, and \
      stay in the list.

      EXAMPLE
        cairn ruck record continue 6f1c
      """
  )

  @Argument(help: "The ID of the ruck that goes on, or a prefix of it.")
  var id: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let found = try await library.activeRecordings(matching: id)
    guard let ruck = found.first, found.count == 1 else {
      let problem = found.isEmpty ? "no running ruck ID begins" : "several running ruck IDs begin"
      throw CommandError(
        "\(problem) with '\(id.printable)': list them with cairn ruck record status")
    }
    let text = RecordingText(try await library.profile().unitSystem)
    let result = try await library.continueRecording(ruck.id)
    text.report(result)
    try output.write(RecordingRecord(result.ruck, at: .now)) { text.status(result.ruck, at: .now) }
  }
}

/// `cairn ruck record join`: ends all running rucks and joins them.
struct RecordJoin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "End all running rucks, and join them into one.",
    discussion: """
      The rucks must follow each other: the time between them becomes a pause. cairn ruck undo \
      separates them again.

      EXAMPLE
        cairn ruck record join
      """
  )

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let rucks = try await library.competingRecordings()
    let summary = try await library.joinRecordings(rucks.map(\.id))
    let unitSystem = try await library.profile().unitSystem
    try output.write(RuckRecord(summary)) { RuckText(unitSystem).list([summary]) }
  }
}

extension RecordingText {
  /// Reports the rucks that a decision has ended, as standard error.
  func report(_ result: ContinuedRecording) {
    for ruck in result.ended {
      StandardError.write("cairn: ended the running ruck \(ruck.id.shortText)\n")
    }
    if result.deleted > 0 {
      StandardError.write("cairn: deleted \(result.deleted) without positions\n")
    }
  }
}
