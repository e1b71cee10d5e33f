// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// A fetch descriptor translated to SQL, with the steps that remain to be done in Swift.
  struct Query<T: PersistentModel> {
    let descriptor: FetchDescriptor<T>
    let entity: Int
    let condition: SQLFragment
    let order: SQLFragment
    /// Pending models of the entity, which replace their stored rows.
    let pending: [T]
    /// True if `Predicate.evaluate` must check each row as well.
    let rechecks: Bool
    /// The bits of the properties to load.
    let columns: UInt64
    /// True if matching rows are pending deletion without being in memory.
    let hasDeletedKeys: Bool
    /// True if the rows must be sorted in Swift.
    let sorts: Bool

    /// True if the SQL query alone returns the exact result.
    var isExact: Bool { !rechecks && !sorts && pending.isEmpty && !hasDeletedKeys }

    func accepts(_ model: T) -> Bool {
      guard let predicate = descriptor.predicate else { return true }
      return predicate.accepts(model)
    }
  }

  /// The models that match a descriptor.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    if isUnlisted(T.self) { return [] }
    let prefetching = descriptor.relationshipKeyPathsForPrefetching
    if prefetching.isEmpty { return try matching(descriptor) }
    return try readingAtOnce {
      let models = try matching(descriptor)
      try prefetch(prefetching, of: models)
      return models
    }
  }

  func matching<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    try throwLoadError()
    if descriptor.fetchLimit == 0 { return [] }
    if let custom = store.custom, let models = try customMatches(descriptor, custom) {
      return models
    }
    let query = try query(descriptor)
    let isExact = query.isExact
    let window = window(of: descriptor)
    var matches: [T] = []
    if isExact {
      try rows(of: query, limited: true) { model in
        matches.append(model)
        return true
      }
      return matches
    }
    let replaced = Set(query.pending.map(ObjectIdentifier.init))
    let takesAll = query.sorts || !query.pending.isEmpty
    try rows(of: query, limited: false) { model in
      if replaced.contains(ObjectIdentifier(model)) { return true }
      if query.rechecks, !pausingCancellation({ query.accepts(model) }) { return true }
      matches.append(model)
      return takesAll || matches.count < window.end
    }
    for model in query.pending where !model._$state.has(.deleted) {
      if query.accepts(model) { matches.append(model) }
    }
    if query.sorts || !query.pending.isEmpty { sortModels(&matches, by: descriptor.sortBy) }
    let start = Swift.min(window.start, matches.count)
    return Array(matches[start..<Swift.min(window.end, matches.count)])
  }

  /// The number of models that match a descriptor.
  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    if isUnlisted(T.self) { return 0 }
    try throwLoadError()
    if let custom = store.custom {
      return try customCount(descriptor, custom) ?? matching(descriptor).count
    }
    let query = try query(descriptor)
    guard query.isExact else { return try matching(descriptor).count }
    let window = window(of: descriptor)
    let table = SQLFragment.identifier(store.layout.entities[query.entity].table)
    let sql: SQLFragment = "SELECT COUNT(*) FROM \(table) AS \"t\" WHERE \(query.condition)"
    let total = try readInterruptibly { connection in
      try connection.run(sql) { statement in
        guard sqlite3_step(statement) == SQLITE_ROW else { throw failure(connection) }
        return Int(sqlite3_column_int64(statement, 0))
      }
    }
    return Swift.max(0, Swift.min(total, window.end) - window.start)
  }

  /// The keys of the stored models that match, in order; nil if SQL alone cannot determine them.
  func fetchKeys<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [Int64]? {
    if isUnlisted(T.self) { return [] }
    try throwLoadError()
    if descriptor.fetchLimit == 0 { return [] }
    if let custom = store.custom { return try customKeys(descriptor, custom) }
    let query = try query(descriptor)
    guard query.isExact else { return nil }
    let key = SQLFragment(stringLiteral: "\"t\"." + EntityLayout.primaryKey)
    let sql = statement(key, query, limited: true)
    return try readInterruptibly { connection in
      try pausingCancellation { try refresh(connection) }
      return try connection.integers(sql, store: store.name)
    }
  }

  /// The keys of the stored models that match, in order; nil if SQL alone cannot determine them or
  /// `startRun` returns false.
  ///
  /// Consecutive rows with one value of a key path are a run. The fetch calls `startRun` with the
  /// first row of each run, whose column 1 has the value, and with the row's offset.
  func fetchKeys<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, inRunsOf keyPath: PartialKeyPath<T>,
    _ startRun: (inout _RowReader, Int) -> Bool
  ) throws -> [Int64]? {
    try throwLoadError()
    if descriptor.fetchLimit == 0 { return [] }
    // The row cache of a custom store lacks rows.
    if store.custom != nil { return nil }
    let query = try query(descriptor)
    let translator = PredicateTranslator(layout: store.layout, storeIdentifier: store.identifier)
    let entity = store.layout.entities[query.entity]
    guard query.isExact, let value = translator.value(of: keyPath, entity: entity, alias: "t")
    else { return nil }
    let key = SQLFragment(stringLiteral: "\"t\"." + EntityLayout.primaryKey)
    // SQLite returns the sort key of a column without storing it in the sorted rows again. Only equal
    // strings have equal keys, so the string itself is read once for each run. The sort key of a
    // subquery would be computed twice.
    let first = descriptor.sortBy.first
    let isSorted = first?.keyPath == keyPath && entity.indexByKeyPath[keyPath] != nil
    let order = isSorted ? first?.stringOrder : nil
    let sortKey = order == .lexical ? nil : order?.key(of: value)
    let sql = statement("\(key), \(sortKey ?? value)", query, limited: true)
    let values: SQLFragment? =
      sortKey == nil
      ? nil
      : "SELECT \(key), \(value) FROM \(identifier: entity.table) AS \"t\" WHERE \(key) = ?"
    return try readInterruptibly { connection in
      try pausingCancellation { try refresh(connection) }
      return try connection.keys(sql, values: values, store: store, startRun)
    }
  }

  // MARK: Parts

  func window<T>(of descriptor: FetchDescriptor<T>) -> (start: Int, end: Int) {
    let start = Swift.max(0, descriptor.fetchOffset ?? 0)
    guard let limit = descriptor.fetchLimit, limit >= 0 else { return (start, .max) }
    let (end, overflow) = start.addingReportingOverflow(limit)
    return (start, overflow ? .max : end)
  }

  func query<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Query<T> {
    guard let entity = store.layout.index(of: T.self) else {
      throw SwiftDataError.notInSchema(T.self)
    }
    let layout = store.layout.entities[entity]
    let translator = PredicateTranslator(
      layout: store.layout, storeIdentifier: store.identifier, custom: store.custom)
    var condition: SQLFragment = "1"
    var rechecks = false
    var touched: Set<String> = []
    if let predicate = descriptor.predicate {
      let translated = try translator.translate(predicate, entity: layout, alias: "t")
      condition = translated.condition
      rechecks = !translated.isExact
      touched = translated.entities.subtracting([layout.table])
    }
    let order = translator.translate(descriptor.sortBy, entity: layout, alias: "t")
    let pending: [T] = descriptor.includePendingChanges ? pendingModels(T.self) : []
    if descriptor.includePendingChanges, hasPendingModels(touched) {
      // Whether a stored row matches may depend on a pending change of another entity.
      condition = "1"
      rechecks = true
    }
    if let ofType = store.statements[entity].typeCondition {
      let alias: SQLFragment = "\(identifier: "t")."
      condition = .and(alias + SQLFragment(stringLiteral: ofType), condition)
    }
    return Query(
      descriptor: descriptor, entity: entity, condition: condition, order: order.order,
      pending: pending, rechecks: rechecks, columns: columns(of: descriptor, layout),
      hasDeletedKeys: descriptor.includePendingChanges
        && deletedKeys[store.layout.roots[entity]]?.isEmpty == false,
      sorts: !order.isExact)
  }

  /// The bits of the properties that a descriptor fetches.
  private func columns<T>(of descriptor: FetchDescriptor<T>, _ layout: EntityLayout) -> UInt64 {
    if descriptor.propertiesToFetch.isEmpty { return .max }
    return descriptor.propertiesToFetch.reduce(0) { columns, keyPath in
      columns | (layout.indexByKeyPath[keyPath].map { _ModelState.bit($0) } ?? 0)
    }
  }

  /// The models of a type with pending changes.
  func pendingModels<T: PersistentModel>(_ type: T.Type) -> [T] {
    if !hasChanges { return [] }
    return (changed + deleted + inserted).compactMap { $0 as? T }
  }

  /// Whether models of tables have pending changes.
  func hasPendingModels(_ entities: Set<String>) -> Bool {
    if entities.isEmpty || !hasChanges { return false }
    if deletedKeys.keys.contains(where: { entities.contains(store.layout.entities[$0].table) }) {
      return true
    }
    return (changed + deleted + inserted).contains {
      entities.contains(store.layout.entities[Int($0._$state.entity)].table)
    }
  }

  func statement<T>(_ columns: SQLFragment, _ query: Query<T>, limited: Bool)
    -> SQLFragment
  {
    let layout = store.layout.entities[query.entity]
    var sql: SQLFragment =
      "SELECT \(columns) FROM \(identifier: layout.table) AS \"t\" WHERE \(query.condition)"
    sql += " ORDER BY \(query.order)"
    let descriptor = query.descriptor
    if limited, descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
      let limit = descriptor.fetchLimit.map { Int64($0) } ?? -1
      let offset = Int64(descriptor.fetchOffset ?? 0)
      sql += " LIMIT \(value: .integer(limit)) OFFSET \(value: .integer(offset))"
    }
    return sql
  }

  private func rows<T: PersistentModel>(
    of query: Query<T>, limited: Bool, _ body: (T) throws -> Bool
  ) throws {
    let statements = store.statements[query.entity]
    let columns = statements.columns(alias: "t", only: query.columns)
    let sql = statement(SQLFragment(stringLiteral: columns), query, limited: limited)
    let skipped =
      query.descriptor.includePendingChanges ? deletedKeys[store.layout.roots[query.entity]] : nil
    try readInterruptibly { connection in
      try pausingCancellation { try refresh(connection) }
      try connection.run(sql) { statement in
        try models(
          T.self, entity: query.entity, statement: statement, connection, only: query.columns,
          skipping: skipped, body)
      }
    }
  }

  /// Sorts as SQLite does: nil first, ties in insertion order.
  func sortModels<T: PersistentModel>(_ models: inout [T], by descriptors: [SortDescriptor<T>]) {
    let descriptors = descriptors.map(\.standardized)
    func insertionOrder(_ model: T) -> (Int, Int64) {
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
      return insertionOrder(left) < insertionOrder(right)
    }
  }
}
