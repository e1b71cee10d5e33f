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
  private var grown: [GrownList: Set<Int64>] = [:]
  /// The fields with places in lists of members whose place came.
  var moved: Set<Moved> = []
  /// New rows of series, which have no keys yet.
  var newRows: [NewRow] = []
  /// Whether anything waited for records when the run began; nil if nobody has asked.
  private var hadWaiting: Bool?
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

  private struct GrownList: Hashable {
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
    // Unless it is held back once more.
    if try isAnyAwaited() { try tables.release(record.recordID.recordName) }
    do {
      try takeReadable(record)
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
      with: mirror.surroundings.transport)
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
      // It can't be there before its target is.
      note.tag = nil
      note.refusal = "\(layout.entity.name).\(field.property.name) waits for \(target)."
      try tables.save(note)
      return try tables.holdBack(note.name, until: target)
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

  // MARK: Known objects

  mutating func update(
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
      var local = try mirror.local(note, columns, entity, tables)
      let summed = try goOn(&local, note, remote, summed: layout.rules.summed)
      let merge = RecordMerge(
        ancestor: note.ancestor, local: local, remote: remote, rules: layout.rules,
        defaults: note.ancestor == nil ? try defaults(of: layout) : nil)
      applied = Set(merge.applied).union(summed).sorted()
      note.ancestor = remote.shortened
      note.clocks = merge.sent.isEmpty ? nil : clocks(of: merge, after: remote)
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

  /// The values that new objects of an entity have, if two devices may make one.
  private func defaults(of layout: EntityRecordLayout) throws -> [String: RecordValue]? {
    if layout.namingFields.isEmpty { return nil }
    var columns = Array(repeating: SQLValue.null, count: layout.entity.properties.count)
    for property in layout.entity.properties where property.hasColumn {
      columns[property.index] =
        try mirror.columns.defaultValue(of: property, in: layout.entity) ?? .null
    }
    return try layout.values(of: columns) { _, _ in nil }
  }

  /// The clocks of a merge, in which each field that is to be sent differs from the server's copy: a value
  /// that stays for another reason than its time is written anew.
  private func clocks(of merge: RecordMerge, after remote: RecordSnapshot) -> FieldClocks {
    var clocks = merge.merged.clocks
    for field in merge.sent where clocks[field] == remote.clocks[field] {
      clocks[field] = mirror.clock.tick(now: mirror.surroundings.now())
        .replacing(remote.clocks[field])
    }
    return clocks
  }

  mutating func apply(
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
  mutating func refer(
    _ model: any PersistentModel, _ entity: Int, _ field: FieldLayout, to target: String?,
    from source: String
  ) throws {
    if let target, try tables.row(ofRecord: target) == nil {
      loose.append(
        Loose(source: source, model: model, entity: entity, field: field, target: target))
      if field.isRequired { return }
    }
    let object = try target.flatMap { try self.object(ofRecord: $0, for: field.property) }
    if object == nil, field.isRequired { return }
    mirror.columns.relate(model, field.property, to: object)
  }

  /// The object of a record in the store.
  func object(ofRecord name: String) throws -> (any PersistentModel)? {
    guard let note = try tables.note(named: name), let row = note.object,
      let entity = mirror.entity(ofType: note.type)
    else { return nil }
    return context.model(ofStore: mirror.store, entity: entity, key: row.key)
  }

  /// The same, if a property can refer to it.
  func object(ofRecord name: String, for property: PropertyLayout) throws
    -> (any PersistentModel)?
  {
    guard try tables.key(ofRecord: name, for: property) != nil else { return nil }
    return try object(ofRecord: name)
  }

  mutating func noteMoves(
    _ name: String, _ layout: EntityRecordLayout, _ fields: some Sequence<String>
  ) {
    guard layout.hasPlaces else { return }
    for field in fields where HiddenFields.isPosition(field) {
      moved.insert(Moved(name: name, field: field))
    }
    // Who comes to another list comes with a place in it.
    let names = Set(fields)
    for field in layout.fields where names.contains(field.name) {
      if let place = field.positionName { moved.insert(Moved(name: name, field: place)) }
    }
  }

  // MARK: The end

  /// Writes what was taken.
  mutating func finish() throws {
    try flush()
    for link in severed { try join(link, isJoined: false) }
    for link in links { try join(link, isJoined: true) }
    try sortLists()
  }

  /// Writes the new objects, so that they have keys, and lets others refer to them.
  mutating func flush() throws {
    for reference in loose {
      if let arrival = arrivals[reference.target] {
        guard
          mirror.storeLayout.entities[arrival.entity].table
            == reference.field.property.destination?.table
        else { continue }
        mirror.columns.relate(reference.model, reference.field.property, to: arrival.model)
      } else if try tables.row(ofRecord: reference.target) == nil {
        try tables.wait(for: reference.target, reference.field.name, of: reference.source)
      } else if let object = try object(
        ofRecord: reference.target, for: reference.field.property)
      {
        mirror.columns.relate(reference.model, reference.field.property, to: object)
      }
    }
    loose = []
    guard !order.isEmpty || !newRows.isEmpty else { return }
    for (list, keys) in grown {
      context.noteOwners(
        ofStore: mirror.store, entity: list.entity, property: list.property, keys: keys.sorted())
    }
    grown = [:]
    try context.save()
    try joinNewRows()
    let new = order
    let isAwaited = try tables.hasWaiting()
    for name in new {
      guard var arrival = arrivals[name] else { continue }
      let row = mirror.row(ofEntity: arrival.entity, arrival.model.rowKey)
      // Without unique values each new object has a row of its own.
      if mirror.hasUniqueValues(arrival.entity), let other = try tables.note(of: row) {
        try settle(&arrival.note, other, row)
      } else {
        arrival.note.object = row
        try tables.save(arrival.note)
      }
      if isAwaited { try tables.release(name) }
    }
    arrivals = [:]
    order = []
    guard isAwaited else { return }
    for name in new {
      for waiting in try tables.takeWaiting(for: name) { try serve(waiting) }
    }
  }

  /// Two records of one object, since a unique value was given to both: that with the lesser name stays.
  func settle(_ note: inout RecordNote, _ other: RecordNote, _ row: RowName) throws {
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

  mutating func serve(_ waiting: (source: String, field: String)) throws {
    if let link = try tables.link(named: waiting.source) { return links.append(link) }
    if let chunk = try tables.chunk(named: waiting.source) { return try giveRows(of: chunk) }
    guard let note = try tables.note(named: waiting.source), let row = note.object,
      let entity = mirror.entity(ofType: note.type),
      let field = mirror.records(ofEntity: entity).fields.first(where: {
        $0.name == waiting.field
      }),
      // Unless it refers to something else by now.
      case .reference(let target) = note.ancestor?.values[field.name],
      note.localClocks?[field.name] == note.ancestor?.clocks[field.name],
      let object = try object(ofRecord: target, for: field.property),
      let model = context.model(ofStore: mirror.store, entity: entity, key: row.key)
    else { return }
    mirror.columns.relate(model, field.property, to: object)
    noteMoves(note.name, mirror.records(ofEntity: entity), [field.name])
  }
}
