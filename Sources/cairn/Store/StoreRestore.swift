// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import SwiftData

/// `cairn store restore`: a backup in the place of a store.
struct StoreRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in the place of a store that nobody has open.",
    discussion: """
      The backup is checked first. Until it is there, the old store stays; a damaged one that can't
      be opened is kept beside under another name.

      EXAMPLE
        cairn store restore rucks.store --from ~/backups/rucks.store --replace
      """
  )

  @OptionGroup var argument: StoreArgument

  @Option(
    name: .customLong("from"), help: ArgumentHelp("The backup.", valueName: "file"),
    completion: .file())
  var source: String

  @Flag(help: "Replace the store that is there.")
  var replace = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.restore(
      from: URL(fileURLWithPath: source), replacing: replace)
    try output.write(BackupRecord(report)) { StoreText.copied(report, "restored to") }
  }
}
