// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
import Synchronization

extension Store {
  /// The `user_version` of databases that this code writes.
  private static let formatVersion: Int32 = 1
  /// The row of `_cairn_sequence` that counts the commits; no entity has an empty name.
  private static let generationKey = ""
  /// The `application_id` of our databases: "CRSD".
  private static let applicationID: Int32 = 0x4352_5344

  static func open(_ url: URL?, allowsSave: Bool, lockTimeout: Double) throws -> any DatabaseWriter
  {
    let patience = Patience(seconds: lockTimeout)
    var configuration = Configuration()
    configuration.busyMode = .callback { patience.waits(tries: $0) }
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { database in
      if let handle = database.sqliteConnection { SQLFunction.register(in: handle) }
    }
    guard let url else { return try DatabaseQueue(configuration: configuration) }
    let path = url.path(percentEncoded: false)
    if !allowsSave {
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration)
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try openPool(path, configuration, patience)
  }

  /// A pool of connections, or where another program holds the write lock just now, a single one.
  ///
  /// GRDB writes when it opens a pool on a file that no other connection has open, which would wait
  /// for that program to end, even if this one only wants to read.
  private static func openPool(
    _ path: String, _ configuration: Configuration, _ patience: Patience
  ) throws -> any DatabaseWriter {
    do {
      return try patience.shortened { try DatabasePool(path: path, configuration: configuration) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Makes the tables of a new store, or checks those of an old one; returns its identifier.
  static func prepare(
    _ database: any DatabaseWriter, _ layout: StoreLayout, _ name: String, allowsSave: Bool
  ) throws -> String {
    let schema = SchemaSQL(layout: layout).statements
    if let known = try database.read({ try existing($0, schema, name) }) { return known }
    guard allowsSave else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(name) is empty and may not be written (allowsSave is false).")
    }
    return try database.write { database in
      // Another process may have been faster.
      if let known = try existing(database, schema, name) { return known }
      let identifier = UUID().uuidString
      for statement in schema { try database.execute(sql: statement) }
      try database.execute(
        sql: """
          CREATE TABLE _cairn_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
          CREATE TABLE _cairn_sequence (entity TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
          """)
      let insert = "INSERT INTO _cairn_metadata (key, value) VALUES (?, ?)"
      try database.execute(sql: insert, arguments: ["identifier", identifier])
      try database.execute(
        sql: insert, arguments: ["schema", schema.joined(separator: ";\n")])
      try database.execute(
        sql: "INSERT INTO _cairn_sequence (entity, last) VALUES (?, 0)",
        arguments: [generationKey])
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: "PRAGMA user_version = \(formatVersion)")
      return identifier
    }
  }

  /// The identifier of a store that has our tables; nil for an empty database.
  private static func existing(_ database: Database, _ schema: [String], _ name: String) throws
    -> String?
  {
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard application == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
      if tables == 0 { return nil }
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(name) is a SQLite database of another program. Choose another file; nothing in it "
          + "was changed.")
    }
    guard version <= formatVersion else {
      throw SwiftDataError.backwardMigration.saying(
        "\(name) was written by a newer version (store format \(version); this program reads up "
          + "to \(formatVersion)). Update the program; nothing in the store was changed.")
    }
    let select = "SELECT value FROM _cairn_metadata WHERE key = ?"
    let stored = try String.fetchOne(database, sql: select, arguments: ["schema"]) ?? ""
    guard stored == schema.joined(separator: ";\n") else {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "The models differ from those that \(name) was made for: "
          + SchemaDifference(stored: stored.components(separatedBy: ";\n"), wanted: schema)
          .description
          + " Open it with the models that it was made for, or move the file away to start anew; "
          + "nothing in it was changed.")
    }
    guard
      let identifier = try String.fetchOne(database, sql: select, arguments: ["identifier"])
    else {
      throw SwiftDataError.storeIsCorrupt.saying(
        "\(name) has lost its identifier: restore it from a backup.")
    }
    return identifier
  }
}

/// How long a connection waits for a lock.
private final class Patience: Sendable {
  private let seconds: Double
  private let isShort = Atomic<Bool>(false)

  init(seconds: Double) { self.seconds = seconds }

  /// Sleeps before the next try; false if it was long enough.
  func waits(tries: Int) -> Bool {
    // 1, 2, 4 ... 64 milliseconds, and 64 from then on.
    let pause = Double(1 << Swift.min(tries, 6)) / 1000
    let slept = (Double(1 << Swift.min(tries, 7)) - 1 + Double(Swift.max(0, tries - 7)) * 64) / 1000
    if slept >= (isShort.load(ordering: .relaxed) ? Swift.min(0.1, seconds) : seconds) {
      return false
    }
    Thread.sleep(forTimeInterval: pause)
    return true
  }

  /// Runs something that is not worth a long wait.
  func shortened<R>(_ body: () throws -> R) rethrows -> R {
    isShort.store(true, ordering: .relaxed)
    defer { isShort.store(false, ordering: .relaxed) }
    return try body()
  }
}
