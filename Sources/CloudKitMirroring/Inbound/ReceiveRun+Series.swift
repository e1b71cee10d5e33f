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

  /// Takes a chunk of a series.
  mutating func takeRows(_ record: CKRecord) throws {
    let name = record.recordID.recordName
    var note = try tables.note(named: name) ?? RecordNote(name: name, type: record.recordType)
    if let fullFetch { note.seen = fullFetch }
    if isKnown(record, note) { return }
    if note.tag != record.recordChangeTag { newsCount += 1 }
    // What another zone of the same name had, or the server before a backup was restored, is not what this
    // copy was made from.
    let ancestor = note.tag == nil ? nil : note.seriesAncestor
    note.tag = record.recordChangeTag
    note.fields = Set(record.storedValues.keys)
    let received: SeriesLayout.Received
    do {
      received = try SeriesLayout.read(record.storedValues, with: mirror.surroundings.transport)
    } catch let problem as MalformedBytes {
      note.refusal = "The rows can't be read: \(problem.reason)."
      return try tables.save(note)
    }
    guard let entity = mirror.layout.index(ofSeries: received.entity) else {
      // Of a newer version of the schema.
      note.unknown = UnknownFields(record.storedValues)
      return try tables.save(note)
    }
    if note.change > 0, let known = note.ancestor?.clocks.latest, known == received.clocks?.latest {
      // The copy that was changed here: there is nothing to be merged with.
      note.refusal = nil
      return try tables.save(note)
    }
    // What this device has sent itself, and has not heard of since, is what its own copy was made from.
    let isOwn = try received.clocks.map { try tables.hasDeparted(name, $0.latest) } ?? false
    if note.change > 0, isOwn, let chunk = try tables.chunk(named: name),
      try tables.members(of: chunk).isEmpty
    {
      // It goes on being deleted, by this tag.
      note.refusal = nil
      return try tables.save(note)
    }
    if note.change > 0, try tables.ownerGone(with: name) != nil,
      ancestor.map({ $0.encoded() == received.rows.encoded() }) ?? true
    {
      // It was deleted with what it is the series of, and is kept elsewhere with that.
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

  /// Has a chunk deleted again that was deleted, and that a late request of this device has made anew; false
  /// for any other.
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

  /// False if the rows can't be there before what they are the series of: they are held back then.
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
    note.refusal = "Rows of \(layout.entity.name) wait for \(owner)."
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

  /// The rows of both copies, by what both were made from; notes what is lost.
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

  /// Takes the news that a chunk was deleted: what was added or changed here since stays.
  mutating func takeDeletion(ofRows note: RecordNote) throws {
    var note = note
    try flush()
    try tables.noteDepartedGone(note.name)
    guard let chunk = try tables.chunk(named: note.name),
      let entity = mirror.layout.index(ofSeries: chunk.entity)
    else { return try tables.forget(note.name) }
    var rows = SeriesChunk(columns: [], rows: [])
    if note.change > 0 {
      // Of what another zone had, or the server before a backup was restored, the deletion says nothing.
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

  /// Has the objects of a chunk be some rows.
  ///
  /// Of rows that no object can be nothing is taken, and the note says why.
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
      note.refusal = problem.description
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

  /// The objects of a chunk by what tells them apart.
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

  /// Notes the new rows, which have keys now.
  mutating func joinNewRows() throws {
    for new in newRows {
      let row = mirror.row(ofEntity: new.entity, new.model.rowKey)
      // One with the same unique value was in another chunk.
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

  /// Gives the rows of a chunk to what they are the series of, which has come.
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
