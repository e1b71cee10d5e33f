// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension MirrorTables {
  private static let columns =
    "id, name, type, home, key, tag, ancestor, clocks, places, fields, unknown, change, refusal, "
    + "seen, refusal_code, refusal_subject"
  private static let byName =
    "SELECT \(columns) FROM _cairn_sync_record WHERE name = ?"
  private static let byRow =
    "SELECT \(columns) FROM _cairn_sync_record WHERE home = ? AND key = ?"
  private static let toBeSent =
    "SELECT \(columns) FROM _cairn_sync_record WHERE change > ? AND refusal IS NULL "
    + "ORDER BY change LIMIT ?"
  private static let toBeSentWithoutObject =
    "SELECT \(columns) FROM _cairn_sync_record WHERE change > ? AND key IS NULL "
    + "AND refusal IS NULL ORDER BY change LIMIT ?"
  private static let insert =
    "INSERT INTO _cairn_sync_record (name, type, home, key, tag, ancestor, clocks, places, fields, "
    + "unknown, change, refusal, seen, refusal_code, refusal_subject) "
    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  private static let update =
    "UPDATE _cairn_sync_record SET home = ?3, key = ?4, tag = ?5, ancestor = ?6, clocks = ?7, "
    + "places = ?8, fields = ?9, unknown = ?10, change = ?11, refusal = ?12, seen = ?13, type = ?2, "
    + "refusal_code = ?14, refusal_subject = ?15 WHERE name = ?1"

  /// The metadata of a record.
  func note(named name: String) throws -> RecordNote? { try first(Self.byName, [.text(name)]) }

  /// The metadata of an object's record.
  func note(of row: RowName) throws -> RecordNote? {
    try first(Self.byRow, [.text(row.table), .integer(row.key)])
  }

  /// The name of an object's record.
  func name(of row: RowName) throws -> String? {
    var name: String?
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE home = ? AND key = ?",
      [.text(row.table), .integer(row.key)]
    ) { name = $0.text(0) }
    return name
  }

  /// The object of a record.
  func row(ofRecord name: String) throws -> RowName? {
    var row: RowName?
    try tables.run("SELECT home, key FROM _cairn_sync_record WHERE name = ?", [.text(name)]) {
      guard let table = $0.text(0), !$0.isNull(1) else { return }
      row = RowName(table: table, key: $0.integer(1))
    }
    return row
  }

  /// The key of the object that a property refers to by a record's name.
  ///
  /// - Returns: Nil if the object does not exist, or is of an entity that the property can't refer
  ///   to.
  func key(ofRecord name: String, for property: PropertyLayout) throws -> Int64? {
    guard let row = try row(ofRecord: name), row.table == property.destination?.table else {
      return nil
    }
    return row.key
  }

  /// The records with pending changes after a change, in order, without rejected ones; optionally only those without an
  /// object.
  func notesToBeSent(after change: Int64, limit: Int, withoutObject: Bool = false) throws
    -> [RecordNote]
  {
    var notes: [RecordNote] = []
    let sql = withoutObject ? Self.toBeSentWithoutObject : Self.toBeSent
    try tables.run(sql, [.integer(change), .integer(Int64(limit))]) {
      notes.append(try note($0))
    }
    return notes
  }

  /// The records of a type whose server copies differ from the local ones.
  func notesToBeChanged(ofType type: String) throws -> [RecordNote] {
    var notes: [RecordNote] = []
    try tables.run(
      "SELECT \(Self.columns) FROM _cairn_sync_record INDEXED BY _cairn_sync_record_changed "
        + "WHERE type = ? AND change > 0 AND ancestor IS NOT NULL", [.text(type)]
    ) { notes.append(try note($0)) }
    return notes
  }

  /// Whether a deferred record needs the unique values of another.
  func isClaimed(_ name: String) throws -> Bool {
    var isClaimed = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE refusal IS NOT NULL AND refusal_code = ? "
        + "AND refusal_subject = ? LIMIT 1",
      [.text(RecordRefusal.Code.uniqueValuesTaken.rawValue), .text(name)]
    ) { _ in isClaimed = true }
    return isClaimed
  }

  /// The number of records with pending changes, without rejected ones.
  func countToBeSent() throws -> Int {
    // Two counts, so that each is answered by an index alone.
    try count("change > 0") - count("change > 0 AND refusal IS NOT NULL")
  }

  /// Whether there are pending changes that the server has not rejected.
  func hasToBeSent() throws -> Bool {
    var isThere = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE change > 0 AND refusal IS NULL LIMIT 1"
    ) { _ in isThere = true }
    return isThere
  }

  /// Whether there are records that were not, or may not have been, fully decoded.
  func hasUnread() throws -> Bool {
    var isThere = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE unknown IS NOT NULL OR refusal IS NOT NULL "
        + "OR type IN (?, ?) LIMIT 1",
      [.text(LinkLayout.recordType), .text(SeriesLayout.recordType)]
    ) { _ in isThere = true }
    return isThere
  }

  /// Makes rejected changes pending again.
  func forgetRefusals() throws {
    try tables.run(
      "UPDATE _cairn_sync_record SET refusal = NULL, refusal_code = NULL, refusal_subject = NULL "
        + "WHERE refusal IS NOT NULL AND change > 0")
  }

  /// Makes the next full fetch count as the first, regardless of its number.
  func forgetFullFetches() throws {
    try tables.run("UPDATE _cairn_sync_record SET seen = 0 WHERE seen <> 0")
  }

  /// The number of records that the server or this store rejects.
  func countRefused() throws -> Int {
    try count("refusal IS NOT NULL AND refusal_code IS NOT 'withheld'")
  }

  /// The number of records with pending encrypted values that stay here for lack of a key.
  func countWithheld() throws -> Int {
    try count("refusal IS NOT NULL AND refusal_code = 'withheld'")
  }

  private func count(_ condition: String) throws -> Int {
    var count = 0
    try tables.run("SELECT count(*) FROM _cairn_sync_record WHERE \(condition)") {
      count = Int($0.integer(0))
    }
    return count
  }

  /// The names of the records that the server had, but that a full fetch did not contain.
  func namesNotSeen(by fetch: Int64) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE tag IS NOT NULL AND seen <> ? ORDER BY id",
      [.integer(fetch)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// The names of the records whose objects don't exist any more in a table.
  func namesWithoutRow(inTable table: String) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE home = ? AND key IS NOT NULL "
        + "AND key NOT IN (SELECT \(EntityLayout.primaryKey) FROM \(Self.quoted(table))) ORDER BY id",
      [.text(table)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// The keys of the objects of an entity that refer to an object by a property.
  func keys(inEntity index: Int, _ property: PropertyLayout, of key: Int64) throws -> [Int64] {
    let entity = tables.layout.entities[index]
    var keys: [Int64] = []
    try tables.run(
      "SELECT \(EntityLayout.primaryKey) FROM \(Self.quoted(entity.table)) "
        + "WHERE \(Self.quoted(property.column)) = ?"
        + (entity.isInTree ? " AND \(EntityLayout.typeColumn) = ?" : "") + " ORDER BY 1",
      [.integer(key)] + (entity.isInTree ? [.text(entity.name)] : [])
    ) { keys.append($0.integer(0)) }
    return keys
  }

  /// The keys of the rows in an entity's table with the given values of some properties.
  func keys(inTableOf entity: EntityLayout, _ properties: [Int], with columns: [SQLValue]) throws
    -> [Int64]
  {
    let condition = properties.map { "\(Self.quoted(entity.properties[$0].column)) = ?" }
    var keys: [Int64] = []
    try tables.run(
      "SELECT \(EntityLayout.primaryKey) FROM \(Self.quoted(entity.table)) WHERE "
        + condition.joined(separator: " AND ") + " ORDER BY 1", columns
    ) { keys.append($0.integer(0)) }
    return keys
  }

  /// A table or column name, quoted for SQL.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// Writes the metadata of a record.
  func save(_ note: RecordNote) throws {
    func data(_ data: Data?) -> SQLValue { data.map { .blob($0) } ?? .null }
    func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
    var places: Data?
    if let values = note.places {
      places = RecordSnapshot(values: values, clocks: FieldClocks(base: .distantPast)).encoded()
    }
    try tables.run(
      note.id == 0 ? Self.insert : Self.update,
      [
        .text(note.name), .text(note.type), text(note.object?.table),
        note.object.map { .integer($0.key) } ?? .null, text(note.tag),
        data(note.ancestor?.encoded()), data(note.clocks?.encoded()), data(places),
        text(note.fields.isEmpty ? nil : Self.text(of: note)),
        data(note.unknown.flatMap { $0.fields.isEmpty ? nil : $0.encoded() }),
        .integer(note.change), text(note.refusal?.message), .integer(note.seen),
        text(note.refusal?.code.rawValue), text(note.refusal?.subject),
      ])
  }

  /// The encoded names of a record's fields.
  ///
  /// The names that the ancestor has values for, usually all of them, are replaced by
  /// ``ancestorSign``.
  private static func text(of note: RecordNote) -> String {
    guard let values = note.ancestor?.values, values.keys.allSatisfy(note.fields.contains) else {
      return note.fields.joined(separator: " ")
    }
    return note.fields.reduce(into: ancestorSign) {
      if values[$1] == nil { $0 += " " + $1 }
    }
  }

  /// No field can have this name.
  private static let ancestorSign = "="

  /// Decodes the names of fields.
  private static func fields(_ text: String, _ ancestor: RecordSnapshot?) -> Set<String> {
    var names = Set(text.split(separator: " ").map(String.init))
    if names.remove(ancestorSign) != nil, let ancestor { names.formUnion(ancestor.values.keys) }
    return names
  }

  /// Removes all metadata of a record.
  func forget(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_record WHERE name = ?", [.text(name)])
    try tables.run("DELETE FROM _cairn_sync_link WHERE name = ?", [.text(name)])
    try forgetGone(name)
    try tables.run("DELETE FROM _cairn_sync_waiting WHERE source = ?", [.text(name)])
  }

  /// The names of the records with an ancestor.
  func namesWithAncestor() throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE ancestor IS NOT NULL ORDER BY id"
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// Removes the metadata of all deleted records.
  func forgetDeletions() throws {
    try tables.run(
      "DELETE FROM _cairn_sync_record WHERE key IS NULL "
        + "AND name NOT IN (SELECT name FROM _cairn_sync_link) "
        + "AND name NOT IN (SELECT name FROM _cairn_sync_chunk)")
  }

  /// The number of tombstones that are retained, the newest.
  private static let graveLimit = 10_000

  /// Removes tombstones that are too old for requests still in flight.
  ///
  /// These are all but the newest tombstones, and copies of deleted series chunks that were sent more
  /// than 90 days ago.
  func forgetLongGone(now: Int64) throws {
    try tables.run(
      "DELETE FROM _cairn_sync_record WHERE id <= (SELECT id FROM _cairn_sync_record "
        + "WHERE \(Self.isGrave) ORDER BY id DESC LIMIT 1 OFFSET ?) AND \(Self.isGrave)",
      [.integer(Int64(Self.graveLimit))])
    let oldest = HybridTimestamp(milliseconds: now - 90 * 86_400_000, node: 0)
    try tables.run(
      "DELETE FROM _cairn_sync_departed WHERE gone = 1 AND packed < ?",
      [.integer(Int64(bitPattern: oldest.packed))])
  }

  private static let isGrave =
    "key IS NULL AND change = 0 AND tag IS NULL AND clocks IS NOT NULL "
    + "AND name NOT IN (SELECT name FROM _cairn_sync_link) "
    + "AND name NOT IN (SELECT name FROM _cairn_sync_chunk)"

  /// Replaces the metadata of a deleted record by a tombstone that contains only its clocks.
  ///
  /// A request that creates the record, and whose sender does not know of the deletion, may still
  /// reach the server or be repeated.
  func bury(_ note: RecordNote) throws {
    try forget(note.name)
    guard note.type != SeriesLayout.recordType, let clocks = note.localClocks,
      clocks.latest > .distantPast
    else { return }
    var grave = RecordNote(name: note.name, type: note.type)
    grave.clocks = clocks
    try save(grave)
  }

  // MARK: Reading

  private func first(_ sql: String, _ values: [SQLValue]) throws -> RecordNote? {
    var found: RecordNote?
    try tables.run(sql, values) { found = try note($0) }
    return found
  }

  private func note(_ row: AuxiliaryTables.Row) throws -> RecordNote {
    func damaged(_ error: MalformedBytes) -> SwiftDataError {
      .storeIsCorrupt.withMessage(
        "The metadata of the record \(row.text(1) ?? "?") can't be read: \(error.reason). Restore "
          + "the store from a backup, or end the mirroring and start it again.")
    }
    var note = RecordNote(name: row.text(1) ?? "", type: row.text(2) ?? "")
    note.id = row.integer(0)
    if let table = row.text(3), !row.isNull(4) {
      note.object = RowName(table: table, key: row.integer(4))
    }
    note.tag = row.text(5)
    do throws(MalformedBytes) {
      if let data = row.data(6) { note.ancestor = try RecordSnapshot(decoding: data) }
      if let data = row.data(7) { note.clocks = try FieldClocks(decoding: data) }
      if let data = row.data(8) { note.places = try RecordSnapshot(decoding: data).values }
      if let data = row.data(10) { note.unknown = try UnknownFields(decoding: data) }
    } catch {
      throw damaged(error)
    }
    note.fields = Self.fields(row.text(9) ?? "", note.ancestor)
    note.change = row.integer(11)
    if let message = row.text(12) {
      // A code of a newer version counts as the general one.
      let code = row.text(14).flatMap { RecordRefusal.Code(rawValue: $0) } ?? .rejected
      note.refusal = RecordRefusal(code, row.text(15), message)
    }
    note.seen = row.integer(13)
    return note
  }
}
