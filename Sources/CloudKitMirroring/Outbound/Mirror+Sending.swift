// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation
import SwiftData

extension Mirror {
  /// Records to be sent.
  package struct Batch {
    package var recordsToSave: [CKRecord] = []
    package var recordIDsToDelete: [CKRecord.ID] = []
    /// The tags of the copies that are to be deleted: another one has something that is not known here.
    package var deletionTags: [CKRecord.ID: String] = [:]

    package var count: Int { recordsToSave.count + recordIDsToDelete.count }
  }

  /// The next records to be sent, at most `limit`; nil if there are none that are not under way.
  ///
  /// What was saved until now is in it. Until ``didSend(_:)`` or ``forgetUnderway()`` says what became of
  /// a record it is not given again, unless it changes.
  ///
  /// With `deletionsOnly` it has no records to save: there is no room for them.
  package func nextBatch(limit: Int = 50, deletionsOnly: Bool = false) throws -> Batch? {
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

  /// Whether a record without an object is to be deleted: not one of a pair or of rows that are there.
  private func isDeletion(_ note: RecordNote, _ tables: MirrorTables) throws -> Bool {
    if try tables.link(named: note.name) != nil { return false }
    guard let chunk = try tables.chunk(named: note.name) else { return true }
    return try tables.members(of: chunk).isEmpty
  }

  /// Takes back what was given out, as after a failure of the network.
  package func forgetUnderway() { underway = [:] }

  private func prepare(
    _ notes: [RecordNote], _ batch: inout Batch, _ leaving: inout [String: Departure],
    _ tables: MirrorTables
  ) throws {
    let columns = try rows(of: notes, tables)
    var givers = UniqueGivers()
    for note in notes {
      // What went with another object is deleted when that is: it may have to stay.
      if let owner = try tables.ownerGone(with: note.name), try tables.isDeletionPending(owner) {
        continue
      }
      let id = CKRecord.ID(recordName: note.name, zoneID: zone)
      if note.type == LinkLayout.recordType {
        guard let link = try tables.link(named: note.name) else {
          leave(note, &batch, &leaving)
          continue
        }
        guard let layout = layout.links[link.relationship] else {
          try setAside(note, tables)
          continue
        }
        let record = CKRecord(recordType: form.linkType, recordID: id, changeTag: note.tag)
        let clocks = note.localClocks ?? noClocks
        let fields = form.fields(of: layout, from: link.source, to: link.target, in: zone, clocks)
        record.store(fields.mapValues { .some($0) })
        batch.recordsToSave.append(record)
        leaving[note.name] = Departure(
          change: note.change, snapshot: RecordSnapshot(values: [:], clocks: clocks),
          fields: Set(fields.keys))
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

  /// The tag of no copy.
  ///
  /// Whether the server has the record is not known here: if so, what it has is looked at first. It is no
  /// number, as tags are.
  private static let noTag = "-"

  /// Whether a record can't be without another one that the server doesn't have yet, and that goes with a later
  /// batch: who has the one alone can't show it, and would wait for ever if this device were lost.
  private func lacksTarget(
    _ note: RecordNote, _ values: [String: RecordValue], _ entity: Int, _ batch: Batch,
    _ tables: MirrorTables
  ) throws -> Bool {
    for field in records(ofEntity: entity).fields where field.isRequired {
      guard case .reference(let target) = values[field.name],
        !batch.recordsToSave.contains(where: { $0.recordID.recordName == target }),
        let other = try tables.note(named: target), other.tag == nil, other.object != nil,
        other.change > 0, other.refusal == nil,
        // Of two that need each other one has to be first.
        try !needs(other, note.name, tables)
      else { continue }
      return true
    }
    return false
  }

  /// Whether a record can't be without another one in turn, by way of others or at once.
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

  /// Leaves to other versions of the program what this one doesn't have any more: it is not theirs that is
  /// deleted.
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
    let sent = note.tag == nil ? nil : written(in: local, since: note.ancestor)
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
        of: note.name, to: local, of: layout, sent: sent, from: note.tag == nil ? [:] : existing,
        with: surroundings.transport)
    } catch let problem as FieldProblem {
      // Until the object is changed.
      var note = note
      note.refusal = "\(problem.place) can't be sent: \(problem.reason)."
      return try tables.save(note)
    } catch let error as CKError where error.code == .badContainer {
      // Until there is a key.
      var note = note
      note.refusal = error.localizedDescription
      return try tables.save(note)
    }
    if note.tag == nil, let unknown = note.unknown {
      changes.merge(unknown.fields.mapValues { .some($0) }) { own, _ in own }
    }
    record.store(changes)
    var fields = note.tag == nil ? [] : note.fields
    for (name, value) in changes {
      if value == nil { fields.remove(name) } else { fields.insert(name) }
    }
    batch.recordsToSave.append(record)
    for sum in local.clocks.sums.values {
      if let part = sum.part(of: clock.node) {
        try tables.noteDeparture(of: note.name, part.timestamp)
      }
    }
    leaving[note.name] = Departure(
      change: note.change,
      snapshot: try self.local(note, columns, entity, tables).shortened, fields: fields)
  }

  /// The fields that were written here since the server's copy.
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
