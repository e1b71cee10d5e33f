// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import GRDB

extension SQLiteTransaction: ZoneWriting {
  static let zoneColumns =
    """
    id, database, name, position, numbering, floor, log_position, is_deleted, record_bytes, \
    former_position, first_position
    """

  private func zone(_ row: SQLStatement) -> StoredZone {
    StoredZone(
      id: row.integer(0), database: row.integer(1), name: row.text(2) ?? "",
      position: row.unsigned(3), generation: row.unsigned(4), floor: row.unsigned(5),
      logPosition: row.unsigned(6), isDeleted: row.integer(7) != 0,
      previousSequence: row.unsigned(9), startSequence: row.unsigned(10), bytes: row.integer(8))
  }

  func zones(_ statement: SQLStatement) throws -> [StoredZone] {
    defer { statement.reset() }
    var zones: [StoredZone] = []
    while try statement.step() { zones.append(zone(statement)) }
    return zones
  }

  // MARK: Reading

  func database(_ key: DatabaseKey) throws -> StoredDatabase? {
    let statement = try statement(
      """
      SELECT databases.id, schemas.id, schemas.version, databases.position
      FROM schemas JOIN databases ON databases.schema = schemas.id
      WHERE container = ? AND environment = ? AND scope = ? AND owner = ?
      """)
    defer { statement.reset() }
    try statement.bind(1, key.container)
    try statement.bind(2, key.environment.rawValue)
    try statement.bind(3, key.scope.rawValue)
    try statement.bind(4, key.owner)
    guard try statement.step() else { return nil }
    return StoredDatabase(
      id: statement.integer(0), schema: statement.integer(1), schemaVersion: statement.integer(2),
      position: statement.unsigned(3))
  }

  func emptyDatabase(_ key: DatabaseKey) throws -> StoredDatabase {
    var database = StoredDatabase(
      id: key.scope == .shared ? StoredDatabase.emptySharedID : StoredDatabase.emptyID,
      schema: Schema.emptyID, schemaVersion: 0, position: try initialPosition())
    let statement = try statement(
      "SELECT id, version FROM schemas WHERE container = ? AND environment = ?")
    defer { statement.reset() }
    try statement.bind(1, key.container)
    try statement.bind(2, key.environment.rawValue)
    if try statement.step() {
      database.schema = statement.integer(0)
      database.schemaVersion = statement.integer(1)
    }
    return database
  }

  /// The first position of a new database or zone.
  ///
  /// After a restore, tokens of a lost database with the same owner must not be valid in a new one.
  private func initialPosition() throws -> UInt64 {
    let statement = try statement(
      "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'zones'")
    defer { statement.reset() }
    guard try statement.step() else { return 0 }
    return RestoredHistory.epoch(ofNumber: statement.integer(0)) << SequenceEpoch.bits
  }

  func zone(named name: String, in database: Int64) throws -> StoredZone? {
    if database == StoredDatabase.emptyID { return name == ZoneID.defaultName ? .empty : nil }
    let statement = try statement(
      "SELECT \(Self.zoneColumns) FROM zones WHERE database = ? AND name = ? AND is_deleted = 0")
    try statement.bind(1, database)
    try statement.bind(2, name)
    return try zones(statement).first
  }

  func zones(in database: Int64) throws -> [StoredZone] {
    if database == StoredDatabase.emptyID { return [.empty] }
    let statement = try statement(
      """
      SELECT \(Self.zoneColumns) FROM zones WHERE database = ? AND is_deleted = 0 ORDER BY name
      """)
    try statement.bind(1, database)
    return try zones(statement)
  }

  func zoneCount(in database: Int64) throws -> Int {
    let statement = try statement(
      "SELECT count(*) FROM zones WHERE database = ? AND is_deleted = 0")
    defer { statement.reset() }
    try statement.bind(1, database)
    _ = try statement.step()
    return Int(statement.integer(0))
  }

  func zoneLog(in database: Int64, after position: UInt64, limit: Int) throws -> [StoredZone] {
    let statement = try statement(
      """
      SELECT \(Self.zoneColumns) FROM zones WHERE database = ? AND log_position > ?
      ORDER BY log_position LIMIT ?
      """)
    try statement.bind(1, database)
    try statement.bind(2, position)
    try statement.bind(3, Int64(limit))
    return try zones(statement)
  }

  func zonesWithDeletions(before moment: Int64) throws -> [StoredZone] {
    let statement = try statement(
      """
      SELECT \(Self.zoneColumns) FROM zones WHERE is_deleted = 0 AND id IN (
        SELECT zone FROM records WHERE fields IS NULL GROUP BY zone HAVING min(modified_at) < ?)
      """)
    try statement.bind(1, moment)
    return try zones(statement)
  }

  // MARK: Writing

  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase {
    if let database = try database(key) { return database }
    let schema = try statement(
      "INSERT INTO schemas (container, environment, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    )
    try schema.bind(1, key.container)
    try schema.bind(2, key.environment.rawValue)
    try schema.bind(3, Self.newVersion())
    try schema.run()
    let insertion = try statement(
      """
      INSERT INTO databases (schema, scope, owner, position)
      SELECT id, ?, ?, ? FROM schemas WHERE container = ? AND environment = ?
      """)
    try insertion.bind(1, key.scope.rawValue)
    try insertion.bind(2, key.owner)
    try insertion.bind(3, try initialPosition())
    try insertion.bind(4, key.container)
    try insertion.bind(5, key.environment.rawValue)
    try insertion.run()
    guard let database = try database(key) else {
      throw StorageError.failed("an inserted database does not exist")
    }
    if key.scope != .shared { _ = try insertZone(named: ZoneID.defaultName, in: database.id) }
    return database
  }

  func makeZone(named name: String, in database: Int64) throws -> StoredZone {
    if let zone = try zone(named: name, in: database) { return zone }
    // The log entry of the new zone replaces the previous zone's tombstone.
    let removal = try statement(
      "DELETE FROM zones WHERE database = ? AND name = ? RETURNING log_position, position")
    try removal.bind(1, database)
    try removal.bind(2, name)
    var (former, position) = (UInt64(0), UInt64(0))
    while try removal.step() { (former, position) = (removal.unsigned(0), removal.unsigned(1)) }
    removal.reset()
    var zone = try insertZone(named: name, in: database)
    try log(&zone)
    // Sequence numbers continue, so that no change tag is reused, not even one of a zone that a
    // restore lost.
    position = try Swift.max(position, initialPosition())
    if former == 0, position == zone.position { return zone }
    zone.previousSequence = former
    zone.position = position
    zone.startSequence = position
    let update = try statement(
      "UPDATE zones SET former_position = ?, position = ?, first_position = ? WHERE id = ?")
    try update.bind(1, former)
    try update.bind(2, position)
    try update.bind(3, position)
    try update.bind(4, zone.id)
    try update.run()
    return zone
  }

  private func insertZone(named name: String, in database: Int64) throws -> StoredZone {
    let insertion = try statement("INSERT INTO zones (database, name) VALUES (?, ?)")
    try insertion.bind(1, database)
    try insertion.bind(2, name)
    try insertion.run()
    guard let zone = try zone(named: name, in: database) else {
      throw StorageError.failed("an inserted zone does not exist")
    }
    return zone
  }

  func deleteZone(_ zone: StoredZone) throws {
    var emptied = zone
    emptied.bytes = 0
    try countBytes(of: emptied)
    let deletion = try statement(
      "UPDATE zones SET is_deleted = 1, record_bytes = 0 WHERE id = ?")
    try deletion.bind(1, zone.id)
    try deletion.run()
    var zone = zone
    try log(&zone)
    let purge = try statement(
      "INSERT INTO zone_purges (zone, schema) SELECT ?, schema FROM databases WHERE id = ?")
    try purge.bind(1, zone.id)
    try purge.bind(2, zone.database)
    try purge.run()
    needsPurge = true
  }

  /// Assigns a zone the next sequence number of its database's log.
  func log(_ zone: inout StoredZone) throws {
    let next = try statement(
      "UPDATE databases SET position = position + 1 WHERE id = ? RETURNING position")
    try next.bind(1, zone.database)
    defer { next.reset() }
    guard try next.step() else { throw StorageError.failed("a zone's database does not exist") }
    zone.logPosition = next.unsigned(0)
    let update = try statement("UPDATE zones SET log_position = ? WHERE id = ?")
    try update.bind(1, zone.logPosition)
    try update.bind(2, zone.id)
    try update.run()
  }

  func compactZone(_ zone: StoredZone, deletedBefore moment: Int64, limit: Int) throws -> Int {
    let deletion = try statement(
      """
      DELETE FROM records WHERE id IN (
        SELECT id FROM records WHERE zone = ? AND fields IS NULL AND modified_at < ?
        ORDER BY modified_at LIMIT ?)
      RETURNING sequence
      """)
    defer { deletion.reset() }
    try deletion.bind(1, zone.id)
    try deletion.bind(2, moment)
    try deletion.bind(3, Int64(limit))
    var (count, position) = (0, UInt64(0))
    while try deletion.step() {
      count += 1
      position = max(position, deletion.unsigned(0))
    }
    if count == 0 { return 0 }
    let update = try statement(
      "UPDATE zones SET floor = max(floor, ?), numbering = numbering + 1 WHERE id = ?")
    try update.bind(1, position)
    try update.bind(2, zone.id)
    try update.run()
    return count
  }

  // MARK: Purging

  /// Removes a batch of a deleted zone's rows; true if nothing remains to be purged.
  func purge() throws -> Bool {
    let next = try statement("SELECT zone, schema FROM zone_purges LIMIT 1")
    defer { next.reset() }
    guard try next.step() else { return true }
    let (zone, schema) = (next.integer(0), next.integer(1))
    var budget = Self.purgeLimit
    budget -= try purge(
      "DELETE FROM records WHERE id IN (SELECT id FROM records WHERE zone = ?1 LIMIT ?2)",
      zone, budget)
    budget -= try purge(
      """
      DELETE FROM record_sources WHERE (zone, target, source) IN (
        SELECT zone, target, source FROM record_sources WHERE zone = ?1 LIMIT ?2)
      """, zone, budget)
    budget -= try releaseAssets(of: zone, limit: budget)
    for type in try self.schema(schema).types.values {
      for index in type.indexes where budget > 0 {
        budget -= try purge(
          """
          DELETE FROM record_entries WHERE (record_index, zone, key, record) IN (
            SELECT record_index, zone, key, record FROM record_entries
            WHERE record_index = ?3 AND zone = ?1 LIMIT ?2)
          """, zone, budget, index.id)
      }
    }
    if budget > 0 {
      let end = try statement("DELETE FROM zone_purges WHERE zone = ?")
      try end.bind(1, zone)
      try end.run()
    }
    return false
  }

  private static let purgeLimit = 2_000

  private func purge(_ sql: String, _ zone: Int64, _ limit: Int, _ index: Int64? = nil) throws
    -> Int
  {
    guard limit > 0 else { return 0 }
    let statement = try statement(sql)
    try statement.bind(1, zone)
    try statement.bind(2, Int64(limit))
    if let index { try statement.bind(3, index) }
    try statement.run()
    return db.changesCount
  }
}
