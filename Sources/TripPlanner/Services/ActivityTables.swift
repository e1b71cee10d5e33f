// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The device's own tables beside the models' tables, within a transaction.
///
/// They hold the last recorded values of each object, by which the log knows old values; the values of
/// encrypted properties, which the synced log lacks; and the marks of undone transactions. They don't sync.
struct ActivityTables {
  let tables: AuxiliaryTables

  /// Creates the access; the tables are created if needed.
  init(_ tables: AuxiliaryTables) throws {
    self.tables = tables
    try tables.execute(
      """
      CREATE TABLE IF NOT EXISTS _cairn_trips_state (
        key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS _cairn_trips_value (
        entity TEXT NOT NULL, key INTEGER NOT NULL, object TEXT NOT NULL, trip TEXT NOT NULL,
        fields BLOB NOT NULL, PRIMARY KEY (entity, key)) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS _cairn_trips_private (
        entry TEXT PRIMARY KEY, old TEXT, new TEXT) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS _cairn_trips_undo (
        number INTEGER PRIMARY KEY, target INTEGER NOT NULL, kind TEXT NOT NULL) STRICT;
      """)
  }

  /// Creates the access for a program that only reads, after the tables were created.
  init(reading tables: AuxiliaryTables) { self.tables = tables }

  /// A single stored value.
  enum Item: String {
    /// The number of the last processed transaction of the history.
    case history
    /// The identifier of the device in the log.
    case device
    /// The last change of this device without entries: its number and its name.
    case unlogged
    /// Present once the values of templates and of the profile are recorded.
    case tripless
  }

  /// A change of this device without entries, such as the deletion of a trip for good.
  struct UnloggedChange {
    var number: Int
    /// The change in a few words.
    var name: String
  }

  func unloggedChange() throws -> UnloggedChange? {
    guard let parts = try value(.unlogged)?.split(separator: " ", maxSplits: 1),
      let number = parts.first.flatMap({ Int($0) })
    else { return nil }
    return UnloggedChange(number: number, name: parts.count > 1 ? String(parts[1]) : "")
  }

  func setUnlogged(_ change: UnloggedChange) throws {
    try set(.unlogged, "\(change.number) \(change.name)")
  }

  func value(_ item: Item) throws -> String? {
    var value: String?
    try tables.run(
      "SELECT value FROM _cairn_trips_state WHERE key = ?1", [.text(item.rawValue)]
    ) { value = $0.text(0) }
    return value
  }

  func set(_ item: Item, _ value: String) throws {
    try tables.run(
      "INSERT INTO _cairn_trips_state VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
      [.text(item.rawValue), .text(value)])
  }

  // MARK: Recorded values

  /// The recorded values of an object.
  struct Recorded {
    var object: UUID
    /// The trip of the object; nil for a template and for the profile.
    var trip: UUID?
    var fields: RecordedFields
  }

  func recorded(_ entity: String, _ key: Int64) throws -> Recorded? {
    var result: Recorded?
    try tables.run(
      "SELECT object, trip, fields FROM _cairn_trips_value WHERE entity = ?1 AND key = ?2",
      [.text(entity), .integer(key)]
    ) { row in
      guard let object = row.text(0).flatMap(UUID.init(uuidString:)) else { return }
      // Objects without a trip have an empty text.
      result = Recorded(
        object: object, trip: row.text(1).flatMap(UUID.init(uuidString:)),
        fields: RecordedFields(row.data(2) ?? Data()))
    }
    return result
  }

  func record(_ entity: String, _ key: Int64, _ recorded: Recorded) throws {
    try tables.run(
      """
      INSERT INTO _cairn_trips_value VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE SET object = ?3, trip = ?4, fields = ?5
      """,
      [
        .text(entity), .integer(key), .text(recorded.object.uuidString),
        .text(recorded.trip?.uuidString ?? ""), .blob(recorded.fields.data),
      ])
  }

  func remove(_ entity: String, _ key: Int64) throws {
    try tables.run(
      "DELETE FROM _cairn_trips_value WHERE entity = ?1 AND key = ?2",
      [.text(entity), .integer(key)])
  }

  // MARK: Private values

  func setPrivate(_ entry: UUID, old: String?, new: String?) throws {
    try tables.run(
      "INSERT OR REPLACE INTO _cairn_trips_private VALUES (?1, ?2, ?3)",
      [
        .text(entry.uuidString), old.map { .text($0) } ?? .null, new.map { .text($0) } ?? .null,
      ])
  }

  /// Returns the values of an entry; nil if this device does not have them.
  func privateValues(_ entry: UUID) throws -> (old: String?, new: String?)? {
    var result: (String?, String?)?
    try tables.run(
      "SELECT old, new FROM _cairn_trips_private WHERE entry = ?1", [.text(entry.uuidString)]
    ) { result = ($0.text(0), $0.text(1)) }
    return result
  }

  /// Deletes the values of entries that don't exist any more.
  func removePrivateValues(except entries: Set<UUID>) throws {
    var removed: [String] = []
    try tables.run("SELECT entry FROM _cairn_trips_private") { row in
      guard let text = row.text(0), UUID(uuidString: text).map(entries.contains) != true else {
        return
      }
      removed.append(text)
    }
    for entry in removed {
      try tables.run("DELETE FROM _cairn_trips_private WHERE entry = ?1", [.text(entry)])
    }
  }

  // MARK: Undone transactions

  /// The mark of a transaction that undoes or redoes another.
  struct UndoMark {
    var number: Int
    var target: Int
    var isRedo: Bool
  }

  func setUndo(_ mark: UndoMark) throws {
    try tables.run(
      "INSERT OR REPLACE INTO _cairn_trips_undo VALUES (?1, ?2, ?3)",
      [
        .integer(Int64(mark.number)), .integer(Int64(mark.target)),
        .text(mark.isRedo ? "redo" : "undo"),
      ])
  }

  func undoMarks() throws -> [Int: UndoMark] {
    var marks: [Int: UndoMark] = [:]
    try tables.run("SELECT number, target, kind FROM _cairn_trips_undo") { row in
      let number = Int(row.integer(0))
      marks[number] = UndoMark(
        number: number, target: Int(row.integer(1)), isRedo: row.text(2) == "redo")
    }
    return marks
  }
}

/// The texts of an object's values, as bytes: name, length and text of each value that is not nil.
struct RecordedFields {
  private(set) var values: [String: String] = [:]

  init<Entity: TripEntity>(_ entity: Entity) {
    for field in Entity.fields where field.isLogged {
      if let text = field.text(entity) { values[field.name] = text }
    }
  }

  init(_ data: Data) {
    var rest = data[...]
    func next() -> Data? {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return rest[..<end]
    }
    while let name = next(),
      let length = next().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
      length <= rest.count
    {
      values[String(decoding: name, as: UTF8.self)] = String(
        decoding: rest.prefix(length), as: UTF8.self)
      rest = rest.dropFirst(length)
    }
  }

  var data: Data {
    var data = Data()
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      data.append(contentsOf: name.utf8)
      data.append(0)
      data.append(contentsOf: String(text.utf8.count).utf8)
      data.append(0)
      data.append(contentsOf: text.utf8)
    }
    return data
  }

  subscript(name: String) -> String? {
    get { values[name] }
    set { values[name] = newValue }
  }
}
