// Cairn
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteTransaction: IndexWriting {
  func entries(
    of index: Int64, in zone: Int64, from lower: [UInt8], upTo upper: [UInt8]?, descending: Bool,
    beyond: IndexEntry?, _ body: (UnsafeRawBufferPointer, Int64) throws -> Bool
  ) throws {
    // One lower and one upper bound: of two bounds, the planner could choose the looser one.
    let hasLower = descending || beyond == nil
    let hasUpper = upper != nil && (!descending || beyond == nil)
    var sql = "SELECT key, record FROM record_entries WHERE record_index = ?1 AND zone = ?2"
    if hasLower { sql += " AND key >= ?3" }
    if hasUpper { sql += " AND key < ?4" }
    if beyond != nil { sql += " AND (key, record) \(descending ? "<" : ">") (?5, ?6)" }
    sql += descending ? " ORDER BY key DESC, record DESC" : " ORDER BY key, record"
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(1, index)
    try statement.bind(2, zone)
    if hasLower { try statement.bind(3, lower) }
    if hasUpper, let upper { try statement.bind(4, upper) }
    if let beyond {
      try statement.bind(5, beyond.key)
      try statement.bind(6, beyond.record)
    }
    while try statement.step() {
      let key = statement.bytes(0) ?? UnsafeRawBufferPointer(start: nil, count: 0)
      if try !body(key, statement.integer(1)) { return }
    }
  }

  func entryCount(
    of index: Int64, in zone: Int64, from lower: [UInt8], upTo upper: [UInt8]?, limit: Int
  ) throws -> Int {
    let statement = try statement(
      """
      SELECT count(*) FROM (SELECT 1 FROM record_entries WHERE record_index = ?1 AND zone = ?2
        AND key >= ?3 \(upper == nil ? "" : "AND key < ?5") LIMIT ?4)
      """)
    defer { statement.reset() }
    try statement.bind(1, index)
    try statement.bind(2, zone)
    try statement.bind(3, lower)
    try statement.bind(4, Int64(limit))
    if let upper { try statement.bind(5, upper) }
    _ = try statement.step()
    return Int(statement.integer(0))
  }

  // MARK: Writing

  func addEntry(_ entry: IndexEntry, to index: Int64, in zone: Int64) throws {
    try change("INSERT OR IGNORE INTO record_entries VALUES (?, ?, ?, ?)", entry, index, zone)
  }

  func removeEntry(_ entry: IndexEntry, from index: Int64, in zone: Int64) throws {
    try change(
      "DELETE FROM record_entries WHERE record_index = ? AND zone = ? AND key = ? AND record = ?",
      entry, index, zone)
  }

  private func change(_ sql: String, _ entry: IndexEntry, _ index: Int64, _ zone: Int64) throws {
    let statement = try statement(sql)
    try statement.bind(1, index)
    try statement.bind(2, zone)
    try statement.bind(3, entry.key)
    try statement.bind(4, entry.record)
    try statement.run()
  }

  func records(ofType type: Int64, after key: Int64, limit: Int) throws -> [StoredRecord] {
    let statement = try statement(
      """
      SELECT \(Self.recordColumns) FROM records WHERE id > ? AND type = ? AND fields IS NOT NULL
      ORDER BY id LIMIT ?
      """)
    defer { statement.reset() }
    try statement.bind(1, key)
    try statement.bind(2, type)
    try statement.bind(3, Int64(limit))
    var users = UserNames()
    var records: [StoredRecord] = []
    while try statement.step() { records.append(Self.row(statement, &users).stored) }
    return records
  }
}
