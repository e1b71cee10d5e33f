// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Synchronization

/// A cache of schemas, validated by their version.
///
/// Each transaction knows the current version, so a schema that another process changed is read again.
final class SchemaCache: Sendable {
  private static let limit = 1_000
  private let schemas = Mutex<[Int64: Schema]>([:])
  private let ids = Mutex<[DatabaseKey: Int64]>([:])

  /// Returns the schema of a database that the transaction has read.
  func schema(of database: StoredDatabase, _ reader: any SchemaReading) throws -> Schema {
    if let schema = latest(database.schema), schema.version == database.schemaVersion {
      return schema
    }
    let schema = try reader.schema(database.schema)
    schemas.withLock { schemas in
      if schemas.count >= Self.limit { schemas.removeAll() }
      schemas[schema.id] = schema
    }
    return schema
  }

  /// Returns the latest known version of a schema, for work that is validated later.
  func latest(_ id: Int64) -> Schema? { schemas.withLock { $0[id] } }

  /// Returns the ID of a database's schema, which never changes.
  func id(of key: DatabaseKey) -> Int64? {
    ids.withLock { $0[key.ofEveryOwner] }
  }

  func store(_ id: Int64, for key: DatabaseKey) {
    // The database may be created later.
    if id == Schema.emptyID { return }
    ids.withLock { ids in
      if ids.count >= Self.limit { ids.removeAll() }
      ids[key.ofEveryOwner] = id
    }
  }
}

extension DatabaseKey {
  /// The key that stands for all databases with the same schema.
  fileprivate var ofEveryOwner: DatabaseKey {
    DatabaseKey(container: container, environment: environment, scope: .public, owner: "")
  }
}
