// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
package import SwiftData

/// Keeps the objects of one store and the records of one zone in step.
///
/// It says what is to be sent, and takes what came; it does no more than that: no network, no clock and
/// no chance of its own. Each call is one transaction of the store, in which the objects change together
/// with what is noted of their records. So it can stop after any of them, and go on as if nothing had
/// been.
///
/// It belongs to one isolation domain at a time.
package final class Mirror {
  /// What it gets from outside.
  package struct Surroundings {
    /// The time of the wall clock, in milliseconds since 1970.
    package var now: () -> Int64
    /// A name for a record, which no other has.
    package var newName: () -> String
    /// The number of the device; asked for once in the life of a store.
    package var newNode: () -> UInt64
    /// Files, keys and the zone.
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

  /// The author in the history of what came from others.
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
  /// What was given out to be sent and not told of yet, by the names of the records.
  var underway: [String: Departure] = [:]
  /// How many saves of others were looked at.
  var saveCount = 0

  /// A copy of a record on its way.
  struct Departure {
    let change: Int64
    /// Nil for a deletion.
    let snapshot: RecordSnapshot?
    let fields: Set<String>
  }

  var zone: CKRecordZone.ID { surroundings.transport.zone }

  /// The mirror of one of the stores of a context, which is its own from now on.
  ///
  /// Throws a ``SwiftDataError`` for what can't be read or written.
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
  }

  /// Whether there was another key before, with which values were encrypted that are still there.
  private(set) var hasOtherKey = false

  // MARK: Transactions

  /// Runs `body` in one transaction; the clock that it leaves is noted with it.
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

  /// The clock as it is noted; nil if none is, or none that can be read.
  private static func clock(_ tables: MirrorTables) throws -> HybridLogicalClock? {
    try tables.text(.clock).flatMap {
      try? JSONDecoder().decode(HybridLogicalClock.self, from: Data($0.utf8))
    }
  }

  private static func write(_ clock: HybridLogicalClock, _ tables: MirrorTables) throws {
    let data = try JSONEncoder().encode(clock)
    try tables.set(.clock, .text(String(decoding: data, as: UTF8.self)))
  }

  // MARK: The engine's state

  /// The state to start an engine with, by the one that is kept; nil without one that can be read.
  ///
  /// What the server did not take is tried again. After a change of the models, or of the key, all is
  /// fetched anew, if something that came was not understood before and may be now.
  package func beginning() throws -> CKSyncEngine.State.Serialization? {
    try transaction { tables in
      // Another process may have had the store until now.
      if let noted = try Self.clock(tables) { clock = noted }
      // The server may be another one, or its schema, or the program.
      try tables.forgetRefusals()
      try tables.forgetLongGone(now: surroundings.now())
      var state = try tables.data(.engine).flatMap {
        try? JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0)
      }
      // It will count its full fetches from the first on.
      if state == nil { try tables.forgetFullFetches() }
      var isUnderstood = true
      let vocabulary = layout.vocabulary
      if try tables.text(.vocabulary) != vocabulary {
        isUnderstood = try !tables.hasUnread()
        try tables.set(.vocabulary, .text(vocabulary))
      }
      if let key = try newKey(tables) {
        if try tables.countRefused() > 0 { isUnderstood = false }
        if try tables.text(.key) != nil { try tables.set(.otherKey, .integer(1)) }
        try tables.set(.key, .text(key))
      }
      hasOtherKey = try tables.integer(.otherKey) != nil
      if isUnderstood { return state }
      state = state?.fetchingAll(of: zone)
      if let state { try tables.set(.engine, .blob(JSONEncoder().encode(state))) }
      return state
    }
  }

  /// The name of the key, if it is another one than encrypted values were read with.
  private func newKey(_ tables: MirrorTables) throws -> String? {
    guard let key = surroundings.transport.keyName() else { return nil }
    return try tables.text(.key) == key ? nil : key
  }

  /// Whether something may be understood since ``beginning()`` that was not: there is another key.
  package func understandsMore() throws -> Bool {
    try context.reading(store: store) { try newKey(MirrorTables($0)) } != nil
  }

  /// Keeps the state of the engine.
  package func keepEngineState(_ data: Data) throws {
    try transaction { try $0.set(.engine, .blob(data)) }
  }

  /// How many records have changes that the server doesn't have yet, as far as they are noted.
  package func countToBeSent() throws -> Int {
    try context.reading(store: store) { try MirrorTables($0).countToBeSent() }
  }

  /// How many records are not taken by the server, or not by the store.
  package func countRefused() throws -> Int {
    try context.reading(store: store) { try MirrorTables($0).countRefused() }
  }

  // MARK: Entities

  /// The layout of the records of an entity by its place among the store's.
  func records(ofEntity index: Int) -> EntityRecordLayout { layout.entities[index] }

  /// Whether an object of an entity may take the row of another with the same unique values.
  func hasUniqueValues(_ entity: Int) -> Bool {
    uniqueTables.contains(storeLayout.entities[entity].table)
  }

  /// The properties by which objects may refer to one of an entity.
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

  /// The name of an entity's row.
  func row(ofEntity index: Int, _ key: Int64) -> RowName {
    RowName(table: storeLayout.entities[index].table, key: key)
  }

  /// The place of the entity whose records have a type.
  func entity(ofType type: String) -> Int? { layout.index(ofType: type) }
}
