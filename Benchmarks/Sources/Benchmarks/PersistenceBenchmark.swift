// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Fetching and saving 100,000 models beside raw SQLite.
struct PersistenceBenchmark {
  let directory: URL
  let count = 100_000

  func run() throws -> [Figure] {
    let rows = (0..<count).map(SampleRow.init)
    let rawPath = directory.appending(path: "raw.sqlite").path(percentEncoded: false)
    let raw = try RawSQLite(path: rawPath)
    try raw.createTable()
    try raw.insert(rows)
    let container = try ModelContainer(
      for: Sample.self,
      configurations: ModelConfiguration(url: directory.appending(path: "cairn.store")))
    let filler = ModelContext(container)
    for row in rows { filler.insert(Sample(row)) }
    try filler.save()

    var rounds = Rounds()
    rounds.add("raw fetch") {
      var fetched: [SampleRow] = []
      let time = try ContinuousClock().measure { fetched = try raw.fetch() }
      return fetched.count == count ? time : .seconds(999)
    }
    rounds.add("fetch") {
      let context = ModelContext(container)
      var fetched: [Sample] = []
      let time = try ContinuousClock().measure {
        fetched = try context.fetch(FetchDescriptor<Sample>())
      }
      return fetched.count == count ? time : .seconds(999)
    }
    rounds.add("refetch") {
      let context = ModelContext(container)
      let held = try context.fetch(FetchDescriptor<Sample>())
      var fetched: [Sample] = []
      let time = try ContinuousClock().measure {
        fetched = try context.fetch(FetchDescriptor<Sample>())
      }
      return fetched.count == held.count ? time : .seconds(999)
    }
    rounds.add("raw insert") {
      try withFile("raw") { path in
        let raw = try RawSQLite(path: path)
        try raw.createTable()
        return try ContinuousClock().measure { try raw.insert(rows) }
      }
    }
    rounds.add("insert") {
      try withFile("cairn") { path in
        let container = try ModelContainer(
          for: Sample.self, configurations: ModelConfiguration(url: URL(filePath: path)))
        return try ContinuousClock().measure {
          let context = ModelContext(container)
          for row in rows { context.insert(Sample(row)) }
          try context.save()
        }
      }
    }
    let medians = try rounds.medians()
    return [
      figure("raw SQLite: fetch 100k", "raw fetch", "raw fetch", medians),
      figure("fetch 100k live models", "fetch", "raw fetch", medians),
      figure("fetch 100k again", "refetch", "raw fetch", medians),
      figure("raw SQLite: insert 100k", "raw insert", "raw insert", medians),
      figure("create + insert + save 100k", "insert", "raw insert", medians),
    ]
  }

  private func figure(
    _ name: String, _ key: String, _ baseline: String, _ medians: [String: Double]
  ) -> Figure {
    let value = medians[key] ?? .nan
    return Figure(
      name: name, value: value, unit: "ms", ratio: value / (medians[baseline] ?? .nan),
      baseline: baseline)
  }

  private func withFile(_ name: String, _ body: (String) throws -> Duration) throws -> Duration {
    let folder = directory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.appending(path: name).path(percentEncoded: false))
  }
}
