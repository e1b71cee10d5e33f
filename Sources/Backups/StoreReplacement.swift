// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
package import Foundation
import PrivateFiles
import SwiftData
import SystemSupport

/// The journal of a restore that replaces stores, in the restore's staging folder.
///
/// It exists from the moment at which all new and old stores are complete until all are replaced, or
/// all are put back. After a kill, the next command continues from it.
struct RestoreJournal: Codable, Equatable {
  /// The direction in which the next command continues.
  enum Direction: String, Codable {
    /// Replace the remaining stores by the new ones.
    case replace
    /// Put the replaced stores back.
    case putBack = "put_back"
  }

  /// The name of the file in the staging folder.
  static let fileName = "journal.json"

  /// The names of the apps, in the order of their replacement.
  var apps: [String]
  /// The names of the files of settings, which are replaced after all stores; nil for none.
  var settings: [String]?
  /// The names of the copies of damaged stores in the data folder, by app; nil for none.
  var damaged: [String: String]?
  /// The number of apps whose stores are replaced.
  var replaced = 0
  var direction = Direction.replace
  /// The name of the backup of the old stores in the data folder; nil if there were none.
  var kept: String?

  /// Reads the journal of a staging folder; nil if there is none.
  ///
  /// - Throws: `PrivateFile.Failure` or `DecodingError`.
  init?(in stage: URL) throws {
    guard let data = try Self.file(in: stage).read() else { return nil }
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  init(apps: [String], settings: [String], damaged: [String: String], kept: String?) {
    self.apps = apps
    self.settings = settings.isEmpty ? nil : settings
    self.damaged = damaged.isEmpty ? nil : damaged
    self.kept = kept
  }

  func write(to stage: URL) throws {
    try Self.file(in: stage).write(JSONEncoder().encode(self))
    try SequentialFile.flush(folder: stage)
  }

  /// Whether a staging folder has a journal.
  static func exists(in stage: URL) -> Bool {
    access(file(in: stage).url.path(percentEncoded: false), F_OK) == 0
  }

  /// Removes the journal: the restore is finished.
  static func remove(from stage: URL) throws {
    let file = file(in: stage).url.path(percentEncoded: false)
    guard unlink(file) == 0 else {
      throw CommandError("can't remove \(file.printable): \(SystemError.last)")
    }
    try SequentialFile.flush(folder: stage)
  }

  private static func file(in stage: URL) -> PrivateFile {
    PrivateFile(stage.appending(path: fileName))
  }
}

/// The replacement of the stores of several apps, and of settings, all or none.
struct StoreReplacement {
  private let folder: URL
  private let stage: URL
  private let apps: [any CairnApp]
  private var journal: RestoreJournal

  /// The folders of the new and of the old stores in a staging folder.
  static func new(in stage: URL) -> URL {
    stage.appending(path: "new", directoryHint: .isDirectory)
  }
  static func old(in stage: URL) -> URL {
    stage.appending(path: "old", directoryHint: .isDirectory)
  }

  /// Prepares a replacement by a journal.
  ///
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - stage: The staging folder with the new stores and copies of the old ones.
  ///   - journal: The apps.
  /// - Throws: `CommandError` for an app that this version lacks.
  init(in folder: URL, stage: URL, journal: RestoreJournal) throws {
    self.folder = folder
    self.stage = stage
    self.journal = journal
    apps = try journal.apps.map { name in
      guard let app = AppRegistry.apps.first(where: { $0.name == name }) else {
        throw CommandError(
          "an interrupted restore has data of \(name.printable), which this version of cairn lacks: "
            + "run the version that began it")
      }
      return app
    }
  }

  /// Writes the journal and replaces the stores; if one fails, puts the others back.
  ///
  /// - Returns: The reports of the stores that this call has replaced.
  /// - Throws: The error of the failed store; all stores are as before then, or the journal remains.
  mutating func begin() throws -> [DataRestore.Store] {
    for folder in [Self.new(in: stage), Self.old(in: stage)] {
      try SequentialFile.flush(filesIn: folder)
    }
    try journal.write(to: stage)
    do {
      return try replace()
    } catch {
      try putBack(after: error)
      throw error
    }
  }

  /// Continues the replacement of an ended process.
  ///
  /// - Throws: `CommandError`; if a store is in use, the next command continues.
  mutating func resume() throws {
    if journal.direction == .replace {
      do {
        _ = try replace()
        return
      } catch let error as SwiftDataError where error == .storeIsLocked {
        throw CommandError(
          "an interrupted restore can't continue: \(CommandError.describe(error)) End the other "
            + "program, and run the command again.")
      } catch {
        try putBack(after: error)
        throw CommandError(
          "an interrupted restore failed, and the previous data is back: "
            + "\(CommandError.describe(error))")
      }
    }
    try putBack(after: nil)
  }

  private mutating func replace() throws -> [DataRestore.Store] {
    var done: [DataRestore.Store] = []
    for app in apps.dropFirst(journal.replaced) {
      let report = try StoreFile(app.store(in: folder)).restore(
        from: app.store(in: Self.new(in: stage)), replacing: true)
      // The restore has kept a copy of a damaged store already, with its external files.
      if let copy = report.damaged {
        for suffix in ["", "-wal"] { unlink(copy.path(percentEncoded: false) + suffix) }
      }
      done.append(DataRestore.Store(app: app, report: report))
      journal.replaced += 1
      try journal.write(to: stage)
    }
    try SettingsFiles.replace(journal.settings ?? [], in: folder, from: Self.new(in: stage))
    try RestoreJournal.remove(from: stage)
    return done
  }

  /// Puts the replaced stores back, the last one first.
  private mutating func putBack(after cause: (any Error)?) throws {
    journal.direction = .putBack
    try? journal.write(to: stage)
    while journal.replaced > 0 {
      let app = apps[journal.replaced - 1]
      do {
        try putBack(app)
      } catch {
        let reason = (cause.map { CommandError.describe($0) + " " } ?? "")
        let remedy = journal.kept.map { ", or restore \($0.printable)" } ?? ""
        throw CommandError(
          "\(reason)\(app.storeFile) can't be put back: \(CommandError.describe(error)) Run the "
            + "command again\(remedy).")
      }
      journal.replaced -= 1
      try journal.write(to: stage)
    }
    try SettingsFiles.replace(journal.settings ?? [], in: folder, from: Self.old(in: stage))
    try RestoreJournal.remove(from: stage)
  }

  /// Puts a replaced store back.
  private func putBack(_ app: any CairnApp) throws {
    let (store, copy) = (app.store(in: folder), app.store(in: Self.old(in: stage)))
    let damaged = journal.damaged?[app.name]
    // The old stores can contain an incomplete copy of a damaged one.
    if damaged == nil, FileManager.default.fileExists(atPath: copy.path(percentEncoded: false)) {
      _ = try StoreFile(store).restore(from: copy, replacing: true)
      return
    }
    // There was no store, or a damaged one.
    for suffix in ["", "-wal", "-shm"] {
      let path = store.path(percentEncoded: false) + suffix
      if unlink(path) != 0, SystemError.last != SystemError(ENOENT) {
        throw CommandError("can't remove \(path.printable): \(SystemError.last)")
      }
    }
    if let external = StoreFile(store).externalFolder {
      try? FileManager.default.removeItem(at: external)
    }
    if let damaged {
      try DataRestore.copyDamaged(folder.appending(path: damaged), to: store)
    }
  }
}

/// The completion of a restore whose process was ended.
package enum InterruptedRestore {
  /// Completes a restore of a data folder, if one was interrupted.
  ///
  /// A command calls it before it opens a store. While another process restores, it waits.
  ///
  /// - Parameter folder: The data folder.
  /// - Returns: Whether a restore was completed.
  /// - Throws: `CommandError` if the restore can't be completed.
  package static func complete(in folder: URL) throws -> Bool {
    guard let stage = try StagingFolder(leftFor: DataRestore.target(in: folder)) else {
      return false
    }
    let journal: RestoreJournal?
    do {
      journal = try RestoreJournal(in: stage.url)
    } catch {
      throw CommandError(
        "the journal of an interrupted restore in \(stage.url.path(percentEncoded: false).printable) "
          + "can't be read: \(CommandError.describe(error)) Remove the folder, and restore again.")
    }
    if let journal {
      var replacement = try StoreReplacement(in: folder, stage: stage.url, journal: journal)
      try replacement.resume()
    }
    stage.remove()
    return journal != nil
  }
}
