// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The result of a store check.
package struct StoreReport: Sendable, Equatable {
  /// A table of models, or a join table.
  package struct Table: Sendable, Equatable {
    package let name: String
    package let rows: Int
    /// The size with indexes; nil if SQLite can't measure it.
    package let bytes: Int?
  }

  package internal(set) var format = 0
  /// The version of the models; nil in stores of format 1.
  package internal(set) var schemaVersion: String?
  package internal(set) var identifier: String?
  package internal(set) var databaseBytes = 0
  /// The size of the -wal file.
  package internal(set) var logBytes = 0
  /// The minimum number of bytes that a vacuum would reclaim.
  package internal(set) var freeBytes = 0
  /// The tables, sorted by name.
  package internal(set) var tables: [Table] = []
  /// The number of transactions in the history.
  package internal(set) var transactions = 0
  package internal(set) var externalFiles = 0
  package internal(set) var externalBytes = 0
  /// Missing external files that rows reference, sorted by name.
  package internal(set) var missingFiles: [String] = []
  /// External files that no row references, sorted by name.
  package internal(set) var unnamedFiles: [String] = []
  /// Problems, one sentence each.
  package internal(set) var problems: [String] = []
  /// Harmless observations with a possible remedy.
  package internal(set) var hints: [String] = []

  /// True if there are no problems.
  package var isSound: Bool { problems.isEmpty }
}

/// The result of a backup or a restore.
package struct BackupReport: Sendable, Equatable {
  /// The store that was written.
  package let url: URL
  /// The size of its database in bytes.
  package let databaseBytes: Int
  package let externalFiles: Int
  package let externalBytes: Int
  /// The external files that rows reference but that were missing.
  package let missingFiles: [String]
  /// The new location of a damaged store that was replaced.
  package var damaged: URL?
}

/// The result of a vacuum.
package struct VacuumReport: Sendable, Equatable {
  /// The size of the database and its log before, in bytes.
  package let bytesBefore: Int
  /// The size of the database and its log afterwards, in bytes.
  package let bytesAfter: Int
  /// False if other connections were reading, so that the log keeps its size until they finish.
  package let isLogEmptied: Bool
}
