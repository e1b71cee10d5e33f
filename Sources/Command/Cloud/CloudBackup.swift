// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import CloudKitServer
import Foundation

/// `cairn cloud backup`: copies the server's data while the server runs.
struct CloudBackup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the server's data with all assets, while the server runs.",
    discussion: """
      The backup is one file or, if the target is a folder or its name ends with a slash, a \
      folder. A later backup to the same folder copies only new assets. The backup is a consistent \
      snapshot. It appears under its name once it is complete and checked. Protect it like the \
      original.

      EXAMPLES
        cairn cloud backup ~/backups/cloud.backup --replace
        cairn cloud backup /mnt/backups/cloud/ --replace
      """
  )

  @Argument(help: "The file or folder to create.", completion: .file())
  var target: String

  @Flag(help: "Replace an earlier backup, which stays intact until then.")
  var replace = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let file = data.cloudFile
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      throw BackupError.noData(file.path(percentEncoded: false))
    }
    let store = try SQLiteServerStore(file)
    // A URL drops the trailing slash if the folder doesn't exist.
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

/// `cairn cloud restore`: replaces the server's data with a backup.
struct CloudRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore the server's data from a backup, while the server is stopped.",
    discussion: """
      The backup is checked first. The old data stays until the restored data is complete; a file \
      that can't be opened is kept next to it under another name. Clients with changes newer than \
      the backup fetch from the start, and save the records that the server lacks.

      EXAMPLE
        cairn cloud restore ~/backups/cloud.backup --replace
      """
  )

  @Argument(help: "The backup's file or folder.", completion: .file())
  var source: String

  @Flag(help: "Replace existing data.")
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

/// `cairn cloud check`: checks the server's database and assets.
struct CloudCheck: AsyncParsableCommand {
  private struct Record: Encodable {
    let sound: Bool
    let problems: [String]
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the server's database for damage and missing assets.",
    discussion: """
      Reads the whole database, and checks that each asset exists with its size. Changes nothing, \
      and can run while the server runs. The exit status is 1 if there is a problem.

      EXAMPLE
        cairn cloud check
        cairn cloud check --deep --json
      """
  )

  @Flag(help: "Also read every asset and compare its checksum.")
  var deep = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    guard FileManager.default.fileExists(atPath: data.cloudFile.path(percentEncoded: false)) else {
      throw CommandError(
        "there is no \(data.cloudFile.path(percentEncoded: false).printable) to check: see --data")
    }
    let problems = try await SQLiteServerStore.check(
      data.cloudFile, assets: data.cloudAssets, isDeep: deep)
    try output.write(Record(sound: problems.isEmpty, problems: problems)) {
      problems.isEmpty ? "sound\n" : problems.map { "problem: \($0.printable)\n" }.joined()
    }
    guard problems.isEmpty else {
      throw CommandError("the server's data is not sound: restore a backup")
    }
  }
}

/// The contents of a backup, as JSON and as text.
struct CloudBackupRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case path, records, users, assets, problems
    case bytes = "asset_bytes"
    case missing = "missing_assets"
  }

  let path: String
  let records: Int
  let users: Int
  let assets: Int
  let bytes: Int64
  let missing: [String]
  let problems: [String]

  init(_ report: BackupReport) {
    path = report.path
    records = report.records
    users = report.users
    assets = report.assets
    bytes = report.bytes
    missing = report.missing
    problems = report.problems
  }

  /// Throws if assets are missing or the copied data has problems.
  func check() throws {
    if let first = missing.first {
      throw CommandError(
        "\(missing.count) assets are missing or damaged, the first is \(first); "
          + "everything else was copied")
    }
    if let first = problems.first {
      throw CommandError("the data was copied unchanged, but it is not sound: \(first)")
    }
  }

  /// A line of text.
  var text: String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    return "\(path.printable): \(count(records, "record")), \(count(users, "user")), "
      + "\(count(assets, "asset")) of \(bytes) bytes\n"
  }
}
