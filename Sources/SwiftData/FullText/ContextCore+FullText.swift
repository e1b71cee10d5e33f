// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite
import Foundation

extension ContextCore {
  func search<T: PersistentModel>(_ descriptor: FullTextDescriptor<T>) throws -> [FullTextMatch<T>]
  {
    try throwLoadError()
    guard let entity = store.layout.index(of: T.self) else {
      throw SwiftDataError.notInSchema(T.self)
    }
    let index = try index(descriptor, store.layout.entities[entity])
    let start = Swift.max(0, descriptor.fetchOffset ?? 0)
    let count = descriptor.fetchLimit.flatMap { $0 < 0 ? nil : $0 } ?? .max
    guard let expression = descriptor.query.expression, count > 0 else { return [] }
    let fetch = FetchDescriptor<T>(predicate: descriptor.predicate)
    try loadCustomRows(readBy: fetch)
    let query = try query(fetch)
    let isExact = query.isExact
    var sql = select(query, index, expression, descriptor)
    if isExact {
      sql += " LIMIT \(value: .integer(count == .max ? -1 : Int64(count)))"
      sql += " OFFSET \(value: .integer(Int64(start)))"
    }
    let found = try ranked(sql, index, query.entity)
    var matches: [FullTextMatch<T>] = []
    var skipped = 0
    // Models are loaded in batches, so that a limit saves the others if Swift checks the predicate.
    for batch in stride(from: 0, to: found.count, by: 256) {
      let part = found[batch..<Swift.min(batch + 256, found.count)]
      let scores = Dictionary(part.map { ($0.key, $0.score) }) { first, _ in first }
      for model in try loaded(T.self, keys: part.map(\.key)) {
        if !isExact {
          if model._$state.has(.deleted) || !query.accepts(model) { continue }
          skipped += 1
          if skipped <= start { continue }
        }
        matches.append(
          FullTextMatch(
            model: model, score: scores[model._$state.key] ?? 0, query: descriptor.query))
        if matches.count == count { return matches }
      }
    }
    return matches
  }

  /// The index that has all properties of a search.
  private func index<T>(_ descriptor: FullTextDescriptor<T>, _ entity: EntityLayout) throws
    -> IndexLayout
  {
    let wanted = try (descriptor.properties + descriptor.weights.keys).map { path in
      guard let index = entity.indexByKeyPath[path] else {
        throw SwiftDataError.unsupportedKeyPath.withMessage(
          "A search in \(entity.name) names \(path), which is not an attribute of the model.")
      }
      return index
    }
    let index = entity.indexes.first { index in
      index.kind == .words && wanted.allSatisfy(index.properties.contains)
    }
    if let index { return index }
    let names = wanted.map { entity.properties[$0].name }.joined(separator: ", ")
    throw SwiftDataError.unsupportedKeyPath.withMessage(
      "\(entity.name) has no full-text index of words"
        + (names.isEmpty ? "" : " that contains all of \(names)")
        + ": declare #FullText<\(entity.name)>([...]) in the model.")
  }

  private func select<T>(
    _ query: Query<T>, _ index: IndexLayout, _ expression: String,
    _ descriptor: FullTextDescriptor<T>
  ) -> SQLFragment {
    let entity = store.layout.entities[query.entity]
    let name = index.tableName(in: entity)
    let key = EntityLayout.primaryKey
    var match = expression
    if !descriptor.properties.isEmpty {
      let columns = descriptor.properties.compactMap { entity.indexByKeyPath[$0] }
        .map { SQLFragment.quoted(entity.properties[$0].column) }
      match = "{\(columns.joined(separator: " "))} : (\(match))"
    }
    var sql: SQLFragment = """
      SELECT "t".\(identifier: key), "f"."rank" FROM \(identifier: name) AS "f" \
      CROSS JOIN \(identifier: entity.table) AS "t" ON "t".\(identifier: key) = "f"."rowid" \
      WHERE "f".\(identifier: name) MATCH \(value: .text(match))
      """
    if !descriptor.weights.isEmpty {
      let weights = index.properties.map { property in
        let weight = descriptor.weights.first { entity.indexByKeyPath[$0.key] == property }?.value
        return Self.literal(weight.flatMap { $0.isFinite ? $0 : nil } ?? 1)
      }
      let function = "bm25(\(weights.joined(separator: ", ")))"
      sql += " AND \"f\".\"rank\" MATCH \(value: .text(function))"
    }
    return sql + " AND \(condition(query)) ORDER BY \"f\".\"rank\", \"t\".\(identifier: key)"
  }

  /// A number without an exponent, which FTS5 does not accept.
  private static func literal(_ number: Double) -> String {
    let text = String(number)
    return text.contains("e") ? String(format: "%.20f", number) : text
  }

  /// The condition of a query, or a pending change, whose values only the model has.
  private func condition<T>(_ query: Query<T>) -> SQLFragment {
    let changed = query.pending.map { $0._$state.key }.filter { $0 > 0 }
    if changed.isEmpty { return query.condition }
    let keys = SQLValue.text(SQLValue.jsonList(changed))
    let key = EntityLayout.primaryKey
    return .or(
      query.condition, "\"t\".\(identifier: key) IN (SELECT value FROM json_each(\(value: keys)))")
  }

  private func ranked(_ sql: SQLFragment, _ index: IndexLayout, _ entity: Int) throws
    -> [(key: Int64, score: Double)]
  {
    try readInterruptibly { connection in
      try connection.run(sql) { statement in
        var found: [(key: Int64, score: Double)] = []
        while true {
          switch sqlite3_step(statement) {
          case SQLITE_ROW:
            found.append(
              (sqlite3_column_int64(statement, 0), -sqlite3_column_double(statement, 1)))
          case SQLITE_DONE: return found
          case let code where code & 0xFF == SQLITE_CORRUPT:
            let name = index.tableName(in: store.layout.entities[entity])
            throw SwiftDataError.storeIsCorrupt.withMessage(
              "The full-text index \(name) of \(store.name) is damaged. Build it again with "
                + "rebuildFullTextIndexes().")
          default: throw failure(connection)
          }
        }
      }
    }
  }
}
