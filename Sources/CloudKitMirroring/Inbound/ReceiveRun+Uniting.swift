// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Two records of one object, since a unique value was given to both: that with the lesser name stays, with
/// the values of both merged, and what referred to the other refers to it.
///
/// Each device that has both decides alike.
extension ReceiveRun {
  /// Has a record come again that is to have unique values of another object.
  ///
  /// The other one may have other values as soon as all is fetched.
  func holdBackAsTaken(_ name: String, by holder: String) throws {
    // As it was before it came.
    guard var note = try tables.note(named: name) else { return }
    note.refusal = RecordNote.taken(by: holder)
    if let fullFetch { note.seen = fullFetch }
    try tables.save(note)
    try tables.holdBack(name)
  }

  /// Whether a record and that of the object with its unique values are of one object: the one has come
  /// again, and the other is not about to have other values itself.
  func areOne(_ note: RecordNote, _ other: RecordNote) -> Bool {
    note.holder != nil && other.holder == nil
  }

  /// The record of another object of the same entity that has unique values which one is to have.
  mutating func holder(
    of values: [String: RecordValue], _ entity: Int, besides row: RowName? = nil
  ) throws -> RecordNote? {
    for unique in mirror.records(ofEntity: entity).uniqueValues(of: values) {
      guard let columns = try columns(of: unique, entity) else { continue }
      // One that came in the same page has no row yet.
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

  /// Notes the unique values of a new object, which has no row yet.
  mutating func noteUnique(_ values: [String: RecordValue], _ entity: Int) {
    newValues.formUnion(mirror.records(ofEntity: entity).uniqueValues(of: values))
  }

  /// The columns of unique values; nil if one is NULL, which is like no other, or refers to what is not there.
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

  /// Has a record whose object gets unique values of another's be one object with that.
  ///
  /// The note has the server's copy as its ancestor. The object in `row` goes; `copy` is what it would have.
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
    // What it holds may be what the other one is to have.
    for property in mirror.storeLayout.entities[entity].properties where property.isOptional {
      if case .toOne = property.storage { mirror.columns.relate(model, property, to: nil) }
    }
    context.delete(model)
    try context.save()
    note.object = nil
    try unite(&note, entity, copy, with: other)
  }

  /// Has a record without an object be one object with another's, which is there.
  ///
  /// The note has the server's copy as its ancestor; `copy` is what its object would have.
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
    // Who deletes has seen both.
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
    // Last, so that nobody deletes it before nothing refers to it.
    if var loser = try tables.note(named: loser.name) {
      loser.change = try tables.nextChange()
      try tables.save(loser)
    }
    note = try tables.note(named: note.name) ?? note
  }

  /// The clocks of a copy, in which each field that is other than on the server has another time.
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
