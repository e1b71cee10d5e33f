// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a check of a store has found.
package struct StoreReport: Sendable, Equatable {
  /// A table of models, or of the pairs of a relationship.
  package struct Table: Sendable, Equatable {
    package let name: String
    package let rows: Int
    /// With its indexes; nil where SQLite can't tell.
    package let bytes: Int?
  }

  package internal(set) var format = 0
  /// The version of the models; nil in stores of format 1.
  package internal(set) var schemaVersion: String?
  package internal(set) var identifier: String?
  package internal(set) var databaseBytes = 0
  /// The size of the -wal file.
  package internal(set) var logBytes = 0
  /// What a vacuum would give back, at least.
  package internal(set) var freeBytes = 0
  /// By name.
  package internal(set) var tables: [Table] = []
  /// The number of transactions that the history has.
  package internal(set) var transactions = 0
  package internal(set) var externalFiles = 0
  package internal(set) var externalBytes = 0
  /// External files that rows name and that are not there, by name.
  package internal(set) var missingFiles: [String] = []
  /// Files beside the store that no row names, by name.
  package internal(set) var unnamedFiles: [String] = []
  /// What is wrong, a sentence each.
  package internal(set) var problems: [String] = []
  /// What does no harm and can be done something about.
  package internal(set) var hints: [String] = []

  /// True if nothing is wrong.
  package var isSound: Bool { problems.isEmpty }
}
