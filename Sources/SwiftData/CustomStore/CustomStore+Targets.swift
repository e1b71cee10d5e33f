// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension CustomStore {
  /// The identifiers of the targets of a to-many relationship, in order.
  func identifiers(
    of relationship: ModelDescription.Relationship, _ entity: Int, _ key: Int64, _ store: Store,
    _ connection: Store.Connection
  ) throws -> [PersistentIdentifier] {
    let place = RelationshipKey(
      root: layout.roots[entity], key: key, property: relationship.index)
    var remaining: [PersistentIdentifier] = []
    switch pendingTargets[place] {
    case .listed(let identifiers): return identifiers
    case .remaining(let identifiers): remaining = identifiers
    case .unspecified, nil: break
    }
    guard let target = layout.index(of: relationship.target),
      let statements = store.relationship(entity: entity, property: relationship.index)
    else { return remaining }
    let keys = try connection.integers(statements.numbers + " ORDER BY 2, 1", key, store: name)
    let listed = keys.compactMap { identifier($0, entity: target) }
    return listed + remaining.filter { !listed.contains($0) }
  }

  /// Loads the targets of to-many relationships, in the order of the custom store.
  func prepareTargets(
    of keys: some Sequence<Int64>, entity: Int, property: Int, for core: ContextCore
  ) throws {
    try locked {
      let keys = Array(keys)
      try load(keys, entity: entity, for: core)
      let root = layout.roots[entity]
      if pendingTargets.isEmpty { return }
      let places = keys.map { RelationshipKey(root: root, key: $0, property: property) }
        .filter { pendingTargets[$0] != nil }
      if places.isEmpty { return }
      guard
        let relationship = ModelDescription.of(layout.entities[entity].type)
          .relationship(at: property),
        let target = layout.index(of: relationship.target)
      else { return }
      // All targets together, because a request may be expensive.
      var wanted: [PersistentIdentifier] = []
      var needsAll = false
      for place in places {
        switch pendingTargets[place] {
        case .listed(let identifiers), .remaining(let identifiers): wanted += identifiers
        case .unspecified: needsAll = true
        case nil: break
        }
      }
      if needsAll { try loadAll(target, for: core) }
      let targets = try writing { _, connection in
        try wanted.compactMap { try assignedKey(of: $0, connection)?.key }
      }
      try load(targets, entity: target, for: core)
      try writing { store, connection in
        for place in places {
          try settle(place, entity, relationship, target, store, connection, isLoaded: true)
        }
      }
    }
  }

  /// Applies the pending targets of the relationships between some tables, without loading rows.
  func settleTargets(of roots: Set<Int>) throws {
    if pendingTargets.isEmpty { return }
    try writing { store, connection in
      for place in Array(pendingTargets.keys) {
        let entity = Int(tables[place.root][place.key].entity)
        guard entity >= 0,
          let relationship = ModelDescription.of(layout.entities[entity].type)
            .relationship(at: place.property),
          let target = layout.index(of: relationship.target),
          roots.contains(place.root) || roots.contains(layout.roots[target])
        else { continue }
        try settle(place, entity, relationship, target, store, connection, isLoaded: false)
      }
    }
  }

  /// Writes the pending targets of a relationship to the cache.
  private func settle(
    _ place: RelationshipKey, _ entity: Int, _ relationship: ModelDescription.Relationship,
    _ target: Int, _ store: Store, _ connection: Store.Connection, isLoaded: Bool
  ) throws {
    let root = layout.roots[target]
    func hasRow(_ identifier: PersistentIdentifier) throws -> Bool {
      guard let key = try assignedKey(of: identifier, connection)?.key else { return false }
      return tables[root][key].hasRow
    }
    switch pendingTargets[place] {
    case nil: return
    case .unspecified:
      if isLoaded { pendingTargets[place] = nil }
    case .listed(let identifiers):
      try link(identifiers, isComplete: true, place, entity, relationship, root, store, connection)
      let remaining = try identifiers.filter { try !hasRow($0) }
      pendingTargets[place] = isLoaded || remaining.isEmpty ? nil : .remaining(remaining)
    case .remaining(let identifiers):
      guard isLoaded else { return }
      try link(identifiers, isComplete: false, place, entity, relationship, root, store, connection)
      pendingTargets[place] = nil
    }
  }

  /// Writes the references between a row and the targets of its to-many relationship, and their
  /// order.
  private func link(
    _ identifiers: [PersistentIdentifier], isComplete: Bool, _ place: RelationshipKey,
    _ entity: Int, _ relationship: ModelDescription.Relationship, _ root: Int, _ store: Store,
    _ connection: Store.Connection
  ) throws {
    guard let statements = store.relationship(entity: entity, property: relationship.index) else {
      return
    }
    let held = unsent[root] ?? []
    let all = try identifiers.compactMap { try assignedKey(of: $0, connection)?.key }
    let keys = all.filter { !held.contains($0) }
    let owner = place.key
    let list = SQLValue.text(SQLValue.jsonList(keys))
    let others = SQLValue.text(SQLValue.jsonList(keys + held))
    if let pairs = statements.pairs {
      let known = Set(try connection.integers(statements.numbers, owner, store: name))
      let new = keys.filter { !known.contains($0) }
      if !new.isEmpty {
        var next = try connection.nextKeys(of: pairs.table, count: new.count, store: name)
        for key in new {
          try connection.rows(
            pairs.insert, [.integer(next), .integer(owner), .integer(key)], store: name)
          next += 1
        }
      }
      let listed = Set(keys).union(held)
      for key in known where isComplete && !listed.contains(key) {
        try connection.rows(pairs.delete, [.integer(owner), .integer(key)], store: name)
      }
    } else if case .toManyByForeignKey(let destination, let column) =
      layout.entities[entity].properties[relationship.index].storage
    {
      let table = SQLFragment.quoted(destination.table)
      let column = SQLFragment.quoted(column)
      let key = EntityLayout.primaryKey
      if isComplete {
        try connection.rows(
          "UPDATE OR IGNORE \(table) SET \(column) = NULL WHERE \(column) = ? "
            + "AND \(key) NOT IN (SELECT value FROM json_each(?))", [.integer(owner), others],
          store: name)
      }
      try connection.rows(
        "UPDATE \(table) SET \(column) = ?1 WHERE \(key) IN (SELECT value FROM json_each(?2)) "
          + "AND \(column) IS NOT ?1", [.integer(owner), list], store: name)
    }
    if isComplete { try order(keys, of: owner, statements, connection) }
  }

  /// Gives the targets the order of a list, with the order numbers that they have already.
  private func order(
    _ keys: [Int64], of owner: Int64, _ statements: RelationshipSQL,
    _ connection: Store.Connection
  ) throws {
    if keys.count < 2 { return }
    let known = try connection.integers(
      statements.numbers + " ORDER BY 2, 1", owner, store: name)
    let stored = Set(known)
    let wanted = keys.filter { stored.contains($0) }
    let listed = Set(wanted)
    let current = known.filter { listed.contains($0) }
    if wanted == current { return }
    var numbers: [Double] = []
    try connection.rows(
      statements.numbers + " ORDER BY 2, 1",
      [.integer(owner)], store: name
    ) { row in
      if listed.contains(sqlite3_column_int64(row, 0)) {
        numbers.append(sqlite3_column_double(row, 1))
      }
    }
    for (key, number) in zip(wanted, numbers) {
      try connection.rows(
        statements.setNumber, [.real(number), .integer(key), .integer(owner)], store: name)
    }
  }
}
