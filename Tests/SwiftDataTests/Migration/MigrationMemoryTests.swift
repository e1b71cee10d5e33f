// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A migration uses bounded memory, independent of the number of rows.
///
/// Each test runs in its own process, whose peak memory is measured.
@Suite(.serialized) struct MigrationMemoryTests {
  /// 60,000 rows with 2,000 bytes of text each: 120 MB.
  private static let rows = 60_000
  /// Half of that: far more than the size of the caches, and far less than all rows.
  private static let limit = 60_000_000

  private func filled() throws -> TestStore {
    let store = try TestStore()
    _ = try ModelContainer(
      for: Long.Before.Visit.self, configurations: ModelConfiguration(url: store.url))
    try store.sqlite(
      """
      INSERT INTO Visit (_pk, name, number)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
      SELECT i, printf('%02000d', i), i FROM n;
      UPDATE _cairn_sequence SET last = \(Self.rows) WHERE entity = 'Visit';
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    return store
  }

  @Test func `a lightweight migration uses bounded memory`() async throws {
    let store = try filled()
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let grown = try PeakMemory.growth {
        _ = try ModelContainer(
          for: Long.Changed.Visit.self, configurations: ModelConfiguration(url: url))
      }
      #expect(grown < MigrationMemoryTests.limit, "\(grown) bytes")
    }
    #expect(
      try store.count("SELECT count(*) FROM Visit WHERE typeof(number) = 'real'") == Self.rows)
  }

  @Test func `a custom stage that changes every row uses bounded memory`() async throws {
    let store = try filled()
    let url = store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let grown = try PeakMemory.growth {
        _ = try ModelContainer(
          for: Schema(versionedSchema: Long.Noted.self), migrationPlan: Long.Plan.self,
          configurations: ModelConfiguration(url: url))
      }
      #expect(grown < MigrationMemoryTests.limit, "\(grown) bytes")
    }
    #expect(
      try store.count("SELECT count(*) FROM Visit WHERE note = 'visit ' || number") == Self.rows)
  }
}

/// The peak memory of this process.
private enum PeakMemory {
  private struct Unknown: Error {}

  /// Returns the growth of the peak memory during `body`, in bytes.
  static func growth(_ body: () throws -> Void) throws -> Int {
    // Reset the peak of the kernel's counter.
    try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    let before = try field("VmRSS")
    try body()
    return try field("VmHWM") - before
  }

  private static func field(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in status.split(separator: "\n") where line.hasPrefix(name + ":") {
      let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
      if let number { return number * 1024 }
    }
    throw Unknown()
  }
}

private enum Long {
  enum Before: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Visit.self] }

    @Model final class Visit {
      var name = ""
      var number = 0
      init() {}
    }
  }

  enum Changed {
    @Model final class Visit {
      var name = ""
      var number = 0.0
      init() {}
    }
  }

  enum Noted: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Visit.self] }

    @Model final class Visit {
      var name = ""
      var number = 0
      var note = "none"
      init() {}
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Before.self, Noted.self] }
    // A stored property, as is common in apps for Apple's systems.
    static let stages: [MigrationStage] = [
      .custom(
        fromVersion: Before.self, toVersion: Noted.self, willMigrate: nil,
        didMigrate: { context in
          var count = 0
          try context.enumerate(FetchDescriptor<Noted.Visit>(), batchSize: 1_000) { visit in
            visit.note = "visit \(visit.number)"
            count += 1
            if count % 1_000 == 0 { try context.save() }
          }
        })
    ]
  }
}
