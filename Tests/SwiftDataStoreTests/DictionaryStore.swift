// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// A custom store in memory.
///
/// The contents of each name exist as long as the process. Keys are integers.
final class DictionaryStore: DataStore, DataStoreBatching, HistoryProviding {
  typealias Snapshot = DefaultSnapshot
  typealias HistoryType = StoreTransaction

  struct Configuration: DataStoreConfiguration {
    typealias Store = DictionaryStore

    let name: String
    var schema: Schema?
    /// Whether the store answers requests for the snapshots in its memory.
    let caches: Bool
    /// Whether the store ignores changes of stored models.
    let losesUpdates: Bool
    /// The entity and property whose values are unique.
    let unique: Unique?

    init(
      _ name: String, caches: Bool = false, losesUpdates: Bool = false, unique: Unique? = nil
    ) {
      self.name = name
      self.caches = caches
      self.losesUpdates = losesUpdates
      self.unique = unique
    }

    static func == (lhs: Configuration, rhs: Configuration) -> Bool { lhs.name == rhs.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  struct Unique: Sendable {
    let entity: String
    let property: String
  }

  /// The contents of a store.
  final class Contents: Sendable {
    struct State {
      var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
      var lastKey: Int64 = 0
      var calls: [String] = []
      var history: [StoreTransaction] = []
      var failure: (any Error)?
      var editingStates = 0
      var authors: [String?] = []
    }

    let state = Mutex(State())
  }

  private static let known = Mutex<[String: Contents]>([:])

  static func contents(_ name: String) -> Contents {
    known.withLock { known in
      let contents = known[name] ?? Contents()
      known[name] = contents
      return contents
    }
  }

  let configuration: Configuration
  let contents: Contents
  let schema: Schema

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    contents = Self.contents(configuration.name)
  }

  var identifier: String { "dictionary-" + configuration.name }

  private func names<T: PersistentModel>(_ type: T.Type, _ includesSubclasses: Bool = true)
    -> Set<String>
  {
    func names(_ entity: Schema.Entity) -> [String] {
      [entity.name] + entity.subentities.flatMap(names)
    }
    let name = Schema.entityName(for: type)
    if !includesSubclasses { return [name] }
    return Set(schema.entity(for: type).map(names) ?? [name])
  }

  // MARK: Fetching

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  where T: PersistentModel {
    let descriptor = request.descriptor
    return try contents.state.withLock { state in
      state.calls.append("fetch \(T.self)")
      if let failure = state.failure { throw failure }
      let names = names(T.self)
      let matches = state.snapshots.values.filter {
        names.contains($0.persistentIdentifier.entityName)
      }
      .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
      if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
      if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
      let part = matches.dropFirst(descriptor.fetchOffset ?? 0)
        .prefix(descriptor.fetchLimit ?? .max)
      return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: Array(part))
    }
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    contents.state.withLock { state in
      state.calls.append("cached \(persistentIdentifiers.count)")
      if !configuration.caches { return [:] }
      let wanted = Set(persistentIdentifiers)
      return state.snapshots.filter { wanted.contains($0.key) }
    }
  }

  // MARK: Saving

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    try contents.state.withLock { state in
      state.calls.append(
        "save \(request.inserted.count) \(request.updated.count) \(request.deleted.count)")
      if let failure = state.failure { throw failure }
      state.authors.append(request.editingState.author)
      var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
      var merged: Set<PersistentIdentifier> = []
      var last = state.lastKey
      for snapshot in request.inserted {
        let own = snapshot.persistentIdentifier
        if let known = try conflict(snapshot, state) {
          identifiers[own] = known
          merged.insert(known)
          continue
        }
        last += 1
        identifiers[own] = try PersistentIdentifier.identifier(
          for: identifier, entityName: own.entityName, primaryKey: last)
      }
      for snapshot in request.inserted {
        let own = identifiers[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        state.snapshots[own] = snapshot.copy(
          persistentIdentifier: own, remappedIdentifiers: identifiers)
      }
      for snapshot in request.updated where !configuration.losesUpdates {
        state.snapshots[snapshot.persistentIdentifier] = snapshot.copy(
          persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: identifiers)
      }
      for snapshot in request.deleted { state.snapshots[snapshot.persistentIdentifier] = nil }
      state.lastKey = last
      let token = StoreToken(tokenValue: state.history.count + 1)
      state.history.append(
        StoreTransaction(
          author: request.editingState.author, changes: [], storeIdentifier: identifier,
          timestamp: Date(timeIntervalSinceReferenceDate: Double(state.history.count)),
          token: token, transactionIdentifier: state.history.count + 1))
      return DataStoreSaveChangesResult(
        for: identifier, remappedIdentifiers: identifiers, historyToken: token)
    }
  }

  /// The stored model with the unique value of a new one.
  private func conflict(_ snapshot: DefaultSnapshot, _ state: Contents.State) throws
    -> PersistentIdentifier?
  {
    guard let unique = configuration.unique,
      snapshot.persistentIdentifier.entityName == unique.entity
    else { return nil }
    func value(_ snapshot: DefaultSnapshot) throws -> String? {
      let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot))
      return (object as? [String: Any])?[unique.property].map { "\($0)" }
    }
    let own = try value(snapshot)
    return try state.snapshots.values.first {
      guard $0.persistentIdentifier.entityName == unique.entity else { return false }
      return try value($0) == own
    }?.persistentIdentifier
  }

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    try contents.state.withLock { state in
      state.calls.append("delete \(T.self)")
      if let failure = state.failure { throw failure }
      let names = names(T.self, request.includeSubclasses)
      if request.predicate != nil { throw DataStoreError.preferInMemoryFilter }
      for identifier in state.snapshots.keys where names.contains(identifier.entityName) {
        state.snapshots[identifier] = nil
      }
    }
  }

  func erase() throws {
    contents.state.withLock { $0.snapshots = [:] }
  }

  func initializeState(for editingState: EditingState) {
    contents.state.withLock { $0.editingStates += 1 }
  }

  func invalidateState(for editingState: EditingState) {
    contents.state.withLock { $0.editingStates -= 1 }
  }

  // MARK: History

  static var historyType: StoreTransaction.Type { StoreTransaction.self }

  func fetchHistory(_ descriptor: HistoryDescriptor<StoreTransaction>) throws -> [StoreTransaction]
  {
    let all = contents.state.withLock { $0.history }
    guard let predicate = descriptor.predicate else { return all }
    return try all.filter { try predicate.evaluate($0) }
  }

  func deleteHistory(_ descriptor: HistoryDescriptor<StoreTransaction>) throws {
    let found = Set(try fetchHistory(descriptor).map(\.transactionIdentifier))
    contents.state.withLock { state in
      state.history.removeAll { found.contains($0.transactionIdentifier) }
    }
  }
}

struct StoreToken: HistoryToken {
  var tokenValue: Int?
  var id: Int { tokenValue ?? 0 }

  static func < (lhs: StoreToken, rhs: StoreToken) -> Bool { lhs.id < rhs.id }
}

struct StoreTransaction: HistoryTransaction {
  let author: String?
  let changes: [HistoryChange]
  let storeIdentifier: String
  let timestamp: Date
  let token: StoreToken
  let transactionIdentifier: Int
  var id: Int { transactionIdentifier }

  static func == (lhs: StoreTransaction, rhs: StoreTransaction) -> Bool { lhs.id == rhs.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
