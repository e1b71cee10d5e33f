// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData

/// Fetching, saving and updating 100,000 models beside raw SQLite and beside GRDB's records.
struct PersistenceBenchmark {
  let directory: URL
  let count = 100_000
  let updates = 10_000

  func run() throws -> [Figure] {
    let rows = (0..<count).map(SampleRow.init)
    var rounds = Rounds()
    try addFetches(rows, to: &rounds)
    addInserts(rows, to: &rounds)
    try addUpdates(rows, to: &rounds)
    rounds.derive(
      "faster than GRDB Codable by", "x", goal: 3, from: "GRDB Codable: fetch 100k",
      and: "fetch 100k live models"
    ) { $0 / $1 }
    return try rounds.figures()
  }

  // MARK: Fetching

  private func addFetches(_ rows: [SampleRow], to rounds: inout Rounds) throws {
    let path = directory.appending(path: "raw.sqlite").path(percentEncoded: false)
    let raw = try RawSQLite(path: path)
    try raw.createTable()
    try raw.insert(rows)
    let queue = try DatabaseQueue(path: path)
    let container = try filled("fetch", rows)
    let count = count

    rounds.add("raw SQLite: fetch 100k") {
      try timing(expecting: count) { try raw.fetch() }
    }
    rounds.add("fetch 100k live models", besides: "raw SQLite: fetch 100k") {
      let context = ModelContext(container)
      return try timing(expecting: count) { try context.fetch(FetchDescriptor<Sample>()) }
    }
    rounds.add("fetch 100k again", besides: "raw SQLite: fetch 100k") {
      let context = ModelContext(container)
      let held = try context.fetch(FetchDescriptor<Sample>())
      return try withExtendedLifetime(held) {
        try timing(expecting: count) { try context.fetch(FetchDescriptor<Sample>()) }
      }
    }
    rounds.add("GRDB Codable: fetch 100k", besides: "raw SQLite: fetch 100k") {
      try timing(expecting: count) { try queue.read { try CodableSample.fetchAll($0) } }
    }
    rounds.add("GRDB records: fetch 100k", besides: "raw SQLite: fetch 100k") {
      try timing(expecting: count) { try queue.read { try RecordSample.fetchAll($0) } }
    }
  }

  /// The time of a fetch; its models are released afterwards.
  private func timing<Element>(expecting count: Int, _ fetch: () throws -> [Element]) throws
    -> Duration
  {
    var fetched: [Element] = []
    let time = try ContinuousClock().measure { fetched = try fetch() }
    try WrongResult.unless(fetched.count == count, "\(fetched.count) rows instead of \(count)")
    return time
  }

  // MARK: Inserting

  private func addInserts(_ rows: [SampleRow], to rounds: inout Rounds) {
    rounds.add("raw SQLite: insert 100k") {
      try withFolder(in: directory) { folder in
        let raw = try RawSQLite(path: folder.appending(path: "raw").path(percentEncoded: false))
        try raw.createTable()
        return try ContinuousClock().measure { try raw.insert(rows) }
      }
    }
    rounds.add("create + insert + save 100k", besides: "raw SQLite: insert 100k") {
      try withFolder(in: directory) { folder in
        let container = try Self.container(folder.appending(path: "cairn"))
        return try ContinuousClock().measure {
          let context = ModelContext(container)
          for row in rows { context.insert(Sample(row)) }
          try context.save()
        }
      }
    }
    rounds.add("GRDB records: insert 100k", besides: "raw SQLite: insert 100k") {
      try withFolder(in: directory) { folder in
        let path = folder.appending(path: "grdb").path(percentEncoded: false)
        try RawSQLite(path: path).createTable()
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
        return try ContinuousClock().measure {
          try queue.write { database in
            for (index, row) in rows.enumerated() {
              try RecordSample(id: Int64(index + 1), row: row).insert(database)
            }
          }
        }
      }
    }
  }

  // MARK: Updating

  private func addUpdates(_ rows: [SampleRow], to rounds: inout Rounds) throws {
    let some = Array(rows.prefix(updates))
    let raw = try RawSQLite(
      path: directory.appending(path: "raw-update.sqlite").path(percentEncoded: false))
    try raw.createTable()
    try raw.insert(some)
    let container = try filled("update", some)
    let context = ModelContext(container)
    let held = try context.fetch(FetchDescriptor<Sample>())
    var step = 0.0

    rounds.add("raw SQLite: update 10k") {
      step += 1
      return try ContinuousClock().measure { try raw.updateSpeed(to: step, rows: updates) }
    }
    rounds.add("change 1 property of 10k + save", besides: "raw SQLite: update 10k") {
      step += 1
      return try ContinuousClock().measure {
        for sample in held { sample.speed = step }
        try context.save()
      }
    }
    let path = directory.appending(path: "grdb-update.sqlite").path(percentEncoded: false)
    let copy = try RawSQLite(path: path)
    try copy.createTable()
    try copy.insert(some)
    let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
    var records = try queue.read { try RecordSample.fetchAll($0) }
    rounds.add("GRDB records: update 10k", besides: "raw SQLite: update 10k") {
      step += 1
      return try ContinuousClock().measure {
        try queue.write { database in
          for index in records.indices {
            records[index].row.speed = step
            try records[index].update(database, columns: ["d"])
          }
        }
      }
    }
  }

  // MARK: Stores

  /// The journal and the care for the disk that the others have.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    }
    return configuration
  }

  private static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Sample.self, configurations: ModelConfiguration(url: url))
  }

  private func filled(_ name: String, _ rows: [SampleRow]) throws -> ModelContainer {
    let container = try Self.container(directory.appending(path: name))
    let context = ModelContext(container)
    for row in rows { context.insert(Sample(row)) }
    try context.save()
    return container
  }
}

/// The sample row as GRDB reads it by `Codable`.
private struct CodableSample: Codable, FetchableRecord, TableRecord {
  static let databaseTableName = "p"

  var id: Int64
  var uuid: UUID
  var a: Double
  var b: Double
  var c: Double
  var d: Double
  var e: Double
  var f: Int?
  var g: Int?
  var name: String
  var ts: Double
}

/// The sample row as GRDB reads and writes it column by column.
private struct RecordSample: FetchableRecord, PersistableRecord {
  static let databaseTableName = "p"

  var id: Int64
  var row: SampleRow

  init(id: Int64, row: SampleRow) {
    self.id = id
    self.row = row
  }

  init(row: Row) {
    id = row[0]
    self.row = SampleRow(
      uuid: row[1], latitude: row[2], longitude: row[3], altitude: row[4], speed: row[5],
      accuracy: row[6], heartRate: row[7], cadence: row[8], name: row[9],
      timestamp: Date(timeIntervalSinceReferenceDate: row[10]))
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["uuid"] = row.uuid
    container["a"] = row.latitude
    container["b"] = row.longitude
    container["c"] = row.altitude
    container["d"] = row.speed
    container["e"] = row.accuracy
    container["f"] = row.heartRate
    container["g"] = row.cadence
    container["name"] = row.name
    container["ts"] = row.timestamp.timeIntervalSinceReferenceDate
  }
}
