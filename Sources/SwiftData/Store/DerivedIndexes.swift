// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The indexes whose content follows from Unicode and from the rules of a language: the terms of full-text
/// tables, and the sort keys of strings.
///
/// The content of a build with other rules is of no use, or wrong. Each opening of a store compares the rules, and
/// creates the content again if they differ.
struct DerivedIndexes {
  private static let tokenizerKey = "tokenizer"

  private let fullTextTables: [String]
  private let sortKeys: [String]

  init(_ layout: StoreLayout) {
    fullTextTables = layout.entities.flatMap { entity in
      entity.ownIndexes.filter(\.isFullText).map { $0.tableName(in: entity) }
    }
    sortKeys = layout.entities.indices.flatMap { index in
      let entity = layout.entities[index]
      let condition = EntitySQL(entity: index, in: layout).typeCondition
      return SortKeySQL.statements(entity, entity.superentity == nil ? nil : condition)
    }
  }

  /// Whether the full-text tables have the terms of this build's tokenizer.
  func hasCurrentTerms(_ database: Database) throws -> Bool {
    if fullTextTables.isEmpty { return true }
    let stored = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = ?",
      arguments: [Self.tokenizerKey])
    return stored == FullTextTokenizer.version
  }

  /// Whether all indexes have the content of this build, in this program's language.
  func areCurrent(_ database: Database) throws -> Bool {
    try hasCurrentTerms(database) && Set(Self.storedSortKeys(database)) == Set(sortKeys)
  }

  /// Creates the indexes, or their content, where they are not current.
  func update(_ database: Database) throws {
    if try !hasCurrentTerms(database) {
      for table in fullTextTables { try database.execute(sql: FullTextSQL.rebuild(table)) }
      try StoreState.set(Self.tokenizerKey, FullTextTokenizer.version, database)
    }
    let stored = try Self.storedSortKeys(database)
    if Set(stored) == Set(sortKeys) { return }
    try Self.removeSortKeys(database)
    for statement in sortKeys { try database.execute(sql: statement) }
  }

  /// Drops the indexes of sort keys, which the next opening creates again.
  static func removeSortKeys(_ database: Database) throws {
    let names = try String.fetchAll(database, sql: select("name"))
    for name in names { try database.execute(sql: "DROP INDEX \(SQLFragment.quoted(name))") }
  }

  /// Whether the store has sort keys that this build can't calculate.
  static func hasForeignSortKeys(_ database: Database) throws -> Bool {
    try storedSortKeys(database).contains { statement in
      SortKeySQL.rules(of: statement).flatMap(StringCollator.localizedStandard(withRules:)) == nil
    }
  }

  private static func storedSortKeys(_ database: Database) throws -> [String] {
    try String.fetchAll(database, sql: select("sql"))
  }

  private static func select(_ column: String) -> String {
    "SELECT \(column) FROM sqlite_schema WHERE type = 'index' AND name GLOB '\(SortKeySQL.prefix)*'"
  }
}
