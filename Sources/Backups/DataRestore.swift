// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import SwiftData

/// A restore of the stores in a backup to a data folder.
///
/// The backup is verified first, then all present stores are kept in a backup of their own. If a
/// store can't be replaced, the ones before it are put back. After a kill, the next command continues
/// (``InterruptedRestore``). Stores and settings that the backup lacks stay.
struct DataRestore {
  /// A restored store.
  struct Store {
    let app: any CairnApp
    let report: BackupReport
  }

  /// The result of a restore.
  struct Report {
    let manifest: BackupManifest
    let stores: [Store]
    /// The backup of the replaced stores; nil if there were none.
    var kept: URL?
    /// The copies of replaced stores that were damaged.
    var damaged: [URL] = []
  }

  let folder: URL
  let now: Date

  /// Restores a backup.
  ///
  /// - Parameter archive: The backup.
  /// - Returns: The restored stores.
  /// - Throws: `CommandError` or `SwiftDataError`; all stores are as before then.
  func run(from archive: URL) throws -> Report {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let stage = try StagingFolder(for: Self.target(in: folder))
    // The journal of stores that can't be put back remains for the next command.
    defer { if !RestoreJournal.exists(in: stage.url) { stage.remove() } }
    let new = try stage.makeFolder("new")
    let manifest = try BackupArchive(url: archive).read(extractingTo: new)
    let apps = try manifest.stores.map { try app(of: $0, archive) }
    let settings = try (manifest.settings ?? []).map { try name(ofSettings: $0, archive) }
    for app in apps { try check(app, in: new, archive) }
    for app in apps { try StoreFile(app.store(in: folder)).requireUnused() }
    let old = try stage.makeFolder("old")
    var report = Report(manifest: manifest, stores: [])
    let damaged = try keep(apps, settings, in: old, stage, &report)
    var replacement = try StoreReplacement(
      in: folder, stage: stage.url,
      journal: RestoreJournal(
        apps: apps.map(\.name), settings: settings, damaged: damaged,
        kept: report.kept?.lastPathComponent))
    return Report(
      manifest: manifest, stores: try replacement.begin(), kept: report.kept,
      damaged: report.damaged)
  }

  /// The name of the staging folder's target in a data folder.
  static func target(in folder: URL) -> URL { folder.appending(path: "restore") }

  // MARK: Verification

  /// The app of a store in a backup.
  private func app(of store: BackupManifest.Store, _ archive: URL) throws -> any CairnApp {
    let name = archive.path(percentEncoded: false).printable
    guard let app = AppRegistry.apps.first(where: { $0.name == store.app }) else {
      throw CommandError(
        "\(name) has data of \(store.app.printable), which this version of cairn lacks: update "
          + "cairn; nothing was changed")
    }
    let external = StoreFile(app.store(in: folder)).externalFolder?.lastPathComponent ?? ""
    guard store.files.first?.path == app.storeFile,
      store.files.dropFirst().allSatisfy({ $0.path.hasPrefix(external + "/") })
    else {
      throw CommandError("\(name) is damaged: its list of files is wrong; nothing was changed")
    }
    return app
  }

  /// The name of a file of settings in a backup.
  private func name(ofSettings file: BackupManifest.File, _ archive: URL) throws -> String {
    guard SettingsFiles.names.contains(file.path) else {
      throw CommandError(
        "\(archive.path(percentEncoded: false).printable) has settings in \(file.path.printable), which "
          + "this version of cairn lacks: update cairn; nothing was changed")
    }
    return file.path
  }

  /// Checks that an extracted store is sound and that this version of the app can open it.
  private func check(_ app: any CairnApp, in new: URL, _ archive: URL) throws {
    do {
      let found = try StoreFile(app.store(in: new)).check()
      if let problem = found.problems.first { throw CommandError(problem.printable) }
      // This also migrates the copy of an older version.
      _ = try app.open(in: new, syncingWith: .none)
    } catch {
      throw CommandError(
        "\(app.storeFile) in \(archive.path(percentEncoded: false).printable) can't be restored: "
          + "\(CommandError.describe(error)) Nothing was changed")
    }
  }

  // MARK: Present stores

  /// Keeps the present stores of some apps, and some settings, in a backup in the data folder, and damaged
  /// stores as files.
  ///
  /// - Returns: The names of the damaged stores' copies, by app.
  private func keep(
    _ apps: [any CairnApp], _ settings: [String], in old: URL, _ stage: StagingFolder,
    _ report: inout Report
  ) throws -> [String: String] {
    let present = DataBackup.apps(in: folder).map(\.name)
    var stores: [BackupManifest.Store] = []
    var damaged: [String: String] = [:]
    func keepDamaged(_ app: any CairnApp) throws {
      let copy = try unusedName("\(app.storeFile)-damaged-\(stamp)", "")
      try Self.copyDamaged(app.store(in: folder), to: copy)
      damaged[app.name] = copy.lastPathComponent
      report.damaged.append(copy)
    }
    for app in apps where present.contains(app.name) {
      do {
        stores.append(try DataBackup.copy(app, from: folder, to: old))
      } catch let error as SwiftDataError where Self.unusable.contains(error) {
        try keepDamaged(app)
      } catch is CommandError {
        try keepDamaged(app)
      }
    }
    let files = try SettingsFiles.copy(settings, from: folder, to: old)
    guard !stores.isEmpty || !files.isEmpty else { return damaged }
    let target = try unusedName("before-restore-\(stamp)", ".tar")
    try DataBackup.publish(
      BackupManifest(created: now, stores: stores, settings: files), from: old, in: stage,
      as: target, replacing: false)
    report.kept = target
    return damaged
  }

  /// The errors of a store that can't be part of a backup.
  private static let unusable: [SwiftDataError] = [
    .backwardMigration, .loadIssueModelContainer, .storeIsCorrupt,
  ]

  /// Copies the files of a damaged store, the external ones included.
  static func copyDamaged(_ store: URL, to target: URL) throws {
    for suffix in ["", "-wal"] {
      let source = store.path(percentEncoded: false) + suffix
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(
        atPath: source, toPath: target.path(percentEncoded: false) + suffix)
    }
    if let files = StoreFile(store).externalFolder, let copy = StoreFile(target).externalFolder,
      FileManager.default.fileExists(atPath: files.path(percentEncoded: false))
    {
      try FileManager.default.copyItem(at: files, to: copy)
    }
  }

  /// The time as a part of file names, such as `20260502T054500Z`.
  private var stamp: String { now.jsonText.filter { $0 != "-" && $0 != ":" } }

  private func unusedName(_ name: String, _ suffix: String) throws -> URL {
    let names = (1...100).lazy.map { "\(name)\($0 == 1 ? "" : "-\($0)")\(suffix)" }
    let urls = names.map { folder.appending(path: $0) }
    guard
      let url = urls.first(where: {
        !FileManager.default.fileExists(atPath: $0.path(percentEncoded: false))
      })
    else { throw CommandError("there are too many files \(name)\(suffix): remove some") }
    return url
  }
}
