// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SwiftData

/// `cairn store check`: what is in a store, and what is wrong with it.
struct StoreCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Look for damage and for missing files, and say how large everything is.",
    discussion: """
      Changes nothing. The status is 1 if something is wrong.

      EXAMPLE
        cairn store check ~/.local/share/cairn/ruckmap.store
      """
  )

  @OptionGroup var argument: StoreArgument
  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.check()
    try output.write(StoreRecord(report)) { StoreText.report(report) }
    guard let problem = report.problems.first else { return }
    let others = report.problems.count - 1
    throw CommandError(
      "\(argument.file.printable) is not sound: \(problem)"
        + (others > 0 ? " (and \(others) more)" : ""))
  }
}
