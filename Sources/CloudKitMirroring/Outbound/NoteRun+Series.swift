// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension NoteRun {
  /// Adds new rows of series to chunks; rows that have their own records keep them.
  mutating func insertRows(_ entity: Int, _ keys: [Int64]) throws {
    let layout = mirror.records(ofEntity: entity)
    guard let series = layout.series, let owner = layout.ownerOfRows,
      case .toOne(let destination) = owner.property.storage,
      let order = layout.fields.first(where: { $0.name == series.order })
    else { return }
    var rows: [Int64?: [(place: Double, key: Int64)]] = [:]
    try tables.tables.rows(ofEntity: entity, keys: keys) { key, columns in
      let row = mirror.row(ofEntity: entity, key)
      if try tables.chunk(of: row) != nil || tables.name(of: row) != nil { return }
      var target: Int64?
      if case .integer(let key) = columns[owner.property.index] { target = key }
      rows[target, default: []].append((columns[order.property.index].number, key))
    }
    for (target, rows) in rows.sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) {
      let owner = try target.flatMap {
        try tables.name(of: RowName(table: destination.table, key: $0))
      }
      var plan = try tables.plan(
        ofEntity: layout.entity.name, owner: owner, capacity: series.capacity)
      for row in rows.sorted(by: { ($0.place, $0.key) < ($1.place, $1.key) }) {
        let number = plan.place(row.place)
        let chunk = try tables.makeChunk(
          series.recordName(owner: owner, number: number), ofEntity: layout.entity.name,
          owner: owner, number: number)
        try tables.join(mirror.row(ofEntity: entity, row.key), chunk, at: row.place)
        touched.insert(chunk)
      }
    }
  }

  /// Records that a row of a series has changed.
  ///
  /// With another owner or another order value, the row may belong to another chunk.
  mutating func updateRow(
    _ entity: Int, _ key: Int64, _ chunk: MirrorTables.Chunk, isMoved: Bool
  ) throws {
    touched.insert(chunk)
    guard isMoved else { return }
    try tables.leave(mirror.row(ofEntity: entity, key))
    rows[entity, default: []].append(key)
  }

  /// Records the rows that don't exist any more, and the chunks that differ from the server's
  /// copies.
  mutating func compareSeries() throws {
    for entity in mirror.layout.entities.indices {
      let layout = mirror.records(ofEntity: entity)
      guard layout.series != nil else { continue }
      for row in try tables.membersWithoutRow(inTable: layout.entity.table) {
        if let chunk = try tables.chunk(of: row) { touched.insert(chunk) }
        try tables.leave(row)
      }
      for chunk in try tables.chunks(ofEntity: layout.entity.name) where !touched.contains(chunk) {
        guard let note = try tables.note(named: chunk.name), note.change == 0 else { continue }
        let rows = try mirror.rows(of: chunk, note, tables)
        if rows.encoded() != note.seriesAncestor?.encoded() { touched.insert(chunk) }
      }
    }
  }

  /// Marks the changed chunks for sending.
  mutating func finishSeries() throws {
    for (entity, keys) in rows.sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: keys.count, by: 500) {
        try insertRows(entity, Array(keys[start..<Swift.min(start + 500, keys.count)]))
      }
    }
    rows = [:]
    for chunk in touched.sorted(by: { $0.id < $1.id }) {
      var note =
        try tables.note(named: chunk.name)
        ?? RecordNote(name: chunk.name, type: SeriesLayout.recordType)
      if note.seriesAncestor == nil { note.forgetCopy() }
      let stamp = mirror.clock.tick(now: moment)
      note.clocks = FieldClocks(base: stamp.replacing(note.localClocks?.latest ?? .distantPast))
      note.refusal = nil
      note.change = try tables.nextChange()
      try tables.save(note)
    }
    touched = []
  }
}
