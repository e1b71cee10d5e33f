// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import GRDB

extension SQLiteServerStore {
  /// Replaces a server's data by a backup; no other process may have the data open.
  ///
  /// The backup is checked first. The old data remains until the restore is complete; a corrupt
  /// file that cannot be opened is renamed. Afterwards the server rejects sync tokens issued after
  /// the backup, so that clients fetch from the start and find the lost changes.
  ///
  /// - throws: ``BackupError`` or ``StorageError``.
  package static func restore(
    from source: URL, to file: URL, assets folder: URL, replacing: Bool, at date: Date
  ) async throws -> BackupReport {
    let (location, path) = (BackupLocation(source), file.path(percentEncoded: false))
    guard FileManager.default.fileExists(atPath: location.database.path(percentEncoded: false))
    else {
      throw BackupError.noBackup(location.path)
    }
    if let backup = FileIdentity(location.database), backup == FileIdentity(file) {
      throw BackupError.isServerData(location.path)
    }
    guard replacing || !FileManager.default.fileExists(atPath: path) else {
      throw BackupError.exists(path)
    }
    return try await BackupLocation.run {
      try PrivateFolder.make(file.deletingLastPathComponent())
      let partial = file.appendingPathExtension("restoring")
      defer { BackupLocation.removeDatabase(partial) }
      let target = try RestoreTarget(file)
      var report = BackupReport(path: location.path)
      let copy = try BackupLocation.makeDatabase(partial)
      report.problems = try prepare(copy, from: location)
      try restoreAssets(copy, from: location, to: AssetFiles(folder), &report)
      try copy.writeWithoutTransaction { db in
        let hasAssets = try db.tableExists(BackupLocation.assetTable)
        try db.inTransaction {
          if hasAssets { try db.drop(table: BackupLocation.assetTable) }
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

  private static func prepare(_ copy: DatabaseQueue, from location: BackupLocation) throws
    -> [String]
  {
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let source = try DatabaseQueue(
        path: location.database.path(percentEncoded: false), configuration: configuration)
      try source.backup(to: copy)
      try source.close()
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      let problems = try rowProblems(copy, named: location.path)
      let isServers = try copy.read { try !migrator.appliedIdentifiers($0).isEmpty }
      guard isServers else { throw BackupError.noBackup(location.path) }
      if location.assets == nil, try !copy.read({ try $0.tableExists(BackupLocation.assetTable) }) {
        throw BackupError.partOfBackup(location.path)
      }
      try migrator.migrate(copy)
      let odd = try copy.read { db in
        try String.fetchOne(db, sql: "SELECT file FROM assets WHERE NOT \(hasFileName)")
      }
      if let odd {
        throw BackupError.corruptFile(
          file: location.path, problem: "invalid asset file name \(odd)")
      }
      return problems
    } catch let error as DatabaseError {
      if case .damaged(let reason) = StorageError(error) {
        throw BackupError.corruptFile(file: location.path, problem: reason)
      }
      throw error
    }
  }

  /// Adds the asset files to the existing ones; file names are unique.
  private static func restoreAssets(
    _ copy: DatabaseQueue, from location: BackupLocation, to files: AssetFiles,
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
        // An existing file may be corrupt.
        if BackupLocation.bytes(of: files.url(name), size, checksum) == nil {
          let bytes =
            if let assets = location.assets {
              BackupLocation.bytes(of: assets.url(name), size, checksum)
            } else {
              try copy.read { db in
                try Data.fetchOne(
                  db, sql: "SELECT bytes FROM \(BackupLocation.assetTable) WHERE file = ?",
                  arguments: [name])
              }
            }
          guard let bytes, BackupLocation.isSame(bytes, size, checksum) else {
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
