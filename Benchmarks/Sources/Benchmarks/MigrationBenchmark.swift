// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A million rows migrated by lightweight changes, beside copying them in plain SQL.
struct MigrationBenchmark {
  static let argument = "--migrate"
  let directory: URL
  let count = 1_000_000

  func run() throws -> [Figure] {
    let original = directory.appending(path: "visits.store")
    try fill(original)
    var rounds = Rounds(3)
    rounds.add("raw SQLite: INSERT ... SELECT") {
      try copied(original) { url in
        let raw = try RawSQLite(path: url.path(percentEncoded: false))
        return try ContinuousClock().measure {
          try raw.execute(
            """
            BEGIN IMMEDIATE;
            CREATE TABLE copy (_pk INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL,
              date REAL, place REAL NOT NULL) STRICT;
            INSERT INTO copy SELECT _pk, name, number, date, place FROM Visit;
            COMMIT
            """)
        }
      }
    }
    for (name, type) in [
      ("migrate: a type changed", Changed.Visit.self as any PersistentModel.Type),
      ("migrate: a property added", Added.Visit.self),
    ] {
      rounds.add(name, besides: "raw SQLite: INSERT ... SELECT") {
        try copied(original) { url in
          try ContinuousClock().measure {
            _ = try ModelContainer(
              for: Schema([type]), configurations: ModelConfiguration(url: url))
          }
        }
      }
    }
    return try rounds.figures() + memory(original)
  }

  // MARK: Memory

  /// How a child process migrates.
  private static let kinds = ["type", "property", "stage"]

  /// The most memory that a process needs to migrate the store.
  private func memory(_ original: URL) throws -> [Figure] {
    try Self.kinds.map { kind in
      try withFolder(in: directory) { folder in
        let url = folder.appending(path: "visits.store")
        try FileManager.default.copyItem(at: original, to: url)
        let process = try ChildProcess([Self.argument, kind, url.path(percentEncoded: false)])
        defer { process.end() }
        let text = try process.line()
        guard let peak = Double(text) else {
          throw WrongResult(description: "the migration of a million rows failed: \(text)")
        }
        let megabytes = peak / 1_000_000
        return Figure(
          name: "peak memory, migrated: \(kind)", value: megabytes, unit: "MB",
          ratio: megabytes / 300, baseline: "300 MB")
      }
    }
  }

  /// Migrates the store in the child process, and prints its peak memory in bytes.
  static func migrate(_ kind: String, _ path: String) throws {
    let configuration = ModelConfiguration(url: URL(filePath: path))
    switch kind {
    case "type": _ = try ModelContainer(for: Changed.Visit.self, configurations: configuration)
    case "property": _ = try ModelContainer(for: Added.Visit.self, configurations: configuration)
    default:
      let container = try ModelContainer(
        for: Schema(versionedSchema: Added.self), migrationPlan: VisitPlan.self,
        configurations: configuration)
      let context = ModelContext(container)
      let untouched = FetchDescriptor<Added.Visit>(predicate: #Predicate { $0.note == "none" })
      try WrongResult.unless(try context.fetchCount(untouched) == 0, "rows without a note")
    }
    print(try Memory.peak())
  }

  /// Runs a piece on a copy of the store.
  private func copied(_ original: URL, _ body: (URL) throws -> Duration) throws -> Duration {
    try withFolder(in: directory) { folder in
      let url = folder.appending(path: "visits.store")
      try FileManager.default.copyItem(at: original, to: url)
      return try body(url)
    }
  }

  private func fill(_ url: URL) throws {
    do {
      _ = try ModelContainer(for: Before.Visit.self, configurations: ModelConfiguration(url: url))
    }
    let raw = try RawSQLite(path: url.path(percentEncoded: false))
    try raw.execute(
      """
      INSERT INTO Visit (_pk, name, number, date, place)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      SELECT i, 'visit number ' || i, i * 7, i * 1000.5, i / 3.0 FROM n;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
  }
}

private enum Before: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Visit.self] }

  @Model final class Visit {
    var name = ""
    var number: Int32 = 0
    var date: Date?
    var place = 0.0
    init() {}
  }
}

/// A stage whose code changes every row.
private enum VisitPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Before.self, Added.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Before.self, toVersion: Added.self, willMigrate: nil,
        didMigrate: { context in
          var count = 0
          try context.enumerate(FetchDescriptor<Added.Visit>(), batchSize: 5_000) { visit in
            visit.note = "visit \(visit.number)"
            count += 1
            if count % 5_000 == 0 { try context.save() }
          }
          try context.save()
        })
    ]
  }
}

private enum Added: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Visit.self] }

  @Model final class Visit {
    var name = ""
    var number: Int32 = 0
    var date: Date?
    var place = 0.0
    var note = "none"
    init() {}
  }
}

private enum Changed {
  @Model final class Visit {
    var name = ""
    var number = 0.0
    var date: Date?
    var place = 0.0
    init() {}
  }
}
