// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring
import Foundation
import SwiftData

/// The coordinator's position in the history, and the clocks of all values, within a transaction.
struct SyncLedger {
  let context: ModelContext
  let tables: AuxiliaryTables
  let device: UUID

  init(_ context: ModelContext, _ tables: AuxiliaryTables) throws {
    self.context = context
    self.tables = tables
    let activity = try ActivityTables(tables)
    if let text = try activity.value(.device), let known = UUID(uuidString: text) {
      device = known
    } else {
      device = UUID()
      try activity.set(.device, device.uuidString)
    }
    try tables.execute(
      """
      CREATE TABLE IF NOT EXISTS _cairn_trips_record (
        entity TEXT NOT NULL, object TEXT NOT NULL, fields BLOB NOT NULL,
        PRIMARY KEY (entity, object)) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS _cairn_trips_overwritten (
        id INTEGER PRIMARY KEY, entity TEXT NOT NULL, object TEXT NOT NULL, property TEXT NOT NULL,
        value TEXT, is_local INTEGER NOT NULL, packed INTEGER NOT NULL, node INTEGER NOT NULL) STRICT;
      """)
  }

  /// The number of the device in clocks: the last eight bytes of its identifier, not 0.
  private var node: UInt64 {
    let bytes = device.uuid
    let number = [
      bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return max(1, number)
  }

  /// The order of entities in which references find their targets.
  static func rank(_ entity: String) -> Int {
    let order = [
      "UserProfile", "Trip", "Collaborator", "Place", "Route", "PackingTemplate", "Segment",
      "DayPlanItem",
    ]
    return order.firstIndex(of: entity) ?? order.count
  }

  // MARK: Pending changes

  /// The position in the history; 0 before the first confirmation.
  private func position() throws -> Int64 {
    var number: Int64 = 0
    try tables.run("SELECT value FROM _cairn_trips_state WHERE key = 'outbox'") {
      number = $0.text(0).flatMap { Int64($0) } ?? 0
    }
    return number
  }

  /// Returns the changes after the position.
  func pending() throws -> OutboxBatch {
    var batch = OutboxBatch()
    batch.last = try position()
    let last = batch.last
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.transactionIdentifier > last })
    for transaction in try context.fetchHistory(descriptor) {
      batch.last = max(batch.last, transaction.transactionIdentifier)
      let author = transaction.author
      if author == TripSyncCoordinator.author || author == CloudKitMirroring.Mirror.author {
        continue
      }
      for change in transaction.changes {
        guard
          let type = try? TripLibrary.type(named: change.changedPersistentIdentifier.entityName)
        else { continue }
        try add(change, type, transaction, to: &batch)
      }
    }
    return batch
  }

  private func add<Entity: TripEntity>(
    _ change: HistoryChange, _ type: Entity.Type, _ transaction: DefaultHistoryTransaction,
    to batch: inout OutboxBatch
  ) throws {
    let identifier = change.changedPersistentIdentifier
    let time = HybridTimestamp(
      milliseconds: Int64(transaction.timestamp.timeIntervalSince1970 * 1000), node: node)
    guard let entity = context.model(type, key: identifier.key) else {
      if case .delete(let deletion) = change {
        try addPurge(deletion, type, transaction, time, &batch)
      }
      return
    }
    let name = OutboxBatch.Name(entity: Entity.entityName, object: entity.id)
    let stored = try batch.records[name] ?? record(name)
    let current = Self.values(of: entity)
    var record = stored ?? RecordSnapshot.made(current, at: time)
    var names = Set(record.write(current, at: time))
    if case .update(let update) = change, let update = update as? DefaultHistoryUpdate<Entity> {
      // A later transaction may have written the value too; this one is the latest known so far.
      for field in Entity.fields where update.containsAttribute(field.path) {
        names.insert(field.name)
        record.clocks[field.name] = max(record.clocks[field.name], time)
      }
    } else {
      names = Set(Entity.fields.map(\.name))
    }
    guard !names.isEmpty else { return }
    batch.records[name] = record
    var values: [String: String] = [:]
    var clocks: [String: HybridTimestamp] = [:]
    for field in names {
      if case .text(let text) = record.values[field] { values[field] = text }
      clocks[field] = record.clocks[field]
    }
    batch.envelopes.append(
      ChangeEnvelope(
        id: UUID(
          namespace: device, name: "\(transaction.transactionIdentifier):\(entity.id.uuidString)"),
        kind: .update, entity: Entity.entityName, objectID: entity.id, values: values,
        clocks: clocks, token: transaction.transactionIdentifier))
  }

  private func addPurge<Entity: TripEntity>(
    _ deletion: any HistoryDelete, _ type: Entity.Type, _ transaction: DefaultHistoryTransaction,
    _ time: HybridTimestamp, _ batch: inout OutboxBatch
  ) throws {
    let key = deletion.changedPersistentIdentifier.key
    guard
      let object = try ActivityTables(reading: tables).recorded(Entity.entityName, key)?.object
        ?? purged(deletion, type)
    else { return }
    let name = OutboxBatch.Name(entity: Entity.entityName, object: object)
    var record =
      try batch.records[name] ?? self.record(name)
      ?? RecordSnapshot(values: [:], clocks: FieldClocks(base: time))
    var values = record.values
    values["isDeleted"] = .text("true")
    record.write(values, at: time)
    batch.records[name] = record
    batch.envelopes.append(
      ChangeEnvelope(
        id: UUID(
          namespace: device, name: "\(transaction.transactionIdentifier):\(object.uuidString)"),
        kind: .purge, entity: Entity.entityName, objectID: object, values: ["isDeleted": "true"],
        clocks: ["isDeleted": record.clocks["isDeleted"]],
        token: transaction.transactionIdentifier))
  }

  /// Returns the preserved identifier of a deleted object.
  private func purged<Entity: TripEntity>(
    _ deletion: any HistoryDelete, _ type: Entity.Type
  ) -> UUID? {
    guard let deletion = deletion as? DefaultHistoryDelete<Entity>,
      let path = Entity.schemaMetadata.first(where: { $0.name == "id" })?.keypath
        as? PartialKeyPath<Entity>
    else { return nil }
    return deletion.tombstone[path] as? UUID
  }

  /// Stores the position and the clocks of sent changes.
  func confirm(_ batch: OutboxBatch) throws {
    for (name, record) in batch.records { try set(name, record) }
    try tables.run(
      "INSERT INTO _cairn_trips_state VALUES ('outbox', ?1) ON CONFLICT DO UPDATE SET value = ?1",
      [.text(String(batch.last))])
  }

  // MARK: Records

  private static func values<Entity: TripEntity>(of entity: Entity) -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    for field in Entity.fields {
      if let text = field.text(entity) { values[field.name] = .text(text) }
    }
    return values
  }

  private func record(_ name: OutboxBatch.Name) throws -> RecordSnapshot? {
    var data: Data?
    try tables.run(
      "SELECT fields FROM _cairn_trips_record WHERE entity = ?1 AND object = ?2",
      [.text(name.entity), .text(name.object.uuidString)]
    ) { data = $0.data(0) }
    return try data.map { try RecordSnapshot(decoding: $0) }
  }

  private func set(_ name: OutboxBatch.Name, _ record: RecordSnapshot) throws {
    try tables.run(
      """
      INSERT INTO _cairn_trips_record VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET fields = ?3
      """, [.text(name.entity), .text(name.object.uuidString), .blob(record.encoded())])
  }

  // MARK: Remote changes

  /// Merges remote changes, by the rules of mirroring.
  func apply(_ envelopes: [ChangeEnvelope], at now: Date) throws -> [OverwrittenValue] {
    // Pending changes of this device take part in the merge with their own times.
    var pending = try self.pending().records
    return try envelopes.flatMap { envelope -> [OverwrittenValue] in
      guard let type = try? TripLibrary.type(named: envelope.entity) else { return [] }
      return try apply(envelope, type, &pending, at: now)
    }
  }

  private func apply<Entity: TripEntity>(
    _ envelope: ChangeEnvelope, _ type: Entity.Type,
    _ pending: inout [OutboxBatch.Name: RecordSnapshot], at now: Date
  ) throws -> [OverwrittenValue] {
    let name = OutboxBatch.Name(entity: envelope.entity, object: envelope.objectID)
    let stored = try context.first(type, id: envelope.objectID)
    let recorded = try record(name)
    let local = pending.removeValue(forKey: name) ?? recorded
    var remote =
      local ?? RecordSnapshot(values: [:], clocks: FieldClocks(base: .distantPast))
    for (field, clock) in envelope.clocks {
      remote.values[field] = envelope.values[field].map { .text($0) }
      remote.clocks[field] = clock
    }
    guard let stored, let local else {
      if stored == nil, envelope.kind == .purge { return [] }
      let entity = stored ?? Entity(id: envelope.objectID, at: now)
      if stored == nil { context.insert(entity) }
      try set(envelope.clocks.keys.sorted(), of: remote, to: entity, at: now)
      remote = Self.completed(remote, entity)
      try set(name, remote)
      return []
    }
    let merge = RecordMerge(ancestor: nil, local: local, remote: remote, rules: MergeRules())
    try set(merge.applied, of: merge.merged, to: stored, at: now)
    try set(name, merge.merged)
    let defaults = Self.values(of: Entity(id: envelope.objectID, at: now))
    let written = merge.lost.filter { lost in
      // A value that nobody has chosen is a default of the new object.
      lost.written != .distantPast
        && !(lost.written == local.clocks.base && lost.value == defaults[lost.field])
    }
    return try written.map { lost in
      var text: String?
      if case .text(let value) = lost.value { text = value }
      let value = OverwrittenValue(
        entity: envelope.entity, objectID: envelope.objectID, property: lost.field, value: text,
        isLocal: lost.side == .local, written: lost.written)
      try add(value)
      return value
    }
  }

  /// A record with the values of the object for all properties that the envelope lacks.
  private static func completed<Entity: TripEntity>(
    _ record: RecordSnapshot, _ entity: Entity
  ) -> RecordSnapshot {
    var record = record
    for (field, value) in values(of: entity) where record.values[field] == nil {
      record.values[field] = value
    }
    return record
  }

  private func set<Entity: TripEntity>(
    _ names: [String], of record: RecordSnapshot, to entity: Entity, at now: Date
  ) throws {
    guard !names.isEmpty else { return }
    for field in Entity.fields where names.contains(field.name) {
      var text: String?
      if case .text(let value) = record.values[field.name] { text = value }
      do {
        try field.setText(text, entity, context)
      } catch TripLibraryError.invalidValue, TripLibraryError.unknownReference {
        // A value of another version, or a reference to an object that was purged here, is left out.
        continue
      }
    }
    entity.deletedAt = entity.isDeleted ? entity.deletedAt ?? now : nil
    entity.updatedAt = now
  }

  // MARK: Overwritten values

  private func add(_ value: OverwrittenValue) throws {
    try tables.run(
      """
      INSERT INTO _cairn_trips_overwritten (entity, object, property, value, is_local, packed, node)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .text(value.entity), .text(value.objectID.uuidString), .text(value.property),
        value.value.map { .text($0) } ?? .null, .integer(value.isLocal ? 1 : 0),
        .integer(Int64(bitPattern: value.written.packed)),
        .integer(Int64(bitPattern: value.written.node)),
      ])
  }

  func overwritten() throws -> [OverwrittenValue] {
    var values: [OverwrittenValue] = []
    try tables.run(
      """
      SELECT entity, object, property, value, is_local, packed, node
      FROM _cairn_trips_overwritten ORDER BY id
      """
    ) { row in
      guard let object = row.text(1).flatMap(UUID.init(uuidString:)) else { return }
      values.append(
        OverwrittenValue(
          entity: row.text(0) ?? "", objectID: object, property: row.text(2) ?? "",
          value: row.text(3), isLocal: row.integer(4) == 1,
          written: HybridTimestamp(
            packed: UInt64(bitPattern: row.integer(5)), node: UInt64(bitPattern: row.integer(6)))))
    }
    return values
  }
}
