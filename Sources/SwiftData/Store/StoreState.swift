// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// What a database is, seen from a program with certain models.
enum StoreState {
  /// What a container keeps of a store that it has open.
  struct Opened: Sendable {
    let identifier: String
    /// How often the store has been migrated.
    let migrations: Int64
    /// The names of today's entities by those that they had.
    let renamed: [String: String]
  }

  /// What a store says of itself.
  struct Known {
    let opened: Opened
    /// The text of its schema; nil in stores of format 1, which did not keep it.
    let text: String?
    let schema: StoredSchema
    /// The version that its schema had; nil in stores of format 1.
    let version: Schema.Version?

    var identifier: String { opened.identifier }
  }

  /// It has no tables yet.
  case empty
  /// It has the models' tables.
  case ready(Opened)
  /// It has those of other models, or of an older format.
  case different(Known)

  /// The `user_version` of databases that this code writes.
  ///
  /// 1 kept the statements that made the tables. 2 keeps the models' description and version, from
  /// which the statements follow: whatever changes them is a new format. 3 keeps the original names in
  /// that description too, so that a renaming is followed once.
  static let formatVersion: Int32 = 3
  /// The `application_id` of our databases: "CRSD".
  static let applicationID: Int32 = 0x4352_5344

  /// Looks at a database; throws an error for one that is not ours, or newer.
  ///
  /// A store with the same models is ready whatever version they have, unless a plan has two
  /// versions that differ in nothing else.
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
      throw SwiftDataError.storeIsCorrupt.saying(
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
      try stored.map { StoredSchema(text: $0, notesOriginalNames: isOfToday) }
      ?? StoredSchema(DatabaseStructure(database))
    self = .different(
      Known(opened: opened, text: stored, schema: schema, version: version))
  }

  /// The format of a store; nil for a database without tables, and an error for one that is not
  /// ours, or of a newer format than can be read.
  static func format(of database: Database, _ name: String, newest: Int32? = formatVersion) throws
    -> Int32?
  {
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let format = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard application == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
      if tables == 0 { return nil }
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(name) is a SQLite database of another program. Choose another file; nothing in it "
          + "was changed.")
    }
    guard format <= newest ?? .max else {
      throw SwiftDataError.backwardMigration.saying(
        "\(name) was written by a newer version (store format \(format); this program reads up "
          + "to \(formatVersion)). Update the program; nothing in the store was changed.")
    }
    return format
  }

  // MARK: Making

  /// Makes the tables of a new store.
  static func create(
    _ database: Database, _ layout: StoreLayout, _ text: String, _ version: Schema.Version
  ) throws {
    let identifier = UUID().uuidString
    for statement in SchemaSQL(layout: layout).statements { try database.execute(sql: statement) }
    try database.execute(
      sql: """
        CREATE TABLE _cairn_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE _cairn_sequence (entity TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
        """)
    try set("identifier", identifier, database)
    // The row that counts the commits; no entity has an empty name.
    try database.execute(sql: "INSERT INTO _cairn_sequence (entity, last) VALUES ('', 0)")
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    try remember(text, version, database)
  }

  /// Notes the models that a store has from now on.
  static func remember(_ text: String, _ version: Schema.Version, _ database: Database) throws {
    let before = try String.fetchOne(
      database, sql: "SELECT value FROM _cairn_metadata WHERE key = 'schema'")
    if let before, StoredSchema.plain(before) != StoredSchema.plain(text) {
      var earlier = try EarlierSchemas(database)
      try earlier.note(before, replacedBy: text, database)
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

  /// The tables that a layout asks for, as SQLite makes them.
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

extension Schema.Version {
  /// Reads what ``description`` wrote.
  fileprivate init?(stored: String) {
    let numbers = stored.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2])
  }
}
