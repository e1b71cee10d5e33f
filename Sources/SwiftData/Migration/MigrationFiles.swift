// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// The external files that a migration writes and makes obsolete.
///
/// New ones are removed if it fails, old ones when it is committed. What a killed process leaves
/// is found by the notes of the batches.
final class MigrationFiles {
  let files: ExternalFiles
  private var batches: [ExternalFiles.Batch] = []
  private var obsolete: [String] = []
  /// What the migration itself writes and makes obsolete.
  let own: ExternalFiles.Batch

  init(_ files: ExternalFiles) {
    self.files = files
    own = ExternalFiles.Batch(files)
  }

  /// Takes over the files of a context's saves.
  func add(_ batches: [ExternalFiles.Batch], obsolete: [String]) {
    self.batches += batches
    self.obsolete += obsolete
  }

  /// Notes the files that a column names, which will not be needed any more.
  func addObsolete(_ column: SchemaChange.FileColumn, _ database: Database) throws {
    let name = SQLFragment.quoted(column.column)
    let ofEntity = column.entity.map {
      " AND \(EntityLayout.typeColumn) = \(EntitySQL.literal($0))"
    }
    let names = try String.fetchAll(
      database,
      sql: "SELECT \(name) FROM \(SQLFragment.quoted(column.table)) "
        + "WHERE typeof(\(name)) = 'text'\(ofEntity ?? "")")
    own.noteObsolete(names)
    obsolete += names
  }

  /// After the commit.
  func finish() {
    withExtendedLifetime((batches, own)) { files.remove(obsolete) }
    batches = []
  }

  /// Where it is not known whether the migration was committed: the next opening finds out which
  /// files are named.
  func leave() {
    for batch in batches + [own] { batch.leave() }
    batches = []
  }

  /// After the migration was undone.
  func undo() {
    withExtendedLifetime((batches, own)) {
      files.remove(batches.flatMap(\.names) + own.names)
    }
    batches = []
  }
}

/// The functions by which values go from files into rows and from rows into files.
enum FileFunctions {
  static let read = "cairn_file_read"
  static let write = "cairn_file_write"

  /// Adds the functions to a connection.
  static func register(_ migration: MigrationFiles, in database: Database) {
    // SQLite calls them on the thread that migrates, while it does.
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
