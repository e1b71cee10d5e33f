// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// A prepared UPDATE of some columns of an entity, reused for many rows.
final class PreparedUpdate {
  struct Key: Hashable {
    let entity: Int
    /// One bit for each property that is written.
    let mask: UInt64
  }

  let key: Key
  /// Nil if none of the properties has a column.
  let statement: OpaquePointer?
  /// The properties whose values may be stored in external files.
  let filed: [PropertyLayout]
  @exclusivity(unchecked)
  var writer: _RowWriter

  init(_ key: Key, store: Store, files: ExternalFiles.Batch, _ connection: Store.Connection) throws
  {
    self.key = key
    statement = try store.statements[key.entity].update(key.mask).map(connection.statement)
    let layout = store.layout.entities[key.entity]
    filed = layout.properties.filter { property in
      guard case .attribute(_, isExternal: true) = property.storage else { return false }
      return key.mask & _ModelState.bit(property.index) != 0
    }
    writer = _RowWriter(statement: statement, entity: layout, files: files, mode: .binding)
    writer.mask = key.mask
  }
}

extension SaveBatch {
  /// The UPDATE statement for a changed model, often the same as for the previous one.
  func prepared(_ change: Change, _ connection: Store.Connection) throws -> PreparedUpdate {
    if let lastUpdate, lastUpdate.key.entity == change.entity,
      lastUpdate.key.mask == change.properties
    {
      return lastUpdate
    }
    return try prepared(
      PreparedUpdate.Key(entity: change.entity, mask: change.properties), connection)
  }

  func prepared(_ key: PreparedUpdate.Key, _ connection: Store.Connection) throws
    -> PreparedUpdate
  {
    let update =
      try updates[key] ?? PreparedUpdate(key, store: store, files: files, connection)
    updates[key] = update
    lastUpdate = update
    return update
  }

  /// Writes the properties of a stored row that an update includes.
  ///
  /// If another row has one of the model's unique values, the other properties are written and the
  /// model is added to the unique conflicts; with `isRetry` the conflict is an error.
  func update(
    _ model: any PersistentModel, _ key: Int64, _ update: PreparedUpdate, isRetry: Bool = false,
    _ connection: Store.Connection
  ) throws {
    guard let statement = update.statement else { return unwritten.append(model) }
    if !update.filed.isEmpty { try recordObsoleteFiles(of: model, update.filed, connection) }
    defer { sqlite3_reset(statement) }
    update.writer.position = 0
    // The delete rules must still find references to rows that are about to be deleted.
    update.writer.hasDeleted = hasDeleted
    model._$bind(&update.writer)
    if update.writer.failure != nil { try check(update.writer, model) }
    sqlite3_bind_int64(statement, update.writer.position + 1, key)
    if sqlite3_step(statement) == SQLITE_DONE {
      if sqlite3_changes(connection.handle) == 0 { remotelyDeleted.append(model) }
      return
    }
    guard sqlite3_extended_errcode(connection.handle) == SQLITE_CONSTRAINT_UNIQUE_CODE else {
      throw core.failure(connection)
    }
    if !isRetry {
      uniqueConflicts.append(model)
      // The delete rules must see all other changes.
      let entity = update.key.entity
      let unique = store.layout.entities[entity].uniqueConstraints.joined()
        .reduce(0) { $0 | _ModelState.bit($1) }
      let rest = PreparedUpdate.Key(entity: entity, mask: update.key.mask & ~unique)
      return try self.update(model, key, prepared(rest, connection), isRetry: true, connection)
    }
    let reason = sqlite3_errmsg(connection.handle).map { String(cString: $0) } ?? ""
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(model.nameInErrors) has a unique value of another model "
        + "(\(reason)): change it or delete the other.")
  }

  /// Records the external files that a row refers to before it is overwritten.
  private func recordObsoleteFiles(
    of model: any PersistentModel, _ properties: [PropertyLayout], _ connection: Store.Connection
  ) throws {
    let layout = store.layout.entities[Int(model._$state.entity)]
    for property in properties {
      obsoleteFiles += try connection.texts(
        """
        SELECT \(identifier: property.column) FROM \(identifier: layout.table) \
        WHERE \(SQLFragment(stringLiteral: EntityLayout.primaryKey)) \
        = \(value: .integer(model._$state.key)) AND typeof(\(identifier: property.column)) = 'text'
        """, store: store.name)
    }
  }
}
