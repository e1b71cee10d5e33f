// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData

/// Takes records that came from the server into the store, in one transaction.
struct ReceiveRun {
  let mirror: Mirror
  let tables: MirrorTables
  private let fullFetch: Int64?
  /// New objects, whose rows have no keys yet.
  private var arrivals: [String: Arrival] = [:]
  private var order: [String] = []
  /// References of objects to records that are not there yet, or only among the new ones.
  private var loose: [Loose] = []
  private var links: [MirrorTables.Link] = []
  private var severed: [MirrorTables.Link] = []
  /// The fields with places in lists of members whose place came.
  private var moved: Set<Moved> = []
  private var wanted: [String] = []

  private struct Arrival {
    var note: RecordNote
    let entity: Int
    let model: any PersistentModel
  }

  private struct Loose {
    let source: String
    let model: any PersistentModel
    let entity: Int
    let field: FieldLayout
    let target: String
  }

  private struct Moved: Hashable {
    let name: String
    let field: String
  }

  init(_ mirror: Mirror, _ tables: MirrorTables, fullFetch: Int64?) {
    self.mirror = mirror
    self.tables = tables
    self.fullFetch = fullFetch
  }

  private var context: ModelContext { mirror.context }

  // MARK: Records

  /// Takes a record.
  mutating func take(_ record: CKRecord) throws {
    if record.recordType == LinkLayout.recordType { return try takeLink(record) }
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: record.recordType)
    if let fullFetch { note.seen = fullFetch }
    // After a full fetch the zone may be another of the same name, with tags that are the same by chance.
    if fullFetch == nil, note.tag != nil, note.tag == record.recordChangeTag, note.refusal == nil {
      return
    }
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    guard let entity = mirror.entity(ofType: record.recordType) else {
      // Of a newer version of the schema.
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    let layout = mirror.records(ofEntity: entity)
    let received = try layout.read(record.storedValues, with: mirror.surroundings.transport)
    note.unknown = received.unknown.isEmpty ? nil : UnknownFields(received.unknown)
    let remote = snapshot(received, note, record, layout)
    if let row = note.object {
      try update(&note, row, entity, remote)
    } else if note.change > 0 {
      try takeDeleted(&note, entity, remote)
    } else {
      try insert(&note, entity, remote)
    }
  }

  /// The server's copy, with clocks as far as they are believed.
  private func snapshot(
    _ received: ReceivedRecord, _ note: RecordNote, _ record: CKRecord,
    _ layout: EntityRecordLayout
  ) -> RecordSnapshot {
    let now = mirror.surroundings.now()
    let modified =
      record.modificationDate.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) } ?? now
    let clocks = FieldClocks.attributed(
      received.clocks, to: received.values, ancestor: note.ancestor, modified: modified,
      summed: layout.rules.summed)
    _ = mirror.clock.receive(clocks.latest, modified: modified, now: now)
    return RecordSnapshot(values: received.values, clocks: clocks)
  }

  // MARK: New objects

  private mutating func insert(_ note: inout RecordNote, _ entity: Int, _ remote: RecordSnapshot)
    throws
  {
    let layout = mirror.records(ofEntity: entity)
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
          if let row = try tables.row(ofRecord: target) { return row.key }
          missing.append((field, target))
          return nil
        },
        default: { try mirror.columns.defaultValue(of: $0.property, in: layout.entity) })
    } catch let problem as FieldProblem {
      note.refusal = problem.description
      return try tables.save(note)
    }
    if let (field, target) = missing.first(where: { $0.0.isRequired && arrivals[$0.1] == nil }) {
      // It can't be there before its target is.
      note.tag = nil
      note.refusal = "\(layout.entity.name).\(field.property.name) waits for \(target)."
      try tables.save(note)
      return try tables.wait(for: target, "", of: note.name)
    }
    let model = try mirror.columns.model(of: layout.entity, from: columns)
    context.insert(model)
    for (field, target) in missing {
      loose.append(
        Loose(source: note.name, model: model, entity: entity, field: field, target: target))
    }
    arrivals[note.name] = Arrival(note: note, entity: entity, model: model)
    order.append(note.name)
    noteMoves(note.name, layout, remote.values.keys)
  }

  // MARK: Known objects

  private mutating func update(
    _ note: inout RecordNote, _ row: RowName, _ entity: Int, _ remote: RecordSnapshot
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    let applied: [String]
    if note.change == 0 {
      applied = remote.changes(since: note.ancestor)
      note.clocks = nil
      note.places = nil
      note.ancestor = remote.shortened
    } else {
      guard let (_, columns) = try mirror.rows(of: [note], tables)[row] else { return }
      let local = try mirror.local(note, columns, entity, tables)
      let merge = RecordMerge(
        ancestor: note.ancestor, local: local, remote: remote, rules: layout.rules)
      applied = merge.applied
      note.ancestor = remote.shortened
      note.clocks = merge.sent.isEmpty ? nil : merge.merged.clocks
      note.places =
        merge.sent.isEmpty ? nil : merge.merged.values.filter { HiddenFields.isPosition($0.key) }
      note.change = merge.sent.isEmpty ? 0 : try tables.nextChange()
      for lost in merge.lost where !HiddenFields.isHidden(lost.field) {
        try tables.log(.value(lost), note, mirror.surroundings.now())
      }
      return try apply(applied, merge.merged.values, &note, row, entity)
    }
    try apply(applied, remote.values, &note, row, entity)
  }

  private mutating func apply(
    _ applied: [String], _ values: [String: RecordValue], _ note: inout RecordNote,
    _ row: RowName, _ entity: Int
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    note.refusal = nil
    defer { noteMoves(note.name, layout, applied) }
    let fields = layout.fields.filter { applied.contains($0.name) }
    guard !fields.isEmpty,
      let model = context.model(ofStore: mirror.store, entity: entity, key: row.key)
    else { return try tables.save(note) }
    var attributes: [(property: PropertyLayout, value: SQLValue)] = []
    for field in fields {
      if field.column == nil {
        var target: String?
        if case .reference(let name) = values[field.name] { target = name }
        try refer(model, entity, field, to: target, from: note.name)
        continue
      }
      var column = values[field.name].flatMap { field.column(of: $0) } ?? .null
      if column == .null, !field.property.isOptional {
        column =
          try mirror.columns.defaultValue(of: field.property, in: layout.entity) ?? .null
      }
      attributes.append((field.property, column))
    }
    try mirror.columns.set(attributes, of: model, in: layout.entity)
    try tables.save(note)
  }

  /// Has an object refer to that of a record, now or when it comes.
  private mutating func refer(
    _ model: any PersistentModel, _ entity: Int, _ field: FieldLayout, to target: String?,
    from source: String
  ) throws {
    if let target, try tables.row(ofRecord: target) == nil {
      loose.append(
        Loose(source: source, model: model, entity: entity, field: field, target: target))
      if field.isRequired { return }
    }
    let object = try target.flatMap { try self.object(ofRecord: $0) }
    if object == nil, field.isRequired { return }
    mirror.columns.relate(model, field.property, to: object)
  }

  /// The object of a record in the store.
  private func object(ofRecord name: String) throws -> (any PersistentModel)? {
    guard let note = try tables.note(named: name), let row = note.object,
      let entity = mirror.entity(ofType: note.type)
    else { return nil }
    return context.model(ofStore: mirror.store, entity: entity, key: row.key)
  }

  private mutating func noteMoves(
    _ name: String, _ layout: EntityRecordLayout, _ fields: some Sequence<String>
  ) {
    for field in fields where HiddenFields.isPosition(field) {
      moved.insert(Moved(name: name, field: field))
    }
    // Who comes to another list comes with a place in it.
    let names = Set(fields)
    for field in layout.fields where names.contains(field.name) {
      if let place = field.positionName { moved.insert(Moved(name: name, field: place)) }
    }
  }

  // MARK: Deletions

  /// Takes a record that was changed elsewhere and whose object was deleted here.
  private mutating func takeDeleted(
    _ note: inout RecordNote, _ entity: Int, _ remote: RecordSnapshot
  ) throws {
    let rules = mirror.records(ofEntity: entity).rules
    let merge = DeletionMerge(
      edited: remote, of: .remote, ancestor: note.ancestor, rules: rules)
    switch merge {
    case .restore:
      try tables.log(.deletion(.local), note, mirror.surroundings.now())
      try insert(&note, entity, remote)
    case .delete(let lost):
      for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      note.ancestor = remote.shortened
      note.change = try tables.nextChange()
      try tables.save(note)
    }
  }

  /// Takes the news that a record was deleted.
  mutating func takeDeletion(of name: String) throws {
    if arrivals[name] != nil { try flush() }
    guard var note = try tables.note(named: name) else { return }
    if note.type == LinkLayout.recordType {
      if let link = try tables.link(named: name) { severed.append(link) }
      return try tables.forget(name)
    }
    guard let row = note.object, let entity = mirror.entity(ofType: note.type) else {
      return try tables.forget(name)
    }
    if note.change > 0 {
      let layout = mirror.records(ofEntity: entity)
      guard let (_, columns) = try mirror.rows(of: [note], tables)[row] else {
        return try tables.forget(name)
      }
      let local = try mirror.local(note, columns, entity, tables)
      let merge = DeletionMerge(
        edited: local, of: .local, ancestor: note.ancestor, rules: layout.rules)
      switch merge {
      case .restore:
        try tables.log(.deletion(.remote), note, mirror.surroundings.now())
        note.tag = nil
        note.fields = []
        note.clocks = local.clocks
        note.change = try tables.nextChange()
        return try tables.save(note)
      case .delete(let lost):
        for value in lost { try tables.log(.value(value), note, mirror.surroundings.now()) }
      }
    }
    for link in try tables.links(withEnd: name) { try tables.forgetLink(link.name) }
    try tables.forget(name)
    if let model = context.model(ofStore: mirror.store, entity: entity, key: row.key) {
      context.delete(model)
    }
  }

  // MARK: Links

  private mutating func takeLink(_ record: CKRecord) throws {
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: record.recordType)
    if let fullFetch { note.seen = fullFetch }
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    note.ancestor = RecordSnapshot(values: [:], clocks: mirror.noClocks)
    guard let ends = LinkLayout.read(record.storedValues),
      mirror.layout.links[ends.relationship] != nil
    else {
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    if note.change > 0 {
      // A pair that was parted here is not put together by what came before that; one that is in both
      // places is no news.
      if try tables.link(named: name) != nil { note.change = 0 }
      return try tables.save(note)
    }
    try tables.save(note)
    if try tables.link(named: name) != nil { return }
    try tables.saveLink(name, ends.relationship, ends.source, ends.target)
    links.append(
      MirrorTables.Link(
        name: name, relationship: ends.relationship, source: ends.source, target: ends.target))
  }

  private mutating func join(_ link: MirrorTables.Link, isJoined: Bool) throws {
    guard let layout = mirror.layout.links[link.relationship],
      let source = try object(ofRecord: link.source),
      let target = try object(ofRecord: link.target),
      let entity = try entity(ofRecord: link.source),
      let property = mirror.storeLayout.entities[entity].properties.first(where: {
        $0.name == layout.sourceProperty
      })
    else {
      if isJoined {
        for end in [link.source, link.target] where try tables.row(ofRecord: end) == nil {
          try tables.wait(for: end, "", of: link.name)
        }
      }
      return
    }
    mirror.columns.relate(source, property, with: target, isRelated: isJoined)
  }

  private func entity(ofRecord name: String) throws -> Int? {
    try tables.note(named: name).flatMap { mirror.entity(ofType: $0.type) }
  }

  // MARK: The end

  /// Writes what was taken; the names of the records that are to be fetched again.
  mutating func finish() throws -> [String] {
    try flush()
    for link in severed { try join(link, isJoined: false) }
    for link in links { try join(link, isJoined: true) }
    try sortLists()
    return wanted
  }

  /// Writes the new objects, so that they have keys, and lets others refer to them.
  private mutating func flush() throws {
    for reference in loose {
      if let arrival = arrivals[reference.target] {
        mirror.columns.relate(reference.model, reference.field.property, to: arrival.model)
      } else if try tables.row(ofRecord: reference.target) == nil {
        try tables.wait(for: reference.target, reference.field.name, of: reference.source)
      } else if let object = try object(ofRecord: reference.target) {
        mirror.columns.relate(reference.model, reference.field.property, to: object)
      }
    }
    loose = []
    guard !order.isEmpty else { return }
    try context.save()
    let new = order
    for name in new {
      guard var arrival = arrivals[name] else { continue }
      let row = mirror.row(ofEntity: arrival.entity, arrival.model.rowKey)
      if let other = try tables.note(of: row) {
        try settle(&arrival.note, other, row)
      } else {
        arrival.note.object = row
        try tables.save(arrival.note)
      }
    }
    arrivals = [:]
    order = []
    for name in new {
      for waiting in try tables.takeWaiting(for: name) { try serve(waiting) }
    }
  }

  /// Two records of one object, since a unique value was given to both: that with the lesser name stays.
  private func settle(_ note: inout RecordNote, _ other: RecordNote, _ row: RowName) throws {
    var other = other
    if note.name < other.name {
      other.object = nil
      other.change = try tables.nextChange()
      try tables.save(other)
      note.object = row
      try tables.save(note)
    } else {
      note.object = nil
      note.change = try tables.nextChange()
      try tables.save(note)
      other.change = try tables.nextChange()
      other.clocks = FieldClocks(
        base: mirror.clock.tick(now: mirror.surroundings.now())
          .replacing(other.localClocks?.latest ?? .distantPast))
      try tables.save(other)
    }
  }

  private mutating func serve(_ waiting: (source: String, field: String)) throws {
    if let link = try tables.link(named: waiting.source) { return links.append(link) }
    guard !waiting.field.isEmpty else { return wanted.append(waiting.source) }
    guard let note = try tables.note(named: waiting.source), let row = note.object,
      let entity = mirror.entity(ofType: note.type),
      let field = mirror.records(ofEntity: entity).fields.first(where: {
        $0.name == waiting.field
      }),
      // Unless it refers to something else by now.
      case .reference(let target) = note.ancestor?.values[field.name],
      let object = try object(ofRecord: target),
      let model = context.model(ofStore: mirror.store, entity: entity, key: row.key)
    else { return }
    mirror.columns.relate(model, field.property, to: object)
    noteMoves(note.name, mirror.records(ofEntity: entity), [field.name])
  }

  // MARK: Lists

  /// Puts the lists whose members' places came into their order.
  private mutating func sortLists() throws {
    guard !moved.isEmpty else { return }
    if context.hasChanges { try context.save() }
    var lists: [ListName: String] = [:]
    for member in moved.sorted(by: { ($0.name, $0.field) < ($1.name, $1.field) }) {
      guard let note = try tables.note(named: member.name), let row = note.object,
        let entity = mirror.entity(ofType: note.type),
        let field = mirror.records(ofEntity: entity).fields.first(where: {
          $0.positionName == member.field
        }),
        case .toOne(let destination) = field.property.storage, let inverse = destination.inverse
      else { continue }
      var owner: Int64?
      try tables.tables.rows(ofEntity: entity, keys: [row.key]) { _, columns in
        if case .integer(let key) = columns[field.property.index] { owner = key }
      }
      guard let owner else { continue }
      lists[
        ListName(
          table: destination.table, entity: destination.entity, key: owner,
          property: inverse)] = member.field
    }
    moved = []
    for (list, field) in lists.sorted(by: { $0.key < $1.key }) { try sort(list, by: field) }
  }

  private struct ListName: Hashable, Comparable {
    let table: String
    let entity: String
    let key: Int64
    let property: String

    static func < (lhs: ListName, rhs: ListName) -> Bool {
      (lhs.table, lhs.key, lhs.property) < (rhs.table, rhs.key, rhs.property)
    }
  }

  private func sort(_ list: ListName, by field: String) throws {
    guard let entity = mirror.storeLayout.entities.firstIndex(where: { $0.name == list.entity }),
      let property = mirror.storeLayout.entities[entity].properties.first(where: {
        $0.name == list.property
      }),
      let destination = property.destination,
      let target = mirror.storeLayout.entities.firstIndex(where: {
        $0.name == destination.entity
      })
    else { return }
    let keys = try tables.tables.targets(
      ofEntity: entity, property: property.index, key: list.key)
    let places = try keys.map { key -> Position? in
      let row = RowName(table: destination.table, key: key)
      guard case .text(let text) = try tables.note(of: row)?.localPlaces[field] else { return nil }
      return Position(text)
    }
    // Those without a place come last, in the order in which they are.
    let sorted = keys.indices.sorted { left, right in
      switch (places[left], places[right]) {
      case (let first?, let second?): first != second ? first < second : left < right
      case (nil, nil): left < right
      case (let first, _): first != nil
      }
    }
    if sorted == Array(keys.indices) { return }
    guard let owner = context.model(ofStore: mirror.store, entity: entity, key: list.key) else {
      return
    }
    let members = sorted.compactMap {
      context.model(ofStore: mirror.store, entity: target, key: keys[$0])
    }
    mirror.columns.relate(owner, property, toAll: members)
  }
}
