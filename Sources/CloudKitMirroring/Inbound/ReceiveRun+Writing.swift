// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension ReceiveRun {
  /// Writes the applied changes.
  mutating func finish() throws {
    try flush()
    // A record that was created here, and returned by the server, may be the target of waiting
    // references.
    for name in taken where try tables.row(ofRecord: name) != nil {
      for waiting in try tables.takeWaiting(for: name) { try serve(waiting, for: name) }
    }
    taken = []
    for link in severed { try join(link, isJoined: false) }
    // A link whose end has arrived may have been deleted by the same page.
    for link in links where try tables.link(named: link.name) != nil {
      try join(link, isJoined: true)
    }
    try sortLists()
  }

  /// Writes the new objects, so that they have keys, and resolves references to them.
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
      context.markOwnersChanged(
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
      arrival.note.object = row
      try tables.save(arrival.note)
      if isAwaited { try tables.release(name) }
    }
    arrivals = [:]
    order = []
    newValues = []
    guard isAwaited else { return }
    for name in new {
      for waiting in try tables.takeWaiting(for: name) { try serve(waiting, for: name) }
    }
  }

  /// Resolves a waiting reference to a record's object.
  mutating func serve(_ waiting: (source: String, field: String), for target: String) throws {
    if let link = try tables.link(named: waiting.source) { return links.append(link) }
    if let chunk = try tables.chunk(named: waiting.source) { return try giveRows(of: chunk) }
    guard let note = try tables.note(named: waiting.source), let row = note.object,
      let entity = mirror.entity(ofType: note.type),
      let field = mirror.records(ofEntity: entity).fields.first(where: {
        $0.name == waiting.field
      }),
      let object = try object(ofRecord: target, for: field.property),
      let model = context.model(ofStore: mirror.store, entity: entity, key: row.key)
    else { return }
    mirror.columns.relate(model, field.property, to: object)
    noteMoves(note.name, mirror.records(ofEntity: entity), [field.name])
  }
}
