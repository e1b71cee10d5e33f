// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The state of a database for a program with certain models.
enum StoreState {
  /// The values that a container retains of an open store.
  struct Opened: Sendable {
    let identifier: String
    /// The number of migrations of the store.
    let migrations: Int64
    /// The current entity names by their previous names.
    let renamed: [String: String]
  }

  /// The stored description of a store.
  struct Known {
    let opened: Opened
    /// The encoded schema; nil for stores of format 1, which lack it.
    let text: String?
    let schema: StoredSchema
    /// The schema version; nil for stores of format 1.
    let version: Schema.Version?

    var identifier: String { opened.identifier }
  }

  /// The database has no tables yet.
  case empty
  /// The database has the models' tables.
  case ready(Opened)
  /// The database has the tables of other models, or of an older format.
  case different(Known)

  /// The `user_version` of databases that this code writes.
  ///
  /// Format 1 stored the statements that created the tables. Format 2 stores the models'
  /// description and version, from which the statements follow; a change of that derivation is a
  /// new format. Format 3 also stores the original names in the description, so that a renaming is
  /// applied only once.
  static let formatVersion: Int32 = 3
  /// The `application_id` of our databases: "CRSD".
  static let applicationID: Int32 = 0x4352_5344

  /// Examines a database; throws for a database of another program or of a newer format.
  ///
  /// A store with the same models is ready whatever its version, unless a plan has two versions
  /// that differ only in the version number.
  init(_ database: Database, _ text: String, _ migration: StoreMigration, _ name: String) throws {
    guard let format = try Self.format(of: database, name) else {
      self = .empty
      return
    }
    let select = "SELECT value FROM _cairn_metadata WHERE key = ?"
    let statement = try database.cachedStatement(sql: select)
    func value(_ key: String) throws -> String? {
      try String.fetchOne(statement, arguments: [key])
    }
    guard let identifier = try value("identifier") else {
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "\(name) has lost its identifier: restore it from a backup.")
    }
    let migrations = try Int64.fetchOne(database, sql: HistorySQL.migrations) ?? 0
    let opened = Opened(
      identifier: identifier, migrations: migrations,
      renamed: migrations == 0
        ? [:] : RenamedEntities(text: try value(RenamedEntities.key) ?? "").names)
    let stored = format == 1 ? nil : try value("schema")
    let version = format == 1 ? nil : try value("version").flatMap(Schema.Version.init(stored:))
    let isOfToday = format == Self.formatVersion
    if isOfToday, stored == text, migration.plan == nil || version == migration.version {
      self = .ready(opened)
      return
    }
    let schema =
      try stored.map { StoredSchema(text: $0, recordsOriginalNames: isOfToday) }
      ?? StoredSchema(DatabaseStructure(database))
    self = .different(
      Known(opened: opened, text: stored, schema: schema, version: version))
  }

  /// The format of a store; nil for a database without tables.
  ///
  /// Throws for a database of another program, or of a newer format than `newest`.
  static func format(of database: Database, _ name: String, newest: Int32? = formatVersion) throws
    -> Int32?
  {
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let format = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard application == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
      if tables == 0 { return nil }
      if try isAppleStore(database) { throw SwiftDataError.isAppleStore(name) }
      throw SwiftDataError.loadIssueModelContainer.withMessage(
        "\(name) is a SQLite database of another program. Choose another file; nothing in it "
          + "was changed.")
    }
    guard format <= newest ?? .max else {
      throw SwiftDataError.backwardMigration.withMessage(
        "\(name) was written by a newer version (store format \(format); this program reads up "
          + "to \(formatVersion)). Update the program; nothing in the store was changed.")
    }
    return format
  }

  /// Whether a database has the tables of Apple's SwiftData and Core Data.
  static func isAppleStore(_ database: Database) throws -> Bool {
    let sql = """
      SELECT count(*) FROM sqlite_schema WHERE name IN ('Z_PRIMARYKEY', 'Z_METADATA')
      """
    return try Int.fetchOne(database, sql: sql) == 2
  }

  // MARK: Creation

  /// Creates the tables of a new store.
  static func create(
    _ database: Database, _ layout: StoreLayout, _ text: String, _ version: Schema.Version
  ) throws {
    for statement in SchemaSQL(layout: layout).statements { try database.execute(sql: statement) }
    try createMetadata(database, schema: text, version: version)
    try DerivedIndexes(layout).update(database)
  }

  /// Creates the tables that are in every store, and marks the database as a store.
  static func createMetadata(
    _ database: Database, schema text: String, version: Schema.Version
  ) throws {
    let identifier = UUID().uuidString
    try database.execute(
      sql: """
        CREATE TABLE _cairn_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE _cairn_sequence (entity TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
        """)
    try set("identifier", identifier, database)
    // The row that counts commits; no entity has an empty name.
    try database.execute(sql: "INSERT INTO _cairn_sequence (entity, last) VALUES ('', 0)")
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try remember(text, version, database)
  }

  /// Stores the schema and version of the models.
  static func remember(_ text: String, _ version: Schema.Version, _ database: Database) throws {
    let before = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = 'schema'")
    if let before, StoredSchema.plain(before) != StoredSchema.plain(text) {
      var earlier = try SchemaHistory(database)
      try earlier.record(before, replacedBy: text, database)
    }
    try set("schema", text, database)
    try set("version", "\(version)", database)
    try database.execute(sql: "PRAGMA user_version = \(formatVersion)")
  }

  static func set(_ key: String, _ value: String, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO _cairn_metadata (key, value) VALUES (?, ?)",
      arguments: [key, value])
  }

  /// The tables of a layout, as SQLite creates them.
  static func structure(of layout: StoreLayout) throws -> DatabaseStructure {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    return try DatabaseQueue(configuration: configuration).write { database in
      for statement in SchemaSQL(layout: layout).statements { try database.execute(sql: statement) }
      return try DatabaseStructure(database)
    }
  }
}

extension SwiftDataError {
  /// Creates the error for a store of Apple's framework that is opened without an import.
  fileprivate static func isAppleStore(_ name: String) -> SwiftDataError {
    loadIssueModelContainer.withMessage(
      "\(name) is a store of Apple's SwiftData or Core Data, which has another format. Import it "
        + "into a new store: with ModelContainer.importAppleStore(at:), or without models with "
        + "\"cairn store import \(name) --to NEW-FILE\"; nothing in it was changed.")
  }
}

extension Schema.Version {
  /// Parses the ``description`` of a version.
  fileprivate init?(stored: String) {
    let numbers = stored.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2])
  }
}
