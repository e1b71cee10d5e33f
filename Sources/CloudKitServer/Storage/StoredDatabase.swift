// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A database as the storage has it.
package struct StoredDatabase: Sendable, Hashable {
  /// The storage's number of the database.
  package var id: Int64
  /// The storage's number of the schema, which all databases of a container's environment share.
  package var schema: Int64
  /// Another one after each change of the schema, never one that was there before.
  package var schemaVersion: Int64
  /// The number of the last change of a zone.
  package var position: UInt64

  package init(id: Int64, schema: Int64, schemaVersion: Int64, position: UInt64) {
    self.id = id
    self.schema = schema
    self.schemaVersion = schemaVersion
    self.position = position
  }

  /// The number that stands for all databases in which nothing was ever stored, and for shared ones, which
  /// have no default zone.
  static let emptyID: Int64 = 0
  static let emptySharedID: Int64 = -1

  /// False for what stands for a database in which nothing was ever stored.
  var isStored: Bool { id > Self.emptyID }
}
