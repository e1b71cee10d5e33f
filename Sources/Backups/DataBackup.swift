// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import DeviceSync
import Foundation
import SwiftData
import SystemSupport

/// A backup of the stores of all apps in a data folder, and of the settings.
///
/// The stores may be in use. Each copy has its store's last committed state. Credentials and keys,
/// in `cloudkit.json`, are not part of a backup.
struct DataBackup {
  let folder: URL
  let account: DeviceAccount
  /// The apps that have a store.
  let apps: [any CairnApp]

  /// Finds the stores.
  ///
  /// - Parameters:
  ///   - data: The data folder.
  ///   - names: The names of the apps; empty for all.
  /// - Throws: `CommandError` if there are no stores.
  init(_ data: DataOptions, of names: [String]) throws {
    folder = data.url
    account = DeviceAccount(data)
    apps = Self.apps(in: data.url).filter { names.isEmpty || names.contains($0.name) }
    guard !apps.isEmpty else {
      throw CommandError(
        "there is no data in \(folder.path(percentEncoded: false).printable) to back up: see --data"
      )
    }
  }

  /// The registered apps that have a store in a folder.
  static func apps(in folder: URL) -> [any CairnApp] {
    AppRegistry.apps.filter {
      FileManager.default.fileExists(atPath: $0.store(in: folder).path(percentEncoded: false))
    }
  }

  /// Copies and checks the stores, and copies the settings.
  ///
  /// - Parameters:
  ///   - target: The folder of the copies.
  ///   - now: The time of the backup.
  /// - Returns: The list of the copied files.
  /// - Throws: `CommandError`, `SwiftDataError` or `PrivateFile.Failure` if a store is damaged, or a file
  ///   can't be copied.
  func copy(to target: URL, now: Date) async throws -> BackupManifest {
    // A store that can't be opened by its app can still be copied.
    for app in apps { try? await account.recordChanges(of: app) }
    return BackupManifest(
      created: now, stores: try apps.map { try copy($0, to: target) },
      settings: try SettingsFiles.copy(SettingsFiles.names, from: folder, to: target))
  }

  /// Copies and checks the store of an app; an error names the way to back up the other apps.
  private func copy(_ app: any CairnApp, to target: URL) throws -> BackupManifest.Store {
    do {
      return try Self.copy(app, from: folder, to: target)
    } catch {
      let others = apps.filter { $0.name != app.name }
      guard !others.isEmpty, error is SwiftDataError || error is CommandError else { throw error }
      let options = others.map { "--app \($0.name)" }.joined(separator: " ")
      let text = CommandError.describe(error)
      throw CommandError(
        text + (text.hasSuffix(".") ? "" : ".")
          + " Nothing was backed up; \(options) backs up the other apps")
    }
  }

  /// Copies and checks the store of an app, and describes its files.
  static func copy(
    _ app: any CairnApp, from folder: URL, to target: URL
  ) throws -> BackupManifest.Store {
    let copy = StoreFile(app.store(in: target))
    let report = try StoreFile(app.store(in: folder)).backUp(to: copy.url)
    if let missing = report.missingFiles.first {
      throw CommandError(
        "\(app.storeFile) lacks \(report.missingFiles.count) external files, the first is "
          + "\(missing.printable): cairn store backup copies the rest")
    }
    let found = try copy.check()
    if let problem = found.problems.first {
      throw CommandError("\(app.storeFile) is not sound: \(problem.printable)")
    }
    var paths = [app.storeFile]
    if let external = copy.externalFolder {
      let path = external.path(percentEncoded: false)
      // Only a store with large values has the folder.
      let names =
        FileManager.default.fileExists(atPath: path)
        ? try FileManager.default.contentsOfDirectory(atPath: path) : []
      paths += names.sorted().map { "\(external.lastPathComponent)/\($0)" }
    }
    return BackupManifest.Store(
      app: app.name, schemaVersion: found.schemaVersion, storeFormat: found.format,
      files: try paths.map { try BackupArchive.describe($0, in: target) })
  }

  /// Writes an archive that appears under its name when it is complete and verified.
  ///
  /// - Parameters:
  ///   - manifest: The list of the files.
  ///   - folder: The folder of the files.
  ///   - stage: A folder beside the target.
  ///   - target: The archive.
  ///   - replacing: Whether an existing file may be replaced.
  /// - Throws: `CommandError`; an existing file is unchanged then.
  static func publish(
    _ manifest: BackupManifest, from folder: URL, in stage: StagingFolder, as target: URL,
    replacing: Bool
  ) throws {
    let partial = stage.url.appending(path: "archive")
    let output = try SequentialFile.creating(partial)
    try BackupArchive.write(manifest, from: folder, to: output)
    try output.flush()
    guard try BackupArchive(url: partial).read() == BackupManifest(manifest.encoded()) else {
      throw CommandError("the backup can't be read back: check the disk; nothing was written")
    }
    let (from, to) = (partial.path(percentEncoded: false), target.path(percentEncoded: false))
    // A link never replaces a file that was created meanwhile.
    let status = replacing ? rename(from, to) : link(from, to)
    guard status == 0 else {
      throw CommandError("can't write \(to.printable): \(SystemError.last)")
    }
    try SequentialFile.flush(folder: target.deletingLastPathComponent())
  }
}
