// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
import Crypto
import Foundation

/// The data that the services work on: the storage, and the key that its tokens are sealed with.
package struct CloudData: Sendable {
  package let storage: any ServerStorage
  package let sealer: TokenSealer
  let schemas = SchemaCache()
  let queryLimits: QueryLimits
  let quickQueries: WorkLanes
  let longQueries: WorkLanes

  package init(
    storage: any ServerStorage, sealer: TokenSealer, queryLimits: QueryLimits = QueryLimits()
  ) {
    self.storage = storage
    self.sealer = sealer
    self.queryLimits = queryLimits
    quickQueries = WorkLanes(queryLimits.quick)
    longQueries = WorkLanes(queryLimits.long)
  }

  /// With the key that the storage keeps: every process that uses it takes the others' tokens.
  package init(
    storage: any ServerStorage, queryLimits: QueryLimits = QueryLimits()
  ) async throws {
    let key = SymmetricKey(data: try await storage.secret("tokens"))
    self.init(storage: storage, sealer: TokenSealer(key: key), queryLimits: queryLimits)
  }

  // MARK: Transactions

  /// Reads in the caller's database; one in which nothing was ever stored is read as an empty one, and
  /// is not made for it.
  func read<Value: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (any StorageReader, StoredDatabase) throws -> Value
  ) async throws -> Value {
    let key = try call.databaseKey
    return try await answering {
      try await storage.read { reader in
        try body(reader, try reader.database(key) ?? reader.emptyDatabase(key))
      }
    }
  }

  /// Reads in the caller's database, which is made if this is its first use.
  func readStored<Value: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (any StorageReader, StoredDatabase) throws -> Value
  ) async throws -> Value {
    let value: Value? = try await read(call) { reader, database in
      database.isStored ? try body(reader, database) : nil
    }
    if let value { return value }
    return try await write(call) { try body($0, $1) }
  }

  /// Writes in the caller's database; if the body throws, nothing was written.
  func write<Value: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (any StorageWriter, StoredDatabase) throws -> Value
  ) async throws -> Value {
    let key = try call.databaseKey
    return try await answering {
      try await storage.write { try body($0, try $0.makeDatabase(key)) }
    }
  }

  /// Errors of the storage as answers; what may be private in them stays out.
  func answering<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as StorageError {
      throw ServerFailure(error)
    } catch let error as WireError {
      throw ServerFailure(.internalError, "What is stored can't be read: \(error.reason)")
    }
  }
}

extension ServerFailure {
  /// What a client is told of an error of the storage.
  init(_ error: StorageError) {
    switch error {
    case .full:
      self.init(.tryAgainLater, "The server has no room at the moment.", retryAfter: 30)
    case .unavailable:
      self.init(.tryAgainLater, "The server can't use its storage at the moment.", retryAfter: 5)
    case .damaged: self.init(.internalError, "The server's storage is damaged.")
    case .failed: self.init(.internalError, "The server's storage failed.")
    }
  }
}

extension ServerFailure {
  /// A quota does not allow as many bytes.
  static func noRoom(_ bytes: Int64, _ room: Int64) -> ServerFailure {
    ServerFailure(
      .quotaExceeded,
      room > 0
        ? "The quota has room for \(room) bytes, and this needs \(bytes)."
        : "The quota is used up: delete something first.")
  }
}

extension Call {
  /// Which database is meant; each user has private and shared ones.
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

  /// A zone's name as answers have it.
  func zoneID(_ name: String) -> ZoneID {
    ZoneID(
      zoneName: name, ownerRecordName: database == .private ? caller.recordName : nil,
      zoneType: name == ZoneID.defaultName ? .default : .regularCustom)
  }

  /// True if a zone of a request is the caller's own; nobody hears of those of others.
  func owns(_ zoneID: ZoneID) -> Bool {
    guard database == .private, let owner = zoneID.ownerRecordName else { return true }
    return owner == caller.recordName || owner == "__defaultOwner__" || owner == "_defaultOwner"
  }

  /// Milliseconds since 1970.
  var timestamp: Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded(.down)) }

  var stamp: RecordStamp { RecordStamp(timestamp: timestamp, userRecordName: caller.recordName) }
}
