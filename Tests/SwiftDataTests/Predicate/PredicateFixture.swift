// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SwiftData
import Testing

/// A store on disk with random models, and a separate connection to it.
final class PredicateFixture {
  let container: ModelContainer
  let context: ModelContext
  let trips: [Trek]
  let authors: [Author]
  let labels: [Label]
  let layout: StoreLayout
  let storeIdentifier: String
  private let directory: URL
  private var database: OpaquePointer?

  init(seed: UInt64 = 1, trips count: Int = 200) throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "predicates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let url = directory.appending(path: "test.store")
    let schema = Schema([Trek.self, Author.self, Camp.self, Label.self])
    container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: url))
    context = ModelContext(container)
    layout = try StoreLayout(schema)
    var random = SeededRandom(seed: seed)
    authors = (0..<12).map { _ in
      Author(
        name: random.text(), age: random.optional { $0.pick([1, 20, 30]) },
        email: random.optional { $0.text() }, isActive: random.pick([true, false]))
    }
    labels = (0..<6).map { _ in Label(title: random.text(), id: random.uuid()) }
    trips = (0..<count).map { _ in Trek(random: &random) }
    for model in authors { context.insert(model) }
    for author in authors { author.boss = random.optional { [authors] in $0.pick(authors) } }
    for model in labels { context.insert(model) }
    for trip in trips {
      context.insert(trip)
      trip.author = random.optional { [authors] in $0.pick(authors) }
      trip.reviewer = random.optional { [authors] in $0.pick(authors) }
      for _ in 0..<random.below(3) {
        let stop = Camp(
          name: random.text(), order: random.below(4), nights: random.optional { $0.below(3) })
        context.insert(stop)
        stop.trip = trip
        stop.host = random.optional { [authors] in $0.pick(authors) }
      }
      trip.labels = labels.filter { _ in random.below(3) == 0 }
    }
    try context.save()
    storeIdentifier = try #require(trips.first?.persistentModelID.storeIdentifier)
    #expect(sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    SQLFunction.register(in: database)
  }

  deinit {
    sqlite3_close(database)
    try? FileManager.default.removeItem(at: directory)
  }

  func translate<Model: PersistentModel>(_ predicate: Predicate<Model>) throws
    -> TranslatedPredicate
  {
    try PredicateTranslator(layout: layout, storeIdentifier: storeIdentifier).translate(
      predicate, entity: try #require(layout.entity(for: Model.self)), alias: "t")
  }

  /// Returns the first column of the rows of a query.
  func run(_ fragment: SQLFragment) throws -> [Int64] {
    let (sql, bindings) = fragment.prepare()
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database))) in \(sql)")
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in bindings.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let value): sqlite3_bind_int64(statement, place, value)
      case .real(let value): sqlite3_bind_double(statement, place, value)
      case .text(let value):
        sqlite3_bind_text(statement, place, value, Int32(value.utf8.count), transient)
      case .blob(let value):
        _ = value.withUnsafeBytes {
          sqlite3_bind_blob(statement, place, $0.baseAddress, Int32($0.count), transient)
        }
      }
    }
    var result: [Int64] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return result }
      try #require(code == SQLITE_ROW, "\(String(cString: sqlite3_errmsg(database))) in \(sql)")
      try #require(sqlite3_column_type(statement, 0) != SQLITE_NULL)
      result.append(sqlite3_column_int64(statement, 0))
    }
  }

  /// Returns the query plan of SQLite.
  func plan(_ fragment: SQLFragment) throws -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    sqlite3_prepare_v2(
      database, "EXPLAIN QUERY PLAN " + fragment.prepare().sql, -1, &statement, nil)
    var lines: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      lines.append(sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? "")
    }
    return lines
  }

  /// Compares the rows that SQL selects with the models that `evaluate` accepts, and returns the
  /// number of matches.
  @discardableResult
  func check<Model: PersistentModel>(
    _ predicate: Predicate<Model>, on models: [Model], isExact: Bool?,
    _ name: @autoclosure () -> String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let translated = try translate(predicate)
    let entity = try #require(layout.entity(for: Model.self))
    let from: SQLFragment = "SELECT \"t\"._pk FROM \(identifier: entity.name) AS \"t\" WHERE "
    let selected = Set(try run(from + translated.condition))
    let accepted = Set(models.filter { predicate.accepts($0) }.map(\.persistentModelID.key))
    let sql = translated.condition.prepare().sql
    if let isExact {
      #expect(
        translated.isExact == isExact, "\(name()): \(sql)", sourceLocation: sourceLocation)
    }
    if translated.isExact {
      let wrong = selected.symmetricDifference(accepted).sorted().prefix(3)
      #expect(
        selected == accepted, "\(name()): \(sql) differs for \(wrong)",
        sourceLocation: sourceLocation)
      // The condition is never NULL: its negation selects the rest.
      let rest = try run(from + "NOT \(translated.condition)")
      #expect(
        rest.count + selected.count == models.count, "\(name()): \(sql)",
        sourceLocation: sourceLocation)
    } else {
      #expect(
        selected.isSuperset(of: accepted), "\(name()): \(sql)", sourceLocation: sourceLocation)
    }
    return accepted.count
  }
}
