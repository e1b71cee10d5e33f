// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ReceiveRun {
  mutating func update(
    _ note: inout RecordNote, _ row: RowName, _ entity: Int, _ remote: RecordSnapshot
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    var applied = remote.changes(since: note.ancestor)
    var merge: RecordMerge?
    if note.change > 0 {
      guard let (_, columns) = try mirror.rows(of: [note], tables)[row] else { return }
      var local = try mirror.local(note, columns, entity, tables)
      let summed = try goOn(&local, note, remote, summed: layout.rules.summed)
      let merged = RecordMerge(
        ancestor: note.ancestor, local: local, remote: remote, rules: layout.rules,
        defaults: note.ancestor == nil ? try defaults(of: layout) : nil)
      applied = Set(merged.applied).union(summed).sorted()
      merge = merged
    }
    let copy = merge?.merged ?? remote
    var other: RecordNote?
    if mirror.hasUniqueValues(entity), isUnique(applied, layout) {
      other = try holder(of: copy.values, entity, besides: row)
      if let other, !areOne(note, other) {
        return try holdBackAsTaken(note.name, by: other.name)
      }
      noteUnique(copy.values, entity)
    }
    note.ancestor = remote.shortened
    note.clocks = nil
    note.places = nil
    note.change = 0
    if let merge {
      if !merge.sent.isEmpty {
        note.clocks = clocks(of: merge, after: remote)
        note.places = copy.values.filter { HiddenFields.isPosition($0.key) }
        note.change = try tables.nextChange()
      }
      for lost in merge.lost where !HiddenFields.isHidden(lost.field) {
        try tables.log(.value(lost), note, mirror.surroundings.now())
      }
    }
    if let other { return try fold(&note, row, entity, copy, into: other) }
    try apply(applied, copy.values, &note, row, entity)
  }

  /// Whether any of some fields is part of a uniqueness constraint.
  private func isUnique(_ fields: [String], _ layout: EntityRecordLayout) -> Bool {
    let properties = Set(layout.entity.uniqueConstraints.joined())
    return layout.fields.contains {
      properties.contains($0.property.index) && fields.contains($0.name)
    }
  }

  /// The default values of an entity, if two devices may create the same object.
  func defaults(of layout: EntityRecordLayout) throws -> [String: RecordValue]? {
    layout.namingFields.isEmpty ? nil : try defaultValues(of: layout)
  }

  /// The default values of an entity.
  func defaultValues(of layout: EntityRecordLayout) throws -> [String: RecordValue] {
    var columns = Array(repeating: SQLValue.null, count: layout.entity.properties.count)
    for property in layout.entity.properties where property.hasColumn {
      columns[property.index] =
        try mirror.columns.defaultValue(of: property, in: layout.entity) ?? .null
    }
    return try layout.values(of: columns) { _, _ in nil }
  }

  /// The clocks of a merge, with times that differ from the server's copy for all fields to be
  /// sent.
  ///
  /// A value that is kept for another reason than its time gets a new time.
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

  /// Makes an object refer to a record's object, now or when that arrives.
  mutating func refer(
    _ model: any PersistentModel, _ entity: Int, _ field: FieldLayout, to target: String?,
    from source: String
  ) throws {
    if try isAnyAwaited() { try tables.stopWaiting(source, field.name) }
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

  /// The object of a record, if a property can refer to it.
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
    // An object that is added to another list also gets a position in it.
    let names = Set(fields)
    for field in layout.fields where names.contains(field.name) {
      if let place = field.positionName { moved.insert(Moved(name: name, field: place)) }
    }
  }
}
