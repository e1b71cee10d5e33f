// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// A descriptor as SQL, and what is left to do in Swift.
  private struct Query<T: PersistentModel> {
    let descriptor: FetchDescriptor<T>
    let entity: Int
    let condition: SQLFragment
    let order: SQLFragment
    /// Pending models of the entity that take the place of their stored rows.
    let pending: [T]
    /// True if each row is to be asked by `Predicate.evaluate` as well.
    let rechecks: Bool
    /// True if the rows are to be sorted in Swift.
    let sorts: Bool

    /// True if SQL alone gives the answer.
    var isExact: Bool { !rechecks && !sorts && pending.isEmpty }

    func accepts(_ model: T) -> Bool {
      guard let predicate = descriptor.predicate else { return true }
      return predicate.accepts(model)
    }
  }

  /// The models that match a descriptor.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try throwFailure()
    if descriptor.fetchLimit == 0 && descriptor.fetchLimit != nil { return [] }
    let query = try query(descriptor)
    let isExact = query.isExact
    let window = window(of: descriptor)
    let replaced = Set(query.pending.map(ObjectIdentifier.init))
    var matches: [T] = []
    try rows(of: query, limited: isExact) { model in
      if !replaced.isEmpty, replaced.contains(ObjectIdentifier(model)) { return true }
      if query.rechecks, !query.accepts(model) { return true }
      matches.append(model)
      return query.sorts || !query.pending.isEmpty || matches.count < window.end
    }
    if isExact { return matches }
    for model in query.pending where !model._$state.has(.deleted) {
      if query.accepts(model) { matches.append(model) }
    }
    if query.sorts || !query.pending.isEmpty { sort(&matches, by: descriptor.sortBy) }
    let start = Swift.min(window.start, matches.count)
    return Array(matches[start..<Swift.min(window.end, matches.count)])
  }

  /// The number of models that match a descriptor.
  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    try throwFailure()
    let query = try query(descriptor)
    guard query.isExact else { return try fetch(descriptor).count }
    let window = window(of: descriptor)
    let table = SQLFragment.identifier(store.layout.entities[query.entity].name)
    let sql: SQLFragment = "SELECT COUNT(*) FROM \(table) AS \"t\" WHERE \(query.condition)"
    let total = try read { connection in
      try connection.run(sql) { statement in
        guard sqlite3_step(statement) == SQLITE_ROW else { throw failure(connection) }
        return Int(sqlite3_column_int64(statement, 0))
      }
    }
    return Swift.max(0, Swift.min(total, window.end) - window.start)
  }

  func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
    guard let entity = store.layout.index(of: T.self),
      store.layout.entities[entity].name == identifier.entityName
    else { return nil }
    if identifier.isTemporary {
      return inserted.first { $0._$state.key == identifier.key } as? T
    }
    guard identifier.storeIdentifier == store.identifier else { return nil }
    return registered(entity: entity, key: identifier.key) as? T
  }

  /// The model with an identifier: from memory, else from the store.
  func model<T: PersistentModel>(for identifier: PersistentIdentifier, as type: T.Type) -> T? {
    if let known: T = registeredModel(for: identifier) { return known }
    guard let entity = store.layout.index(of: T.self),
      store.layout.entities[entity].name == identifier.entityName,
      identifier.storeIdentifier == store.identifier
    else { return nil }
    let fault = model(T.self, entity: entity, key: identifier.key)
    Self.fulfillIfNeeded(fault)
    return fault._$state.has(.gone) ? nil : fault
  }

  // MARK: Parts

  private func window<T>(of descriptor: FetchDescriptor<T>) -> (start: Int, end: Int) {
    let start = Swift.max(0, descriptor.fetchOffset ?? 0)
    guard let limit = descriptor.fetchLimit, limit >= 0 else { return (start, .max) }
    let (end, overflow) = start.addingReportingOverflow(limit)
    return (start, overflow ? .max : end)
  }

  private func query<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Query<T> {
    guard let entity = store.layout.index(of: T.self) else {
      throw SwiftDataError.notInSchema(T.self)
    }
    let layout = store.layout.entities[entity]
    let translator = PredicateTranslator(layout: store.layout, storeIdentifier: store.identifier)
    var condition: SQLFragment = "1"
    var rechecks = false
    var touched: Set<String> = []
    if let predicate = descriptor.predicate {
      let translated = translator.translate(predicate, entity: layout, alias: "t")
      condition = translated.condition
      rechecks = !translated.isExact
      touched = translated.entities.subtracting([layout.name])
    }
    let order = translator.translate(descriptor.sortBy, entity: layout, alias: "t")
    let pending: [T] = descriptor.includePendingChanges ? pending(T.self) : []
    if descriptor.includePendingChanges, hasPending(touched) {
      // The answer for a stored row may depend on a pending change of another entity.
      condition = "1"
      rechecks = true
    }
    return Query(
      descriptor: descriptor, entity: entity, condition: condition, order: order.order,
      pending: pending, rechecks: rechecks, sorts: !order.isExact)
  }

  private func pending<T: PersistentModel>(_ type: T.Type) -> [T] {
    if !hasChanges { return [] }
    return (changed + deleted + inserted).compactMap { $0 as? T }
  }

  private func hasPending(_ entities: Set<String>) -> Bool {
    if entities.isEmpty || !hasChanges { return false }
    return (changed + deleted + inserted).contains {
      entities.contains(store.layout.entities[Int($0._$state.entity)].name)
    }
  }

  private func rows<T: PersistentModel>(
    of query: Query<T>, limited: Bool, _ body: (T) throws -> Bool
  ) throws {
    let layout = store.layout.entities[query.entity]
    let columns = SQLFragment(stringLiteral: store.statements[query.entity].columns(alias: "t"))
    var sql: SQLFragment =
      "SELECT \(columns) FROM \(identifier: layout.name) AS \"t\" WHERE \(query.condition)"
    sql += " ORDER BY \(query.order)"
    let descriptor = query.descriptor
    if limited, descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
      let limit = descriptor.fetchLimit.map { Int64($0) } ?? -1
      let offset = Int64(descriptor.fetchOffset ?? 0)
      sql += " LIMIT \(value: .integer(limit)) OFFSET \(value: .integer(offset))"
    }
    let statementText = sql
    try read { connection in
      try refresh(connection)
      try connection.run(statementText) { statement in
        try models(T.self, entity: query.entity, statement: statement, connection, body)
      }
    }
  }

  /// Sorts as SQL does: nil first, ties in the order of insertion.
  private func sort<T: PersistentModel>(_ models: inout [T], by descriptors: [SortDescriptor<T>]) {
    func place(_ model: T) -> (Int, Int64) {
      let key = model._$state.key
      return key > 0 ? (0, key) : (1, -key)
    }
    models.sort { left, right in
      for descriptor in descriptors {
        switch descriptor.compare(left, right) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return place(left) < place(right)
    }
  }
}
