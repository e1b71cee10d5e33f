// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// A stored database.
package struct StoredDatabase: Sendable, Hashable {
  /// The storage's number of the database.
  package var id: Int64
  /// The storage's number of the schema, shared by all databases of a container's environment.
  package var schema: Int64
  /// The version of the schema, which each change replaces with a new, unique one.
  package var schemaVersion: Int64
  /// The sequence number of the last change of a zone.
  package var position: UInt64

  package init(id: Int64, schema: Int64, schemaVersion: Int64, position: UInt64) {
    self.id = id
    self.schema = schema
    self.schemaVersion = schemaVersion
    self.position = position
  }

  /// The ID for all private and public databases that never had data.
  static let emptyID: Int64 = 0
  /// The ID for all shared databases that never had data, and which have no default zone.
  static let emptySharedID: Int64 = -1

  /// False for a database that never had data.
  var isStored: Bool { id > Self.emptyID }
}

/// The key of a database.
///
/// Each user has a private and a shared database in each container and environment.
package struct DatabaseKey: Sendable, Hashable {
  package var container: String
  package var environment: Environment
  package var scope: DatabaseScope
  /// The user record's name; empty for the public database.
  package var owner: String

  package init(container: String, environment: Environment, scope: DatabaseScope, owner: String) {
    self.container = container
    self.environment = environment
    self.scope = scope
    self.owner = owner
  }
}
