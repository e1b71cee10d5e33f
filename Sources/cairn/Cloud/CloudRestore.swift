// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import Foundation

/// `cairn cloud restore`: a backup in the place of the server's data.
struct CloudRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in the place of the server's data, while the server is stopped.",
    discussion: """
      The backup is checked first. Until it is there, the old data stays; a file that can't be opened any \
      more is kept beside under another name. Clients that have seen changes from after the backup are \
      told to start again: they find out what is missing, and save it.

      EXAMPLE
        cairn cloud restore ~/backups/cloud.backup --replace
      """
  )

  @Argument(help: "The file or folder that the backup is.", completion: .file())
  var source: String

  @Flag(help: "Replace the data that is there.")
  var replace = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let report = try await SQLiteServerStore.restore(
      from: URL(fileURLWithPath: source), to: data.cloudFile, assets: data.cloudAssets,
      replacing: replace, at: Date())
    let record = CloudBackupRecord(report)
    try output.write(record) { record.text }
    try record.check()
  }
}
