// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Crypto
import Foundation

/// The storage and the token sealer that the services share.
package struct ServiceContext: Sendable {
  package let storage: any ServerStorage
  package let sealer: TokenSealer
  let schemas = SchemaCache()
  let queryLimits: QueryLimits
  let quickQueries: ConcurrencyLimiter
  let longQueries: ConcurrencyLimiter

  package init(
    storage: any ServerStorage, sealer: TokenSealer, queryLimits: QueryLimits = QueryLimits()
  ) {
    self.storage = storage
    self.sealer = sealer
    self.queryLimits = queryLimits
    quickQueries = ConcurrencyLimiter(queryLimits.quick)
    longQueries = ConcurrencyLimiter(queryLimits.long)
  }

  /// A context with the key in the storage, so that all processes that use it accept the same tokens.
  package init(
    storage: any ServerStorage, queryLimits: QueryLimits = QueryLimits()
  ) async throws {
    let key = SymmetricKey(data: try await storage.secret("tokens"))
    self.init(storage: storage, sealer: TokenSealer(key: key), queryLimits: queryLimits)
  }

  // MARK: Transactions

  /// Runs a read transaction in the caller's database.
  ///
  /// A database that does not exist is read as an empty one, and is not created.
  func read<Value: Sendable>(
    _ call: CallContext,
    _ body: @escaping @Sendable (any StorageReader, StoredDatabase) throws -> Value
  ) async throws -> Value {
    let key = try call.databaseKey
    return try await translatingErrors {
      try await storage.read { reader in
        try body(reader, try reader.database(key) ?? reader.emptyDatabase(key))
      }
    }
  }

  /// Runs a read transaction in the caller's database, which is created if needed.
  func readStored<Value: Sendable>(
    _ call: CallContext,
    _ body: @escaping @Sendable (any StorageReader, StoredDatabase) throws -> Value
  ) async throws -> Value {
    let value: Value? = try await read(call) { reader, database in
      database.isStored ? try body(reader, database) : nil
    }
    if let value { return value }
    return try await write(call) { try body($0, $1) }
  }

  /// Runs a write transaction in the caller's database; an error rolls it back.
  func write<Value: Sendable>(
    _ call: CallContext,
    _ body: @escaping @Sendable (any StorageWriter, StoredDatabase) throws -> Value
  ) async throws -> Value {
    let key = try call.databaseKey
    return try await translatingErrors {
      try await storage.write { try body($0, try $0.makeDatabase(key)) }
    }
  }

  /// Converts storage errors to failures without their private details.
  func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as StorageError {
      throw ServerFailure(error)
    } catch let error as WireError {
      throw ServerFailure(.internalError, "cannot read stored data: \(error.reason)")
    }
  }
}

extension ServerFailure {
  /// The failure for a write that exceeds a quota.
  static func overQuota(_ bytes: Int64, _ available: Int64) -> ServerFailure {
    ServerFailure(
      .quotaExceeded,
      available > 0
        ? "The quota has \(available) bytes left, and this needs \(bytes): delete something first."
        : "The quota is used up: delete something first.")
  }
}

extension CallContext {
  /// The key of the request's database.
  var databaseKey: DatabaseKey {
    get throws(ServerFailure) {
      var owner = ""
      if database != .public {
        guard case .user(let name) = caller else {
          if case .world = caller {
            throw ServerFailure(.authenticationRequired, "request needs authorization")
          }
          throw ServerFailure(
            .accessDenied, "A server-to-server key has no \(database.rawValue) database.")
        }
        owner = name
      }
      return DatabaseKey(
        container: container, environment: environment, scope: database, owner: owner)
    }
  }

  /// The ID of a zone in responses.
  func zoneID(_ name: String) -> ZoneID {
    ZoneID(
      zoneName: name, ownerRecordName: database == .private ? caller.recordName : nil,
      zoneType: name == ZoneID.defaultName ? .default : .regularCustom)
  }

  /// True if the caller owns a zone; zones of other users are never visible.
  func owns(_ zoneID: ZoneID) -> Bool {
    guard database == .private, let owner = zoneID.ownerRecordName else { return true }
    return owner == caller.recordName || owner == "__defaultOwner__" || owner == "_defaultOwner"
  }

  /// The request's date in milliseconds since 1970.
  var timestamp: Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }

  var stamp: AuditStamp { AuditStamp(timestamp: timestamp, userRecordName: caller.recordName) }
}
