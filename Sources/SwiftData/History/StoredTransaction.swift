// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDBSQLite

/// A transaction as it is stored.
struct StoredTransaction {
  let number: Int64
  /// In seconds since the reference date.
  let timestamp: Double
  let author: String?
  private let program: String
  private let process: String
  private let schema: Int64
  /// The groups of each part, in writing order.
  private var parts: [[PackedChanges.Group]] = []

  /// Reads the current row of a ``HistorySQL/select(where:limit:)`` statement.
  init(_ row: OpaquePointer, _ store: Store) throws {
    number = sqlite3_column_int64(row, 0)
    timestamp = sqlite3_column_double(row, 1)
    author = Store.Connection.text(row, 2)
    program = Store.Connection.text(row, 3) ?? ""
    process = Store.Connection.text(row, 4) ?? ""
    schema = sqlite3_column_int64(row, 5)
    if sqlite3_column_type(row, 6) != SQLITE_NULL { try append(row, 6, store) }
  }

  /// Reads the parts of a transaction that was written in several flushes.
  mutating func readParts(_ store: Store, _ connection: Store.Connection) throws {
    guard parts.isEmpty else { return }
    var read: [[PackedChanges.Group]] = []
    try connection.rows(HistorySQL.parts, [.integer(number)], store: store.name) { row in
      read.append(try groups(row, 0, store))
    }
    parts = read
  }

  private mutating func append(_ row: OpaquePointer, _ column: Int32, _ store: Store) throws {
    parts.append(try groups(row, column, store))
  }

  private func groups(_ row: OpaquePointer, _ column: Int32, _ store: Store) throws
    -> [PackedChanges.Group]
  {
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(row, column), count: Int(sqlite3_column_bytes(row, column)))
    guard let groups = PackedChanges.groups(in: bytes) else {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "Transaction \(number) in the history of \(store.name) can't be read: restore the store "
          + "from a backup, or delete the history.")
    }
    return groups
  }

  /// The merged groups of all parts, each model once; a model that was inserted and deleted is
  /// omitted.
  private var groups: [PackedChanges.Group] {
    if parts.count < 2 { return parts.first ?? [] }
    var entities: [Int: MergedChanges] = [:]
    for group in parts.joined() { entities[group.entity, default: MergedChanges()].add(group) }
    return entities.sorted { $0.key < $1.key }.flatMap { $1.groups(entity: $0) }
      .sorted { $0.kind.rawValue < $1.kind.rawValue }
  }

  /// The current indexes of the changed entities.
  func entities(_ store: Store, _ connection: Store.Connection) throws -> Set<Int> {
    let resolved = try store.historySchemas.schema(schema, of: store, connection)
    return Set(
      parts.joined().compactMap {
        resolved.indices.contains($0.entity) ? resolved[$0.entity]?.index : nil
      })
  }

  /// Adds the changed rows to `changes` and their number to `count`; stops when the count exceeds
  /// `limit`.
  func add(
    to changes: inout SavedChanges, _ count: inout Int, upTo limit: Int, _ store: Store,
    _ connection: Store.Connection
  ) throws {
    let resolved = try store.historySchemas.schema(schema, of: store, connection)
    for group in groups {
      guard group.entity < resolved.count, let entity = resolved[group.entity] else { continue }
      count += group.runs.reduce(0) { $0 + $1.count }
      if count > limit { return }
      switch group.kind {
      case .insert: changes.inserted[entity.index, default: []] += group.runs.joined()
      case .delete: changes.deleted[entity.index, default: []] += group.runs.joined()
      case .update:
        let properties = entity.bits(group.properties)
        changes.updated[entity.index, default: []] += group.runs.joined().map {
          SavedChanges.Update(key: $0, properties: properties)
        }
      }
    }
  }

  /// The transaction in its public form.
  func transaction(_ store: Store, _ connection: Store.Connection) throws
    -> DefaultHistoryTransaction
  {
    let resolved = try store.historySchemas.schema(schema, of: store, connection)
    var maker = HistoryChangeMaker(store: store, transaction: number)
    for group in groups {
      guard group.entity < resolved.count, let entity = resolved[group.entity] else { continue }
      if group.kind == .delete { try maker.readTombstones(connection) }
      maker.append(group, entity)
    }
    return DefaultHistoryTransaction(
      author: author, changes: maker.changes, storeIdentifier: store.identifier,
      timestamp: Date(timeIntervalSinceReferenceDate: timestamp),
      token: DefaultHistoryToken(store: store.identifier, number: number),
      transactionIdentifier: number, bundleIdentifier: program, processIdentifier: process)
  }
}

/// The merged changes of one entity in several parts, each model once.
private struct MergedChanges {
  private var inserted: Set<Int64> = []
  private var updated: [Int64: UInt64] = [:]
  private var deleted: Set<Int64> = []

  mutating func add(_ group: PackedChanges.Group) {
    for key in group.runs.joined() {
      switch group.kind {
      case .insert: inserted.insert(key)
      case .update:
        if !inserted.contains(key) { updated[key, default: 0] |= group.properties }
      case .delete:
        updated[key] = nil
        if inserted.remove(key) == nil { deleted.insert(key) }
      }
    }
  }

  func groups(entity: Int) -> [PackedChanges.Group] {
    func group(_ kind: PackedChanges.Kind, _ properties: UInt64, _ keys: some Sequence<Int64>)
      -> PackedChanges.Group
    {
      PackedChanges.Group(
        kind: kind, entity: entity, properties: properties, runs: keys.sorted().map { $0...$0 })
    }
    var groups: [PackedChanges.Group] = []
    if !inserted.isEmpty { groups.append(group(.insert, 0, inserted)) }
    for (properties, updates) in Dictionary(grouping: updated, by: \.value)
      .sorted(by: { $0.key < $1.key })
    {
      groups.append(group(.update, properties, updates.map(\.key)))
    }
    if !deleted.isEmpty { groups.append(group(.delete, 0, deleted)) }
    return groups
  }
}
