// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import SwiftData

/// `cairn store`: maintains the file of any SwiftData store.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check, back up, restore, vacuum and import a store's file.",
    discussion: """
      Works on the store of any program that uses Cairn's SwiftData, even while the program runs.

      EXAMPLES
        cairn store check ~/.local/share/cairn/APP.store
        cairn store backup notes.store --to ~/backups/notes.store
      """,
    subcommands: [
      StoreCheck.self, StoreBackup.self, StoreRestore.self, StoreVacuum.self, StoreImport.self,
    ]
  )
}

/// The argument that names a store's file.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The store's file.", completion: .file())
  var file: String

  var store: StoreFile { StoreFile(URL(fileURLWithPath: file)) }
}

/// `cairn store check`: reports a store's contents and problems.
struct StoreCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check for damage and missing files, and report sizes.",
    discussion: """
      Changes nothing. The exit status is 1 if there is a problem.

      EXAMPLE
        cairn store check ~/.local/share/cairn/APP.store
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

/// `cairn store backup`: copies the last committed state of a store.
struct StoreBackup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up a store with its external files, even while it is in use.",
    discussion: """
      The backup is itself a store. It appears under its name once it is complete and checked.

      EXAMPLE
        cairn store backup notes.store --to ~/backups/notes.store --replace
      """
  )

  @OptionGroup var argument: StoreArgument

  @Option(
    name: .customLong("to"), help: ArgumentHelp("The file to create.", valueName: "file"),
    completion: .file())
  var target: String

  @Flag(help: "Replace an earlier backup, which stays intact until then.")
  var replace = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.backUp(
      to: URL(fileURLWithPath: target), replacing: replace)
    try output.write(BackupRecord(report)) { StoreText.copied(report, "backed up to") }
    guard let missing = report.missingFiles.first else { return }
    throw CommandError(
      "\(report.missingFiles.count) external files of \(argument.file.printable) are missing, "
        + "the first is \(missing); everything else was copied")
  }
}

/// `cairn store restore`: replaces a store with a backup.
struct StoreRestore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a store from a backup, while no program has it open.",
    discussion: """
      The backup is checked first. The old store stays until the restored one is complete; a store \
      that can't be opened is kept next to it under another name.

      EXAMPLE
        cairn store restore notes.store --from ~/backups/notes.store --replace
      """
  )

  @OptionGroup var argument: StoreArgument

  @Option(
    name: .customLong("from"), help: ArgumentHelp("The backup to restore.", valueName: "file"),
    completion: .file())
  var source: String

  @Flag(help: "Replace an existing store.")
  var replace = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.restore(
      from: URL(fileURLWithPath: source), replacing: replace)
    try output.write(BackupRecord(report)) { StoreText.copied(report, "restored to") }
  }
}

/// `cairn store vacuum`: reclaims disk space after deletions.
struct StoreVacuum: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vacuum",
    abstract: "Reclaim disk space after deletions.",
    discussion: """
      Other programs can keep reading. Meanwhile it needs as much free disk space as the store uses.

      EXAMPLE
        cairn store vacuum ~/.local/share/cairn/APP.store
      """
  )

  @OptionGroup var argument: StoreArgument
  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try argument.store.vacuum()
    try output.write(VacuumRecord(report)) { StoreText.vacuumed(report) }
  }
}
