// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension MirrorTables {
  /// A chunk of a series, whose rows are objects in this store.
  struct Chunk: Hashable, Sendable {
    let id: Int64
    /// The name of its record.
    let name: String
    let entity: String
    /// The name of the owner's record; nil for rows without an owner.
    let owner: String?
    let number: Int
  }

  static let seriesScript = """
    -- The chunks of series by the names of their records, and their rows. "place" is the value of
    -- the property that orders the rows.
    CREATE TABLE IF NOT EXISTS _cairn_sync_chunk (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, entity TEXT NOT NULL, owner TEXT,
      number INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS _cairn_sync_chunk_owner ON _cairn_sync_chunk (entity, owner);
    CREATE TABLE IF NOT EXISTS _cairn_sync_member (
      home TEXT NOT NULL, key INTEGER NOT NULL, chunk INTEGER NOT NULL, place REAL NOT NULL,
      PRIMARY KEY (home, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS _cairn_sync_member_chunk ON _cairn_sync_member (chunk, place);
    """

  // MARK: Chunks

  /// The chunk of a record.
  func chunk(named name: String) throws -> Chunk? {
    try chunks("name = ?", [.text(name)]).first
  }

  /// The chunk that contains an object's row.
  func chunk(of row: RowName) throws -> Chunk? {
    try chunks(
      "id = (SELECT chunk FROM _cairn_sync_member WHERE home = ? AND key = ?)",
      [.text(row.table), .integer(row.key)]
    ).first
  }

  /// The chunks of a series.
  func chunks(ofEntity entity: String, owner: String) throws -> [Chunk] {
    try chunks("entity = ? AND owner = ?", [.text(entity), .text(owner)])
  }

  /// All chunks of an entity.
  func chunks(ofEntity entity: String) throws -> [Chunk] {
    try chunks("entity = ?", [.text(entity)])
  }

  private func chunks(_ condition: String, _ values: [SQLValue]) throws -> [Chunk] {
    var chunks: [Chunk] = []
    try tables.run(
      "SELECT id, name, entity, owner, number FROM _cairn_sync_chunk WHERE \(condition) ORDER BY id",
      values
    ) {
      guard let name = $0.text(1), let entity = $0.text(2) else { return }
      chunks.append(
        Chunk(
          id: $0.integer(0), name: name, entity: entity, owner: $0.text(3),
          number: Int($0.integer(4))))
    }
    return chunks
  }

  /// The chunks of a series with their fill levels.
  func plan(ofEntity entity: String, owner: String?, capacity: Int) throws -> SeriesPlan {
    var chunks: [SeriesPlan.Chunk] = []
    try tables.run(
      "SELECT number, count(place), coalesce(min(place), 0) FROM _cairn_sync_chunk "
        + "LEFT JOIN _cairn_sync_member ON chunk = id WHERE entity = ? AND owner IS ? GROUP BY id",
      [.text(entity), owner.map { .text($0) } ?? .null]
    ) {
      chunks.append(
        SeriesPlan.Chunk(
          number: Int($0.integer(0)), count: Int($0.integer(1)), first: $0.real(2)))
    }
    return SeriesPlan(chunks, capacity: capacity)
  }

  /// Inserts a chunk, unless it exists.
  func makeChunk(_ name: String, ofEntity entity: String, owner: String?, number: Int) throws
    -> Chunk
  {
    if let known = try chunk(named: name) { return known }
    try tables.run(
      "INSERT INTO _cairn_sync_chunk (name, entity, owner, number) VALUES (?, ?, ?, ?)",
      [
        .text(name), .text(entity), owner.map { .text($0) } ?? .null, .integer(Int64(number)),
      ])
    guard let made = try chunk(named: name) else { throw SwiftDataError.storeFailure }
    return made
  }

  /// Removes a chunk and its list of rows.
  func forgetChunk(_ chunk: Chunk) throws {
    try tables.run("DELETE FROM _cairn_sync_member WHERE chunk = ?", [.integer(chunk.id)])
    try tables.run("DELETE FROM _cairn_sync_chunk WHERE id = ?", [.integer(chunk.id)])
  }

  // MARK: Rows

  /// The keys of the rows in a chunk, in order.
  func members(of chunk: Chunk) throws -> [Int64] {
    var keys: [Int64] = []
    try tables.run(
      "SELECT key FROM _cairn_sync_member WHERE chunk = ? ORDER BY place, key",
      [.integer(chunk.id)]
    ) { keys.append($0.integer(0)) }
    return keys
  }

  /// Adds a row to a chunk, and removes it from any other.
  func join(_ row: RowName, _ chunk: Chunk, at place: Double) throws {
    try tables.run(
      "INSERT OR REPLACE INTO _cairn_sync_member (home, key, chunk, place) VALUES (?, ?, ?, ?)",
      [.text(row.table), .integer(row.key), .integer(chunk.id), .real(place)])
  }

  /// Removes a row from its chunk.
  func leave(_ row: RowName) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_member WHERE home = ? AND key = ?",
      [.text(row.table), .integer(row.key)])
  }

  /// The rows in chunks that don't exist any more in their table.
  func membersWithoutRow(inTable table: String) throws -> [RowName] {
    var rows: [RowName] = []
    try tables.run(
      "SELECT key FROM _cairn_sync_member WHERE home = ? "
        + "AND key NOT IN (SELECT \(EntityLayout.primaryKey) FROM \(Self.quoted(table))) ORDER BY key",
      [.text(table)]
    ) { rows.append(RowName(table: table, key: $0.integer(0))) }
    return rows
  }
}
