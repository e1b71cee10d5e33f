// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Synchronization

/// The schemas that were read last.
///
/// Each transaction says which version it needs: one that another process changed is read again.
final class SchemaCache: Sendable {
  private static let limit = 1_000
  private let schemas = Mutex<[Int64: Schema]>([:])
  private let ids = Mutex<[DatabaseKey: Int64]>([:])

  /// The schema of a database, which the reader has just read.
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

  /// The schema as it was last seen: good for work that is checked later.
  func latest(_ id: Int64) -> Schema? { schemas.withLock { $0[id] } }

  /// The schema of a database never is another one.
  func id(of key: DatabaseKey) -> Int64? {
    ids.withLock { $0[key.ofEveryOwner] }
  }

  func remember(_ id: Int64, for key: DatabaseKey) {
    // The next time there may be one.
    if id == Schema.emptyID { return }
    ids.withLock { ids in
      if ids.count >= Self.limit { ids.removeAll() }
      ids[key.ofEveryOwner] = id
    }
  }
}

extension DatabaseKey {
  /// What stands for all databases with the same schema.
  fileprivate var ofEveryOwner: DatabaseKey {
    DatabaseKey(container: container, environment: environment, scope: .public, owner: "")
  }
}
