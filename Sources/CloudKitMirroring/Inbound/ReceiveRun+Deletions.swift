// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ReceiveRun {
  /// Applies a remote change of a record whose object was deleted here.
  mutating func takeDeleted(
    _ note: inout RecordNote, _ entity: Int, _ remote: RecordSnapshot
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    let merge = DeletionMerge(
      edited: remote, of: .remote, ancestor: note.ancestor, known: note.clocks,
      node: mirror.clock.node, defaults: try defaultValues(of: layout),
      unknown: Set((note.unknown?.fields ?? [:]).keys).union(note.lockedFields),
      rules: layout.rules)
    switch merge {
    case .restore where try lacksTarget(remote, entity):
      if let owner = try isKept(note, remote, entity) { return try putOff(&note, until: owner) }
      // Its owner was deleted too: the object can't exist.
      try list(remote, remote.changes(since: note.ancestor), note)
      try deleteAgain(&note, remote)
    case .restore:
      try tables.log(.deletion(.local), note, mirror.surroundings.now())
      try tables.forgetGone(note.name)
      // Its rows may have arrived in the same page, and are in no chunk yet.
      if !newRows.isEmpty { try flush() }
      try fetchBelongings(of: note.name)
      try insert(&note, entity, remote)
    case .delete(let lost):
      if let owner = try isKept(note, remote, entity) { return try putOff(&note, until: owner) }
      for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      try deleteAgain(&note, remote)
    }
  }

  /// Defers a record until its owner exists; it is fetched again then.
  private func putOff(_ note: inout RecordNote, until owner: String) throws {
    try tables.forgetGone(note.name)
    note.tag = nil
    note.fields = []
    note.ancestor = nil
    note.clocks = nil
    note.change = 0
    note.refusal = .deferred("\(note.type) \(note.name)", until: owner)
    try tables.save(note)
    try tables.holdBack(note.name, until: owner)
  }

  private func deleteAgain(_ note: inout RecordNote, _ remote: RecordSnapshot) throws {
    note.ancestor = remote.shortened
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  /// Logs values of a copy that are deleted with it.
  private func list(_ copy: RecordSnapshot, _ fields: [String], _ note: RecordNote) throws {
    for field in fields where !HiddenFields.isHidden(field) {
      let lost = LostValue(
        field: field, value: copy.values[field], written: copy.clocks[field], side: .remote)
      try tables.log(.value(lost), note, mirror.surroundings.now())
    }
  }

  /// Deletes a new record that requires one deleted here; it is restored if that is.
  func goAlong(_ note: inout RecordNote, with owner: String, _ remote: RecordSnapshot) throws {
    try list(remote, remote.changes(since: nil), note)
    note.clocks = remote.clocks
    note.change = try tables.nextChange()
    try tables.save(note)
    try tables.noteGone(note.name, with: owner)
  }

  /// Deletes the records that were deferred until another one arrives, which was deleted instead.
  ///
  /// The deleting device may not know of them.
  private func goAlong(with owner: String) throws {
    for name in try tables.heldBack(until: owner) {
      guard var note = try tables.note(named: name), note.object == nil, note.change == 0 else {
        continue
      }
      try tables.release(name)
      note.refusal = nil
      if let copy = note.ancestor {
        try goAlong(&note, with: owner, copy)
      } else {
        // Its copy arrives when the server rejects the deletion, which has no tag.
        note.change = try tables.nextChange()
        try tables.save(note)
      }
    }
  }

  /// Whether a record requires another one that was deleted here.
  private func lacksTarget(_ remote: RecordSnapshot, _ entity: Int) throws -> Bool {
    for field in mirror.records(ofEntity: entity).fields where field.isRequired {
      guard case .reference(let target) = remote.values[field.name], arrivals[target] == nil,
        let note = try tables.note(named: target)
      else { continue }
      if note.isDeletion { return true }
    }
    return false
  }

  /// Applies the remote deletion of a record.
  mutating func takeDeletion(of name: String) throws {
    // Its dependents from the same page may have no keys yet.
    try flush()
    if try isAnyAwaited() { try goAlong(with: name) }
    guard var note = try tables.note(named: name) else {
      // A record that could not be read.
      if try isAnyAwaited() { try tables.release(name) }
      return
    }
    newsCount += 1
    try tables.forgetMissing(name)
    if note.object != nil, try tables.isClaimed(name) {
      // It may be merged with the deferred record that needs its unique values; that is fetched
      // again.
      note.tag = nil
      note.fields = []
      return try tables.save(note)
    }
    if let holder = note.holder {
      note.refusal = nil
      try tables.save(note)
      try deleteIfKept(holder, for: name)
    }
    if note.type == LinkLayout.recordType { return try takeDeletion(ofLink: note) }
    if note.type == SeriesLayout.recordType { return try takeDeletion(ofRows: note) }
    guard let row = note.object, let entity = mirror.entity(ofType: note.type) else {
      return try bury(note)
    }
    if note.change > 0, try !acceptDeletion(of: note, row, entity) { return }
    for link in try tables.links(withEnd: name) { try part(link, with: name) }
    try bury(note)
    if let model = context.model(ofStore: mirror.store, entity: entity, key: row.key) {
      try spare(model, name)
      context.delete(model)
    }
  }

  /// Applies the remote deletion of a link, unless its owner was kept here, and the link with it.
  private mutating func takeDeletion(ofLink note: RecordNote) throws {
    var note = note
    if let link = try tables.link(named: note.name) {
      if note.change > 0, note.tag != nil, !mirror.restored.includes(note) {
        note.tag = nil
        note.change = try tables.nextChange()
        return try tables.save(note)
      }
      severed.append(link)
    }
    try bury(note)
  }

  /// Merges the remote deletion of an object with its pending changes.
  ///
  /// - Parameters:
  ///   - note: The record's metadata.
  ///   - row: The row of the object.
  ///   - entity: The object's entity.
  /// - Returns: Whether the object is to be deleted. Otherwise its record is created again, or was forgotten
  ///   together with a row that no longer exists.
  /// - Throws: An error of the store.
  private mutating func acceptDeletion(
    of note: RecordNote, _ row: RowName, _ entity: Int
  ) throws -> Bool {
    var note = note
    let layout = mirror.records(ofEntity: entity)
    guard let (_, columns) = try mirror.rows(of: [note], tables)[row] else {
      try tables.forget(note.name)
      return false
    }
    let local = try mirror.local(note, columns, entity, tables)
    let merge =
      mirror.restored.includes(note) || isKnown(note, local, layout)
      ? DeletionMerge.delete(lost: [])
      : DeletionMerge(
        edited: local, of: .local, ancestor: note.ancestor,
        defaults: try defaultValues(of: layout), rules: layout.rules)
    switch merge {
    case .restore:
      try tables.log(.deletion(.remote), note, mirror.surroundings.now())
      // The record is created again, and is not based on the server's copy.
      note.tag = nil
      note.fields = []
      note.clocks = local.clocks
      note.places = note.localPlaces
      note.ancestor = nil
      note.change = try tables.nextChange()
      try tables.save(note)
      if let model = context.model(ofStore: mirror.store, entity: entity, key: row.key) {
        try keepBelongings(of: model, note.name)
      }
      return false
    case .delete(let lost):
      for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      return true
    }
  }

  /// Deletes the object of a remotely deleted record if it was kept only for another record, and
  /// that needs other values now.
  mutating func deleteIfKept(_ name: String, for other: String) throws {
    guard try tables.note(named: other)?.holder == nil, let note = try tables.note(named: name),
      note.isKeptForOther
    else { return }
    try takeDeletion(of: name)
  }

  /// Deletes a link when one of its ends was deleted elsewhere: the deleting device may not know of
  /// the link.
  private func part(_ link: MirrorTables.Link, with end: String) throws {
    try tables.forgetLink(link.name)
    guard var note = try tables.note(named: link.name) else { return }
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
    try tables.noteGone(link.name, with: end)
  }

  /// Removes the metadata of a remotely deleted record; a record that was created or deleted here
  /// leaves a tombstone.
  private func bury(_ note: RecordNote) throws {
    guard note.isDeletion || note.localClocks?.base.node == mirror.clock.node else {
      return try tables.forget(note.name)
    }
    try tables.bury(note)
  }

  /// Whether the deleting device must have seen every local change, although the server never
  /// confirmed our save.
  ///
  /// No other device can have got the record from anywhere else, since its name is random, and it
  /// has not changed since it was created here.
  private func isKnown(
    _ note: RecordNote, _ local: RecordSnapshot, _ layout: EntityRecordLayout
  ) -> Bool {
    note.tag == nil && note.ancestor == nil && local.clocks.base.node == mirror.clock.node
      && local.clocks.fields.keys.allSatisfy(HiddenFields.isHidden)
      && layout.recordName(for: local.values) == nil
  }
}
