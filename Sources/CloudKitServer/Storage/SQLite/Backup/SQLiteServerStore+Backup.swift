// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

extension SQLiteServerStore {
  /// The duration of one retention of asset files; never shortened, because another process may
  /// copy them, too.
  private static let holdSeconds = Double(SQLiteMaintenanceTables.maximumCopyingTime) / 1_000

  /// Backs up the last committed data with all its assets, concurrently with writers.
  ///
  /// If the target is an existing folder, or its path ends with a slash, the folder gets
  /// `cloud.sqlite` and `cloud-assets`; assets already in the folder are not copied again.
  /// Otherwise the target is one file with all data. The backup replaces an earlier one only when
  /// it is complete and checked.
  ///
  /// - throws: ``BackupError`` or ``StorageError``.
  package func backUp(
    to target: URL, assets folder: URL, replacing: Bool, now: @escaping @Sendable () -> Date
  ) async throws -> BackupReport {
    let location = BackupLocation(target)
    let path = location.database.path(percentEncoded: false)
    try location.checkNotServerData(of: URL(fileURLWithPath: pool.path), assets: folder)
    guard replacing || !FileManager.default.fileExists(atPath: path) else {
      throw BackupError.exists(path)
    }
    try location.checkReplaceable()
    // From here on no asset file is removed, so all assets in the copy exist.
    try await hold(until: now().addingTimeInterval(Self.holdSeconds))
    let partial = location.database.appendingPathExtension("partial")
    do {
      return try await copy(to: location, partial, AssetFiles(existing: folder), now)
    } catch StorageError.full {
      throw BackupError.failed(file: location.path, reason: "the disk is full")
    } catch let error as BackupError {
      throw error
    } catch let error as StorageError {
      throw error
    } catch {
      throw BackupError.failed(file: location.path, reason: BackupError.reason(of: error))
    }
  }

  private func hold(until date: Date) async throws {
    do {
      try await write { try $0.retainAssets(until: date.milliseconds) }
    } catch StorageError.full {
      // With a full disk, a backup elsewhere is still useful; files removed meanwhile are reported.
    }
  }

  private func copy(
    to location: BackupLocation, _ partial: URL, _ files: AssetFiles,
    _ now: @escaping @Sendable () -> Date
  ) async throws -> BackupReport {
    try PrivateFolder.make(partial.deletingLastPathComponent())
    let lock = try BackupLock(of: location.path, partial.appendingPathExtension("lock"))
    defer {
      BackupLocation.removeDatabase(partial)
      lock.release()
    }
    let problems = try await BackupLocation.run { [pool] in
      let copy = try BackupLocation.makeDatabase(partial)
      try pool.backup(to: copy)
      try copy.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        if location.assets == nil {
          try db.execute(
            sql: """
              CREATE TABLE \(BackupLocation.assetTable) (
                file TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL
              ) STRICT
              """)
        }
      }
      let problems = try Self.rowProblems(copy, named: pool.path)
      try copy.close()
      return problems
    }
    var report = BackupReport(path: location.path)
    report.problems = problems
    var last: Int64 = 0
    while true {
      let copied = try await BackupLocation.run { [last, report] in
        try Self.copyAssets(after: last, of: partial, from: files, to: location, report)
      }
      report = copied.report
      guard let next = copied.last else { break }
      last = next
      try await hold(until: now().addingTimeInterval(Self.holdSeconds))
    }
    return try await BackupLocation.run { [report] in
      try Self.finish(partial, location, report)
    }
  }

  /// Copies the next assets of a backup; returns the last one's number, nil at the end.
  private static func copyAssets(
    after last: Int64, of partial: URL, from files: AssetFiles, to location: BackupLocation,
    _ report: BackupReport
  ) throws -> (last: Int64?, report: BackupReport) {
    var report = report
    let copy = try DatabaseQueue(path: partial.path(percentEncoded: false))
    defer { try? copy.close() }
    let rows = try copy.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, file, size, checksum, kept_until IS NULL FROM assets WHERE id > ?
          ORDER BY id LIMIT 100
          """, arguments: [last])
    }
    for row in rows {
      let (name, size, checksum) = (row[1] as String, row[2] as Int64, row[3] as String)
      if let target = location.assets,
        BackupLocation.bytes(of: target.url(name), size, checksum) != nil
      {
        report.assets += 1
        report.bytes += size
        continue
      }
      guard let bytes = BackupLocation.bytes(of: files.url(name), size, checksum) else {
        // Unreferenced assets may be removed at any time.
        if row[4] as Bool { report.missing.append(name) }
        continue
      }
      if let target = location.assets {
        try target.write(bytes, to: name)
      } else {
        try copy.write { db in
          try db.execute(
            sql: "INSERT INTO \(BackupLocation.assetTable) VALUES (?, ?)", arguments: [name, bytes])
        }
      }
      report.assets += 1
      report.bytes += size
    }
    return (rows.last?[0], report)
  }

  private static func finish(_ partial: URL, _ location: BackupLocation, _ report: BackupReport)
    throws
    -> BackupReport
  {
    var report = report
    let copy = try DatabaseQueue(path: partial.path(percentEncoded: false))
    let names = try copy.read { db in
      report.records =
        try Int.fetchOne(db, sql: "SELECT count(*) FROM records WHERE fields IS NOT NULL") ?? 0
      report.users = try Int.fetchOne(db, sql: "SELECT count(*) FROM users") ?? 0
      return location.assets == nil
        ? [] : Set(try String.fetchAll(db, sql: "SELECT file FROM assets"))
    }
    try copy.close()
    try BackupLocation.replace(location.database, with: partial)
    if let target = location.assets {
      // Removes assets that only an earlier backup had.
      for name in try target.names() where !names.contains(name) && AssetFiles.isName(name) {
        target.remove(name)
      }
    }
    return report
  }
}

/// A summary of a backup or of a restore.
package struct BackupReport: Sendable, Hashable {
  package var path: String
  package var records = 0
  package var users = 0
  package var assets = 0
  /// The total size of the assets.
  package var bytes: Int64 = 0
  /// The asset files that were missing, or differed from the uploaded bytes.
  package var missing: [String] = []
  /// The problems that the check found in the rows, which were copied unchanged.
  package var problems: [String] = []

  package init(path: String) { self.path = path }
}
