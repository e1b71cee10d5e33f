// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension ReceiveRun {
  /// Takes a record that was changed elsewhere and whose object was deleted here.
  mutating func takeDeleted(
    _ note: inout RecordNote, _ entity: Int, _ remote: RecordSnapshot
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    let merge = DeletionMerge(
      edited: remote, of: .remote, ancestor: note.ancestor, known: note.clocks,
      node: mirror.clock.node, defaults: try defaultValues(of: layout),
      unknown: Set((note.unknown?.fields ?? [:]).keys), rules: layout.rules)
    switch merge {
    case .restore where try lacksTarget(remote, entity):
      if let owner = try isKept(note, remote, entity) { return try putOff(&note, until: owner) }
      // What it belonged to was deleted too: it can't be there.
      try list(remote, remote.changes(since: note.ancestor), note)
      try deleteAgain(&note, remote)
    case .restore:
      try tables.log(.deletion(.local), note, mirror.surroundings.now())
      try tables.forgetGone(note.name)
      // Rows of it may have come in the same page, and are in no chunk yet.
      if !newRows.isEmpty { try flush() }
      try fetchBelongings(of: note.name)
      try insert(&note, entity, remote)
    case .delete(let lost):
      if let owner = try isKept(note, remote, entity) { return try putOff(&note, until: owner) }
      for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      try deleteAgain(&note, remote)
    }
  }

  /// Has a record come again when what it belongs to is there.
  private func putOff(_ note: inout RecordNote, until owner: String) throws {
    try tables.forgetGone(note.name)
    note.tag = nil
    note.fields = []
    note.ancestor = nil
    note.clocks = nil
    note.change = 0
    note.refusal = "\(note.type) \(note.name) waits for \(owner)."
    try tables.save(note)
    try tables.holdBack(note.name, until: owner)
  }

  private func deleteAgain(_ note: inout RecordNote, _ remote: RecordSnapshot) throws {
    note.ancestor = remote.shortened
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  /// Lists values of a copy that are lost with it.
  private func list(_ copy: RecordSnapshot, _ fields: [String], _ note: RecordNote) throws {
    for field in fields where !HiddenFields.isHidden(field) {
      let lost = LostValue(
        field: field, value: copy.values[field], written: copy.clocks[field], side: .remote)
      try tables.log(.value(lost), note, mirror.surroundings.now())
    }
  }

  /// Has a new record go that can't be without one which was deleted here: it comes back if that does.
  func goAlong(_ note: inout RecordNote, with owner: String, _ remote: RecordSnapshot) throws {
    try list(remote, remote.changes(since: nil), note)
    note.clocks = remote.clocks
    note.change = try tables.nextChange()
    try tables.save(note)
    try tables.noteGone(note.name, with: owner)
  }

  /// Has the records go that were held back until another one came, which was deleted instead: who deleted
  /// that may not know of them.
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
        // It comes when the server refuses to delete it unseen.
        note.change = try tables.nextChange()
        try tables.save(note)
      }
    }
  }

  /// Whether a record refers to one that was deleted here, and can't be without.
  private func lacksTarget(_ remote: RecordSnapshot, _ entity: Int) throws -> Bool {
    for field in mirror.records(ofEntity: entity).fields where field.isRequired {
      guard case .reference(let target) = remote.values[field.name], arrivals[target] == nil,
        let note = try tables.note(named: target)
      else { continue }
      if note.isDeletion { return true }
    }
    return false
  }

  /// Takes the news that a record was deleted.
  mutating func takeDeletion(of name: String) throws {
    // What came in the same page and belongs to it may have no key yet.
    try flush()
    if try isAnyAwaited() { try goAlong(with: name) }
    guard var note = try tables.note(named: name) else {
      // One that could not be read.
      if try isAnyAwaited() { try tables.release(name) }
      return
    }
    newsCount += 1
    try tables.forgetMissing(name)
    if note.object != nil, try tables.isClaimed(name) {
      // It may be one object with that which is to have its unique values, and comes again.
      note.tag = nil
      note.fields = []
      return try tables.save(note)
    }
    if let holder = note.holder {
      note.refusal = nil
      try tables.save(note)
      try deleteIfKept(holder, for: name)
    }
    if note.type == LinkLayout.recordType {
      if let link = try tables.link(named: name) {
        if note.change > 0, note.tag != nil {
          // Kept here, with what it belongs to.
          note.tag = nil
          note.change = try tables.nextChange()
          return try tables.save(note)
        }
        severed.append(link)
      }
      return try bury(note)
    }
    if note.type == SeriesLayout.recordType { return try takeDeletion(ofRows: note) }
    guard let row = note.object, let entity = mirror.entity(ofType: note.type) else {
      return try bury(note)
    }
    if note.change > 0 {
      let layout = mirror.records(ofEntity: entity)
      guard let (_, columns) = try mirror.rows(of: [note], tables)[row] else {
        return try tables.forget(name)
      }
      let local = try mirror.local(note, columns, entity, tables)
      let merge =
        isKnown(note, local, layout)
        ? DeletionMerge.delete(lost: [])
        : DeletionMerge(
          edited: local, of: .local, ancestor: note.ancestor,
          defaults: try defaultValues(of: layout), rules: layout.rules)
      switch merge {
      case .restore:
        try tables.log(.deletion(.remote), note, mirror.surroundings.now())
        // It is made anew, and not from what the server had.
        note.tag = nil
        note.fields = []
        note.clocks = local.clocks
        note.places = note.localPlaces
        note.ancestor = nil
        note.change = try tables.nextChange()
        try tables.save(note)
        if let model = context.model(ofStore: mirror.store, entity: entity, key: row.key) {
          try keepBelongings(of: model, name)
        }
        return
      case .delete(let lost):
        for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      }
    }
    for link in try tables.links(withEnd: name) { try part(link, with: name) }
    try bury(note)
    if let model = context.model(ofStore: mirror.store, entity: entity, key: row.key) {
      try spare(model, name)
      context.delete(model)
    }
  }

  /// Deletes the object of a record that was deleted elsewhere, and that was kept for another one, which is to
  /// have other values now.
  mutating func deleteIfKept(_ name: String, for other: String) throws {
    guard try tables.note(named: other)?.holder == nil, let note = try tables.note(named: name),
      note.isKeptForOther
    else { return }
    try takeDeletion(of: name)
  }

  /// Has a pair deleted an end of which was deleted elsewhere: who did that may not know of the pair.
  private func part(_ link: MirrorTables.Link, with end: String) throws {
    try tables.forgetLink(link.name)
    guard var note = try tables.note(named: link.name) else { return }
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
    try tables.noteGone(link.name, with: end)
  }

  /// Forgets a record that was deleted elsewhere; one that was made or deleted here is remembered.
  private func bury(_ note: RecordNote) throws {
    guard note.isDeletion || note.localClocks?.base.node == mirror.clock.node else {
      return try tables.forget(note.name)
    }
    try tables.bury(note)
  }

  /// Whether who deleted a record has seen all of it that is here, though nobody has said that it is on the
  /// server: who else could have it from here, under a name by chance, and nothing was changed since it was
  /// made.
  private func isKnown(
    _ note: RecordNote, _ local: RecordSnapshot, _ layout: EntityRecordLayout
  ) -> Bool {
    note.tag == nil && note.ancestor == nil && local.clocks.base.node == mirror.clock.node
      && local.clocks.fields.keys.allSatisfy(HiddenFields.isHidden)
      && layout.recordName(for: local.values) == nil
  }
}
