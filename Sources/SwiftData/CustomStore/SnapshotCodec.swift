// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// Converts the snapshots of one entity to rows of the row cache, and back.
final class SnapshotCodec {
  let entity: Int
  let layout: EntityLayout
  let description: ModelDescription
  private let properties: [SnapshotAccess.Property]
  /// A model that receives the values of one row after another.
  private let model: any PersistentModel
  /// Inserts a row, or replaces its values if they differ.
  private let upsert: String
  /// The to-many relationships.
  let toMany: [ModelDescription.Relationship]

  init(_ entity: Int, _ store: StoreLayout) {
    self.entity = entity
    layout = store.entities[entity]
    description = ModelDescription.of(layout.type)
    properties = SnapshotAccess.of(description).properties
    toMany = description.relationships.filter(\.isToMany)
    func make<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      makeFault(type, _ModelState())
    }
    model = make(layout.type)
    let table = SQLFragment.quoted(layout.table)
    let columns = layout.properties.filter(\.hasColumn).map { SQLFragment.quoted($0.column) }
    let insert = EntitySQL(entity: entity, in: store).insert
    if columns.isEmpty {
      upsert = insert + " ON CONFLICT (\(EntityLayout.primaryKey)) DO NOTHING"
    } else {
      upsert =
        insert + " ON CONFLICT (\(EntityLayout.primaryKey)) DO UPDATE SET "
        + columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") + " WHERE "
        + columns.map { "\(table).\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ")
    }
  }

  // MARK: Writing

  /// Writes a row; false if the cache has it with these values.
  func write(
    _ values: SnapshotValues, key: Int64, _ connection: Store.Connection, _ store: Store,
    keyOf: (PersistentIdentifier) throws -> Int64?
  ) throws -> Bool {
    for (index, property) in properties.enumerated() {
      let value = index < values.values.count ? values.values[index] : nil
      switch property {
      case .none: break
      case .attribute(let attribute):
        if !attribute.set(value, in: model) {
          throw mismatch(attribute.name, attribute.type, value)
        }
      case .relationship(let relationship) where !relationship.isToMany:
        let target = try (value as? PersistentIdentifier).flatMap { try keyOf($0) }
        relationship.access.setStoredKey(target ?? 0, in: model)
      case .relationship: break
      }
    }
    let statement = try connection.statement(upsert)
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, key)
    var writer = _RowWriter(
      statement: statement, entity: layout, files: ExternalFiles.Batch(store.externalFiles),
      mode: .binding)
    writer.position = 1
    model._$bind(&writer)
    if let failure = writer.failure {
      throw SwiftDataError.storeFailure.withMessage(
        "A snapshot of \(layout.name) in \(store.name) has an invalid "
          + "\(layout.properties[failure.index].name): \(failure.reason).")
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw connection.error(store: store.name) }
    return sqlite3_changes(connection.handle) > 0
  }

  private func mismatch(_ name: String, _ type: Any.Type, _ value: Any?) -> SwiftDataError {
    guard let value else {
      return SwiftDataError.storeFailure.withMessage(
        "A snapshot of \(layout.name) has no value for \(name), which is required. Encode the "
          + "value under the name of the property, or declare a default value.")
    }
    return SwiftDataError.storeFailure.withMessage(
      "A snapshot of \(layout.name) has a \(Swift.type(of: value)) for \(name), which is a "
        + "\(type). Encode the property's own type.")
  }

  // MARK: Reading

  /// Reads a row; nil if the cache lacks it.
  ///
  /// The values of to-many relationships come from `targets`.
  func read(
    _ key: Int64, _ connection: Store.Connection, _ store: Store,
    identifier: (_ key: Int64, _ relationship: ModelDescription.Relationship)
      -> PersistentIdentifier?,
    targets: (ModelDescription.Relationship) throws -> [PersistentIdentifier]
  ) throws -> SnapshotValues? {
    var toOne: [Int: Int64] = [:]
    do {
      let statement = try connection.statement(store.statements[entity].selectByKey)
      defer { sqlite3_reset(statement) }
      sqlite3_bind_int64(statement, 1, key)
      guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
      var reader = _RowReader(statement: statement, store: store)
      model._$load(&reader)
      for relationship in description.relationships where !relationship.isToMany {
        toOne[relationship.index] = reader.integer(Int32(relationship.index + 1))
      }
    }
    let values: [Any?] = try properties.map { property in
      switch property {
      case .none: return nil
      case .attribute(let attribute): return attribute.value(in: model)
      case .relationship(let relationship):
        if relationship.isToMany { return try targets(relationship) }
        let target = toOne[relationship.index] ?? 0
        return target > 0 ? identifier(target, relationship) : nil
      }
    }
    return SnapshotValues(description, values)
  }
}
