// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// A batch while it is done, within the transaction of the writer.
///
/// An operation that fails throws before it has written anything.
struct RecordBatchRun {
  let batch: RecordBatch
  let writer: any StorageWriter
  let database: StoredDatabase
  private(set) var schema: Schema
  private var notifier: ChangeNotifier
  private var call: Call { batch.call }
  /// A zone that the batch names; nil for one that is not there.
  private struct TouchedZone {
    let name: String
    var zone: StoredZone?
    var isChanged = false
  }

  /// By how much the batch has grown its database, and how far it may; nil before it is asked for.
  private var grown: Int64 = 0
  private var room: Int64?

  /// Mostly one, so that looking through them is quickest.
  private var zones: [TouchedZone] = []
  /// References of an atomic batch, whose targets may come later in it.
  private var awaited: [(operation: Int, zone: Int64, name: String)] = []

  init(
    batch: RecordBatch, writer: any StorageWriter, database: StoredDatabase, schema: Schema
  ) throws {
    self.batch = batch
    notifier = try ChangeNotifier(batch.call, database, writer)
    self.writer = writer
    self.database = database
    self.schema = schema
  }

  /// Writes down where the zones stand now, and what devices are to be told.
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

  /// The zone's next number, for a change by which its records grow.
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

  // MARK: Rules

  private func checkExistence(
    _ operation: RecordOperation, _ existing: StoredRecord?, _ zone: StoredZone
  ) throws {
    let tag = operation.record.recordChangeTag
    switch (operation.kind, existing) {
    case (.create, let existing?):
      throw RecordConflict(
        failure: ServerFailure(.exists, "record to insert already exists"), record: existing,
        zoneID: call.zoneID(zone.name))
    case (.update, nil), (.replace, nil), (.delete, nil):
      throw ServerFailure(.notFound, "Record not found")
    case (.update, let existing?), (.replace, let existing?):
      guard let tag else {
        throw ServerFailure(
          .badRequest, "recordChangeTag is missing; forceUpdate and forceReplace need none")
      }
      try compare(tag, existing, zone)
    case (.delete, let existing?):
      if let tag { try compare(tag, existing, zone) }
    default: break
    }
  }

  private func compare(_ tag: String, _ existing: StoredRecord, _ zone: StoredZone) throws {
    guard tag != existing.changeTag else { return }
    let number = UInt64(tag, radix: 36)
    let failure: ServerFailure =
      if let number, Self.isFromBeforeRestore(number, existing, zone) {
        .tagOfBeforeRestore
      } else if let number, zone.firstPosition > 0, number <= zone.firstPosition {
        .tagOfFormerZone
      } else {
        ServerFailure(.conflict, "record has been changed: its tag is another one")
      }
    throw RecordConflict(
      failure: failure, record: existing, zoneID: call.zoneID(zone.name))
  }

  /// Whether a tag is of a copy that may be lost since a backup was restored: what the server has is then not
  /// made from it.
  private static func isFromBeforeRestore(
    _ tag: UInt64, _ existing: StoredRecord, _ zone: StoredZone
  ) -> Bool {
    guard SequenceEpoch(now: zone.position).wasRestored else { return false }
    return tag > existing.tag || SequenceEpoch.of(tag) < SequenceEpoch.of(existing.tag)
  }

  private func checkPermission(
    _ operation: RecordOperation, _ name: String, _ existing: StoredRecord?
  ) throws {
    func deny(_ kind: String) -> ServerFailure {
      ServerFailure(.accessDenied, "\(kind) operation not permitted")
    }
    let type = existing.flatMap { schema.typeName($0.type) } ?? operation.record.recordType
    if type == SystemNames.userType { throw deny(existing == nil ? "CREATE" : "WRITE") }
    if type == SystemNames.shareType {
      throw ServerFailure(.badRequest, "Records can't be shared on this server.")
    }
    if existing == nil, !operation.kind.isDeletion, !NameRules.isItemName(name) {
      throw ServerFailure(
        .badRequest,
        "A record's name has 1 to \(Limits.nameLength) characters of ASCII, the first no underscore"
      )
    }
    // Records of the public database belong to those who made them.
    if call.database == .public, let existing,
      existing.created.userRecordName != call.caller.recordName
    {
      throw deny("WRITE")
    }
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
    // From here on nothing is refused.
    let type = try learn(checked, typeName)
    var record = StoredRecord(
      key: stored?.key ?? 0, zone: zone.id, name: batch.names[index], type: type.id,
      created: existing?.created ?? call.stamp, modified: call.stamp,
      parent: operation.record.parent?.recordName
        ?? (keepsOthers && !operation.record.clearsParent ? existing?.parent : nil),
      fields: fields)
    let targets = try deletingTargets(fields, type)
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
      throw ServerFailure(.badRequest, "recordType is missing: the record is to be created")
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
    // Its JSON, with escapes and base64, is never less.
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

  /// By how much a record grows.
  ///
  /// Refused if there is no room for that; what shrinks is always taken.
  private mutating func growth(
    _ name: String, _ fields: RecordFields, _ existing: StoredRecord?
  ) throws -> Int64 {
    let bytes = Int64(StoredRecord.envelopeBytes + name.utf8.count + fields.json.count)
    let growth = bytes - (existing?.byteCount ?? 0)
    guard growth > 0 else { return growth }
    let room = try self.room ?? writer.room(in: database.id) ?? .max
    self.room = room
    guard grown + growth <= room else { throw ServerFailure.noRoom(growth, room - grown) }
    return growth
  }

  private func updateHolders(_ existing: StoredRecord?, _ record: StoredRecord) throws {
    let before = try existing?.fields?.assetNumbers ?? []
    let after = try record.fields?.assetNumbers ?? []
    for asset in before.subtracting(after) {
      try writer.removeHolder(
        record.key, of: asset, keptUntil: AssetService.keptUntil(call.date))
    }
    for asset in after.subtracting(before) {
      try writer.addHolder(record.key, in: record.zone, of: asset)
    }
  }

  /// The type with the fields that are new.
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
      // One that refers to it already is no further one.
      if sources.count >= limit, existing.map({ !sources.contains($0.key) }) ?? true {
        throw ServerFailure(
          .badRequest,
          "\(limit) records refer to \(reference.recordName.debugDescription) with DELETE_SELF")
      }
    }
    if let parent = operation.record.parent?.recordName { needed.append(parent) }
    for name in needed where name != batch.names[index] {
      if batch.isAtomic {
        awaited.append((index, zone.id, name))
      } else if try !writer.hasRecord(named: name, in: zone.id) {
        throw Self.missing(name)
      }
    }
  }

  private static func missing(_ name: String) -> ServerFailure {
    ServerFailure(
      .validatingReferenceError,
      "The record \(name.debugDescription) that is referred to is missing")
  }

  /// The first operation of an atomic batch that refers to a record that is not there in the end.
  func firstMissingReference() throws -> (Int, ServerFailure)? {
    for (operation, zone, name) in awaited where try !writer.hasRecord(named: name, in: zone) {
      return (operation, Self.missing(name))
    }
    return nil
  }

  private func deletingTargets(_ fields: RecordFields, _ type: Schema.RecordType) throws
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
      before = try deletingTargets(fields, type)
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
    // What refers with DELETE_SELF goes too, and what refers to that.
    var waiting = [existing]
    while let record = waiting.popLast() {
      if let buried = try bury(record, zone.name) {
        notifier.change(zone, from: record, to: buried)
      }
      for source in try writer.sources(of: record.name, in: record.zone, limit: .max) {
        // It may have gone by another way.
        guard let next = try writer.record(source), !next.isDeleted else { continue }
        waiting.append(next)
      }
    }
    return .deleted(deleted)
  }

  /// What is left of a record; nil if it was buried already.
  private mutating func bury(_ record: StoredRecord, _ zone: String) throws -> StoredRecord? {
    // A record that is reached twice is buried once.
    guard let current = try writer.record(record.key), !current.isDeleted,
      let type = schema.type(record.type)
    else { return nil }
    try IndexedKeys.update(from: record, to: nil, type, writer)
    if record.traits.contains(.refersWithDelete), let fields = record.fields {
      for name in try deletingTargets(fields, type) {
        try writer.removeSource(record.key, of: name, in: record.zone)
      }
    }
    var buried = record
    buried.fields = nil
    buried.traits = []
    buried.parent = nil
    buried.modified = call.stamp
    buried.sequence = try nextSequence(zone, -current.byteCount)
    buried.tag = buried.sequence
    try writer.save(&buried)
    try updateHolders(record, buried)
    return buried
  }
}
