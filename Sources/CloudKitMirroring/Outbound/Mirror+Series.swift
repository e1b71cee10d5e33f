// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData

extension Mirror {
  /// The local rows of a chunk, in order, with the server's values in columns that this version of
  /// the schema lacks.
  func rows(of chunk: MirrorTables.Chunk, _ note: RecordNote, _ tables: MirrorTables) throws
    -> SeriesChunk
  {
    guard let entity = layout.index(ofSeries: chunk.entity),
      let series = records(ofEntity: entity).series
    else { return note.seriesAncestor ?? SeriesChunk(columns: [], rows: []) }
    let layout = records(ofEntity: entity)
    var rows: [[SQLValue]] = []
    try tables.tables.rows(ofEntity: entity, keys: try tables.members(of: chunk)) {
      rows.append(layout.row(of: $1))
    }
    return SeriesChunk(columns: series.columns, rows: rows)
      .adding(columnsOf: note.seriesAncestor, series).sorted(series)
  }

  /// Adds the record of a chunk to a batch: a save, or a deletion if the chunk has no rows any
  /// more.
  func prepareRows(
    _ note: RecordNote, _ batch: inout Batch, _ leaving: inout [String: Departure],
    _ tables: MirrorTables
  ) throws {
    guard let chunk = try tables.chunk(named: note.name) else {
      return leave(note, &batch, &leaving)
    }
    guard let entity = layout.index(ofSeries: chunk.entity),
      let series = records(ofEntity: entity).series
    else { return try setAside(note, tables) }
    let rows = try rows(of: chunk, note, tables)
    if rows.rows.isEmpty { return leave(note, &batch, &leaving) }
    // An in-flight copy of unknown outcome may have changed the server's copy.
    if note.tag != nil, rows.encoded() == note.seriesAncestor?.encoded(),
      try tables.departed(note.name).isEmpty
    {
      var note = note
      note.change = 0
      note.clocks = nil
      return try tables.save(note)
    }
    let clocks = note.localClocks ?? noClocks
    let record = CKRecord(
      recordType: note.type, recordID: CKRecord.ID(recordName: note.name, zoneID: zone),
      changeTag: note.tag)
    var fields = note.tag == nil ? [] : note.fields
    let changes = try series.fields(
      of: rows, owner: chunk.owner, number: chunk.number, clocks: clocks,
      from: Dictionary(uniqueKeysWithValues: fields.map { ($0, StoredValue.string("")) }),
      with: surroundings.transport)
    record.store(changes)
    for (name, value) in changes {
      if value == nil { fields.remove(name) } else { fields.insert(name) }
    }
    batch.recordsToSave.append(record)
    try tables.noteDeparture(of: note.name, clocks.latest, rows)
    leaving[note.name] = Departure(
      change: note.change, snapshot: RecordSnapshot(series: rows, clocks: clocks),
      fields: fields)
  }
}

extension RecordSnapshot {
  /// A copy of a chunk of a series, with all its rows.
  init(series rows: SeriesChunk, clocks: FieldClocks) {
    self.init(values: [SeriesLayout.rowsField: .data(rows.encoded())], clocks: clocks)
  }
}

extension RecordNote {
  /// The rows of a chunk in the server's last known copy.
  var seriesAncestor: SeriesChunk? {
    guard case .data(let data) = ancestor?.values[SeriesLayout.rowsField] else { return nil }
    return try? SeriesChunk(decoding: data)
  }
}
