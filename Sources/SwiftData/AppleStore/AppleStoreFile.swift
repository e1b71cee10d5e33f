// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// A store that Apple's SwiftData or Core Data wrote, opened for an import.
///
/// The import reads a private copy of the database and its log. The store's folder is never
/// written, and the log needs no recovery there.
final class AppleStoreFile {
  /// An entity, as the table `Z_PRIMARYKEY` lists it.
  struct Entity {
    /// The number of the entity in the column `Z_ENT`.
    let number: Int64
    let name: String
    /// The name in `Z_PRIMARYKEY`, which a migration does not change.
    let storedName: String
    /// The number of the superentity; 0 for none.
    let parent: Int64
    /// The table of its rows, which is the root entity's table.
    let table: String
  }

  struct Column {
    let name: String
    /// The declared type, in upper case.
    let type: String
  }

  /// The path in error messages.
  let name: String
  private let url: URL
  private let folder: URL
  private let queue: DatabaseQueue
  private(set) var entities: [Entity] = []
  /// The columns of each table that contains rows of entities or join rows.
  private(set) var tables: [String: [Column]] = [:]
  /// The model in the store; nil if the store has none that can be decoded.
  private(set) var model: AppleModel?
  /// The names of the columns of properties; nil for a store without a model.
  private(set) var columnNames: AppleColumnNames?
  /// The version of the framework that wrote the store, such as 1345; nil if it is unknown.
  private(set) var frameworkVersion: Int?

  /// Copies and opens a store.
  ///
  /// Throws a ``SwiftDataError`` if the file is missing, damaged, or no store of Apple's framework.
  init(_ url: URL) throws {
    let url = url.linkTarget
    name = url.path(percentEncoded: false)
    self.url = url
    try StoreFile(url).requireFile()
    folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-import-\(UUID().uuidString)", directoryHint: .isDirectory)
    do {
      try FileSystem.makeFolder(folder)
      let copy = folder.appending(path: "store")
      for suffix in ["", "-wal", "-journal"] {
        _ = try FileSystem.copy(
          URL(filePath: name + suffix), to: URL(filePath: copy.path(percentEncoded: false) + suffix)
        )
      }
      let path = copy.path(percentEncoded: false)
      queue = try Store.translatingErrors(of: name) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        return try DatabaseQueue(path: path, configuration: configuration)
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    try read { try open($0) }
  }

  deinit {
    try? queue.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs `body` on the copy; SQLite's errors name the store.
  func read<R>(_ body: (Database) throws -> R) throws -> R {
    try Store.translatingErrors(of: name) { try queue.inDatabase(body) }
  }

  // MARK: Opening

  private func open(_ database: Database) throws {
    try requireAppleStore(database)
    try requireSound(database)
    frameworkVersion = try readFrameworkVersion(database)
    for table in try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'Z*'")
    {
      tables[table] = try Row.fetchAll(
        database, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table]
      ).map { Column(name: $0[0], type: ($0[1] as String).uppercased()) }
    }
    if tables["Z_MODELCACHE"] != nil,
      let cache = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
    {
      model = AppleModel(cache: cache)
    }
    try readEntities(database)
    columnNames = model.map { model in
      AppleColumnNames(
        entities, model,
        columns: tables.mapValues { columns in Set(columns.map { $0.name.uppercased() }) })
    }
  }

  private func requireAppleStore(_ database: Database) throws {
    let names = try Set(
      String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    if names.isSuperset(of: ["Z_PRIMARYKEY", "Z_METADATA"]) { return }
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id")
    let reason =
      if application == StoreState.applicationID {
        "it is a store of this framework, which a ModelContainer opens without an import"
      } else if names.isEmpty {
        "it is an empty database"
      } else {
        "it is a SQLite database of another program, without the tables Z_PRIMARYKEY and Z_METADATA"
      }
    throw SwiftDataError.loadIssueModelContainer.withMessage(
      "\(name) is not a store of Apple's SwiftData or Core Data: \(reason). Choose another file; "
        + "nothing was imported.")
  }

  private func requireSound(_ database: Database) throws {
    let answer: String?
    do {
      answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // An index uses a function or a collation that only Apple's framework has.
      return
    }
    if answer == "ok" { return }
    throw SwiftDataError.storeIsCorrupt.withMessage(
      "\(name) is damaged (\(answer ?? "no answer")); nothing was imported. Copy the store again, "
        + "with the -wal file beside it.")
  }

  private func readFrameworkVersion(_ database: Database) throws -> Int? {
    guard let data = try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let metadata = list as? [String: Any]
    else { return nil }
    return metadata["NSPersistenceFrameworkVersion"] as? Int
  }

  /// Reads the entities; the history and CloudKit entities, whose tables begin with "A", are left
  /// out.
  private func readEntities(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    var known: [Int64: (name: String, parent: Int64)] = [:]
    for row in rows {
      guard let number = row[0] as Int64?, let name = row[1] as String? else { continue }
      known[number] = (name, row[2] as Int64? ?? 0)
    }
    let byUpper = Dictionary(tables.keys.map { ($0.uppercased(), $0) }) { first, _ in first }
    for (number, entity) in known.sorted(by: { $0.key < $1.key }) {
      var root = entity
      var above: Set<Int64> = [number]
      while let parent = known[root.parent], above.insert(root.parent).inserted { root = parent }
      // A damaged list may have a cycle.
      let isInCycle = known[root.parent] != nil
      let current = model?.entity(named: entity.name)?.name ?? entity.name
      let names = [root.name, model?.entity(named: root.name)?.name ?? root.name]
      guard let table = names.lazy.compactMap({ byUpper["Z" + $0.uppercased()] }).first else {
        continue
      }
      entities.append(
        Entity(
          number: number, name: current, storedName: entity.name,
          parent: isInCycle || known[entity.parent] == nil ? 0 : entity.parent, table: table))
    }
  }

  // MARK: Entities

  func entity(numbered number: Int64) -> Entity? { entities.first { $0.number == number } }

  /// The numbers of an entity and its subentities.
  func family(of entity: Entity) -> [Int64] {
    var numbers: Set<Int64> = [entity.number]
    for _ in entities {
      for other in entities where numbers.contains(other.parent) { numbers.insert(other.number) }
    }
    return numbers.sorted()
  }

  /// The numbers of an entity and its superentities.
  func ancestors(of entity: Entity) -> [Int64] {
    var numbers = [entity.number]
    var parent = entity.parent
    while parent != 0, !numbers.contains(parent), let next = self.entity(numbered: parent) {
      numbers.append(parent)
      parent = next.parent
    }
    return numbers
  }

  /// The condition that selects the rows of an entity and its subentities.
  func condition(for entity: Entity) -> String {
    "Z_ENT IN (\(family(of: entity).map(String.init).joined(separator: ", ")))"
  }

  // MARK: External data

  /// The folder of the store's external files.
  private var externalFolder: URL {
    let base = url.deletingPathExtension().lastPathComponent
    return url.deletingLastPathComponent().appending(
      path: ".\(base)_SUPPORT/_EXTERNAL_DATA", directoryHint: .isDirectory)
  }

  /// Reads an external file; nil if it is missing.
  func externalData(_ name: String) throws -> Data? {
    let file = externalFolder.appending(path: name)
    guard FileSystem.exists(file) else { return nil }
    do {
      return try Data(contentsOf: file)
    } catch {
      throw SwiftDataError.storeFailure.withMessage(
        "The external file \(file.path(percentEncoded: false)) can't be read: "
          + "\(error.localizedDescription) Check its permissions; nothing was imported.")
    }
  }

  /// The path of an external file, for messages.
  func externalPath(_ name: String) -> String {
    externalFolder.appending(path: name).path(percentEncoded: false)
  }
}
