// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

extension SQLiteServerStore {
  /// Puts a backup in the place of a server's data, which nobody has open.
  ///
  /// The backup is checked first. Until all of it is there the old data stays; a file that is so damaged
  /// that it can't be opened is kept beside under another name. Sync tokens from after the backup are
  /// refused from then on, so that clients start again and see what is missing.
  ///
  /// - throws: ``BackupError`` or ``StorageError``.
  package static func restore(
    from source: URL, to file: URL, assets folder: URL, replacing: Bool, at date: Date
  ) async throws -> BackupReport {
    let (place, path) = (BackupPlace(source), file.path(percentEncoded: false))
    guard FileManager.default.fileExists(atPath: place.database.path(percentEncoded: false)) else {
      throw BackupError.noBackup(place.path)
    }
    if let backup = FileIdentity(place.database), backup == FileIdentity(file) {
      throw BackupError.isData(place.path)
    }
    guard replacing || !FileManager.default.fileExists(atPath: path) else {
      throw BackupError.exists(path)
    }
    return try await BackupPlace.run {
      try PrivateFolder.make(file.deletingLastPathComponent())
      let partial = file.appendingPathExtension("restoring")
      defer { BackupPlace.removeDatabase(partial) }
      let target = try RestoreTarget(file)
      var report = BackupReport(path: place.path)
      let copy = try BackupPlace.makeDatabase(partial)
      report.problems = try prepare(copy, from: place)
      try restoreAssets(copy, from: place, to: AssetFiles(folder), &report)
      try copy.writeWithoutTransaction { db in
        let hasAssets = try db.tableExists(BackupPlace.assetTable)
        try db.inTransaction {
          if hasAssets { try db.drop(table: BackupPlace.assetTable) }
          try RestoredHistory.begin(db, after: target.epoch, at: date)
          report.records =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM records WHERE fields IS NOT NULL") ?? 0
          report.users = try Int.fetchOne(db, sql: "SELECT count(*) FROM users") ?? 0
          return .commit
        }
        if hasAssets { try db.execute(sql: "VACUUM") }
      }
      try target.replace(with: copy, at: partial)
      return report
    }
  }

  private static func prepare(_ copy: DatabaseQueue, from place: BackupPlace) throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let source = try DatabaseQueue(
        path: place.database.path(percentEncoded: false), configuration: configuration)
      try source.backup(to: copy)
      try source.close()
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      let problems = try rowProblems(copy, named: place.path)
      let isServers = try copy.read { try !migrator.appliedIdentifiers($0).isEmpty }
      guard isServers else { throw BackupError.noBackup(place.path) }
      if place.assets == nil, try !copy.read({ try $0.tableExists(BackupPlace.assetTable) }) {
        throw BackupError.partOfBackup(place.path)
      }
      try migrator.migrate(copy)
      let odd = try copy.read { db in
        try String.fetchOne(db, sql: "SELECT file FROM assets WHERE NOT \(hasFileName)")
      }
      if let odd {
        throw BackupError.notSound(file: place.path, problem: "it names the file \(odd)")
      }
      return problems
    } catch let error as DatabaseError {
      if case .damaged(let reason) = StorageError(error) {
        throw BackupError.notSound(file: place.path, problem: reason)
      }
      throw error
    }
  }

  /// Puts the files of assets beside those that are there: none has the name of another.
  private static func restoreAssets(
    _ copy: DatabaseQueue, from place: BackupPlace, to files: AssetFiles,
    _ report: inout BackupReport
  ) throws {
    var last: Int64 = 0
    while true {
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
        // A file that is there already may have been damaged since.
        if BackupPlace.bytes(of: files.url(name), size, checksum) == nil {
          let bytes =
            if let assets = place.assets {
              BackupPlace.bytes(of: assets.url(name), size, checksum)
            } else {
              try copy.read { db in
                try Data.fetchOne(
                  db, sql: "SELECT bytes FROM \(BackupPlace.assetTable) WHERE file = ?",
                  arguments: [name])
              }
            }
          guard let bytes, BackupPlace.isSame(bytes, size, checksum) else {
            if row[4] as Bool { report.missing.append(name) }
            continue
          }
          try files.write(bytes, to: name)
        }
        report.assets += 1
        report.bytes += size
      }
      guard let next = rows.last else { return }
      last = next[0]
    }
  }
}
