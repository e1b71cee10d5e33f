// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Executes a batch within a write transaction.
///
/// A failing operation throws before it writes.
struct RecordBatchExecutor {
  let batch: RecordBatch
  let writer: any StorageWriter
  let database: StoredDatabase
  private(set) var schema: Schema
  private var notifier: ChangeNotifier
  var call: CallContext { batch.call }
  /// A zone of the batch; its `zone` is nil if it does not exist.
  private struct TouchedZone {
    let name: String
    var zone: StoredZone?
    var isChanged = false
  }

  /// The growth of the database by this batch, and the available bytes once they are known.
  private var grown: Int64 = 0
  private var availableBytes: Int64?

  /// Mostly one element, so a linear search is fastest.
  private var zones: [TouchedZone] = []
  /// References of an atomic batch, whose targets may follow in it.
  private var pendingReferences: [(operation: Int, zone: Int64, name: String)] = []

  init(
    batch: RecordBatch, writer: any StorageWriter, database: StoredDatabase, schema: Schema
  ) throws {
    self.batch = batch
    notifier = try ChangeNotifier(batch.call, database, writer)
    self.writer = writer
    self.database = database
    self.schema = schema
  }

  /// Stores the zones' positions and the notifications.
  mutating func finish() throws {
    for touched in zones where touched.isChanged {
      guard let zone = touched.zone else { continue }
      try writer.endChanges(in: zone)
      notifier.change(zone)
    }
    try notifier.finish(schema, writer)
  }

  mutating func perform(_ index: Int) throws -> RecordBatch.Outcome {
    let operation = batch.request.operations[index]
    let zone = try zone(batch.zoneIDs[index])
    let stored = try writer.record(named: batch.names[index], in: zone.id)
    let existing = stored?.isDeleted == false ? stored : nil
    try checkExistence(operation, existing, zone)
    try checkPermission(operation, batch.names[index], existing)
    if operation.kind.isDeletion {
      return try delete(batch.names[index], operation, existing, zone)
    }
    return try save(index, operation, stored, existing, zone)
  }

  // MARK: Zones

  private mutating func zone(_ zoneID: ZoneID) throws -> StoredZone {
    guard call.owns(zoneID) else { throw ServerFailure.noZone(zoneID) }
    if let known = zones.first(where: { $0.name == zoneID.zoneName }) {
      guard let zone = known.zone else { throw ServerFailure.noZone(zoneID) }
      return zone
    }
    let zone = try writer.zone(named: zoneID.zoneName, in: database.id)
      .map { try writer.beginChanges(in: $0.id) }
    zones.append(TouchedZone(name: zoneID.zoneName, zone: zone))
    guard let zone else { throw ServerFailure.noZone(zoneID) }
    return zone
  }

  /// Returns the zone's next sequence number, and adds a change's growth to its size.
  private mutating func nextSequence(_ name: String, _ growth: Int64) throws -> UInt64 {
    guard let index = zones.firstIndex(where: { $0.name == name }),
      let last = zones[index].zone?.position
    else { throw StorageError.failed("a zone was not begun") }
    zones[index].zone?.position = last + 1
    zones[index].zone?.bytes += growth
    grown += growth
    zones[index].isChanged = true
    return last + 1
  }

  // MARK: Saving

  private mutating func save(
    _ index: Int, _ operation: RecordOperation, _ stored: StoredRecord?, _ existing: StoredRecord?,
    _ zone: StoredZone
  ) throws -> RecordBatch.Outcome {
    let typeName = try typeName(operation, existing)
    let checked = try checked(index, operation, typeName)
    var fields = try checked.fields.storingAssets(
      over: existing?.fields, in: database.id, batch.tokens, writer)
    let keepsOthers = operation.kind == .update || operation.kind == .forceUpdate
    do {
      if keepsOthers, let before = existing?.fields {
        fields = try before.merging(fields)
      } else {
        fields = try fields.withoutCleared()
      }
    } catch {
      throw ServerFailure(error)
    }
    try checkSize(fields)
    try checkReferences(index, operation, checked, existing, zone)
    let growth = try growth(batch.names[index], fields, existing)
    // From here on the operation cannot fail.
    let type = try learn(checked, typeName)
    var record = StoredRecord(
      key: stored?.key ?? 0, zone: zone.id, name: batch.names[index], type: type.id,
      created: existing?.created ?? call.stamp, modified: call.stamp,
      parent: operation.record.parent?.recordName
        ?? (keepsOthers && !operation.record.clearsParent ? existing?.parent : nil),
      fields: fields)
    let targets = try deleteSelfTargets(fields, type)
    if !targets.isEmpty { record.traits.insert(.refersWithDelete) }
    if fields.hasAssets { record.traits.insert(.hasAssets) }
    if fields.hasEncrypted { record.traits.insert(.hasEncrypted) }
    record.sequence = try nextSequence(zone.name, growth)
    record.tag = record.sequence
    try writer.save(&record)
    try IndexedKeys.update(from: existing, to: record, type, writer)
    try updateSources(existing, record, targets, type)
    try updateHolders(existing, record)
    notifier.change(zone, from: existing, to: record)
    return .saved(record, call.zoneID(zone.name))
  }

  private func typeName(_ operation: RecordOperation, _ existing: StoredRecord?) throws -> String {
    let given = operation.record.recordType
    guard let existing, let name = schema.typeName(existing.type) else {
      if let given { return given }
      throw ServerFailure(.badRequest, "recordType is missing: a new record needs one")
    }
    if let given, given != name {
      throw ServerFailure(.badRequest, "The record is of type \(name), which can't be changed.")
    }
    return name
  }

  private func checked(_ index: Int, _ operation: RecordOperation, _ type: String) throws
    -> CheckedFields
  {
    if let checked = batch.checked[index], checked.schemaVersion == schema.version {
      return checked
    }
    let rules = FieldRules(
      schema: schema, environment: call.environment, isPublic: call.database == .public)
    return try rules.check(operation.record.fields ?? .empty, typeName: type)
  }

  private func checkSize(_ fields: RecordFields) throws {
    // The JSON, with escapes and base64, is never smaller than the data.
    if fields.json.count <= Limits.recordBytes { return }
    let count: Int
    do {
      count = try fields.dataBytes
    } catch {
      throw ServerFailure(error)
    }
    guard count <= Limits.recordBytes else {
      throw ServerFailure(
        .badRequest, "record is too large: \(count) bytes, at most \(Limits.recordBytes)")
    }
  }

  /// Returns the growth of a record in bytes.
  ///
  /// Fails if the growth exceeds the quota; a record may always shrink.
  private mutating func growth(
    _ name: String, _ fields: RecordFields, _ existing: StoredRecord?
  ) throws -> Int64 {
    let bytes = Int64(StoredRecord.envelopeBytes + name.utf8.count + fields.json.count)
    let growth = bytes - (existing?.byteCount ?? 0)
    guard growth > 0 else { return growth }
    let available = try availableBytes ?? writer.availableBytes(in: database.id) ?? .max
    availableBytes = available
    guard grown + growth <= available else {
      throw ServerFailure.overQuota(growth, available - grown)
    }
    return growth
  }

  private func updateHolders(_ existing: StoredRecord?, _ record: StoredRecord) throws {
    let before = try existing?.fields?.assetNumbers ?? []
    let after = try record.fields?.assetNumbers ?? []
    for asset in before.subtracting(after) {
      try writer.removeHolder(
        record.key, of: asset, retainedUntil: AssetService.retainedUntil(call.date))
    }
    for asset in after.subtracting(before) {
      try writer.addHolder(record.key, in: record.zone, of: asset)
    }
  }

  /// Adds new fields to the schema, and returns the updated type.
  private mutating func learn(_ checked: CheckedFields, _ typeName: String) throws
    -> Schema.RecordType
  {
    if let type = schema.types[typeName], checked.learned.isEmpty { return type }
    let type = try schema.types[typeName]?.id ?? writer.addType(named: typeName, to: schema.id)
    for (name, field) in checked.learned {
      try writer.setField(field, named: name, ofType: type, in: schema.id)
    }
    schema = try writer.schema(schema.id)
    guard let learned = schema.types[typeName] else {
      throw StorageError.failed("a type was added and is not there")
    }
    return learned
  }

  // MARK: References

  private mutating func checkReferences(
    _ index: Int, _ operation: RecordOperation, _ checked: CheckedFields,
    _ existing: StoredRecord?, _ zone: StoredZone
  ) throws {
    var needed: [String] = []
    for reference in checked.references {
      if let other = reference.zoneID, other.zoneName != zone.name || !call.owns(other) {
        throw ServerFailure(
          .badRequest, "A reference with an action can only be to a record of the same zone.")
      }
      if reference.action == .validate { needed.append(reference.recordName) }
      guard reference.action == .deleteSelf else { continue }
      let limit = Limits.deleteSelfSources
      let sources = try writer.sources(of: reference.recordName, in: zone.id, limit: limit)
      // A record that already refers to it does not count again.
      if sources.count >= limit, existing.map({ !sources.contains($0.key) }) ?? true {
        throw ServerFailure(
          .badRequest,
          "\(limit) records refer to \(reference.recordName.debugDescription) with DELETE_SELF")
      }
    }
    if let parent = operation.record.parent?.recordName { needed.append(parent) }
    for name in needed where name != batch.names[index] {
      if batch.isAtomic {
        pendingReferences.append((index, zone.id, name))
      } else if try !writer.hasRecord(named: name, in: zone.id) {
        throw Self.missing(name)
      }
    }
  }

  private static func missing(_ name: String) -> ServerFailure {
    ServerFailure(
      .validatingReferenceError,
      "The referenced record \(name.debugDescription) does not exist")
  }

  /// Returns the first operation of an atomic batch with a reference to a missing record.
  func firstMissingReference() throws -> (Int, ServerFailure)? {
    for (operation, zone, name) in pendingReferences
    where try !writer.hasRecord(named: name, in: zone) {
      return (operation, Self.missing(name))
    }
    return nil
  }

  private func deleteSelfTargets(_ fields: RecordFields, _ type: Schema.RecordType) throws
    -> Set<String>
  {
    var targets = Set<String>()
    for (name, field) in type.fields where field.type.element == .reference {
      let references = try fields.field(name)?.value.references ?? []
      for reference in references where reference.action == .deleteSelf {
        targets.insert(reference.recordName)
      }
    }
    return targets
  }

  private func updateSources(
    _ existing: StoredRecord?, _ record: StoredRecord, _ targets: Set<String>,
    _ type: Schema.RecordType
  ) throws {
    var before = Set<String>()
    if let existing, existing.traits.contains(.refersWithDelete), let fields = existing.fields {
      before = try deleteSelfTargets(fields, type)
    }
    for name in before.subtracting(targets) {
      try writer.removeSource(record.key, of: name, in: record.zone)
    }
    for name in targets.subtracting(before) {
      try writer.addSource(record.key, of: name, in: record.zone)
    }
  }

  // MARK: Deleting

  private mutating func delete(
    _ name: String, _ operation: RecordOperation, _ existing: StoredRecord?, _ zone: StoredZone
  ) throws -> RecordBatch.Outcome {
    var deleted = DeletedRecord(recordName: name, zoneID: call.zoneID(zone.name))
    guard let existing else { return .deleted(deleted) }
    deleted.recordType = schema.typeName(existing.type)
    // Cascade to records that refer with DELETE_SELF, and on to those that refer to them.
    var waiting = [existing]
    while let record = waiting.popLast() {
      if let tombstone = try makeTombstone(record, zone.name) {
        notifier.change(zone, from: record, to: tombstone)
      }
      for source in try writer.sources(of: record.name, in: record.zone, limit: .max) {
        // Another path of references may have deleted it already.
        guard let next = try writer.record(source), !next.isDeleted else { continue }
        waiting.append(next)
      }
    }
    return .deleted(deleted)
  }

  /// Replaces a record by its tombstone; returns nil if it already is one.
  private mutating func makeTombstone(_ record: StoredRecord, _ zone: String) throws
    -> StoredRecord?
  {
    // A record that is reached twice gets one tombstone.
    guard let current = try writer.record(record.key), !current.isDeleted,
      let type = schema.type(record.type)
    else { return nil }
    try IndexedKeys.update(from: record, to: nil, type, writer)
    if record.traits.contains(.refersWithDelete), let fields = record.fields {
      for name in try deleteSelfTargets(fields, type) {
        try writer.removeSource(record.key, of: name, in: record.zone)
      }
    }
    var tombstone = record
    tombstone.fields = nil
    tombstone.traits = []
    tombstone.parent = nil
    tombstone.modified = call.stamp
    tombstone.sequence = try nextSequence(zone, -current.byteCount)
    tombstone.tag = tombstone.sequence
    try writer.save(&tombstone)
    try updateHolders(record, tombstone)
    return tombstone
  }
}
