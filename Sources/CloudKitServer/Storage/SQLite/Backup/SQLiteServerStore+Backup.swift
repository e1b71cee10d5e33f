// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

extension SQLiteServerStore {
  /// For how long files of assets are held at a time; nobody lets them go earlier, since others may copy
  /// them, too.
  private static let holdSeconds = Double(SQLiteUpkeepTables.copyingTime) / 1_000

  /// Copies the server's data as it was committed last, with all assets that it names, while others write.
  ///
  /// The target is a folder if one is there or the path ends with a slash: then it gets `cloud.sqlite` and
  /// `cloud-assets`, and assets that are there already are not copied again. Else it is one file that has
  /// everything. The copy appears when it is complete and was checked; an earlier one stays until then.
  ///
  /// - throws: ``BackupError`` or ``StorageError``.
  package func backUp(
    to target: URL, assets folder: URL, replacing: Bool, now: @escaping @Sendable () -> Date
  ) async throws -> BackupReport {
    let place = BackupPlace(target)
    let path = place.database.path(percentEncoded: false)
    try place.refuseData(of: URL(fileURLWithPath: pool.path), assets: folder)
    guard replacing || !FileManager.default.fileExists(atPath: path) else {
      throw BackupError.exists(path)
    }
    try place.refuseOthers()
    // From here on no file goes: those that the copy names are there.
    try await hold(until: now().addingTimeInterval(Self.holdSeconds))
    let partial = place.database.appendingPathExtension("partial")
    do {
      return try await copy(to: place, partial, AssetFiles(existing: folder), now)
    } catch StorageError.full {
      throw BackupError.failed(file: place.path, reason: "there is no room left on its disk")
    } catch let error as BackupError {
      throw error
    } catch let error as StorageError {
      throw error
    } catch {
      throw BackupError.failed(file: place.path, reason: BackupError.reason(of: error))
    }
  }

  private func hold(until date: Date) async throws {
    do {
      try await write { try $0.holdAssets(until: date.milliseconds) }
    } catch StorageError.full {
      // A full disk is a reason for a backup elsewhere; a file that goes meanwhile is told of.
    }
  }

  private func copy(
    to place: BackupPlace, _ partial: URL, _ files: AssetFiles,
    _ now: @escaping @Sendable () -> Date
  ) async throws -> BackupReport {
    try PrivateFolder.make(partial.deletingLastPathComponent())
    let lock = try BackupLock(of: place.path, partial.appendingPathExtension("lock"))
    defer {
      BackupPlace.removeDatabase(partial)
      lock.release()
    }
    let problems = try await BackupPlace.run { [pool] in
      let copy = try BackupPlace.makeDatabase(partial)
      try pool.backup(to: copy)
      try copy.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
        if place.assets == nil {
          try db.execute(
            sql: """
              CREATE TABLE \(BackupPlace.assetTable) (
                file TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL
              ) STRICT
              """)
        }
      }
      let problems = try Self.rowProblems(copy, named: pool.path)
      try copy.close()
      return problems
    }
    var report = BackupReport(path: place.path)
    report.problems = problems
    var last: Int64 = 0
    while true {
      let copied = try await BackupPlace.run { [last, report] in
        try Self.copyAssets(after: last, of: partial, from: files, to: place, report)
      }
      report = copied.report
      guard let next = copied.last else { break }
      last = next
      try await hold(until: now().addingTimeInterval(Self.holdSeconds))
    }
    return try await BackupPlace.run { [report] in
      try Self.finish(partial, place, report)
    }
  }

  /// Copies some of the assets that a copy names; the last one's number, nil if there are no more.
  private static func copyAssets(
    after last: Int64, of partial: URL, from files: AssetFiles, to place: BackupPlace,
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
      if let target = place.assets,
        BackupPlace.bytes(of: target.url(name), size, checksum) != nil
      {
        report.assets += 1
        report.bytes += size
        continue
      }
      guard let bytes = BackupPlace.bytes(of: files.url(name), size, checksum) else {
        // What no record has may go at any time.
        if row[4] as Bool { report.missing.append(name) }
        continue
      }
      if let target = place.assets {
        try target.write(bytes, to: name)
      } else {
        try copy.write { db in
          try db.execute(
            sql: "INSERT INTO \(BackupPlace.assetTable) VALUES (?, ?)", arguments: [name, bytes])
        }
      }
      report.assets += 1
      report.bytes += size
    }
    return (rows.last?[0], report)
  }

  private static func finish(_ partial: URL, _ place: BackupPlace, _ report: BackupReport) throws
    -> BackupReport
  {
    var report = report
    let copy = try DatabaseQueue(path: partial.path(percentEncoded: false))
    let names = try copy.read { db in
      report.records =
        try Int.fetchOne(db, sql: "SELECT count(*) FROM records WHERE fields IS NOT NULL") ?? 0
      report.users = try Int.fetchOne(db, sql: "SELECT count(*) FROM users") ?? 0
      return place.assets == nil
        ? [] : Set(try String.fetchAll(db, sql: "SELECT file FROM assets"))
    }
    try copy.close()
    try BackupPlace.replace(place.database, with: partial)
    if let target = place.assets {
      // What only an earlier backup named.
      for name in try target.names() where !names.contains(name) && AssetFiles.isName(name) {
        target.remove(name)
      }
    }
    return report
  }
}
