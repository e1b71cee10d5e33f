// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

extension ContextCore {
  /// The values of all models that match a descriptor.
  func aggregate<T: PersistentModel, each Value>(
    _ descriptor: FetchDescriptor<T>, _ values: repeat Aggregate<T, each Value>
  ) throws -> (repeat each Value) {
    try throwLoadError()
    let query = try query(Self.withoutNeedlessOrder(descriptor))
    let scope = scope(query)
    var columns: [SQLFragment?] = []
    for value in repeat each values { columns.append(value.expression(scope)) }
    guard let list = present(columns), isExact(query, scope) else {
      let models = try matching(descriptor)
      return (repeat try (each values).evaluate(models))
    }
    let sql: SQLFragment = "SELECT \(list.joined(separator: ", ")) FROM \(source(query))"
    return try readInterruptibly { connection in
      try connection.run(sql) { statement in
        guard sqlite3_step(statement) == SQLITE_ROW else { throw failure(connection) }
        var reader = _RowReader(statement: statement, store: store)
        var column: Int32 = -1
        func next() -> Int32 {
          column += 1
          return column
        }
        let result = (repeat try (each values).read(&reader, next()))
        try checkColumns(reader)
        return result
      }
    }
  }

  /// The values of each group of models that match a descriptor.
  func aggregate<T: PersistentModel, each Key: Hashable, each Value>(
    _ descriptor: FetchDescriptor<T>, by keys: repeat AggregateGrouping<T, each Key>,
    values: repeat Aggregate<T, each Value>, order: AggregateOrder<T>, window: Range<Int>
  ) throws -> [AggregateGroup<(repeat each Key), (repeat each Value)>] {
    try throwLoadError()
    if window.isEmpty { return [] }
    let query = try query(Self.withoutNeedlessOrder(descriptor))
    let scope = scope(query)
    var keyColumns: [SQLFragment?] = []
    var comparesText: [Bool] = []
    for key in repeat each keys {
      keyColumns.append(key.expression(scope))
      comparesText.append(key.comparesText)
    }
    var valueColumns: [SQLFragment?] = []
    for value in repeat each values { valueColumns.append(value.expression(scope)) }
    let first = order.term.map { $0.expression(scope) }
    guard let keyList = present(keyColumns), let valueList = present(valueColumns),
      first.map({ $0 != nil }) ?? true, isExact(query, scope)
    else {
      return try groups(
        try matching(descriptor), by: repeat each keys, values: repeat each values, order: order,
        window: window)
    }
    // A key path literal of a generic type with packs traps in the runtime, so closures stand here.
    // Groups are made of bytes first, which is fast. If two of them are equal strings in Swift, they
    // are made again by Swift's equality.
    var statement = GroupStatement(
      source: source(query), keys: keyList, values: valueList, first: first ?? nil,
      direction: order.direction, comparesText: comparesText)
    let isText = comparesText.contains(true)
    if !isText { statement.window = window }
    let decode: (inout _RowReader) throws -> Row<(repeat each Key), (repeat each Value)> = {
      reader in
      var column: Int32 = -1
      func next() -> Int32 {
        column += 1
        return column
      }
      let key = (repeat try (each keys).read(&reader, next(), self))
      let values = (repeat try (each values).read(&reader, next()))
      var hashable: [AnyHashable] = []
      if isText { for part in repeat each key { hashable.append(AnyHashable(part)) } }
      return Row(group: AggregateGroup(key: key, values: values), key: hashable)
    }
    var rows = try self.rows(statement, scope, decode)
    if isText, Set(rows.map { $0.key }).count < rows.count {
      statement.comparesAsSwift = true
      rows = try self.rows(statement, scope, decode)
    }
    if isText { rows = Array(rows.dropFirst(window.lowerBound).prefix(window.count)) }
    return rows.map { $0.group }
  }

  /// A group, with its key for comparisons.
  private struct Row<Key, Values> {
    let group: AggregateGroup<Key, Values>
    let key: [AnyHashable]
  }

  // MARK: SQL

  /// The descriptor without its order, which matters only together with a limit or an offset.
  private static func withoutNeedlessOrder<T>(_ descriptor: FetchDescriptor<T>)
    -> FetchDescriptor<T>
  {
    var descriptor = descriptor
    if descriptor.fetchLimit == nil, descriptor.fetchOffset ?? 0 <= 0 { descriptor.sortBy = [] }
    return descriptor
  }

  private func scope<T>(_ query: Query<T>) -> AggregateScope {
    AggregateScope(
      PredicateTranslator(layout: store.layout, storeIdentifier: store.identifier),
      entity: store.layout.entities[query.entity], alias: "t")
  }

  /// The fragments if SQL can express all of them.
  private func present(_ fragments: [SQLFragment?]) -> [SQLFragment]? {
    let found = fragments.compactMap(\.self)
    return found.count == fragments.count ? found : nil
  }

  /// True if SQL alone gives the exact result: no pending change affects it, and the store has all
  /// rows.
  private func isExact<T>(_ query: Query<T>, _ scope: AggregateScope) -> Bool {
    if !query.isExact || store.custom != nil { return false }
    return !query.descriptor.includePendingChanges || !hasPendingModels(scope.entities)
  }

  /// The rows of the matching models, with the alias `t`.
  private func source<T>(_ query: Query<T>) -> SQLFragment {
    let descriptor = query.descriptor
    if descriptor.fetchLimit != nil || descriptor.fetchOffset ?? 0 > 0 {
      return "(\(statement("\"t\".*", query, limited: true))) AS \"t\""
    }
    let table = SQLFragment.identifier(store.layout.entities[query.entity].table)
    return "\(table) AS \"t\" WHERE \(query.condition)"
  }

  private func rows<Row>(
    _ statement: GroupStatement, _ scope: AggregateScope,
    _ decode: (inout _RowReader) throws -> Row
  ) throws -> [Row] {
    let sql = statement.sql
    let parameters = scope.periods.compactMap { placeholder, periods in
      sql.prepare().bindings.firstIndex(of: placeholder).map { (Int32($0 + 1), periods) }
    }
    return try withExtendedLifetime(scope) {
      try readInterruptibly { connection in
        try connection.run(sql) { statement in
          for (index, periods) in parameters {
            guard SQLFunction.bind(periods, to: statement, index) == SQLITE_OK else {
              throw failure(connection)
            }
          }
          var rows: [Row] = []
          var reader = _RowReader(statement: statement, store: store)
          while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { break }
            guard code == SQLITE_ROW else { throw failure(connection) }
            rows.append(try decode(&reader))
          }
          try checkColumns(reader)
          return rows
        }
      }
    }
  }

  private func checkColumns(_ reader: _RowReader) throws {
    guard let failure = reader.failure else { return }
    throw SwiftDataError.storeIsCorrupt.withMessage(
      "A column of an aggregate of \(store.name) can't be read: \(failure.reason).")
  }

  // MARK: Models

  /// The groups of models in memory.
  private func groups<T: PersistentModel, each Key: Hashable, each Value>(
    _ models: [T], by keys: repeat AggregateGrouping<T, each Key>,
    values: repeat Aggregate<T, each Value>, order: AggregateOrder<T>, window: Range<Int>
  ) throws -> [AggregateGroup<(repeat each Key), (repeat each Value)>] {
    var members: [[AnyHashable]: [T]] = [:]
    for model in models {
      var key: [AnyHashable] = []
      for grouping in repeat each keys { key.append(AnyHashable(grouping.key(model))) }
      members[key, default: []].append(model)
    }
    let ranked = try members.map { key, members in
      (
        members: members, value: try order.term?.rank(members),
        keys: key.map { AggregateRank($0.base) }
      )
    }
    let isReversed = order.direction == .reverse
    let sorted = ranked.sorted { left, right in
      if let one = left.value, let two = right.value {
        if one < two { return !isReversed }
        if two < one { return isReversed }
      }
      for (one, two) in zip(left.keys, right.keys) {
        let isKeyReversed = isReversed && order.term == nil
        if one < two { return !isKeyReversed }
        if two < one { return isKeyReversed }
      }
      return false
    }
    return try sorted.dropFirst(window.lowerBound).prefix(window.count).compactMap { group in
      guard let model = group.members.first else { return nil }
      return AggregateGroup(
        key: (repeat (each keys).key(model)),
        values: (repeat try (each values).evaluate(group.members)))
    }
  }
}

/// The SQL of grouped aggregates.
private struct GroupStatement {
  let source: SQLFragment
  let keys: [SQLFragment]
  let values: [SQLFragment]
  /// The first term of the order; nil for the keys alone.
  let first: SQLFragment?
  let direction: SortOrder
  /// Whether each key is text.
  let comparesText: [Bool]
  /// True if equal strings with different bytes are one group.
  var comparesAsSwift = false
  var window: Range<Int>?

  var sql: SQLFragment {
    let collation = ComparisonSQL.collation(.text, true)
    func ordinal(_ index: Int) -> SQLFragment { SQLFragment(stringLiteral: String(index + 1)) }
    let groups = keys.indices.map { index in
      comparesText[index] && comparesAsSwift ? ordinal(index) + collation : ordinal(index)
    }
    let descending: SQLFragment = direction == .reverse ? " DESC" : ""
    var order = keys.indices.map { index in
      ordinal(index) + (comparesText[index] ? collation : "") + (first == nil ? descending : "")
    }
    if let first { order.insert(first + descending, at: 0) }
    var sql: SQLFragment =
      "SELECT \((keys + values).joined(separator: ", ")) FROM \(source)"
    sql += " GROUP BY \(groups.joined(separator: ", ")) ORDER BY \(order.joined(separator: ", "))"
    if let window {
      let limit: Int64 = window.upperBound == .max ? -1 : Int64(window.count)
      sql += " LIMIT \(value: .integer(limit)) OFFSET \(value: .integer(Int64(window.lowerBound)))"
    }
    return sql
  }
}
