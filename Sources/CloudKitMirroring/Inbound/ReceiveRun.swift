// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData

/// Applies records from the server to the store, in one transaction.
struct ReceiveRun {
  let mirror: Mirror
  let tables: MirrorTables
  let fullFetch: Int64?
  /// New objects, whose rows have no keys yet.
  var arrivals: [String: Arrival] = [:]
  var order: [String] = []
  /// References to records that don't exist yet, or only among the new ones.
  var loose: [Loose] = []
  var links: [MirrorTables.Link] = []
  var severed: [MirrorTables.Link] = []
  /// The to-many relationships that gain new objects, with the keys of the owners.
  var grown: [GrownList: Set<Int64>] = [:]
  /// The position fields of members whose position or list has changed.
  var moved: Set<Moved> = []
  /// New rows of series, which have no keys yet.
  var newRows: [NewRow] = []
  /// Whether references or records were waiting when the run began; nil before the first query.
  private var hadWaiting: Bool?
  /// The unique values of new objects.
  var newValues: Set<UniqueValues> = []
  /// The names of the records that arrived while others were waiting.
  var taken: [String] = []
  /// The number of received changes that are new.
  var newsCount = 0

  struct Arrival {
    var note: RecordNote
    let entity: Int
    let model: any PersistentModel
  }

  struct Loose {
    let source: String
    let model: any PersistentModel
    let entity: Int
    let field: FieldLayout
    let target: String
  }

  struct GrownList: Hashable {
    let entity: Int
    let property: Int
  }

  struct Moved: Hashable {
    let name: String
    let field: String
  }

  init(_ mirror: Mirror, _ tables: MirrorTables, fullFetch: Int64?) {
    self.mirror = mirror
    self.tables = tables
    self.fullFetch = fullFetch
  }

  var context: ModelContext { mirror.context }

  // MARK: Records

  /// Applies a record; if it can't be read as a whole, nothing is applied, and its metadata gets
  /// the reason.
  mutating func take(_ record: CKRecord) throws {
    if try isAnyAwaited() {
      // Unless it is deferred again.
      try tables.release(record.recordID.recordName)
      taken.append(record.recordID.recordName)
    }
    do {
      let holder =
        try isAnyAwaited() ? tables.note(named: record.recordID.recordName)?.holder : nil
      try takeReadable(record)
      if let holder { try deleteIfKept(holder, for: record.recordID.recordName) }
    } catch let error as CKError where Self.isAboutRecord(error) {
      let name = record.recordID.recordName
      // Discard metadata changes from before the error.
      var note =
        try tables.note(named: name) ?? RecordNote(name: name, type: mirror.form.noted(record))
      if let fullFetch { note.seen = fullFetch }
      note.refusal = .rejected(error.localizedDescription)
      try tables.save(note)
    }
  }

  mutating func isAnyAwaited() throws -> Bool {
    if let hadWaiting { return hadWaiting }
    let hasWaiting = try tables.hasWaiting()
    hadWaiting = hasWaiting
    return hasWaiting
  }

  /// Whether an error concerns one record and recurs whenever it is read: its key is missing or
  /// another one, or the server does not have a file.
  private static func isAboutRecord(_ error: CKError) -> Bool {
    [.assetNotAvailable, .badContainer, .incompatibleVersion].contains(error.code)
  }

  private mutating func takeReadable(_ record: CKRecord) throws {
    let type = mirror.form.noted(record)
    if type == LinkLayout.recordType { return try takeLink(record) }
    if type == SeriesLayout.recordType { return try takeRows(record) }
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: type)
    if let fullFetch { note.seen = fullFetch }
    if isKnown(record, note) { return }
    if note.tag != record.recordChangeTag { newsCount += 1 }
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    guard let entity = mirror.entity(ofType: type) else {
      // The type is from a newer version of the schema.
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    let layout = mirror.records(ofEntity: entity)
    var received = try mirror.form.read(
      record.storedValues, of: name, layout, known: note.ancestor,
      hasOtherKey: mirror.hasOtherKey, with: mirror.surroundings.transport)
    // An unreadable value is stored as received, and the object keeps its previous one.
    for problem in received.problems {
      received.values[problem.field] = note.ancestor?.values[problem.field]
    }
    if note.isDeletion, let before = note.unknown?.fields {
      // Fields that are unchanged since an older version of the program stored them as unknown are
      // no edits.
      for (field, value) in before where record.storedValues[field] == value {
        note.ancestor?.values[field] = received.values[field]
      }
    }
    try fillEncrypted(&received, note, layout)
    var remote = snapshot(
      received.values, received.clocks, note, record, summed: layout.rules.summed)
    note.unknown = received.unknown.isEmpty ? nil : UnknownFields(received.unknown)
    if !received.locked.isEmpty { try lock(received.locked, of: &note, &remote) }
    if let row = note.object {
      try update(&note, row, entity, remote)
    } else if note.isDeletion {
      try takeDeleted(&note, entity, remote)
    } else {
      try insert(&note, entity, remote)
      // Report why an existing value can't be read.
      let unread = received.problems.first {
        note.refusal?.code == .unreadable && note.refusal?.subject == $0.place
      }
      if let unread, var saved = try tables.note(named: name) {
        saved.refusal = .unreadable(unread)
        try tables.save(saved)
      }
    }
  }

  /// The server's copy, with its clocks as far as they are plausible.
  func snapshot(
    _ values: [String: RecordValue], _ clocks: FieldClocks?, _ note: RecordNote,
    _ record: CKRecord, summed: Set<String>
  ) -> RecordSnapshot {
    let now = mirror.surroundings.now()
    let modified =
      record.modificationDate.flatMap {
        Int64(exactly: ($0.timeIntervalSince1970 * 1000).rounded())
      } ?? now
    let clocks = FieldClocks.attributed(
      clocks, to: values, ancestor: note.ancestor, modified: modified, summed: summed)
    _ = mirror.clock.receive(clocks.latest, modified: modified, now: now)
    return RecordSnapshot(values: values, clocks: clocks)
  }

  /// Whether a record is unchanged since it was last applied.
  ///
  /// In a full fetch, the zone may be another one of the same name, with equal tags by chance.
  func isKnown(_ record: CKRecord, _ note: RecordNote) -> Bool {
    fullFetch == nil && note.tag != nil && note.tag == record.recordChangeTag
      && note.refusal == nil
  }

  // MARK: New objects

  mutating func insert(_ note: inout RecordNote, _ entity: Int, _ remote: RecordSnapshot)
    throws
  {
    let layout = mirror.records(ofEntity: entity)
    if try isAnyAwaited() { try tables.stopWaiting(note.name) }
    let before = note
    note.refusal = nil
    note.ancestor = remote.shortened
    note.clocks = nil
    note.places = nil
    note.change = 0
    var missing: [(FieldLayout, String)] = []
    let columns: [SQLValue]
    do {
      columns = try layout.columns(
        of: remote.values,
        finding: { field, target in
          if let key = try tables.key(ofRecord: target, for: field.property) { return key }
          missing.append((field, target))
          return nil
        },
        default: { try mirror.columns.defaultValue(of: $0.property, in: layout.entity) })
    } catch let problem as FieldProblem {
      note.refusal = .unreadable(note.isLocked(problem.field) ? problem.forLackOfKey : problem)
      return try tables.save(note)
    }
    if let (field, target) = missing.first(where: { $0.0.isRequired && arrivals[$0.1] == nil }) {
      if try tables.note(named: target)?.isDeletion ?? false {
        return try goAlong(&note, with: target, remote)
      }
      // It can't exist before its target does.
      note.tag = nil
      note.refusal = .deferred("\(layout.entity.name).\(field.property.name)", until: target)
      try tables.save(note)
      return try tables.holdBack(note.name, until: target)
    }
    if mirror.hasUniqueValues(entity) {
      if let other = try holder(of: remote.values, entity) {
        if areOne(before, other) { return try unite(&note, entity, remote, with: other) }
        note.tag = nil
        note.ancestor = nil
        try tables.save(note)
        return try holdBackAsTaken(note.name, by: other.name)
      }
      noteUnique(remote.values, entity)
    }
    let model = try makeObject(of: layout, columns)
    for (field, target) in missing {
      loose.append(
        Loose(source: note.name, model: model, entity: entity, field: field, target: target))
    }
    arrivals[note.name] = Arrival(note: note, entity: entity, model: model)
    order.append(note.name)
    noteMoves(note.name, layout, remote.values.keys)
  }

  /// Inserts an object with the columns of its row, which may refer to others by key.
  mutating func makeObject(of layout: EntityRecordLayout, _ columns: [SQLValue]) throws
    -> any PersistentModel
  {
    let model = try mirror.columns.model(of: layout.entity, from: columns)
    context.insert(model)
    for field in layout.fields {
      guard case .toOne(let destination) = field.property.storage,
        case .integer(let key) = columns[field.property.index],
        let inverse = destination.inverse,
        let entity = mirror.storeLayout.index(of: destination.type),
        let property = mirror.storeLayout.entities[entity].properties.first(where: {
          $0.name == inverse
        })
      else { continue }
      grown[GrownList(entity: entity, property: property.index), default: []].insert(key)
    }
    return model
  }
}
