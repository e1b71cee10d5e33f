// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Marks the records for sending that one transaction has changed.
struct NoteRun {
  let mirror: Mirror
  let tables: MirrorTables
  /// The time of the transaction, in milliseconds since 1970.
  let moment: Int64
  /// The lists whose members or order may have changed.
  private var lists: Set<ListName> = []
  /// Rows of series that are added to chunks when their owners have records.
  var rows: [Int: [Int64]] = [:]
  /// The chunks of series that have changed.
  var touched: Set<MirrorTables.Chunk> = []

  /// A list of an object: a to-many relationship.
  private struct ListName: Hashable {
    let entity: Int
    let property: Int
    let key: Int64
  }

  /// Creates a run for a transaction at a time in seconds since the reference date; nil for now.
  init(_ mirror: Mirror, _ tables: MirrorTables, at timestamp: Double?) {
    self.mirror = mirror
    self.tables = tables
    let seconds = timestamp.map { Date(timeIntervalSinceReferenceDate: $0).timeIntervalSince1970 }
    moment = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded()) } ?? mirror.surroundings.now()
  }

  /// Records all changes of a transaction.
  mutating func take(_ changes: SavedChanges) throws {
    for (entity, keys) in changes.inserted.sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: keys.count, by: 500) {
        try inserted(entity, Array(keys[start..<Swift.min(start + 500, keys.count)]))
      }
    }
    for (entity, updates) in changes.updated.sorted(by: { $0.key < $1.key }) {
      for update in updates { try updated(entity, update.key, update.properties) }
    }
    try deleted(changes.deleted)
    try finish()
  }

  // MARK: New objects

  private mutating func inserted(_ entity: Int, _ keys: [Int64]) throws {
    let layout = mirror.records(ofEntity: entity)
    if layout.series != nil { return rows[entity, default: []] += keys }
    let owners = layout.fields.filter { $0.positionName != nil }
    let needsValues =
      !layout.namingFields.isEmpty || !layout.rules.summed.isEmpty || !owners.isEmpty
    noteLists(entity, keys)
    guard needsValues else {
      for key in keys { try insert(entity, key, [:]) }
      return
    }
    try tables.tables.rows(ofEntity: entity, keys: keys) { key, columns in
      try insert(entity, key, try mirror.values(of: columns, entity, tables))
      for owner in owners { noteList(owner, columns) }
    }
  }

  private func insert(_ entity: Int, _ key: Int64, _ values: [String: RecordValue]) throws {
    let row = mirror.row(ofEntity: entity, key)
    // The object already has a record, for example from a comparison of everything.
    if try tables.name(of: row) != nil { return }
    let layout = mirror.records(ofEntity: entity)
    var note = try newNote(layout, values)
    if note.ancestor == nil { note.forgetCopy() }
    note.object = row
    note.refusal = nil
    let time = mirror.clock.tick(now: moment)
    // Other devices may create the same object: its initial values don't count as written.
    let isShared = mirror.form.recordName(for: values, of: layout) == note.name
    let made = RecordSnapshot.made(
      values, at: isShared ? time.asMade : time, summed: layout.rules.summed)
    note.clocks = made.clocks
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  /// The metadata for a new object: of the record named by its unique values, if that has no
  /// object, or of a new record.
  private func newNote(_ layout: EntityRecordLayout, _ values: [String: RecordValue]) throws
    -> RecordNote
  {
    if let name = mirror.form.recordName(for: values, of: layout) {
      guard let known = try tables.note(named: name) else {
        return RecordNote(name: name, type: layout.recordType)
      }
      if known.object == nil, known.type == layout.recordType { return known }
    }
    return RecordNote(name: mirror.surroundings.newName(), type: layout.recordType)
  }

  // MARK: Changed objects

  mutating func updated(_ entity: Int, _ key: Int64, _ properties: UInt64) throws {
    let layout = mirror.records(ofEntity: entity)
    func isChanged(_ property: PropertyLayout) -> Bool {
      properties & 1 << UInt64(Swift.min(property.index, 63)) != 0
    }
    for property in layout.entity.properties where isChanged(property) {
      switch property.storage {
      case .toManyByForeignKey, .toManyByJoin:
        lists.insert(ListName(entity: entity, property: property.index, key: key))
      case .attribute, .toOne: continue
      }
    }
    let fields = layout.fields.filter { isChanged($0.property) }
    if fields.isEmpty { return }
    let row = mirror.row(ofEntity: entity, key)
    if let series = layout.series, let chunk = try tables.chunk(of: row) {
      let isMoved = fields.contains { [series.owner, series.order].contains($0.name) }
      return try updateRow(entity, key, chunk, isMoved: isMoved)
    }
    guard var note = try tables.note(of: row) else { return try inserted(entity, [key]) }
    try overrule(note, fields)
    let summed = layout.rules.summed.intersection(fields.map(\.name))
    var columns: [SQLValue]?
    if !summed.isEmpty || fields.contains(where: { $0.positionName != nil }) {
      try tables.tables.rows(ofEntity: entity, keys: [key]) { columns = $1 }
    }
    var snapshot = RecordSnapshot(
      values: note.ancestor?.values ?? [:], clocks: note.localClocks ?? mirror.noClocks)
    if let columns {
      snapshot.values = try mirror.values(of: columns, entity, tables)
      for field in fields where field.positionName != nil { noteList(field, columns) }
    }
    snapshot.stamp(fields.map(\.name), at: mirror.clock.tick(now: moment), summed: summed)
    note.clocks = snapshot.clocks
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  /// Discards references that were still unresolved in fields that were changed here, and logs them
  /// as overwritten.
  private func overrule(_ note: RecordNote, _ fields: [FieldLayout]) throws {
    if fields.allSatisfy({ $0.column != nil }) { return }
    let awaited = try tables.awaited(by: note.name)
    for field in fields {
      guard let target = awaited[field.name] else { continue }
      try tables.stopWaiting(note.name, field.name)
      let lost = LostValue(
        field: field.name, value: .reference(target),
        written: (note.localClocks ?? mirror.noClocks)[field.name], side: .remote)
      try tables.log(.value(lost), note, mirror.surroundings.now())
    }
  }

  // MARK: Deleted objects

  /// Records the deletion of objects.
  mutating func deleted(_ keys: [Int: [Int64]]) throws {
    var notes: [RecordNote] = []
    var links: [MirrorTables.Link] = []
    for (entity, keys) in keys.sorted(by: { $0.key < $1.key }) {
      for key in keys {
        let row = mirror.row(ofEntity: entity, key)
        if let note = try tables.note(of: row) {
          links += try delete(note)
          notes.append(note)
        } else if let chunk = try tables.chunk(of: row) {
          touched.insert(chunk)
          try tables.leave(row)
        }
      }
    }
    try noteGone(notes, links)
  }

  /// Records the deletion of an object, and returns its links, which are deleted with it.
  @discardableResult
  private func delete(_ note: RecordNote) throws -> [MirrorTables.Link] {
    var note = note
    note.object = nil
    // The deletion covers all changes known here.
    note.clocks = note.localClocks
    note.places = nil
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
    let links = try tables.links(withEnd: note.name)
    for link in links {
      guard var linkNote = try tables.note(named: link.name) else { continue }
      linkNote.refusal = nil
      linkNote.change = try tables.nextChange()
      try tables.save(linkNote)
      try tables.forgetLink(link.name)
    }
    return links
  }

  // MARK: Everything

  /// Records the differences between rows and the server's copies, and all lists of the rows.
  mutating func compare(_ entity: Int, _ keys: [Int64]) throws {
    var new: [Int64] = []
    let layout = mirror.records(ofEntity: entity)
    try tables.tables.rows(ofEntity: entity, keys: keys) { key, columns in
      guard var note = try tables.note(of: mirror.row(ofEntity: entity, key)) else {
        return new.append(key)
      }
      var snapshot = RecordSnapshot(
        values: try mirror.values(of: columns, note, entity, tables),
        clocks: note.localClocks ?? mirror.noClocks)
      let known = note.ancestor?.clocks
      // Changes that were recorded before keep their times.
      let fields = snapshot.changes(since: note.ancestor).filter {
        known == nil || snapshot.clocks[$0] == known?[$0]
      }
      if fields.isEmpty || note.change > 0 && note.ancestor == nil { return }
      snapshot.stamp(
        fields, at: mirror.clock.tick(now: moment),
        summed: layout.rules.summed.intersection(fields))
      note.clocks = snapshot.clocks
      note.change = try tables.nextChange()
      try tables.save(note)
    }
    noteLists(entity, keys)
    if !new.isEmpty { try inserted(entity, new) }
  }

  /// Records the deletion of objects that don't exist any more.
  mutating func compareAbsent() throws {
    try compareSeries()
    for table in Set(mirror.storeLayout.entities.map(\.table)).sorted() {
      for name in try tables.namesWithoutRow(inTable: table) {
        if let note = try tables.note(named: name) { try delete(note) }
      }
    }
  }

  // MARK: Lists

  mutating func noteLists(_ entity: Int, _ keys: [Int64]) {
    for property in mirror.storeLayout.entities[entity].properties {
      guard case .toManyByJoin = property.storage else { continue }
      for key in keys {
        lists.insert(ListName(entity: entity, property: property.index, key: key))
      }
    }
  }

  /// Records that an object was added to a list through a to-one relationship.
  private mutating func noteList(_ field: FieldLayout, _ columns: [SQLValue]) {
    guard case .toOne(let destination) = field.property.storage, let inverse = destination.inverse,
      case .integer(let key) = columns[field.property.index],
      let entity = mirror.storeLayout.index(of: destination.type),
      let property = mirror.storeLayout.entities[entity].properties.first(where: {
        $0.name == inverse
      })
    else { return }
    lists.insert(ListName(entity: entity, property: property.index, key: key))
  }

  /// Records the changes of the lists and the series that were touched.
  mutating func finish() throws {
    try finishSeries()
    let lists = lists.sorted {
      ($0.entity, $0.property, $0.key) < ($1.entity, $1.property, $1.key)
    }
    self.lists = []
    for list in lists {
      let property = mirror.storeLayout.entities[list.entity].properties[list.property]
      guard let owner = try tables.name(of: mirror.row(ofEntity: list.entity, list.key)) else {
        continue
      }
      let targets = try tables.tables.targets(
        ofEntity: list.entity, property: list.property, key: list.key)
      switch property.storage {
      case .toManyByForeignKey(let destination, _):
        guard mirror.layout.index(ofSeries: destination.entity) == nil,
          let field = mirror.positionField(of: property, destination)
        else { continue }
        try place(targets, inTable: destination.table, field)
      case .toManyByJoin(let destination, let table, _, _):
        guard let link = mirror.layout.links[table] else { continue }
        let isSource =
          property.name == link.sourceProperty
          && mirror.storeLayout.entities[list.entity].isA(link.source)
        let names = try targets.compactMap {
          try tables.name(of: RowName(table: destination.table, key: $0))
        }
        try self.link(owner, names, link, isSource: isSource)
      case .attribute, .toOne: continue
      }
    }
  }

  /// Assigns positions to the members of a list that have none, or are out of order.
  private func place(_ targets: [Int64], inTable table: String, _ field: String) throws {
    var notes: [RecordNote] = []
    for key in targets {
      guard let note = try tables.note(of: RowName(table: table, key: key)) else { continue }
      notes.append(note)
    }
    let known = notes.map { note -> Position? in
      guard case .text(let text) = note.localPlaces[field] else { return nil }
      return Position(text)
    }
    for (index, position) in Position.changes(for: known, node: mirror.clock.node) {
      var note = notes[index]
      var places = note.localPlaces
      places[field] = .text(position.text)
      note.places = places
      var clocks = note.localClocks ?? mirror.noClocks
      clocks[field] = mirror.clock.tick(now: moment).replacing(clocks[field])
      note.clocks = clocks
      note.change = try tables.nextChange()
      try tables.save(note)
    }
  }

  private func isThere(_ link: MirrorTables.Link) throws -> Bool {
    try tables.row(ofRecord: link.source) != nil && tables.row(ofRecord: link.target) != nil
  }

  /// Records the links that were added and removed.
  private func link(
    _ owner: String, _ targets: [String], _ layout: LinkLayout, isSource: Bool
  ) throws {
    let known = try tables.links(of: owner, layout, isSource: isSource)
    let wanted = Set(
      targets.map {
        isSource
          ? mirror.form.name(of: layout, from: owner, to: $0)
          : mirror.form.name(of: layout, from: $0, to: owner)
      })
    for name in known.subtracting(wanted).sorted() {
      // A link is in no list before both ends have arrived.
      guard let pair = try tables.link(named: name), try isThere(pair) else { continue }
      try tables.forgetLink(name)
      guard var note = try tables.note(named: name) else { continue }
      note.change = try tables.nextChange()
      note.refusal = nil
      try tables.save(note)
    }
    for target in targets {
      let (source, end) = isSource ? (owner, target) : (target, owner)
      let name = mirror.form.name(of: layout, from: source, to: end)
      if known.contains(name) { continue }
      try tables.forgetGone(name)
      try tables.saveLink(name, layout.relationship, source, end)
      var note = try tables.note(named: name) ?? RecordNote(name: name, type: LinkLayout.recordType)
      note.clocks = FieldClocks(base: mirror.clock.tick(now: moment))
      note.refusal = nil
      note.change = try tables.nextChange()
      try tables.save(note)
    }
  }
}
