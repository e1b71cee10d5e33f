// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

/// One save: what was pending when it began, and how far it came.
///
/// Until ``finish(releasing:)`` nothing in memory has changed but the keys of new models, which a
/// failure takes back.
final class SaveBatch {
  private let core: ContextCore
  private let store: Store
  private let inserted: [any PersistentModel]
  private let changed: [any PersistentModel]
  private let deleted: [any PersistentModel]
  /// `inserted` by entity, in the order of insertion.
  private var groups: [(entity: Int, models: [any PersistentModel])] = []
  /// The temporary keys of `inserted`, in the same order.
  private let temporaryKeys: [Int64]
  /// Every key that was deleted, with those that a cascade reached.
  private var deletedKeys: [(entity: Int, keys: [Int64])] = []
  let files: ExternalFiles.Batch
  /// External files that no row names any more after the commit.
  private(set) var obsoleteFiles: [String] = []

  init(_ core: ContextCore) {
    self.core = core
    store = core.store
    inserted = core.inserted
    changed = core.changed.filter { !$0._$state.has(.deleted) }
    deleted = core.deleted
    temporaryKeys = core.inserted.map { $0._$state.key }
    files = ExternalFiles.Batch(store.externalFiles)
  }

  /// Runs the writing; if it fails, keys and files are as before.
  func undoingOnFailure(_ write: () throws -> Void) throws {
    do {
      try write()
    } catch {
      for (model, key) in zip(inserted, temporaryKeys) { model._$state.key = key }
      store.externalFiles.remove(files.names)
      throw error
    }
  }

  // MARK: Writing

  func write(_ connection: Store.Connection) throws {
    try assignKeys(connection)
    for group in groups { try insert(group.models, entity: group.entity, connection) }
    try update(connection)
    for group in groups where store.entitiesWithJoins.contains(group.entity) {
      for model in group.models { try writeJoins(of: model, connection) }
    }
    for model in changed { try writeJoins(of: model, connection) }
    if !deleted.isEmpty { try deleteAll(connection) }
  }

  /// Gives every new model the next keys of its entity, and groups them by entity.
  private func assignKeys(_ connection: Store.Connection) throws {
    var byEntity = store.layout.entities.map { _ in [any PersistentModel]() }
    for model in inserted { byEntity[Int(model._$state.entity)].append(model) }
    groups = byEntity.enumerated().filter { !$1.isEmpty }.map { ($0, $1) }
    for group in groups {
      let name = SQLValue.text(store.layout.entities[group.entity].name)
      let last = try connection.integers(
        "SELECT last FROM _cairn_sequence WHERE entity = \(value: name)", store: store.name)
      var next = (last.first ?? 0) + 1
      for model in group.models {
        model._$state.key = next
        next += 1
      }
      try connection.execute(
        """
        INSERT INTO _cairn_sequence (entity, last) \
        VALUES (\(value: name), \(value: .integer(next - 1))) \
        ON CONFLICT (entity) DO UPDATE SET last = excluded.last
        """, store: store.name)
    }
  }

  private func insert(
    _ models: [any PersistentModel], entity: Int, _ connection: Store.Connection
  ) throws {
    let statement = try connection.statement(store.statements[entity].insert)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: store.layout.entities[entity], files: files, mode: .binding)
    for model in models {
      sqlite3_reset(statement)
      sqlite3_bind_int64(statement, 1, model._$state.key)
      writer.position = 1
      model._$bind(&writer)
      try check(writer, model)
      if sqlite3_step(statement) == SQLITE_DONE { continue }
      guard sqlite3_extended_errcode(connection.handle) == SQLITE_CONSTRAINT_UNIQUE_CODE else {
        throw core.failure(connection)
      }
      sqlite3_reset(statement)
      try upsert(model, entity: entity, connection)
    }
  }

  /// A new model whose unique values a stored row has: that row gets all its values, and the
  /// model becomes that row's.
  private func upsert(_ model: any PersistentModel, entity: Int, _ connection: Store.Connection)
    throws
  {
    let layout = store.layout.entities[entity]
    var rows: Set<Int64> = []
    for constraint in layout.uniqueConstraints {
      let columns = constraint.map { SQLFragment("\(identifier: layout.properties[$0].name) = ?") }
      let condition = columns.joined(separator: " AND ").prepare().sql
      let sql =
        "SELECT \(EntityLayout.primaryKey) FROM \(SQLFragment.quoted(layout.name)) WHERE \(condition)"
      let statement = try connection.statement(sql)
      defer { sqlite3_reset(statement) }
      for (parameter, index) in constraint.enumerated() {
        var writer = _RowWriter(
          statement: statement, entity: layout, files: files, mode: .binding)
        writer.mask = _ModelState.bit(index)
        writer.position = Int32(parameter)
        model._$bind(&writer)
        try check(writer, model)
      }
      if sqlite3_step(statement) == SQLITE_ROW { rows.insert(sqlite3_column_int64(statement, 0)) }
    }
    guard rows.count == 1, let row = rows.first else {
      throw SwiftDataError.modelValidationFailure.saying(
        "A new \(layout.name) has unique values of \(rows.count) stored rows at once "
          + "(\(rows.sorted().map(String.init).joined(separator: ", "))): "
          + "change its values or delete all but one of them.")
    }
    model._$state.key = row
    try update(model, mask: .max, connection)
  }

  private func update(_ connection: Store.Connection) throws {
    for model in changed { try update(model, mask: model._$state.changes, connection) }
  }

  private func update(
    _ model: any PersistentModel, mask: UInt64, _ connection: Store.Connection
  ) throws {
    let entity = Int(model._$state.entity)
    guard let sql = store.statements[entity].update(mask) else { return }
    try noteObsoleteFiles(entity: entity, key: model._$state.key, mask: mask, connection)
    let statement = try connection.statement(sql)
    defer { sqlite3_reset(statement) }
    var writer = _RowWriter(
      statement: statement, entity: store.layout.entities[entity], files: files, mode: .binding)
    writer.mask = mask
    model._$bind(&writer)
    try check(writer, model)
    sqlite3_bind_int64(statement, writer.position + 1, model._$state.key)
    if sqlite3_step(statement) == SQLITE_DONE { return }
    if sqlite3_extended_errcode(connection.handle) == SQLITE_CONSTRAINT_UNIQUE_CODE {
      let reason = sqlite3_errmsg(connection.handle).map { String(cString: $0) } ?? ""
      throw SwiftDataError.modelValidationFailure.saying(
        "\(type(of: model)) number \(model._$state.key) was given the unique value of another "
          + "(\(reason)): change it or delete the other.")
    }
    throw core.failure(connection)
  }

  /// Throws if a property could not be bound.
  private func check(_ writer: _RowWriter, _ model: any PersistentModel) throws {
    guard let failure = writer.failure else { return }
    let layout = store.layout.entities[Int(model._$state.entity)]
    throw SwiftDataError.modelValidationFailure.saying(
      "\(layout.name).\(layout.properties[failure.index].name) can't be stored: "
        + failure.reason + ".")
  }

  // MARK: Join tables

  /// Brings the pairs of a model's many-to-many relationships in step with what is in memory.
  private func writeJoins(of model: any PersistentModel, _ connection: Store.Connection) throws {
    let layout = store.layout.entities[Int(model._$state.entity)]
    let description = ModelDescription.of(type(of: model))
    for relationship in description.relationships where relationship.access.isToMany {
      guard
        case .toManyByJoin(_, let table, let own, let other) =
          layout.properties[relationship.index].storage
      else { continue }
      let bit = _ModelState.bit(relationship.index)
      let isNew = model._$state.has(.inserted)
      guard isNew || model._$state.changes & bit != 0 else { continue }
      let key = SQLValue.integer(model._$state.key)
      let wanted = relationship.access.objects(model).filter { !$0._$state.has(.deleted) }
        .map { $0._$state.key }
      let stored = try connection.integers(
        """
        SELECT \(identifier: other) FROM \(identifier: table) \
        WHERE \(identifier: own) = \(value: key)
        """, store: store.name)
      let isLoaded = isNew || relationship.access.isLoaded(model)
      if isLoaded {
        for gone in Set(stored).subtracting(wanted) {
          try connection.execute(
            """
            DELETE FROM \(identifier: table) WHERE \(identifier: own) = \(value: key) \
            AND \(identifier: other) = \(value: .integer(gone))
            """, store: store.name)
        }
      }
      var known = Set(stored)
      for target in wanted where known.insert(target).inserted {
        try connection.execute(
          """
          INSERT INTO \(identifier: table) (\(identifier: own), \(identifier: other)) \
          VALUES (\(value: key), \(value: .integer(target)))
          """, store: store.name)
      }
    }
  }

  // MARK: Deleting

  private func deleteAll(_ connection: Store.Connection) throws {
    var waiting: [(entity: Int, keys: [Int64])] = []
    for (entity, models) in Dictionary(grouping: deleted, by: { Int($0._$state.entity) }) {
      waiting.append((entity, models.map { $0._$state.key }))
    }
    var seen: [Int: Set<Int64>] = [:]
    while let (entity, all) = waiting.popLast() {
      let keys = all.filter { seen[entity, default: []].insert($0).inserted }
      if keys.isEmpty { continue }
      deletedKeys.append((entity, keys))
      waiting += try applyRules(entity: entity, keys: keys, connection)
    }
    // All rules first, then the rows: `deny` must see what is to go as gone, and foreign keys are
    // checked at the commit.
    for denial in denials { try denial.check(connection, store, seen) }
    for (entity, keys) in deletedKeys {
      let statement = try connection.statement(store.statements[entity].delete)
      for key in keys {
        try noteObsoleteFiles(entity: entity, key: key, mask: .max, connection)
        sqlite3_reset(statement)
        sqlite3_bind_int64(statement, 1, key)
        guard sqlite3_step(statement) == SQLITE_DONE else { throw core.failure(connection) }
      }
      sqlite3_reset(statement)
    }
  }

  private var denials: [Denial] = []

  /// A `deny` rule to be checked when it is known what else is deleted.
  private struct Denial {
    let owner: String
    let property: String
    let target: Int
    let keys: [Int64]
    let reason: String

    func check(_ connection: Store.Connection, _ store: Store, _ deleted: [Int: Set<Int64>]) throws
    {
      let left = keys.filter { !(deleted[target]?.contains($0) ?? false) }
      guard let first = left.first else { return }
      throw SwiftDataError.modelValidationFailure.saying(
        "A \(owner) can't be deleted while \(owner).\(property) has \(left.count) models, such as "
          + "\(store.layout.entities[target].name) number \(first): \(reason). "
          + "Delete or move them first.")
    }
  }

  /// Carries out the delete rules of some rows; the rows to be deleted with them.
  private func applyRules(entity: Int, keys: [Int64], _ connection: Store.Connection) throws
    -> [(entity: Int, keys: [Int64])]
  {
    let layout = store.layout.entities[entity]
    let description = ModelDescription.of(layout.type)
    let list = SQLFragment.list(keys)
    var cascaded: [(entity: Int, keys: [Int64])] = []
    for relationship in description.relationships {
      guard let target = store.layout.index(of: relationship.access.target) else { continue }
      let storage = layout.properties[relationship.index].storage
      let inverse = description.inverse(of: relationship)
      // A required reference can't be cleared: nullify then means deny.
      let isStuck =
        relationship.deleteRule == .nullify
        && inverse.map { !$0.access.isToMany && !$0.isOptional } == true
      if isStuck || relationship.deleteRule == .cascade || relationship.deleteRule == .deny {
        let reached = try connection.integers(
          targets(of: storage, layout, relationship, list), store: store.name)
        if relationship.deleteRule == .cascade {
          if !reached.isEmpty { cascaded.append((target, reached)) }
        } else {
          denials.append(
            Denial(
              owner: layout.name, property: relationship.name, target: target, keys: reached,
              reason: isStuck
                ? "their reference to it is required and can't be cleared"
                : "its delete rule is .deny"))
        }
      }
      if relationship.deleteRule != .noAction {
        try clear(storage, relationship, entity: entity, keys: keys, list, connection)
      }
    }
    try clearOneWayReferences(to: entity, list, connection)
    return cascaded
  }

  /// The keys of the targets of some owners.
  private func targets(
    of storage: PropertyLayout.Storage, _ layout: EntityLayout,
    _ relationship: ModelDescription.Relationship, _ owners: SQLFragment
  ) -> SQLFragment {
    let key = SQLFragment(stringLiteral: EntityLayout.primaryKey)
    switch storage {
    case .toOne:
      return """
        SELECT \(identifier: relationship.name) FROM \(identifier: layout.name) \
        WHERE \(key) IN (\(owners)) AND \(identifier: relationship.name) IS NOT NULL
        """
    case .toManyByForeignKey(let destination, let column):
      return """
        SELECT \(key) FROM \(identifier: destination.entity) \
        WHERE \(identifier: column) IN (\(owners))
        """
    case .toManyByJoin(_, let table, let own, let other):
      return """
        SELECT \(identifier: other) FROM \(identifier: table) WHERE \(identifier: own) IN (\(owners))
        """
    case .attribute:
      return "SELECT NULL WHERE 0"
    }
  }

  /// Clears what points at rows that go: foreign keys of the targets, pairs of join tables.
  private func clear(
    _ storage: PropertyLayout.Storage, _ relationship: ModelDescription.Relationship, entity: Int,
    keys: [Int64], _ owners: SQLFragment, _ connection: Store.Connection
  ) throws {
    switch storage {
    case .toManyByForeignKey(let destination, let column):
      guard let target = store.layout.entity(named: destination.entity),
        let property = target.properties.first(where: { $0.name == column }), property.isOptional
      else { return }
      try connection.execute(
        """
        UPDATE \(identifier: destination.entity) SET \(identifier: column) = NULL \
        WHERE \(identifier: column) IN (\(owners))
        """, store: store.name)
    case .toManyByJoin(let destination, let table, let own, let other):
      try connection.execute(
        "DELETE FROM \(identifier: table) WHERE \(identifier: own) IN (\(owners))",
        store: store.name)
      if destination.entity == store.layout.entities[entity].name {
        try connection.execute(
          "DELETE FROM \(identifier: table) WHERE \(identifier: other) IN (\(owners))",
          store: store.name)
      }
    case .attribute, .toOne:
      break
    }
  }

  /// Clears the references of other entities that have no inverse here.
  private func clearOneWayReferences(
    to entity: Int, _ owners: SQLFragment, _ connection: Store.Connection
  ) throws {
    let name = store.layout.entities[entity].name
    for other in store.layout.entities {
      let description = ModelDescription.of(other.type)
      for property in other.properties {
        guard let relationship = description.relationship(at: property.index),
          property.destination?.entity == name
        else { continue }
        switch property.storage {
        case .toOne where property.isOptional:
          let inverse = description.inverse(of: relationship)
          if let inverse, inverse.access.isToMany || inverse.deleteRule == .noAction { continue }
          try connection.execute(
            """
            UPDATE \(identifier: other.name) SET \(identifier: property.name) = NULL \
            WHERE \(identifier: property.name) IN (\(owners))
            """, store: store.name)
        case .toManyByJoin(_, let table, _, let target) where property.destination?.inverse == nil:
          try connection.execute(
            "DELETE FROM \(identifier: table) WHERE \(identifier: target) IN (\(owners))",
            store: store.name)
        default: continue
        }
      }
    }
  }

  private func noteObsoleteFiles(
    entity: Int, key: Int64, mask: UInt64, _ connection: Store.Connection
  ) throws {
    let layout = store.layout.entities[entity]
    for property in layout.properties where mask & _ModelState.bit(property.index) != 0 {
      guard case .attribute(_, isExternal: true) = property.storage else { continue }
      obsoleteFiles += try connection.texts(
        """
        SELECT \(identifier: property.name) FROM \(identifier: layout.name) \
        WHERE \(SQLFragment(stringLiteral: EntityLayout.primaryKey)) = \(value: .integer(key)) \
        AND typeof(\(identifier: property.name)) = 'text'
        """, store: store.name)
    }
  }

  // MARK: After the commit

  /// Brings memory in step with what was written.
  ///
  /// With `releasing`, inside a transaction, loaded to-many relationships are forgotten, so that
  /// the written models can go.
  func finish(releasing: Bool) {
    let mode: _RowWriter.Mode = releasing ? .releasing : .settling
    for group in groups {
      let layout = store.layout.entities[group.entity]
      var writer = _RowWriter(statement: nil, entity: layout, files: files, mode: mode)
      let hasRelationships = layout.properties.contains { $0.destination != nil }
      for model in group.models {
        core.registerSaved(model)
        if hasRelationships { model._$bind(&writer) }
      }
    }
    for model in changed {
      model._$state.markSaved()
      var writer = _RowWriter(
        statement: nil, entity: store.layout.entities[Int(model._$state.entity)], files: files,
        mode: mode)
      model._$bind(&writer)
    }
    for (entity, keys) in deletedKeys { forget(entity: entity, keys: keys) }
    core.inserted = []
    core.changed = []
    core.deleted = []
    if !releasing { store.externalFiles.remove(obsoleteFiles) }
  }

  private func forget(entity: Int, keys: [Int64]) {
    for key in keys {
      guard let model = core.registered(entity: entity, key: key) as? any PersistentModel else {
        continue
      }
      core.unlinkFromAll(model)
      core.release(model)
      model._$state.flags.insert(.gone)
    }
  }
}

extension SQLFragment {
  /// `SELECT` of the keys, to stand after `IN`.
  static func list(_ keys: [Int64]) -> SQLFragment {
    let json = "[" + keys.map(String.init).joined(separator: ",") + "]"
    return "SELECT value FROM json_each(\(value: .text(json)))"
  }
}

/// `SQLITE_CONSTRAINT_UNIQUE`, a macro that is not imported from C.
private let SQLITE_CONSTRAINT_UNIQUE_CODE: Int32 = SQLITE_CONSTRAINT | (8 << 8)
