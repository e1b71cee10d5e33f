// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import ArgumentParser
import Foundation

/// `cairn backup`: copies the data of all apps to one file.
package struct BackupCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the data of all apps to one file, even while it is in use.",
    discussion: """
      The file is a tar archive with a copy of each store, and of the settings. It appears under \
      its name once it is complete and verified, and only you can read it. It is not encrypted. \
      Login tokens and encryption keys, in cloudkit.json, are not included.

      EXAMPLES
        cairn backup ~/backups/cairn.tar --force
        cairn backup - | ssh nas 'cat > cairn.tar'
        cairn backup rucks.tar --app ruckmap
      """
  )

  @Argument(help: "The file to create; - for standard output.", completion: .file())
  package var file: String

  @Option(
    help: ArgumentHelp(
      "Back up the data of one app; can be repeated. (default: all apps)", valueName: "name"))
  package var app: [String] = []

  @Flag(help: "Replace an existing file, which stays intact until then.")
  package var force = false

  @OptionGroup package var output: OutputOptions
  @OptionGroup package var data: DataOptions

  package init() {}

  package func validate() throws {
    if file == "-", output.json {
      throw ValidationError("--json needs a file: standard output has the backup.")
    }
    try AppNames.check(app)
  }

  package func run() async throws {
    let backup = try DataBackup(data, of: app)
    if file == "-" { return try await writeToStandardOutput(backup) }
    let target = URL(fileURLWithPath: file)
    try check(target)
    let stage = try StagingFolder(for: target)
    defer { stage.remove() }
    let copies = try stage.makeFolder("stores")
    let manifest = try await backup.copy(to: copies, now: .now)
    try DataBackup.publish(manifest, from: copies, in: stage, as: target, replacing: force)
    let record = BackupFileRecord(target, manifest)
    try output.write(record) { record.text("backed up to") }
  }

  private func writeToStandardOutput(_ backup: DataBackup) async throws {
    guard !StandardOutput.isTerminal else {
      throw CommandError("standard output is a terminal: give a file, or redirect the output")
    }
    let stage = try StagingFolder(for: backup.folder.appending(path: "backup"))
    defer { stage.remove() }
    let copies = try stage.makeFolder("stores")
    let manifest = try await backup.copy(to: copies, now: .now)
    try BackupArchive.write(manifest, from: copies, to: .standardOutput)
  }

  /// Checks that the target may be written, before anything is copied.
  private func check(_ target: URL) throws {
    let path = target.path(percentEncoded: false)
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    switch type {
    case nil: return
    case .typeRegular?, .typeSymbolicLink?:
      guard !force else { return }
      throw CommandError("\(path.printable) already exists: give another name, or --force")
    case .typeDirectory?:
      throw CommandError("\(path.printable) is a folder: give the name of a file")
    default:
      throw CommandError("\(path.printable) is not a regular file: give another name")
    }
  }
}
