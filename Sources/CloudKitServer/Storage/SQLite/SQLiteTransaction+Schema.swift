// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import GRDB

extension SQLiteTransaction: SchemaWriting {
  func schema(_ id: Int64) throws -> Schema {
    if id == Schema.emptyID { return .empty }
    let version = try statement("SELECT version FROM schemas WHERE id = ?")
    defer { version.reset() }
    try version.bind(1, id)
    guard try version.step() else { throw StorageError.failed("a schema does not exist") }
    var types: [Int64: Schema.RecordType] = [:]
    let names = try statement("SELECT id, name FROM record_types WHERE schema = ?")
    defer { names.reset() }
    try names.bind(1, id)
    while try names.step() {
      types[names.integer(0)] = .init(id: names.integer(0), name: names.text(1) ?? "")
    }
    let fields = try statement(
      """
      SELECT type, record_fields.name, kind, flags FROM record_fields
      JOIN record_types ON record_types.id = type WHERE schema = ?
      """)
    defer { fields.reset() }
    try fields.bind(1, id)
    while try fields.step() {
      let field = try Self.field(fields.text(2) ?? "", fields.integer(3))
      types[fields.integer(0)]?.fields[fields.text(1) ?? ""] = field
    }
    let indexes = try statement(
      """
      SELECT type, record_indexes.id, kind, record_indexes.name, filled_through, is_ready
      FROM record_indexes JOIN record_types ON record_types.id = type WHERE schema = ?
      ORDER BY record_indexes.id
      """)
    defer { indexes.reset() }
    try indexes.bind(1, id)
    while try indexes.step() {
      let index = Schema.Index(
        id: indexes.integer(1),
        subject: try Self.subject(indexes.text(2) ?? "", indexes.text(3) ?? ""),
        filledThrough: indexes.integer(4), isReady: indexes.integer(5) != 0)
      types[indexes.integer(0)]?.indexes.append(index)
    }
    return Schema(id: id, version: version.integer(0), types: Array(types.values))
  }

  // MARK: Writing

  func addType(named name: String, to schema: Int64) throws -> Int64 {
    let insertion = try statement("INSERT INTO record_types (schema, name) VALUES (?, ?)")
    try insertion.bind(1, schema)
    try insertion.bind(2, name)
    try insertion.run()
    let type = db.lastInsertedRowID
    try touch(schema)
    return type
  }

  func setField(_ field: Schema.Field, named name: String, ofType type: Int64, in schema: Int64)
    throws
  {
    let insertion = try statement(
      "INSERT OR REPLACE INTO record_fields (type, name, kind, flags) VALUES (?, ?, ?, ?)")
    try insertion.bind(1, type)
    try insertion.bind(2, name)
    try insertion.bind(3, field.type.rawValue)
    try insertion.bind(4, Self.flags(field))
    try insertion.run()
    try touch(schema)
  }

  func addIndex(_ subject: Schema.Index.Subject, ofType type: Int64, in schema: Int64) throws {
    let (kind, name) = Self.words(subject)
    let insertion = try statement(
      "INSERT OR IGNORE INTO record_indexes (type, kind, name) VALUES (?, ?, ?)")
    try insertion.bind(1, type)
    try insertion.bind(2, kind)
    try insertion.bind(3, name)
    try insertion.run()
    try touch(schema)
  }

  func setIndex(_ index: Int64, filledThrough record: Int64, isReady: Bool, in schema: Int64) throws
  {
    let update = try statement(
      "UPDATE record_indexes SET filled_through = ?, is_ready = ? WHERE id = ?")
    try update.bind(1, record)
    try update.bind(2, Int64(isReady ? 1 : 0))
    try update.bind(3, index)
    try update.run()
    try touch(schema)
  }

  /// A random version: after a rollback, a counter would reuse a version for another schema.
  static func newVersion() -> Int64 { Int64.random(in: 1...Int64.max) }

  private func touch(_ schema: Int64) throws {
    let update = try statement("UPDATE schemas SET version = ? WHERE id = ?")
    try update.bind(1, Self.newVersion())
    try update.bind(2, schema)
    try update.run()
  }

  // MARK: Coding

  private static func flags(_ field: Schema.Field) -> Int64 {
    (field.isEncrypted ? 1 : 0) | (field.isQueryable ? 2 : 0) | (field.isSortable ? 4 : 0)
      | (field.isSearchable ? 8 : 0)
  }

  private static func field(_ kind: String, _ flags: Int64) throws -> Schema.Field {
    guard let type = FieldType(rawValue: kind) else {
      throw StorageError.damaged("record_fields has the unknown kind \(kind)")
    }
    return Schema.Field(
      type, isEncrypted: flags & 1 != 0, isQueryable: flags & 2 != 0, isSortable: flags & 4 != 0,
      isSearchable: flags & 8 != 0)
  }

  private static func words(_ subject: Schema.Index.Subject) -> (kind: String, name: String) {
    switch subject {
    case .field(let name): ("field", name)
    case .system(let field): ("system", field.rawValue)
    case .words(let name): ("words", name ?? "")
    }
  }

  private static func subject(_ kind: String, _ name: String) throws -> Schema.Index.Subject {
    switch kind {
    case "field": return .field(name)
    case "words": return .words(name.isEmpty ? nil : name)
    case "system":
      if let field = SystemField(rawValue: name) { return .system(field) }
    default: break
    }
    throw StorageError.damaged("record_indexes has the unknown kind \(kind) \(name)")
  }
}
