// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import SwiftData

/// `cairn store backup`: a copy of a store as it was committed last.
struct StoreBackup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a store with its external files, while others write it.",
    discussion: """
      The copy is a store itself. It appears when it is complete and was checked.

      EXAMPLE
        cairn store backup rucks.store --to ~/backups/rucks.store --replace
      """
  )

  @OptionGroup var argument: StoreArgument

  @Option(
    name: .customLong("to"), help: ArgumentHelp("The file to make.", valueName: "file"),
    completion: .file())
  var target: String

  @Flag(help: "Replace an earlier backup, which stays whole until then.")
  var replace = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.backUp(
      to: URL(fileURLWithPath: target), replacing: replace)
    try output.write(BackupRecord(report)) { StoreText.copied(report, "backed up to") }
    guard let missing = report.missingFiles.first else { return }
    throw CommandError(
      "\(report.missingFiles.count) external files of \(argument.file.printable) are missing, "
        + "\(missing) first; everything else was copied")
  }
}
