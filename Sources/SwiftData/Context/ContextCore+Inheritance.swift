// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

// A model of a class with superclasses or subclasses is made when its row has been read: only the
// row knows which class it is of. That never changes, so that the model may be a fault later.

extension ContextCore {
  /// The model of a row in a table of several entities; for a row that is not there, or not of the
  /// type, one that reads as empty.
  func modelOfTree<T: PersistentModel>(_ type: T.Type, entity: Int, key: Int64) -> T {
    if let known = registered(entity: entity, key: key) {
      return known as? T ?? goneModel(type, entity: entity)
    }
    var found: T?
    do {
      try load(type, entity: entity, keys: [key]) { found = $0 }
    } catch {
      noteFailure(error)
      // Not registered: the next one who asks tries again.
      return makeFault(
        type, _ModelState(key: key, core: self, entity: Int32(entity), flags: .fault))
    }
    return found ?? goneModel(type, entity: entity)
  }

  /// Whether a model has a relationship: a sibling class in the same table may not.
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
  /// The entity of the row that a reader stands on.
  ///
  /// A row of an entity that the schema does not list, which another program has written, is read
  /// as one of the entity that is fetched, and keeps its type.
  func entity(_ reader: _RowReader, _ column: Int32, fetching entity: Int) -> Int {
    let family = layout.families[entity]
    return reader.bytes(column) { name in
      family.first { layout.entities[$0].name.utf8.elementsEqual(name) }
    } ?? entity
  }

  /// The entities of the rows with some keys in the table of an entity, by key.
  func entities(of keys: some Collection<Int64>, entity: Int, _ connection: Connection) throws
    -> [Int64: Int]
  {
    var entities: [Int64: Int] = [:]
    let select =
      "SELECT \(EntityLayout.primaryKey), \(EntityLayout.typeColumn) "
      + "FROM \(SQLFragment.quoted(layout.entities[entity].table)) "
      + "WHERE \(EntityLayout.primaryKey) IN (SELECT value FROM json_each(?))"
    let statement = try connection.statement(select, Deletion.list(keys.filter { $0 > 0 }))
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

  /// Some rows of an entity's table by the entity that each of them is of.
  func byEntity(_ keys: [Int64], entity: Int, _ connection: Connection) throws
    -> [(entity: Int, keys: [Int64])]
  {
    guard layout.entities[entity].isInTree, !keys.isEmpty else { return [(entity, keys)] }
    let entities = try entities(of: keys, entity: entity, connection)
    let groups = Dictionary(grouping: keys) { entities[$0] ?? entity }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
