// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite
import Synchronization

/// Writes the history of a store, each transaction inside its own SQLite transaction.
final class HistoryRecorder: Sendable {
  private let policy: ModelConfiguration.History
  private let storeName: String
  /// The row ID of the history schema, which contains the names of this program's models.
  private let schema: Int64
  /// The index of each entity in the history schema.
  private let entityIndexes: [Int]
  /// The stored properties of each entity, as bits.
  private let stored: [UInt64]
  /// The properties of each entity whose values are preserved on deletion.
  private let preserved: [[PropertyLayout]]
  private let program = ProcessInfo.processInfo.processName
  private let process = String(ProcessInfo.processInfo.processIdentifier)
  /// The time of the last purge, in seconds since the reference date.
  private let lastPurge = Mutex(-Double.infinity)

  /// Creates a recorder that uses the names of a layout, stored under a row ID.
  init(
    schema row: Int64, _ layout: StoreLayout, _ policy: ModelConfiguration.History,
    store name: String
  ) {
    self.policy = policy
    storeName = name
    schema = row
    entityIndexes = HistorySchema(layout).entityIndexes(in: layout)
    stored = layout.entities.map { entity in
      entity.properties.reduce(0) { bits, property in
        if case .attribute(.ephemeral, _) = property.storage { return bits }
        return bits | _ModelState.bit(property.index)
      }
    }
    preserved = layout.entities.map { entity in
      let properties = ModelDescription.of(entity.type).properties
      return entity.properties.filter { property in
        let attribute = properties[property.index].metadata as? Schema.Attribute
        return property.hasColumn && attribute?.options.contains(.preserveValueOnDeletion) == true
      }
    }
  }

  // MARK: Transactions

  /// Writes a transaction with all its changes.
  func record(
    _ changes: SavedChanges, number: Int64, author: String?, _ connection: Store.Connection
  ) throws {
    if policy.isOff { return try expireTokens(number, connection) }
    let packed = pack(changes)
    if packed.bytes.isEmpty { return }
    try insert(number, author, packed, connection)
  }

  /// Writes a part of the running transaction; false if the part has no changes.
  func recordPart(
    _ changes: SavedChanges, number: Int64, part: Int, _ connection: Store.Connection
  ) throws -> Bool {
    if policy.isOff { return true }
    let packed = pack(changes)
    if packed.bytes.isEmpty { return false }
    let statement = try connection.statement(HistorySQL.insertPart)
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, number)
    sqlite3_bind_int64(statement, 2, Int64(part))
    try run(statement, binding: packed, to: 3, connection)
    return true
  }

  /// Writes a transaction whose parts were written before.
  func recordParts(number: Int64, author: String?, _ connection: Store.Connection) throws {
    if policy.isOff { return try expireTokens(number, connection) }
    try insert(number, author, nil, connection)
  }

  private func insert(
    _ number: Int64, _ author: String?, _ packed: PackedChanges?, _ connection: Store.Connection
  ) throws {
    let statement = try connection.statement(HistorySQL.insert)
    defer { sqlite3_reset(statement) }
    let now = policy.clock.now().timeIntervalSinceReferenceDate
    sqlite3_bind_int64(statement, 1, number)
    sqlite3_bind_double(statement, 2, now)
    if let author { _ = Store.Connection.bind(.text(author), to: statement, 3) }
    _ = Store.Connection.bind(.text(program), to: statement, 4)
    _ = Store.Connection.bind(.text(process), to: statement, 5)
    sqlite3_bind_int64(statement, 6, schema)
    try run(statement, binding: packed, to: 7, connection)
    try purge(now, connection)
  }

  private func run(
    _ statement: OpaquePointer, binding packed: PackedChanges?, to parameter: Int32,
    _ connection: Store.Connection
  ) throws {
    let code = (packed?.bytes ?? []).withUnsafeBytes { bytes in
      // The bytes remain valid until the statement has run.
      if packed != nil, let start = bytes.baseAddress {
        sqlite3_bind_blob64(statement, parameter, start, UInt64(bytes.count), nil)
      }
      defer { sqlite3_bind_null(statement, parameter) }
      return sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw connection.error(store: storeName) }
  }

  private func pack(_ changes: SavedChanges) -> PackedChanges {
    var packed = PackedChanges()
    for (entity, keys) in changes.inserted.sorted(by: { $0.key < $1.key }) {
      packed.append(.insert, entity: entityIndexes[entity], keys: keys)
    }
    for (entity, updates) in changes.updated.sorted(by: { $0.key < $1.key }) {
      let keys = Self.byProperties(updates, stored[entity])
      for (properties, keys) in keys.sorted(by: { $0.key < $1.key }) where properties != 0 {
        packed.append(.update, entity: entityIndexes[entity], properties: properties, keys: keys)
      }
    }
    for (entity, keys) in changes.deleted.sorted(by: { $0.key < $1.key }) {
      packed.append(.delete, entity: entityIndexes[entity], keys: keys)
    }
    return packed
  }

  /// The keys of the changed rows by their changed properties that are stored.
  private static func byProperties(_ updates: [SavedChanges.Update], _ stored: UInt64)
    -> [UInt64: [Int64]]
  {
    // Most saves change the same properties of all rows.
    if let first = updates.first?.properties, updates.allSatisfy({ $0.properties == first }) {
      return [first & stored: updates.map(\.key)]
    }
    var keys: [UInt64: [Int64]] = [:]
    for update in updates { keys[update.properties & stored, default: []].append(update.key) }
    return keys
  }

  // MARK: Tombstones

  /// Preserves the values of rows that are about to be deleted, for attributes with that option.
  func preserve(
    _ list: @autoclosure () -> String, entity: Int, in store: Store, number: () throws -> Int64,
    _ connection: Store.Connection
  ) throws {
    let properties = preserved[entity]
    if properties.isEmpty || policy.isOff { return }
    let keys = list()
    let layout = store.layout.entities[entity]
    let number = try number()
    for property in properties {
      let names: [SQLValue] = [.integer(number), .text(layout.name), .text(property.name)]
      try connection.rows(
        HistorySQL.insertTombstones(layout, property), [.text(keys)] + names, store: storeName)
      guard case .attribute(_, isExternal: true) = property.storage else { continue }
      var files: [(key: Int64, name: String)] = []
      try connection.rows(HistorySQL.files(layout, property), keys, store: storeName) { row in
        files.append((sqlite3_column_int64(row, 0), Store.Connection.text(row, 1) ?? ""))
      }
      for file in files {
        let data: Data
        do {
          data = try store.externalFiles.read(file.name)
        } catch {
          throw SwiftDataError.storeFailure.withMessage(
            "\(layout.name).\(property.name) of number \(file.key) can't be preserved in the "
              + "history: its external file \(file.name) can't be read "
              + "(\(error.localizedDescription)). Restore the file from a backup.")
        }
        try connection.rows(
          HistorySQL.insertTombstone,
          [names[0], names[1], .integer(file.key), names[2], .blob(data)], store: storeName)
      }
    }
  }

  // MARK: Expiry

  /// Deletes expired transactions, at most about once an hour.
  private func purge(_ now: Double, _ connection: Store.Connection) throws {
    guard let seconds = policy.seconds else { return }
    let isDue = lastPurge.withLock { last in
      guard now - last > Swift.min(3600, seconds) else { return false }
      last = now
      return true
    }
    if !isDue { return }
    var last: Int64 = 0
    try connection.rows(HistorySQL.lastBefore, [.real(now - seconds)], store: storeName) {
      last = sqlite3_column_int64($0, 0)
    }
    if last > 0 { try Store.deleteTransactions(upTo: last, connection, store: storeName) }
  }

  private func expireTokens(_ number: Int64, _ connection: Store.Connection) throws {
    try connection.rows(HistorySQL.setPurged, [.integer(number)], store: storeName)
  }
}
