// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ReceiveRun {
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
