// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// Builds the changes of one transaction with the current model types.
struct HistoryChangeMaker {
  let store: Store
  let transaction: Int64
  private(set) var changes: [HistoryChange] = []
  /// Preserved values by entity name, model key and property name; nil until they are read.
  private var tombstones: [String: [Int64: [String: any Sendable]]]?

  init(store: Store, transaction: Int64) {
    self.store = store
    self.transaction = transaction
  }

  /// The identifier of the next change: a transaction can have up to 2^32 changes.
  private var nextIdentifier: Int64 { transaction << 32 | Int64(changes.count) }

  mutating func append(_ group: PackedChanges.Group, _ entity: ResolvedEntity) {
    append(group, entity, entity.layout.type)
  }

  private mutating func append<Model: PersistentModel>(
    _ group: PackedChanges.Group, _ entity: ResolvedEntity, _ type: Model.Type
  ) {
    let attributes = group.kind == .update ? entity.keyPaths(group.properties, Model.self) : []
    for key in group.runs.joined() {
      let identifier = PersistentIdentifier(
        storeIdentifier: store.identifier, entityName: entity.layout.name, key: key)
      switch group.kind {
      case .insert:
        changes.append(
          .insert(
            DefaultHistoryInsert<Model>(
              changeIdentifier: nextIdentifier, changedPersistentIdentifier: identifier,
              transactionIdentifier: transaction)))
      case .update:
        changes.append(
          .update(
            DefaultHistoryUpdate<Model>(
              changeIdentifier: nextIdentifier, changedPersistentIdentifier: identifier,
              transactionIdentifier: transaction, updatedAttributes: attributes)))
      case .delete:
        changes.append(
          .delete(
            DefaultHistoryDelete<Model>(
              changeIdentifier: nextIdentifier, changedPersistentIdentifier: identifier,
              transactionIdentifier: transaction,
              tombstone: HistoryTombstone(values: values(of: key, entity)))))
      }
    }
  }

  // MARK: Tombstones

  /// Reads the preserved values of the models that the transaction deleted.
  mutating func readTombstones(_ connection: Store.Connection) throws {
    if tombstones != nil { return }
    var found: [String: [Int64: [String: any Sendable]]] = [:]
    try connection.rows(HistorySQL.tombstones, [.integer(transaction)], store: store.name) { row in
      let entity = Store.Connection.text(row, 0) ?? ""
      let property = Store.Connection.text(row, 2) ?? ""
      guard let value = try store.preservedValue(row, 3, entity, property) else { return }
      found[entity, default: [:]][sqlite3_column_int64(row, 1), default: [:]][property] = value
    }
    tombstones = found
  }

  private func values<Model>(of key: Int64, _ entity: ResolvedEntity) -> [(
    keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable
  )] {
    guard let known = tombstones?[entity.layout.name]?[key] else { return [] }
    let description = ModelDescription.of(entity.layout.type)
    return zip(description.properties, description.keyPaths).compactMap { property, keyPath in
      guard let value = known[property.name],
        let path: any PartialKeyPath<Model> & Sendable = sendable(keyPath)
      else { return nil }
      return (path, value)
    }
  }
}

extension ResolvedEntity {
  /// The key paths of the properties in a bit set.
  fileprivate func keyPaths<Model: PersistentModel>(_ bits: UInt64, _ type: Model.Type)
    -> [any PartialKeyPath<Model> & Sendable]
  {
    let today = ModelDescription.of(type).keyPaths
    return properties.enumerated().compactMap { index, property in
      guard bits & _ModelState.bit(index) != 0, let property, !isEphemeral(property) else {
        return nil
      }
      return sendable(today[property])
    }
  }

  private func isEphemeral(_ property: Int) -> Bool {
    if case .attribute(.ephemeral, _) = layout.properties[property].storage { true } else { false }
  }
}

/// Casts a property key path to a sendable one; property key paths capture no values.
private func sendable<Model>(_ path: AnyKeyPath) -> (any PartialKeyPath<Model> & Sendable)? {
  guard let path = path as? PartialKeyPath<Model> else { return nil }
  // A dynamic cast to `Sendable` is not possible.
  return unsafeBitCast(path, to: (any PartialKeyPath<Model> & Sendable).self)
}

extension Store {
  /// The value of a property from a column; nil if the property no longer exists or has another
  /// type.
  fileprivate func preservedValue(
    _ row: OpaquePointer, _ column: Int32, _ entityName: String, _ name: String
  ) throws -> (any Sendable)? {
    guard let layout = layout.entity(named: entityName) else { return nil }
    let description = ModelDescription.of(layout.type)
    guard let property = description.properties.first(where: { $0.name == name }) else {
      return nil
    }
    var reader = _RowReader(statement: row, store: self)
    let value = reader.value(column, of: property)
    if reader.failure != nil { return nil }
    // Persisted property values already pass between contexts through their rows.
    return unsafeBitCast(value, to: (any Sendable)?.self)
  }
}
