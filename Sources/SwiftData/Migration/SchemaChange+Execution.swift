// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension SchemaChange {
  /// The number of rows that one statement copies.
  private static let batch = 20_000
  private static let key = EntityLayout.primaryKey

  /// Throws an error if rows prevent the change.
  func check(_ database: Database) throws {
    for check in checks {
      let count = try Int64.fetchOne(database, sql: check.count) ?? 0
      if count > 0 { throw check.error(count) }
    }
  }

  /// Changes the tables, inside a transaction, with foreign keys off, after ``check(_:)``.
  ///
  /// `progress` gets the table's name and the completed fraction of the change.
  func run(
    _ database: Database, _ files: MigrationFiles, progress: (String, Double) -> Void
  ) throws {
    if isEmpty { return }
    for column in obsoleteFiles { try files.addObsolete(column, database) }
    try dropExtras(database)
    try copyRows(database, progress)
    for table in dropped.sorted() {
      try database.execute(sql: "DROP TABLE \(SQLFragment.quoted(table))")
    }
    for fill in fills {
      try database.execute(
        sql: "ALTER TABLE \(Self.temporary(fill.table)) RENAME TO "
          + SQLFragment.quoted(fill.table))
    }
    for name in created {
      if let table = newTables.tables[name] { try database.execute(sql: table.sql) }
    }
    for alteration in alterations { try alter(alteration, database) }
    try makeExtras(database)
    try checkReferences(database)
    try renameSequences(database)
  }

  private static func temporary(_ table: String) -> String {
    SQLFragment.quoted("_cairn_new_" + table)
  }

  // MARK: Tables

  private func copyRows(_ database: Database, _ progress: (String, Double) -> Void) throws {
    // The greatest key approximates the number of rows, without counting them.
    let sizes = try fills.map { fill in
      try Int64.fetchOne(
        database, sql: "SELECT max(rowid) FROM \(SQLFragment.quoted(fill.source))") ?? 0
    }
    let total = Double(Swift.max(1, sizes.reduce(0, +)))
    var done = 0.0
    for (fill, size) in zip(fills, sizes) {
      try copyRows(fill, database) { progress(fill.table, (done + Double($0)) / total) }
      done += Double(size)
      progress(fill.table, done / total)
    }
  }

  private func copyRows(_ fill: Fill, _ database: Database, _ progress: (Int64) -> Void) throws {
    let table = Self.temporary(fill.table)
    let declared = "CREATE TABLE \(SQLFragment.quoted(fill.table))"
    guard fill.sql.hasPrefix(declared) else {
      throw SwiftDataError.storeFailure.withMessage(
        "\(store): the declaration of table \(fill.table) has an unexpected form.")
    }
    try database.execute(sql: "CREATE TABLE \(table)" + fill.sql.dropFirst(declared.count))
    let names = fill.columns.map { SQLFragment.quoted($0.name) }.joined(separator: ", ")
    let values = fill.columns.map(\.expression).joined(separator: ", ")
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO \(table) (\(names)) SELECT \(values) FROM \(SQLFragment.quoted(fill.source)) \
        AS o WHERE o.rowid > ? \(fill.condition.map { "AND \($0) " } ?? "")\
        ORDER BY o.rowid LIMIT \(Self.batch)
        """)
    var last = Int64.min
    while true {
      try statement.execute(arguments: [last])
      if database.changesCount < Self.batch { break }
      last = try Int64.fetchOne(database, sql: "SELECT max(rowid) FROM \(table)") ?? last
      progress(last)
    }
  }

  private func alter(_ alteration: Alteration, _ database: Database) throws {
    let table = SQLFragment.quoted(alteration.table)
    func rename(_ old: String, _ new: String) throws {
      try database.execute(
        sql: "ALTER TABLE \(table) RENAME COLUMN \(SQLFragment.quoted(old)) TO "
          + SQLFragment.quoted(new))
    }
    let present = Set(
      oldTables.tables[alteration.table]?.columns.map { $0.name.lowercased() } ?? [])
    if alteration.renames.contains(where: { present.contains($0.new.lowercased()) }) {
      // A new name may still belong to another column: rename by way of temporary names.
      for (index, names) in alteration.renames.enumerated() {
        try rename(names.old, "_cairn_renamed_\(index)")
      }
      for (index, names) in alteration.renames.enumerated() {
        try rename("_cairn_renamed_\(index)", names.new)
      }
    } else {
      for names in alteration.renames { try rename(names.old, names.new) }
    }
    for column in alteration.additions {
      try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)")
    }
  }

  // MARK: Indexes

  /// The tables whose rows or columns change, so that their virtual tables must be rebuilt.
  private var touched: Set<String> {
    dropped.union(fills.map(\.table)).union(
      alterations.filter { !$0.renames.isEmpty }.map(\.table))
  }

  /// Drops obsolete indexes, triggers, spatial indexes and full-text indexes.
  private func dropExtras(_ database: Database) throws {
    let wanted = Set(newTables.extras)
    let touched = touched
    let virtual = virtualTables
    // Triggers first: they refer to the virtual tables.
    let order = ["trigger", "index", "table"]
    for kind in order {
      for extra in oldTables.extras where extra.type == kind {
        let owner = kind == "table" ? virtual[extra.name]?.entity.table ?? "" : extra.table
        if wanted.contains(extra), !touched.contains(owner) { continue }
        try database.execute(sql: "DROP \(kind) \(SQLFragment.quoted(extra.name))")
      }
    }
  }

  /// Creates missing indexes, triggers, spatial indexes and full-text indexes.
  private func makeExtras(_ database: Database) throws {
    let present = Set(try DatabaseStructure(database).extras)
    let virtual = virtualTables
    for extra in newTables.extras where !present.contains(extra) {
      if extra.sql.hasPrefix("CREATE UNIQUE INDEX") { try checkUnique(extra, database) }
      try database.execute(sql: extra.sql)
      guard let (entity, index) = virtual[extra.name] else { continue }
      try fill(index, of: entity, database)
    }
  }

  /// The spatial and full-text indexes by table name.
  private var virtualTables: [String: (entity: EntityLayout, index: IndexLayout)] {
    var tables: [String: (entity: EntityLayout, index: IndexLayout)] = [:]
    for entity in layout.entities {
      for index in entity.ownIndexes where index.kind != .ordered {
        tables[index.tableName(in: entity)] = (entity, index)
      }
    }
    return tables
  }

  private func fill(_ index: IndexLayout, of entity: EntityLayout, _ database: Database) throws {
    if index.isFullText {
      return try database.execute(sql: FullTextSQL.rebuild(index.tableName(in: entity)))
    }
    let columns = index.properties.map { SQLFragment.quoted(entity.properties[$0].column) }
    let values = columns.flatMap { [$0, $0] }.joined(separator: ", ")
    let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    try database.execute(
      sql: "INSERT INTO \(SQLFragment.quoted(index.tableName(in: entity))) "
        + "SELECT \(Self.key), \(values) FROM \(SQLFragment.quoted(entity.table)) WHERE \(present)")
  }

  /// Throws an error with examples if existing values violate a new uniqueness constraint.
  private func checkUnique(_ extra: DatabaseStructure.Extra, _ database: Database) throws {
    let found = layout.entities.indices.lazy.flatMap { [layout] index in
      layout.entities[index].ownUniqueConstraints.map { (index, $0) }
    }.first { [layout] index, constraint in
      let entity = layout.entities[index]
      let names = constraint.map { entity.properties[$0].name }
      return extra.table == entity.table
        && extra.name == "\(entity.name)_\(names.joined(separator: "_"))_unique"
    }
    guard let (index, constraint) = found else { return }
    let entity = layout.entities[index]
    let names = constraint.map { entity.properties[$0].name }
    let columns = constraint.map { SQLFragment.quoted(entity.properties[$0].column) }
    let type = EntitySQL(entity: index, in: layout).typeCondition.map { $0 + " AND " } ?? ""
    let list = columns.joined(separator: ", ")
    let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let groups =
      "FROM \(SQLFragment.quoted(entity.table)) WHERE \(type)\(present) GROUP BY \(list) "
      + "HAVING count(*) > 1"
    let shown = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM (SELECT 1 \(groups))") ?? 0
    if count == 0 { return }
    let samples = try Row.fetchAll(
      database, sql: "SELECT \(shown), count(*) \(groups) ORDER BY \(list) LIMIT 3")
    let examples = samples.map { row -> String in
      let value: String = row[0]
      return "\(value.prefix(60)) (\(row[1] as Int) times)"
    }
    throw migrationError(
      entity.name, names.joined(separator: ", "),
      "becomes unique, but \(count) \(count == 1 ? "value occurs" : "values occur") more than "
        + "once: \(examples.joined(separator: ", "))\(count > 3 ? ", ..." : "")",
      "Merge the models or change the values in willMigrate of a custom stage.")
  }

  // MARK: Afterwards

  /// Throws an error if a rebuilt table has a foreign key to a missing row.
  private func checkReferences(_ database: Database) throws {
    for fill in fills {
      let wrong = try Row.fetchAll(
        database, sql: "SELECT \"table\", parent FROM pragma_foreign_key_check(?) LIMIT 1",
        arguments: [fill.table])
      guard let first = wrong.first else { continue }
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "\(store) can't be migrated: rows of \(first[0] as String) refer to rows of "
          + "\(first[1] as String) that do not exist. Restore the store from a backup, or clear "
          + "the references in willMigrate of a custom stage. Nothing was changed.")
    }
  }

  /// Moves the key sequences of renamed entities, and lets the keys of new join rows start after
  /// the copied ones.
  private func renameSequences(_ database: Database) throws {
    let insert =
      "INSERT INTO _cairn_sequence (entity, last) VALUES (?, ?) "
      + "ON CONFLICT (entity) DO UPDATE SET last = max(last, excluded.last)"
    for (old, new) in renamedSequences {
      let last = try Int64.fetchOne(
        database, sql: "SELECT last FROM _cairn_sequence WHERE entity = ?", arguments: [old])
      try database.execute(sql: insert, arguments: [new, last ?? 0])
    }
    for table in filledJoinTables {
      let last = try Int64.fetchOne(
        database, sql: "SELECT max(rowid) FROM \(SQLFragment.quoted(table))")
      try database.execute(sql: insert, arguments: [table, last ?? 0])
    }
  }
}
