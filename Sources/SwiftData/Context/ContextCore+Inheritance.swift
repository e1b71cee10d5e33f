// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

// A model of a class with superclasses or subclasses is created after its row was read, because
// only the row determines the class. The class of a row never changes, so the model may become a
// fault later.

extension ContextCore {
  /// The model of a row in a table of several entities; an empty model if the row is missing or of
  /// another type.
  func modelOfTree<T: PersistentModel>(_ type: T.Type, entity: Int, key: Int64) -> T {
    if let known = registered(entity: entity, key: key) {
      return known as? T ?? goneModel(type, entity: entity)
    }
    var found: T?
    do {
      try load(type, entity: entity, keys: [key]) { found = $0 }
    } catch {
      recordLoadError(error)
      // The model is not registered, so the next access tries again.
      return makeFault(
        type,
        _ModelState(
          key: key, core: self, entity: Int32(entity), flags: loadedFlags.union(.fault)))
    }
    return found ?? goneModel(type, entity: entity)
  }

  /// Whether a model has a relationship, which a sibling class in the same table may lack.
  func isModel(
    _ model: any PersistentModel, with relationship: ModelDescription.Relationship
  ) -> Bool {
    !store.layout.entities[Int(model._$state.entity)].isInTree
      || ModelDescription.of(type(of: model)).relationship(at: relationship.index)
        === relationship
  }

  private func goneModel<T: PersistentModel>(_ type: T.Type, entity: Int) -> T {
    var state = _ModelState()
    state.entity = Int32(entity)
    state.flags = .gone
    return makeFault(type, state)
  }
}

extension Store {
  /// The entity of a reader's current row.
  ///
  /// A row of an unlisted entity, written by another program, is read as the fetched entity and
  /// keeps its type.
  func entity(_ reader: _RowReader, _ column: Int32, fetching entity: Int) -> Int {
    let family = layout.families[entity]
    return reader.bytes(column) { name in
      family.first { layout.entities[$0].name.utf8.elementsEqual(name) }
    } ?? entity
  }

  /// The entities of rows in the table of an entity, by key.
  func entities(of keys: some Collection<Int64>, entity: Int, _ connection: Connection) throws
    -> [Int64: Int]
  {
    var entities: [Int64: Int] = [:]
    let select =
      "SELECT \(EntityLayout.primaryKey), \(EntityLayout.typeColumn) "
      + "FROM \(SQLFragment.quoted(layout.entities[entity].table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?))"
    let statement = try connection.statement(select, SQLValue.jsonList(keys.filter { $0 > 0 }))
    defer { sqlite3_reset(statement) }
    let root = layout.roots[entity]
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return entities }
      guard code == SQLITE_ROW else { throw connection.error(store: name) }
      let reader = _RowReader(statement: statement, store: self)
      entities[reader.key] = self.entity(reader, 1, fetching: root)
    }
  }

  /// Groups rows of an entity's table by their entity.
  func byEntity(_ keys: [Int64], entity: Int, _ connection: Connection) throws
    -> [(entity: Int, keys: [Int64])]
  {
    guard layout.entities[entity].isInTree, !keys.isEmpty else { return [(entity, keys)] }
    let entities = try entities(of: keys, entity: entity, connection)
    let groups = Dictionary(grouping: keys) { entities[$0] ?? entity }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
