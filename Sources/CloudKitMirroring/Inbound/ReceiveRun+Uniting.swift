// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Merges two records of one object that have got the same unique value.
///
/// The record with the lesser name stays, with the merged values of both, and references to the
/// other one are redirected to it. Each device that has both records decides alike.
extension ReceiveRun {
  /// Defers a record that needs unique values of another object; it is fetched again.
  ///
  /// The other object may have other values when the fetch is complete.
  func holdBackAsTaken(_ name: String, by holder: String) throws {
    // The stored metadata, from before this change.
    guard var note = try tables.note(named: name) else { return }
    note.refusal = .uniqueValuesTaken(by: holder)
    if let fullFetch { note.seen = fullFetch }
    try tables.save(note)
    try tables.holdBack(name)
  }

  /// Whether two records with the same unique values are of one object.
  ///
  /// They are if `note` was deferred before and has been fetched again, and `other`, whose object
  /// has the values, is not deferred itself. Records with locked values are merged when the device
  /// has the key, since one of them is deleted.
  func areOne(_ note: RecordNote, _ other: RecordNote) -> Bool {
    note.holder != nil && other.holder == nil && note.lockedFields.isEmpty
      && other.lockedFields.isEmpty
  }

  /// The record of another object of the same entity that has some of the unique values.
  mutating func holder(
    of values: [String: RecordValue], _ entity: Int, besides row: RowName? = nil
  ) throws -> RecordNote? {
    for unique in mirror.records(ofEntity: entity).uniqueValues(of: values) {
      guard let columns = try columns(of: unique, entity) else { continue }
      // An object from the same page has no row yet.
      if newValues.contains(unique) { try write() }
      guard let note = try holder(of: columns, as: unique, entity, besides: row) else { continue }
      guard context.hasChanges else { return note }
      // It may have other values that are not written yet.
      try write()
      if let note = try holder(of: columns, as: unique, entity, besides: row) { return note }
    }
    return nil
  }

  private mutating func write() throws {
    try flush()
    if context.hasChanges { try context.save() }
    newValues = []
  }

  private func holder(
    of columns: [SQLValue], as unique: UniqueValues, _ entity: Int, besides row: RowName?
  ) throws -> RecordNote? {
    let layout = mirror.records(ofEntity: entity).entity
    for key in try tables.keys(inTableOf: layout, unique.properties, with: columns)
    where RowName(table: layout.table, key: key) != row {
      guard let note = try tables.note(of: RowName(table: layout.table, key: key)),
        mirror.entity(ofType: note.type) == entity
      else { continue }
      return note
    }
    return nil
  }

  /// Remembers the unique values of a new object, which has no row yet.
  mutating func noteUnique(_ values: [String: RecordValue], _ entity: Int) {
    newValues.formUnion(mirror.records(ofEntity: entity).uniqueValues(of: values))
  }

  /// The columns of unique values; nil if one is NULL, which equals nothing, or refers to a missing
  /// object.
  private func columns(of unique: UniqueValues, _ entity: Int) throws -> [SQLValue]? {
    let fields = mirror.records(ofEntity: entity).fields
    let columns = try zip(unique.properties, unique.values).compactMap { property, value in
      guard let field = fields.first(where: { $0.property.index == property }) else {
        return SQLValue?.none
      }
      guard case .reference(let name) = value else { return field.column(of: value) }
      return try tables.key(ofRecord: name, for: field.property).map { .integer($0) }
    }
    return columns.count == unique.properties.count && !columns.contains(.null) ? columns : nil
  }

  /// Merges the record's object into the object that already has its unique values.
  ///
  /// `note` has the server's copy as its ancestor. The object in `row` is deleted; `copy` has its
  /// new values.
  mutating func fold(
    _ note: inout RecordNote, _ row: RowName, _ entity: Int, _ copy: RecordSnapshot,
    into other: RecordNote
  ) throws {
    try flush()
    guard let home = other.object,
      let model = context.model(ofStore: mirror.store, entity: entity, key: row.key),
      let target = context.model(ofStore: mirror.store, entity: entity, key: home.key)
    else { return try tables.save(note) }
    for reference in mirror.references(to: entity) {
      for key in try tables.keys(inEntity: reference.entity, reference.property, of: row.key) {
        guard
          let source = context.model(ofStore: mirror.store, entity: reference.entity, key: key)
        else { continue }
        mirror.columns.relate(source, reference.property, to: target)
      }
    }
    for link in try tables.links(withEnd: note.name) {
      let isSource = link.source == note.name
      try join(link, isJoined: false)
      try join(
        MirrorTables.Link(
          name: link.name, relationship: link.relationship,
          source: isSource ? other.name : link.source, target: isSource ? link.target : other.name),
        isJoined: true)
    }
    // The other object may get these references.
    for property in mirror.storeLayout.entities[entity].properties where property.isOptional {
      if case .toOne = property.storage { mirror.columns.relate(model, property, to: nil) }
    }
    context.delete(model)
    try context.save()
    note.object = nil
    try unite(&note, entity, copy, with: other)
  }

  /// Merges a record without an object into the existing object of another record.
  ///
  /// `note` has the server's copy as its ancestor; `copy` has the values for its object.
  mutating func unite(
    _ note: inout RecordNote, _ entity: Int, _ copy: RecordSnapshot, with other: RecordNote
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    guard let row = other.object, let (_, columns) = try mirror.rows(of: [other], tables)[row]
    else { return }
    let local = try mirror.local(other, columns, entity, tables)
    let merge = RecordMerge(
      ancestor: nil, local: local, remote: copy, rules: layout.rules,
      defaults: try defaults(of: layout))
    var (winner, loser) = note.name < other.name ? (note, other) : (other, note)
    // The deletion covers both copies.
    loser.clocks = note.name < other.name ? local.clocks : copy.clocks
    loser.object = nil
    loser.places = nil
    loser.refusal = nil
    try tables.save(loser)
    winner.object = row
    winner.clocks = clocks(of: merge.merged, besides: winner.ancestor)
    winner.places = merge.merged.values.filter { HiddenFields.isPosition($0.key) }
    winner.change = try tables.nextChange()
    for lost in merge.lost where !HiddenFields.isHidden(lost.field) {
      try tables.log(.value(lost), winner, mirror.surroundings.now())
    }
    try apply(merge.applied, merge.merged.values, &winner, row, entity)
    for waiting in try tables.takeWaiting(for: loser.name) {
      try serve(waiting, for: winner.name)
    }
    try flush()
    if context.hasChanges { try context.save() }
    var run = NoteRun(mirror, tables, at: nil)
    try run.unite(loser.name, into: row, entity)
    try run.finish()
    // Delete the loser last, when nothing refers to it any more.
    if var loser = try tables.note(named: loser.name) {
      loser.change = try tables.nextChange()
      try tables.save(loser)
    }
    note = try tables.note(named: note.name) ?? note
  }

  /// The clocks of a copy, with a new time for each field that differs from the server's copy.
  private func clocks(of copy: RecordSnapshot, besides ancestor: RecordSnapshot?) -> FieldClocks {
    var clocks = copy.clocks
    guard let ancestor else { return clocks }
    for field in copy.shortened.changes(since: ancestor)
    where clocks[field] == ancestor.clocks[field] {
      clocks[field] = mirror.clock.tick(now: mirror.surroundings.now()).replacing(clocks[field])
    }
    return clocks
  }
}
