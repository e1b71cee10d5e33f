// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// The external files that a migration writes and makes obsolete.
///
/// New files are removed if the migration fails, obsolete files after it is committed. If the
/// process is killed, the batches' journals name the files that remain.
final class MigrationFiles {
  let files: ExternalFiles
  private var batches: [ExternalFiles.Batch] = []
  private var obsolete: [String] = []
  /// The files that the migration itself writes and makes obsolete.
  let own: ExternalFiles.Batch

  init(_ files: ExternalFiles) {
    self.files = files
    own = ExternalFiles.Batch(files)
  }

  /// Adds the files of a context's saves.
  func add(_ batches: [ExternalFiles.Batch], obsolete: [String]) {
    self.batches += batches
    self.obsolete += obsolete
  }

  /// Marks the files that a column names as obsolete.
  func addObsolete(_ column: SchemaChange.FileColumn, _ database: Database) throws {
    let name = SQLFragment.quoted(column.column)
    let ofEntity = column.entity.map {
      " AND \(EntityLayout.typeColumn) = \(EntitySQL.literal($0))"
    }
    let names = try String.fetchAll(
      database,
      sql: "SELECT \(name) FROM \(SQLFragment.quoted(column.table)) "
        + "WHERE typeof(\(name)) = 'text'\(ofEntity ?? "")")
    own.recordObsolete(names)
    obsolete += names
  }

  /// Removes the obsolete files, after the commit.
  func finish() {
    withExtendedLifetime((batches, own)) { files.remove(obsolete) }
    batches = []
  }

  /// Keeps all files because it is not known whether the migration was committed.
  ///
  /// The next opening of the store finds out which files are referenced.
  func leave() {
    for batch in batches + [own] { batch.leave() }
    batches = []
  }

  /// Removes the new files, after the migration was rolled back.
  func undo() {
    withExtendedLifetime((batches, own)) {
      files.remove(batches.flatMap(\.names) + own.names)
    }
    batches = []
  }
}

/// SQL functions that move values from files into rows and from rows into files.
enum FileFunctions {
  static let read = "cairn_file_read"
  static let write = "cairn_file_write"

  /// Registers the functions on a connection.
  static func register(_ migration: MigrationFiles, in database: Database) {
    // SQLite calls the functions only on the migrating thread, during the migration.
    nonisolated(unsafe) let migration = migration
    database.add(
      function: DatabaseFunction(read, argumentCount: 1, pure: false) { values in
        guard case .string(let name) = values[0].storage else { return values[0] }
        return try migration.files.read(name)
      })
    database.add(
      function: DatabaseFunction(write, argumentCount: 1, pure: false) { values in
        guard case .blob(let data) = values[0].storage, data.count > ExternalFiles.threshold,
          migration.own.isPossible
        else { return values[0] }
        return try migration.own.write(data)
      })
  }
}
