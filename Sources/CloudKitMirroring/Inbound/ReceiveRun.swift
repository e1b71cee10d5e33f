// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData

/// Takes records that came from the server into the store, in one transaction.
struct ReceiveRun {
  let mirror: Mirror
  let tables: MirrorTables
  let fullFetch: Int64?
  /// New objects, whose rows have no keys yet.
  var arrivals: [String: Arrival] = [:]
  var order: [String] = []
  /// References of objects to records that are not there yet, or only among the new ones.
  var loose: [Loose] = []
  var links: [MirrorTables.Link] = []
  var severed: [MirrorTables.Link] = []
  /// The to-many relationships that new objects come to, by the keys of the owners.
  var grown: [GrownList: Set<Int64>] = [:]
  /// The fields with places in lists of members whose place came.
  var moved: Set<Moved> = []
  /// New rows of series, which have no keys yet.
  var newRows: [NewRow] = []
  /// Whether anything waited for records when the run began; nil if nobody has asked.
  private var hadWaiting: Bool?
  /// The unique values of new objects.
  var newValues: Set<UniqueValues> = []
  /// The names of the records that came while others waited for any.
  var taken: [String] = []
  /// How much of what came is new.
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

  /// Takes a record; of one that can't be read as a whole nothing is taken, and its note says why.
  mutating func take(_ record: CKRecord) throws {
    if try isAnyAwaited() {
      // Unless it is held back once more.
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
      // What was noted before it was read is not.
      var note =
        try tables.note(named: name) ?? RecordNote(name: name, type: mirror.form.noted(record))
      if let fullFetch { note.seen = fullFetch }
      note.refusal = error.localizedDescription
      try tables.save(note)
    }
  }

  mutating func isAnyAwaited() throws -> Bool {
    if let hadWaiting { return hadWaiting }
    let hasWaiting = try tables.hasWaiting()
    hadWaiting = hasWaiting
    return hasWaiting
  }

  /// True for errors of one record, which come again whenever it is read: a key that is missing or another
  /// one, a file that the server doesn't have.
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
      // Of a newer version of the schema.
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    let layout = mirror.records(ofEntity: entity)
    var received = try mirror.form.read(
      record.storedValues, of: name, layout, known: note.ancestor,
      hasOtherKey: mirror.hasOtherKey, with: mirror.surroundings.transport)
    // What can't be read is kept as it came, and the object has what it had.
    for problem in received.problems {
      received.values[problem.field] = note.ancestor?.values[problem.field]
    }
    if note.isDeletion, let before = note.unknown?.fields {
      // What an older version of the program left alone has not changed since.
      for (field, value) in before where record.storedValues[field] == value {
        note.ancestor?.values[field] = received.values[field]
      }
    }
    note.unknown = received.unknown.isEmpty ? nil : UnknownFields(received.unknown)
    let remote = snapshot(
      received.values, received.clocks, note, record, summed: layout.rules.summed)
    if let row = note.object {
      try update(&note, row, entity, remote)
    } else if note.isDeletion {
      try takeDeleted(&note, entity, remote)
    } else {
      try insert(&note, entity, remote)
      // Of a value that is there, and can't be read, it is said why.
      let unread = received.problems.first { note.refusal?.hasPrefix($0.beginning) ?? false }
      if let unread, var saved = try tables.note(named: name) {
        saved.refusal = unread.description
        try tables.save(saved)
      }
    }
  }

  /// The server's copy, with clocks as far as they are believed.
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

  /// True for a record as it was taken before.
  ///
  /// In a full fetch the zone may be another of the same name, with tags that are the same by chance.
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
      note.refusal = problem.description
      return try tables.save(note)
    }
    if let (field, target) = missing.first(where: { $0.0.isRequired && arrivals[$0.1] == nil }) {
      if try tables.note(named: target)?.isDeletion ?? false {
        return try goAlong(&note, with: target, remote)
      }
      // It can't be there before its target is.
      note.tag = nil
      note.refusal = "\(layout.entity.name).\(field.property.name) waits for \(target)."
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

  /// Inserts an object with the columns of its row, which may name others by their keys.
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
