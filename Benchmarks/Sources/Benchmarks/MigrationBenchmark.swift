// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A million rows migrated by lightweight changes, beside copying them in plain SQL.
struct MigrationBenchmark {
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
    return try rounds.figures()
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

private enum Before {
  @Model final class Visit {
    var name = ""
    var number: Int32 = 0
    var date: Date?
    var place = 0.0
    init() {}
  }
}

private enum Added {
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
