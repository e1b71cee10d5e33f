// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import SwiftData

extension ReceiveRun {
  /// A new row of a series, which has no key yet.
  struct NewRow {
    let model: any PersistentModel
    let entity: Int
    let chunk: MirrorTables.Chunk
    let place: Double
  }

  // MARK: Chunks

  /// Applies a chunk of a series.
  mutating func takeRows(_ record: CKRecord) throws {
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: record.recordType)
    if let fullFetch { note.seen = fullFetch }
    if isKnown(record, note) { return }
    if note.tag != record.recordChangeTag { newsCount += 1 }
    // Copies from another zone of the same name, or from the server before it was restored, are not
    // ancestors of the local copy.
    let ancestor = note.tag == nil ? nil : note.seriesAncestor
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    let received: SeriesLayout.Received
    do {
      received = try SeriesLayout.read(record.storedValues, with: mirror.surroundings.transport)
    } catch let problem as MalformedBytes {
      note.refusal = .rejected("The rows can't be read: \(problem.reason).")
      return try tables.save(note)
    }
    guard let entity = mirror.layout.index(ofSeries: received.entity) else {
      // The entity is from a newer version of the schema.
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    if note.change > 0, let known = note.ancestor?.clocks.latest, known == received.clocks?.latest {
      // The received copy is the one that was changed here: there is nothing to merge.
      note.refusal = nil
      return try tables.save(note)
    }
    // A copy that this device has sent, without confirmation since, is the ancestor of its local
    // copy.
    let isOwn = try received.clocks.map { try tables.hasDeparted(name, $0.latest) } ?? false
    if note.change > 0, isOwn, let chunk = try tables.chunk(named: name),
      try tables.members(of: chunk).isEmpty
    {
      // The chunk stays deleted; the deletion is sent with this tag.
      note.refusal = nil
      return try tables.save(note)
    }
    if note.change > 0, try tables.ownerGone(with: name) != nil,
      ancestor.map({ $0.encoded() == received.rows.encoded() }) ?? true
    {
      // The chunk was deleted with its owner, and another device has kept both.
      try tables.forgetGone(name)
      if let chunk = try tables.chunk(named: name) { try tables.forgetChunk(chunk) }
      note.ancestor = nil
      note.clocks = nil
      note.change = 0
    }
    if try takeDeletedRows(&note, received) { return }
    guard try isOwnerThere(received, &note, entity) else { return }
    let chunk = try tables.makeChunk(
      name, ofEntity: received.entity, owner: received.owner, number: received.number)
    try merge(
      received, of: record, into: chunk, &note, entity, from: isOwn ? received.rows : ancestor)
  }

  /// Deletes a chunk again if a late request of this device has created it again after its
  /// deletion; false for any other.
  private func takeDeletedRows(
    _ note: inout RecordNote, _ received: SeriesLayout.Received
  ) throws -> Bool {
    guard let written = received.clocks?.latest, try tables.chunk(named: note.name) == nil,
      try tables.hasDeparted(note.name, written, isGone: true)
    else { return false }
    note.refusal = nil
    note.change = try tables.nextChange()
    try tables.save(note)
    return true
  }

  /// Whether the rows can exist now; if they require an owner that has not arrived, the chunk is
  /// deferred.
  private mutating func isOwnerThere(
    _ received: SeriesLayout.Received, _ note: inout RecordNote, _ entity: Int
  ) throws -> Bool {
    guard let owner = received.owner else { return true }
    if arrivals[owner] != nil { try flush() }
    let layout = mirror.records(ofEntity: entity)
    guard let field = layout.ownerOfRows,
      try tables.key(ofRecord: owner, for: field.property) == nil
    else { return true }
    guard field.isRequired else {
      try tables.wait(for: owner, layout.series?.owner ?? "", of: note.name)
      return true
    }
    note.tag = nil
    note.refusal = .deferred("A row of \(layout.entity.name)", until: owner)
    try tables.save(note)
    try tables.holdBack(note.name, until: owner)
    return false
  }

  private mutating func merge(
    _ received: SeriesLayout.Received, of record: CKRecord, into chunk: MirrorTables.Chunk,
    _ note: inout RecordNote, _ entity: Int, from ancestor: SeriesChunk?
  ) throws {
    let remote = snapshot(
      RecordSnapshot(series: received.rows, clocks: mirror.noClocks).values, received.clocks, note,
      record, summed: [])
    var rows = received.rows
    if note.change > 0 {
      rows = try merged(
        chunk, note, with: rows, from: ancestor, entity,
        isLocalLater: (note.localClocks ?? mirror.noClocks).latest > remote.clocks.latest)
    }
    try tables.noteArrivals(of: note.name)
    let isChanged = rows.encoded() != received.rows.encoded()
    note.ancestor = remote
    note.unknown = nil
    note.refusal = nil
    note.clocks =
      isChanged
      ? FieldClocks(
        base: mirror.clock.tick(now: mirror.surroundings.now()).replacing(remote.clocks.latest))
      : nil
    note.change = isChanged ? try tables.nextChange() : 0
    try set(rows, of: chunk, &note, entity)
    try tables.save(note)
    try tables.release(note.name)
  }

  /// Merges the rows of both copies by their ancestor, and logs overwritten rows.
  private func merged(
    _ chunk: MirrorTables.Chunk, _ note: RecordNote, with remote: SeriesChunk,
    from ancestor: SeriesChunk?, _ entity: Int, isLocalLater: Bool
  ) throws -> SeriesChunk {
    guard let series = mirror.records(ofEntity: entity).series else { return remote }
    let local = try mirror.rows(of: chunk, note, tables)
    let merge = SeriesMerge(
      ancestor: ancestor, sent: try tables.departed(note.name), local: local, remote: remote,
      isLocalLater: isLocalLater, series: series)
    for side in [LostValue.Side.local, .remote] {
      let lost = merge.lost.filter { $0.side == side }.map(\.row)
      if lost.isEmpty { continue }
      let rows = SeriesChunk(columns: merge.merged.columns, rows: lost).sorted(series)
      try tables.log(
        .rows(LostRows(rows: rows.encoded(), side: side)), note, mirror.surroundings.now(),
        entity: chunk.entity)
    }
    return merge.merged
  }

  /// Applies the remote deletion of a chunk: rows that were added or changed here since stay.
  mutating func takeDeletion(ofRows note: RecordNote) throws {
    var note = note
    try flush()
    try tables.noteDepartedGone(note.name)
    guard let chunk = try tables.chunk(named: note.name),
      let entity = mirror.layout.index(ofSeries: chunk.entity)
    else { return try tables.forget(note.name) }
    var rows = SeriesChunk(columns: [], rows: [])
    if note.change > 0, !mirror.restored.includes(note) {
      // A deletion does not cover rows of another zone, or of the server before it was restored.
      rows = try merged(
        chunk, note, with: rows, from: note.tag == nil ? nil : note.seriesAncestor, entity,
        isLocalLater: true)
    }
    try set(rows, of: chunk, &note, entity)
    if rows.rows.isEmpty {
      try tables.forgetChunk(chunk)
      return try tables.forget(note.name)
    }
    note.tag = nil
    note.fields = []
    note.ancestor = nil
    note.change = try tables.nextChange()
    try tables.save(note)
  }

  // MARK: Rows

  /// Makes the objects of a chunk equal to some rows.
  ///
  /// If a row does not fit the model, no row is applied, and `note` gets the reason.
  private mutating func set(
    _ rows: SeriesChunk, of chunk: MirrorTables.Chunk, _ note: inout RecordNote, _ entity: Int
  ) throws {
    let layout = mirror.records(ofEntity: entity)
    guard let series = layout.series, let order = series.columns.firstIndex(of: series.order)
    else { return }
    let property = layout.ownerOfRows?.property
    let owner = try chunk.owner.flatMap { owner in
      try property.flatMap { try tables.key(ofRecord: owner, for: $0) }
    }
    let wanted = SeriesChunk(columns: series.columns, rows: rows.rows(of: series.columns))
    var columns: [[SQLValue]] = []
    do {
      columns = try wanted.rows.map {
        try layout.columns(
          ofRow: $0, owner: owner,
          default: { try mirror.columns.defaultValue(of: $0.property, in: layout.entity) })
      }
    } catch let problem as FieldProblem {
      note.refusal = .unreadable(problem)
      return
    }
    var known = try objects(of: chunk, entity, series)
    for (place, identity) in wanted.identities(series).enumerated() {
      let row = wanted.rows[place]
      guard let object = known.removeValue(forKey: identity) else {
        let model = try makeObject(of: layout, columns[place])
        newRows.append(
          NewRow(model: model, entity: entity, chunk: chunk, place: row[order].number))
        continue
      }
      if SeriesMerge.isSame(object.row, row) { continue }
      guard let model = context.model(ofStore: mirror.store, entity: entity, key: object.key)
      else { continue }
      let attributes = layout.fields.filter { $0.column != nil }.map {
        (property: $0.property, value: columns[place][$0.property.index])
      }
      try mirror.columns.set(attributes, of: model, in: layout.entity)
      try tables.join(
        mirror.row(ofEntity: entity, object.key), chunk, at: row[order].number)
    }
    for key in known.values.map(\.key).sorted() {
      try tables.leave(mirror.row(ofEntity: entity, key))
      if let model = context.model(ofStore: mirror.store, entity: entity, key: key) {
        context.delete(model)
      }
    }
  }

  /// The objects of a chunk by the identities of their rows.
  private func objects(of chunk: MirrorTables.Chunk, _ entity: Int, _ series: SeriesLayout) throws
    -> [SeriesChunk.Identity: (key: Int64, row: [SQLValue])]
  {
    let layout = mirror.records(ofEntity: entity)
    var objects: [(key: Int64, row: [SQLValue])] = []
    try tables.tables.rows(ofEntity: entity, keys: try tables.members(of: chunk)) {
      objects.append(($0, layout.row(of: $1)))
    }
    let rows = SeriesChunk(columns: series.columns, rows: objects.map(\.row))
    return Dictionary(uniqueKeysWithValues: zip(rows.identities(series), objects))
  }

  /// Adds the new rows, which have keys now, to their chunks.
  mutating func joinNewRows() throws {
    for new in newRows {
      let row = mirror.row(ofEntity: new.entity, new.model.rowKey)
      // A row with the same unique value was in another chunk.
      if let other = try tables.chunk(of: row), other != new.chunk,
        var note = try tables.note(named: other.name)
      {
        note.change = try tables.nextChange()
        try tables.save(note)
      }
      try tables.join(row, new.chunk, at: new.place)
    }
    newRows = []
  }

  /// Sets the owner of the rows in a chunk, after it has arrived.
  func giveRows(of chunk: MirrorTables.Chunk) throws {
    guard let entity = mirror.layout.index(ofSeries: chunk.entity),
      let field = mirror.records(ofEntity: entity).ownerOfRows,
      let owner = try chunk.owner.flatMap({ try object(ofRecord: $0, for: field.property) })
    else { return }
    for key in try tables.members(of: chunk) {
      guard let model = context.model(ofStore: mirror.store, entity: entity, key: key) else {
        continue
      }
      mirror.columns.relate(model, field.property, to: owner)
    }
  }
}
