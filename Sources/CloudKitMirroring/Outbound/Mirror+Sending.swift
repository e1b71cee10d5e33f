// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SwiftData

extension Mirror {
  /// A batch of pending changes.
  package struct Batch {
    package var recordsToSave: [CKRecord] = []
    package var recordIDsToDelete: [CKRecord.ID] = []
    /// The change tags of the copies to delete: copies with other tags have changes that are
    /// unknown here.
    package var deletionTags: [CKRecord.ID: String] = [:]

    package var count: Int { recordsToSave.count + recordIDsToDelete.count }
  }

  /// The next batch of at most `limit` pending changes; nil if there are none that are not in
  /// flight.
  ///
  /// The batch includes all changes saved until now. A record is not returned again before
  /// ``didSend(_:)`` or ``forgetUnderway()`` has reported its outcome, unless it changes.
  ///
  /// With `deletionsOnly`, for an exhausted quota, the batch has no records to save. After a restore
  /// of the store, there is no batch before the zone was fetched.
  package func nextBatch(limit: Int = 50, deletionsOnly: Bool = false) throws -> Batch? {
    if restored.isFetchDue { return nil }
    var leaving: [String: Departure] = [:]
    let batch = try transaction { tables in
      try takeNote(tables)
      var batch = Batch()
      var last: Int64 = 0
      while batch.count < limit {
        let notes = try tables.notesToBeSent(
          after: last, limit: limit, withoutObject: deletionsOnly)
        guard let end = notes.last?.change else { break }
        last = end
        let waiting = try notes.filter {
          try $0.refusal == nil && underway[$0.name]?.change != $0.change
            && (!deletionsOnly || isDeletion($0, tables))
        }
        try prepare(Array(waiting.prefix(limit - batch.count)), &batch, &leaving, tables)
      }
      return batch
    }
    underway.merge(leaving) { $1 }
    return batch.count == 0 ? nil : batch
  }

  /// Whether a record without an object is a deletion, and neither a link nor a chunk with rows.
  private func isDeletion(_ note: RecordNote, _ tables: MirrorTables) throws -> Bool {
    if try tables.link(named: note.name) != nil { return false }
    guard let chunk = try tables.chunk(named: note.name) else { return true }
    return try tables.members(of: chunk).isEmpty
  }

  /// Clears the in-flight changes, for example after a network failure.
  package func forgetUnderway() { underway = [:] }

  private func prepare(
    _ notes: [RecordNote], _ batch: inout Batch, _ leaving: inout [String: Departure],
    _ tables: MirrorTables
  ) throws {
    let columns = try rows(of: notes, tables)
    var givers = UniqueGivers()
    for note in notes {
      // A dependent is deleted after its owner: if the server rejects that deletion, the dependent
      // stays.
      if let owner = try tables.ownerGone(with: note.name), try tables.isDeletionPending(owner) {
        continue
      }
      if note.type == LinkLayout.recordType {
        try prepareLink(note, &batch, &leaving, tables)
        continue
      }
      if note.type == SeriesLayout.recordType {
        try prepareRows(note, &batch, &leaving, tables)
        continue
      }
      if note.object != nil, entity(ofType: note.type) == nil {
        try setAside(note, tables)
        continue
      }
      guard let row = note.object, let (entity, columns) = columns[row] else {
        leave(note, &batch, &leaving)
        continue
      }
      if hasUniqueValues(entity) || records(ofEntity: entity).hasRequiredTargets {
        let values = try values(of: columns, note, entity, tables)
        if try lacksTarget(note, values, entity, batch, tables) { continue }
        if try takesGivenUp(note, values, entity, tables, &givers) { continue }
      }
      try prepare(note, entity, columns, &batch, &leaving, tables)
    }
  }

  /// Adds the record of a pair of a many-to-many relationship to a batch.
  private func prepareLink(
    _ note: RecordNote, _ batch: inout Batch, _ leaving: inout [String: Departure],
    _ tables: MirrorTables
  ) throws {
    let id = CKRecord.ID(recordName: note.name, zoneID: zone)
    guard let link = try tables.link(named: note.name) else {
      return leave(note, &batch, &leaving)
    }
    guard let layout = layout.links[link.relationship] else {
      return try setAside(note, tables)
    }
    let record = CKRecord(recordType: form.linkType, recordID: id, changeTag: note.tag)
    let clocks = note.localClocks ?? noClocks
    let fields = form.fields(of: layout, from: link.source, to: link.target, in: zone, clocks)
    record.store(fields.mapValues { .some($0) })
    batch.recordsToSave.append(record)
    leaving[note.name] = Departure(
      change: note.change, snapshot: RecordSnapshot(values: [:], clocks: clocks),
      fields: Set(fields.keys))
  }

  /// A change tag that matches no copy; server tags are numbers.
  ///
  /// It is sent with a deletion if it is unknown whether the server has the record. If the server
  /// has one, it rejects the deletion and returns its copy, which is merged first.
  private static let noTag = "-"

  /// Whether a record requires another one that the server lacks and that a later batch contains.
  ///
  /// A device that receives the record alone can't show it, and would wait forever if this device
  /// were lost.
  private func lacksTarget(
    _ note: RecordNote, _ values: [String: RecordValue], _ entity: Int, _ batch: Batch,
    _ tables: MirrorTables
  ) throws -> Bool {
    for field in records(ofEntity: entity).fields where field.isRequired {
      guard case .reference(let target) = values[field.name],
        !batch.recordsToSave.contains(where: { $0.recordID.recordName == target }),
        let other = try tables.note(named: target), other.tag == nil, other.object != nil,
        other.change > 0, other.refusal == nil,
        // Of two records that require each other, one is sent first.
        try !needs(other, note.name, tables)
      else { continue }
      return true
    }
    return false
  }

  /// Whether a record requires another one, directly or through others.
  private func needs(_ note: RecordNote, _ name: String, _ tables: MirrorTables) throws -> Bool {
    var seen: Set<String> = []
    var waiting = [note]
    while let next = waiting.popLast() {
      guard seen.insert(next.name).inserted, let row = next.object,
        let (entity, columns) = try rows(of: [next], tables)[row]
      else { continue }
      let values = try values(of: columns, next, entity, tables)
      for field in records(ofEntity: entity).fields where field.isRequired {
        guard case .reference(let target) = values[field.name] else { continue }
        if target == name { return true }
        if let other = try tables.note(named: target) { waiting.append(other) }
      }
    }
    return false
  }

  /// Clears the pending change of a record whose type or relationship this version of the program
  /// has removed.
  ///
  /// Other versions of the program still use the record, so it is not deleted.
  func setAside(_ note: RecordNote, _ tables: MirrorTables) throws {
    var note = note
    note.change = 0
    try tables.save(note)
  }

  func leave(
    _ note: RecordNote, _ batch: inout Batch, _ leaving: inout [String: Departure]
  ) {
    let id = CKRecord.ID(recordName: note.name, zoneID: zone)
    batch.recordIDsToDelete.append(id)
    batch.deletionTags[id] = note.tag ?? Self.noTag
    leaving[note.name] = Departure(change: note.change, snapshot: nil, fields: [])
  }

  private func prepare(
    _ note: RecordNote, _ entity: Int, _ columns: [SQLValue], _ batch: inout Batch,
    _ leaving: inout [String: Departure], _ tables: MirrorTables
  ) throws {
    let layout = records(ofEntity: entity)
    let local = RecordSnapshot(
      values: try values(of: columns, note, entity, tables), clocks: note.localClocks ?? noClocks)
    let withheld = withheldFields(of: note, layout)
    let withholds = withholds(withheld, of: local, note)
    if withholds { try noteLock(tables) }
    var sent = note.tag == nil ? nil : written(in: local, since: note.ancestor)
    sent?.subtract(withheld)
    if withholds, try sent?.isEmpty ?? needs(withheld, note, layout) {
      var note = note
      note.refusal = .withheld
      return try tables.save(note)
    }
    if let sent, sent.isEmpty {
      var note = note
      note.change = 0
      note.clocks = nil
      note.places = nil
      return try tables.save(note)
    }
    let record = CKRecord(
      recordType: form.recordType(of: layout),
      recordID: CKRecord.ID(recordName: note.name, zoneID: zone),
      changeTag: note.tag)
    let existing = Dictionary(
      uniqueKeysWithValues: note.fields.map { ($0, StoredValue.string("")) })
    var changes: [CKRecord.FieldKey: StoredValue?]
    do {
      changes = try form.changes(
        of: note.name, to: sendable(local, note, without: withheld), of: layout, sent: sent,
        withholding: withheld, from: note.tag == nil ? [:] : existing,
        with: surroundings.transport)
    } catch let problem as FieldProblem {
      // Rejected until the object changes.
      var note = note
      note.refusal = .rejected("\(problem.place) can't be sent: \(problem.reason).")
      return try tables.save(note)
    } catch let error as CKError where error.code == .badContainer {
      // Rejected until there is a key.
      var note = note
      note.refusal = .rejected(error.localizedDescription)
      return try tables.save(note)
    }
    if note.tag == nil, let unknown = note.unknown {
      let fields = unknown.fields.filter { $0.key != HiddenFields.unread }
      changes.merge(fields.mapValues { .some($0) }) { own, _ in own }
    }
    record.store(changes)
    var fields = note.tag == nil ? [] : note.fields
    for (name, value) in changes {
      if value == nil { fields.remove(name) } else { fields.insert(name) }
    }
    batch.recordsToSave.append(record)
    for (field, sum) in local.clocks.sums where !withheld.contains(field) {
      if let part = sum.part(of: clock.node) {
        try tables.noteDeparture(of: note.name, part.timestamp)
      }
    }
    leaving[note.name] = Departure(
      change: note.change,
      snapshot: try acknowledged(
        self.local(note, columns, entity, tables).shortened, note, without: withheld),
      fields: fields, withholds: withholds)
  }

  /// The fields that were written here since the server's copy; nil if there is no such copy.
  private func written(in local: RecordSnapshot, since ancestor: RecordSnapshot?) -> Set<String>? {
    guard let ancestor else { return nil }
    let fields = Set(local.values.keys).union(ancestor.values.keys)
      .union(local.clocks.fields.keys).union(ancestor.clocks.fields.keys)
    return fields.filter { local.clocks[$0] != ancestor.clocks[$0] }
  }

  /// The entities and the columns of the objects of some records.
  func rows(of notes: [RecordNote], _ tables: MirrorTables) throws
    -> [RowName: (entity: Int, columns: [SQLValue])]
  {
    var keys: [Int: [Int64]] = [:]
    for note in notes {
      guard let row = note.object, let entity = entity(ofType: note.type) else { continue }
      keys[entity, default: []].append(row.key)
    }
    var rows: [RowName: (entity: Int, columns: [SQLValue])] = [:]
    for (entity, keys) in keys {
      try tables.tables.rows(ofEntity: entity, keys: keys) { key, columns in
        rows[row(ofEntity: entity, key)] = (entity, columns)
      }
    }
    return rows
  }
}
