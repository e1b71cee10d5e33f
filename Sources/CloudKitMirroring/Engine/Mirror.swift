// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
package import SwiftData

/// Synchronizes the objects of one store with the records of one zone.
///
/// It decides which records to send, and applies fetched ones. It has no network access, no clock
/// and no random source of its own. Each call is one transaction of the store, which changes
/// objects together with the metadata of their records. So a process can end after any call, and
/// continue later.
///
/// An instance belongs to one isolation domain at a time.
package final class Mirror {
  /// The dependencies of a mirror.
  package struct Surroundings {
    /// The time of the wall clock, in milliseconds since 1970.
    package var now: () -> Int64
    /// Returns a new, unique record name.
    package var newName: () -> String
    /// Returns the device's number; called once in the lifetime of a store.
    package var newNode: () -> UInt64
    /// Files, encryption keys and the zone.
    package var transport: FieldTransport

    package init(
      now: @escaping () -> Int64, newName: @escaping () -> String,
      newNode: @escaping () -> UInt64, transport: FieldTransport
    ) {
      self.now = now
      self.newName = newName
      self.newNode = newNode
      self.transport = transport
    }
  }

  /// The author of transactions that apply changes of other devices.
  package static let author = "CloudKit"

  let context: ModelContext
  let store: Int
  let layout: RecordLayout
  let form: RecordForm
  let storeLayout: StoreLayout
  let columns: ModelColumns
  private let uniqueTables: Set<String>
  let surroundings: Surroundings
  var clock: HybridLogicalClock
  /// The in-flight changes, by the names of their records.
  var underway: [String: Departure] = [:]
  /// The number of transactions of other authors that were processed.
  var saveCount = 0
  /// The state after a restore of the store.
  var restored = RestoredState()

  /// A change of a record that was given to the engine to send.
  struct Departure {
    let change: Int64
    /// Nil for a deletion.
    let snapshot: RecordSnapshot?
    let fields: Set<String>
    /// Whether encrypted values of the object are not sent with it.
    var withholds = false
  }

  var zone: CKRecordZone.ID { surroundings.transport.zone }

  /// Creates the mirror of one of a context's stores; the mirror then owns the context.
  ///
  /// - Throws: A ``SwiftDataError`` if the store can't be read or written.
  package init(
    _ context: ModelContext, store: Int, layout: RecordLayout, _ surroundings: Surroundings
  ) throws {
    self.context = context
    self.store = store
    self.layout = layout
    form = try RecordForm(layout)
    self.surroundings = surroundings
    storeLayout = context.layout(ofStore: store)
    columns = try ModelColumns()
    uniqueTables = Set(
      storeLayout.entities.filter { !$0.uniqueConstraints.isEmpty }.map(\.table))
    clock = HybridLogicalClock(node: 0)
    context.author = Self.author
    context.autosaveEnabled = false
    clock = try context.transaction(ofStore: store) { tables in
      let tables = MirrorTables(tables)
      try tables.make()
      if let clock = try Self.clock(tables) { return clock }
      let clock = HybridLogicalClock(node: surroundings.newNode())
      try Self.write(clock, tables)
      return clock
    }
    try handleRestore()
  }

  /// Whether values encrypted with an earlier key may still exist.
  private(set) var hasOtherKey = false

  // MARK: Transactions

  /// Runs `body` in one transaction, and stores the clock in it if the clock has changed.
  func transaction<Result>(_ body: (MirrorTables) throws -> Result) throws -> Result {
    let before = clock
    do {
      return try context.transaction(ofStore: store) { tables in
        let tables = MirrorTables(tables)
        let result = try body(tables)
        if clock != before { try Self.write(clock, tables) }
        return result
      }
    } catch {
      clock = before
      throw error
    }
  }

  /// The stored clock; nil if there is none or it can't be decoded.
  static func clock(_ tables: MirrorTables) throws -> HybridLogicalClock? {
    try tables.text(.clock).flatMap {
      try? JSONDecoder().decode(HybridLogicalClock.self, from: Data($0.utf8))
    }
  }

  private static func write(_ clock: HybridLogicalClock, _ tables: MirrorTables) throws {
    let data = try JSONEncoder().encode(clock)
    try tables.set(.clock, .text(String(decoding: data, as: UTF8.self)))
  }

  // MARK: The engine's state

  /// The engine state to start from; nil if there is none or it can't be decoded.
  ///
  /// Changes that the server rejected become pending again. If the models or the key have changed,
  /// and some fetched records were not readable before, the returned state fetches the zone from
  /// the start.
  package func beginning() throws -> CKSyncEngine.State.Serialization? {
    try transaction { tables in
      // Another process may have used the store until now.
      if let noted = try Self.clock(tables) { clock = noted }
      restored = try RestoredState(tables)
      // The server, its schema or the program may have changed.
      try tables.forgetRefusals()
      try tables.forgetLongGone(now: surroundings.now())
      var state = try tables.data(.engine).flatMap {
        try? JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0)
      }
      // Without a state, the engine numbers its full fetches from 1 again.
      if state == nil { try tables.forgetFullFetches() }
      var isUnderstood = true
      let vocabulary = layout.vocabulary
      if try tables.text(.vocabulary) != vocabulary {
        isUnderstood = try !tables.hasUnread()
        try tables.set(.vocabulary, .text(vocabulary))
      }
      if let key = try newKey(tables) {
        let wasLocked = try tables.integer(.locked) != nil
        if try wasLocked || tables.countRefused() > 0 { isUnderstood = false }
        if let before = try tables.text(.key), before != key {
          try tables.set(.otherKey, .integer(1))
        }
        try tables.set(.key, .text(key))
        try tables.set(.locked, .null)
      }
      hasOtherKey = try tables.integer(.otherKey) != nil
      if isUnderstood { return state }
      state = state?.fetchingAll(of: zone)
      if let state { try tables.set(.engine, .blob(JSONEncoder().encode(state))) }
      return state
    }
  }

  /// The name of the current key, if values were last decrypted with another one, or locked.
  private func newKey(_ tables: MirrorTables) throws -> String? {
    guard let key = surroundings.transport.keyName() else { return nil }
    return try tables.text(.key) == key && tables.integer(.locked) == nil ? nil : key
  }

  /// Whether the key has changed since ``beginning()``, so that more values may be readable.
  package func understandsMore() throws -> Bool {
    try context.reading(store: store) { try newKey(MirrorTables($0)) } != nil
  }

  /// Stores the state of the engine.
  package func keepEngineState(_ data: Data) throws {
    try transaction { try $0.set(.engine, .blob(data)) }
  }

  /// Removes the state of the engine, so that the next one fetches all records.
  ///
  /// Records, pending changes and tombstones are kept: the fetched records are merged with them.
  package func removeEngineState() throws {
    try transaction { try $0.set(.engine, .null) }
  }

  /// The number of records with pending changes, as far as changes are recorded.
  package func countToBeSent() throws -> Int {
    try context.reading(store: store) { try MirrorTables($0).countToBeSent() }
  }

  /// The number of records that the server or the store rejects.
  package func countRefused() throws -> Int {
    try context.reading(store: store) { try MirrorTables($0).countRefused() }
  }

  /// The number of records with encrypted values that stay here for lack of a key.
  package func countWithheld() throws -> Int {
    try context.reading(store: store) { try MirrorTables($0).countWithheld() }
  }

  // MARK: Entities

  /// The layout of the records of an entity by its index in the store.
  func records(ofEntity index: Int) -> EntityRecordLayout { layout.entities[index] }

  /// Whether an object of an entity can have the same unique values as another row.
  func hasUniqueValues(_ entity: Int) -> Bool {
    uniqueTables.contains(storeLayout.entities[entity].table)
  }

  /// The properties that can refer to objects of an entity.
  func references(to entity: Int) -> [(entity: Int, property: PropertyLayout)] {
    storeLayout.entities.indices.flatMap { index in
      storeLayout.entities[index].properties.compactMap { property in
        guard case .toOne(let destination) = property.storage,
          storeLayout.entities[entity].isA(destination.entity)
        else { return nil }
        return (index, property)
      }
    }
  }

  /// The row of an entity with a key.
  func row(ofEntity index: Int, _ key: Int64) -> RowName {
    RowName(table: storeLayout.entities[index].table, key: key)
  }

  /// The index of the entity whose records have a type.
  func entity(ofType type: String) -> Int? { layout.index(ofType: type) }
}
