// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import RuckMap

/// `cairn ruck trim`: removes the beginning or the end of a track.
struct RuckTrim: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Remove the beginning or the end of a ruck's track.",
    discussion: """
      All figures are calculated again. Restore the track with cairn ruck undo.

      EXAMPLES
        cairn ruck trim 6f1c --from 0:05:00
        cairn ruck trim 6f1c --to "12 mi"
      """
  )

  @OptionGroup var identifier: RuckIdentifier

  @Option(help: "The new start, \(PositionArgument.help).", transform: PositionArgument.init)
  var from: PositionArgument?

  @Option(help: "The new end, \(PositionArgument.help).", transform: PositionArgument.init)
  var to: PositionArgument?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if from == nil, to == nil { throw ValidationError("Give --from, --to or both.") }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    let ruck = try await library.trim(id, from: from?.position, to: to?.position)
    try await output.writeRucks([ruck], of: library)
  }
}

/// `cairn ruck split`: divides a ruck into two.
struct RuckSplit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Divide a ruck into two.",
    discussion: """
      Undo it with cairn ruck undo.

      EXAMPLE
        cairn ruck split 6f1c --at 1:30:00
      """
  )

  @OptionGroup var identifier: RuckIdentifier

  @Option(help: "The position, \(PositionArgument.help).", transform: PositionArgument.init)
  var at: PositionArgument

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let id = try await identifier.resolve(in: library)
    try await output.writeRucks(try await library.split(id, at: at.position), of: library)
  }
}

/// `cairn ruck join`: combines rucks into one.
struct RuckJoin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Combine rucks into one; the time between them is a pause.",
    discussion: """
      Undo it with cairn ruck undo.

      EXAMPLE
        cairn ruck join 6f1c 81d0
      """
  )

  @Argument(help: "The rucks' IDs, or any unambiguous prefixes of them.")
  var ids: [String]

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let found = try await RuckIdentifier.resolve(ids, in: library)
    try await output.writeRucks([try await library.join(found)], of: library)
  }
}

/// `cairn ruck undo`: undoes the last trim, split or join.
struct RuckUndo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last trim, split or join.",
    discussion: """
      EXAMPLES
        cairn ruck undo
        cairn ruck undo 6f1c
      """
  )

  @Argument(help: "The ruck whose last edit is undone. (default: the last edit of all)")
  var id: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let ruck = try await RuckIdentifier.resolve([id].compactMap(\.self), in: library).first
    let edits = try await library.trackEdits(of: ruck)
    guard let edit = edits.first else { throw TrackEditError.noRevision }
    try await output.writeRucks(try await library.undoTrackEdit(edit.id), of: library)
  }
}

extension OutputOptions {
  /// Prints rucks as JSON or as a table.
  func writeRucks(_ rucks: [RuckSummary], of library: RuckLibrary) async throws {
    let unitSystem = try await library.profile().unitSystem
    try write(rucks.map { RuckRecord($0) }) { RuckText(unitSystem).list(rucks) }
  }
}
