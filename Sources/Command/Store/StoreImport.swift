// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import SwiftData

/// `cairn store import`: makes a store from a store of Apple's SwiftData or Core Data.
struct StoreImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import a store that Apple's SwiftData or Core Data wrote.",
    discussion: """
      Makes a new store with a table for each entity, readable names and foreign keys. The original \
      is not changed. Copy it from a Mac or iPhone with the -wal file and the hidden _SUPPORT folder \
      beside it. The exit status is 1 if something was left out.

      EXAMPLES
        cairn store import default.store --to notes.store
        cairn store import Model.sqlite --to notes.store --skip-missing-files
      """
  )

  @Argument(help: "The file of the store to import.", completion: .file())
  var file: String

  @Option(
    name: .customLong("to"), help: ArgumentHelp("The file to create.", valueName: "file"),
    completion: .file())
  var target: String

  @Flag(help: "Import values whose external files are missing as NULL.")
  var skipMissingFiles = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let url = URL(fileURLWithPath: target)
    let report = try StoreFile(URL(fileURLWithPath: file)).importAppleStore(
      to: url, skippingMissingFiles: skipMissingFiles)
    try output.write(ImportRecord(report, url)) { StoreText.imported(report, url) }
    if report.isComplete { return }
    throw CommandError(
      "Parts of \(file.printable) were left out, as listed above; everything else was imported")
  }
}
