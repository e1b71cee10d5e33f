// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer
import Foundation

/// `cairn cloud backup`: a copy of the server's data, while it serves.
struct CloudBackup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the server's data with all assets, while it serves.",
    discussion: """
      Into one file or, if a folder is there or the name ends with a slash, into that folder; there only \
      new assets are copied the next time. The copy is of one moment. It appears when it is complete and \
      was checked. Keep it as safe as the original.

      EXAMPLES
        cairn cloud backup ~/backups/cloud.backup --replace
        cairn cloud backup /mnt/backups/cloud/ --replace
      """
  )

  @Argument(help: "The file or folder to make.", completion: .file())
  var target: String

  @Flag(help: "Replace an earlier backup, which stays whole until then.")
  var replace = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let file = data.cloudFile
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      throw BackupError.noData(file.path(percentEncoded: false))
    }
    let store = try SQLiteServerStore(file)
    // A URL loses the slash at its end where no folder is there.
    let url = URL(
      fileURLWithPath: target, isDirectory: target.hasSuffix("/") || Self.isFolder(target))
    let report = try await store.backUp(
      to: url, assets: data.cloudAssets, replacing: replace, now: { Date() })
    try await store.close()
    let record = CloudBackupRecord(report)
    try output.write(record) { record.text }
    try record.check()
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
