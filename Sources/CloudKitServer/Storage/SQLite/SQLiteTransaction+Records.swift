// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import GRDB

extension SQLiteTransaction: RecordWriting {
  static let recordColumns =
    """
    id, zone, name, type, sequence, tag, created_at, created_by, modified_at, modified_by, parent, \
    traits, fields
    """

  func record(named name: String, in zone: Int64) throws -> StoredRecord? {
    let statement = try statement(
      "SELECT \(Self.recordColumns) FROM records WHERE zone = ? AND name = ?")
    defer { statement.reset() }
    try statement.bind(1, zone)
    try statement.bind(2, name)
    guard try statement.step() else { return nil }
    var users = UserNames()
    return Self.row(statement, &users).stored
  }

  func record(_ key: Int64) throws -> StoredRecord? {
    let statement = try statement("SELECT \(Self.recordColumns) FROM records WHERE id = ?")
    defer { statement.reset() }
    try statement.bind(1, key)
    guard try statement.step() else { return nil }
    var users = UserNames()
    return Self.row(statement, &users).stored
  }

  func records(ofType type: Int64, in zone: Int64, afterName name: String, limit: Int) throws
    -> [StoredRecord]
  {
    let statement = try statement(
      """
      SELECT \(Self.recordColumns) FROM records INDEXED BY records_name
      WHERE zone = ? AND name > ? AND type = ? AND fields IS NOT NULL ORDER BY name LIMIT ?
      """)
    defer { statement.reset() }
    try statement.bind(1, zone)
    try statement.bind(2, name)
    try statement.bind(3, type)
    try statement.bind(4, Int64(limit))
    var users = UserNames()
    var records: [StoredRecord] = []
    while try statement.step() { records.append(Self.row(statement, &users).stored) }
    return records
  }

  func hasRecord(named name: String, in zone: Int64) throws -> Bool {
    let statement = try statement(
      "SELECT 1 FROM records WHERE zone = ? AND name = ? AND fields IS NOT NULL")
    defer { statement.reset() }
    try statement.bind(1, zone)
    try statement.bind(2, name)
    return try statement.step()
  }

  func sources(of name: String, in zone: Int64, limit: Int) throws -> [Int64] {
    let statement = try statement(
      "SELECT source FROM record_sources WHERE zone = ? AND target = ? ORDER BY source LIMIT ?")
    defer { statement.reset() }
    try statement.bind(1, zone)
    try statement.bind(2, name)
    try statement.bind(3, Int64(limit))
    var sources: [Int64] = []
    while try statement.step() { sources.append(statement.integer(0)) }
    return sources
  }

  // MARK: Writing

  func beginChanges(in zone: Int64) throws -> StoredZone {
    let statement = try statement(
      """
      SELECT \(Self.zoneColumns) FROM zones WHERE id = ?
      """)
    try statement.bind(1, zone)
    // The write transaction is exclusive and serves as the lock.
    guard let zone = try zones(statement).first else {
      throw StorageError.failed("a zone does not exist")
    }
    return zone
  }

  func endChanges(in zone: StoredZone) throws {
    try countBytes(of: zone)
    let update = try statement("UPDATE zones SET position = ?, record_bytes = ? WHERE id = ?")
    try update.bind(1, zone.position)
    try update.bind(2, zone.bytes)
    try update.bind(3, zone.id)
    try update.run()
    if zone.name == ZoneID.defaultName { return }
    var zone = zone
    try log(&zone)
  }

  func save(_ record: inout StoredRecord) throws {
    let isNew = record.key == 0
    let statement = try statement(isNew ? Self.insertion : Self.update)
    try statement.bind(1, record.type)
    try statement.bind(2, record.sequence)
    try statement.bind(3, record.tag)
    try statement.bind(4, record.created.timestamp)
    try statement.bind(5, record.created.userRecordName)
    try statement.bind(6, record.modified.timestamp)
    try statement.bind(
      7,
      record.modified.userRecordName == record.created.userRecordName
        ? nil : record.modified.userRecordName ?? "")
    try statement.bind(8, record.parent)
    try statement.bind(9, record.traits.rawValue)
    try statement.bind(10, record.fields?.json)
    if isNew {
      try statement.bind(11, record.zone)
      try statement.bind(12, record.name)
    } else {
      try statement.bind(11, record.key)
    }
    try statement.run()
    if isNew { record.key = db.lastInsertedRowID }
  }

  private static let insertion = """
    INSERT INTO records (type, sequence, tag, created_at, created_by, modified_at, modified_by,
      parent, traits, fields, zone, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let update = """
    UPDATE records SET type = ?, sequence = ?, tag = ?, created_at = ?, created_by = ?,
      modified_at = ?, modified_by = ?, parent = ?, traits = ?, fields = ? WHERE id = ?
    """

  func addSource(_ record: Int64, of name: String, in zone: Int64) throws {
    try change("INSERT OR IGNORE INTO record_sources VALUES (?, ?, ?)", record, name, zone)
  }

  func removeSource(_ record: Int64, of name: String, in zone: Int64) throws {
    try change(
      "DELETE FROM record_sources WHERE zone = ? AND target = ? AND source = ?", record, name, zone)
  }

  private func change(_ sql: String, _ record: Int64, _ name: String, _ zone: Int64) throws {
    let statement = try statement(sql)
    try statement.bind(1, zone)
    try statement.bind(2, name)
    try statement.bind(3, record)
    try statement.run()
  }
}

extension SQLiteTransaction: ChangeReading {
  func changes(
    in zone: Int64, from first: UInt64, through last: UInt64, newestFirst: Bool,
    _ body: (RecordRow) throws -> Bool
  ) throws {
    let statement = try statement(newestFirst ? Self.newestFirst : Self.oldestFirst)
    defer { statement.reset() }
    try statement.bind(1, zone)
    try statement.bind(2, first)
    try statement.bind(3, last)
    var users = UserNames()
    while try statement.step() {
      if try !body(Self.row(statement, &users)) { return }
    }
  }

  private static let oldestFirst = """
    SELECT \(recordColumns) FROM records WHERE zone = ? AND sequence BETWEEN ? AND ?
    ORDER BY sequence
    """
  private static let newestFirst = oldestFirst + " DESC"

  static func row(_ row: SQLStatement, _ users: inout UserNames) -> RecordRow {
    let creator = users.created.name(row.bytes(7))
    let modifier = row.isNull(9) ? creator : users.modified.name(row.bytes(9))
    return RecordRow(
      record: StoredRecord(
        key: row.integer(0), zone: row.integer(1), name: row.text(2) ?? "", type: row.integer(3),
        sequence: row.unsigned(4), tag: row.unsigned(5),
        created: AuditStamp(timestamp: row.integer(6), userRecordName: creator),
        modified: AuditStamp(
          timestamp: row.integer(8), userRecordName: modifier == "" ? nil : modifier),
        parent: row.text(10), traits: .init(rawValue: row.integer(11)), fields: nil),
      fields: row.bytes(12))
  }

  /// A cache of the previous row's users; the next row mostly has the same users.
  struct UserNames {
    struct Last {
      private var bytes: [UInt8] = []
      private var name: String?

      mutating func name(_ bytes: UnsafeRawBufferPointer?) -> String? {
        guard let bytes else { return nil }
        if name == nil || !bytes.elementsEqual(self.bytes) {
          self.bytes = Array(bytes)
          name = String(decoding: bytes, as: UTF8.self)
        }
        return name
      }
    }

    var created = Last()
    var modified = Last()
  }
}
