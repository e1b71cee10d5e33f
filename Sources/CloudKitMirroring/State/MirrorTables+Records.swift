// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension MirrorTables {
  private static let columns =
    "id, name, type, home, key, tag, ancestor, clocks, places, fields, unknown, change, refusal, "
    + "seen"
  private static let byName =
    "SELECT \(columns) FROM _cairn_sync_record WHERE name = ?"
  private static let byRow =
    "SELECT \(columns) FROM _cairn_sync_record WHERE home = ? AND key = ?"
  private static let toBeSent =
    "SELECT \(columns) FROM _cairn_sync_record WHERE change > ? ORDER BY change LIMIT ?"
  private static let toBeSentWithoutObject =
    "SELECT \(columns) FROM _cairn_sync_record WHERE change > ? AND key IS NULL "
    + "ORDER BY change LIMIT ?"
  private static let insert =
    "INSERT INTO _cairn_sync_record (name, type, home, key, tag, ancestor, clocks, places, fields, "
    + "unknown, change, refusal, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  private static let update =
    "UPDATE _cairn_sync_record SET home = ?3, key = ?4, tag = ?5, ancestor = ?6, clocks = ?7, "
    + "places = ?8, fields = ?9, unknown = ?10, change = ?11, refusal = ?12, seen = ?13, type = ?2 "
    + "WHERE name = ?1"

  /// What is known of a record.
  func note(named name: String) throws -> RecordNote? { try first(Self.byName, [.text(name)]) }

  /// What is known of an object's record.
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

  /// The key of a record's object, to which a property refers; nil if it isn't there, or is of an entity that
  /// the property can't refer to.
  func key(ofRecord name: String, for property: PropertyLayout) throws -> Int64? {
    guard let row = try row(ofRecord: name), row.table == property.destination?.table else {
      return nil
    }
    return row.key
  }

  /// The records with changes to be sent behind a change, in their order; all, or those without an object.
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

  /// The records of a type that the server has otherwise than they are here.
  func notesToBeChanged(ofType type: String) throws -> [RecordNote] {
    var notes: [RecordNote] = []
    try tables.run(
      "SELECT \(Self.columns) FROM _cairn_sync_record INDEXED BY _cairn_sync_record_changed "
        + "WHERE type = ? AND change > 0 AND ancestor IS NOT NULL", [.text(type)]
    ) { notes.append(try note($0)) }
    return notes
  }

  /// Whether a record that is held back is to have the unique values of another.
  func isClaimed(_ name: String) throws -> Bool {
    var isClaimed = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE refusal = ? LIMIT 1",
      [.text(RecordNote.taken(by: name))]
    ) { _ in isClaimed = true }
    return isClaimed
  }

  /// How many records have changes to be sent, without those that the server doesn't take.
  func countToBeSent() throws -> Int {
    // Each by its index alone.
    try count("change > 0") - count("change > 0 AND refusal IS NOT NULL")
  }

  /// Whether records have changes to be sent that the server may take.
  func hasToBeSent() throws -> Bool {
    var isThere = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE change > 0 AND refusal IS NULL LIMIT 1"
    ) { _ in isThere = true }
    return isThere
  }

  /// Whether there are records of which something was not understood, or may not have been.
  func hasUnread() throws -> Bool {
    var isThere = false
    try tables.run(
      "SELECT 1 FROM _cairn_sync_record WHERE unknown IS NOT NULL OR refusal IS NOT NULL "
        + "OR type IN (?, ?) LIMIT 1",
      [.text(LinkLayout.recordType), .text(SeriesLayout.recordType)]
    ) { _ in isThere = true }
    return isThere
  }

  /// Has all be sent again that the server did not take.
  func forgetRefusals() throws {
    try tables.run(
      "UPDATE _cairn_sync_record SET refusal = NULL WHERE refusal IS NOT NULL AND change > 0")
  }

  /// Has the next full fetch be the first, whatever its number.
  func forgetFullFetches() throws {
    try tables.run("UPDATE _cairn_sync_record SET seen = 0 WHERE seen <> 0")
  }

  /// How many records the server, or this store, doesn't take.
  func countRefused() throws -> Int { try count("refusal IS NOT NULL") }

  private func count(_ condition: String) throws -> Int {
    var count = 0
    try tables.run("SELECT count(*) FROM _cairn_sync_record WHERE \(condition)") {
      count = Int($0.integer(0))
    }
    return count
  }

  /// The names of the records that the server had, and that a full fetch didn't have.
  func namesNotSeen(by fetch: Int64) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE tag IS NOT NULL AND seen <> ? ORDER BY id",
      [.integer(fetch)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// The names of the records whose objects are no longer in a table.
  func namesWithoutRow(inTable table: String) throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE home = ? AND key IS NOT NULL "
        + "AND key NOT IN (SELECT \(EntityLayout.primaryKey) FROM \(Self.quoted(table))) ORDER BY id",
      [.text(table)]
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// The keys of the objects of an entity that refer to one by a property.
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

  /// The keys of the rows of an entity's table that have some values in the columns of some properties.
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

  /// A name of a table or column in SQL.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// Writes what is known of a record.
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
        .integer(note.change), text(note.refusal), .integer(note.seen),
      ])
  }

  /// The names of a record's fields: after a sign for those that the ancestor has values of too, since that
  /// is what most records have and no more.
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

  /// The names in a text.
  private static func fields(_ text: String, _ ancestor: RecordSnapshot?) -> Set<String> {
    var names = Set(text.split(separator: " ").map(String.init))
    if names.remove(ancestorSign) != nil, let ancestor { names.formUnion(ancestor.values.keys) }
    return names
  }

  /// Forgets a record.
  func forget(_ name: String) throws {
    try tables.run("DELETE FROM _cairn_sync_record WHERE name = ?", [.text(name)])
    try tables.run("DELETE FROM _cairn_sync_link WHERE name = ?", [.text(name)])
    try forgetGone(name)
    try tables.run("DELETE FROM _cairn_sync_waiting WHERE source = ?", [.text(name)])
  }

  /// The names of the records with what the server had last.
  func namesWithAncestor() throws -> [String] {
    var names: [String] = []
    try tables.run(
      "SELECT name FROM _cairn_sync_record WHERE ancestor IS NOT NULL ORDER BY id"
    ) { if let name = $0.text(0) { names.append(name) } }
    return names
  }

  /// Forgets all that was deleted.
  func forgetDeletions() throws {
    try tables.run(
      "DELETE FROM _cairn_sync_record WHERE key IS NULL "
        + "AND name NOT IN (SELECT name FROM _cairn_sync_link) "
        + "AND name NOT IN (SELECT name FROM _cairn_sync_chunk)")
  }

  /// The deleted records that are remembered, the newest.
  private static let graveLimit = 10_000

  /// Forgets what was deleted so long ago that no request from then comes any more: all but the newest deleted
  /// records, and copies of series that were sent more than 90 days before the server had deleted them.
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

  /// Forgets a record that was deleted, but for when its copy was written: a request that made it, and that
  /// its maker has not heard of, may still reach the server, or be repeated.
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

  private func note(_ row: SideTables.Row) throws -> RecordNote {
    func damaged(_ error: MalformedBytes) -> SwiftDataError {
      .storeIsCorrupt.saying(
        "What is known of the record \(row.text(1) ?? "?") can't be read: \(error.reason). Restore the "
          + "store from a backup, or end the mirroring and begin it anew.")
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
    note.refusal = row.text(12)
    note.seen = row.integer(13)
    return note
  }
}
