// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SwiftData
import Testing

/// Indexes of strings serve sorts in the default order, for the rules of the program's language.
@Suite struct SortIndexTests {
  private let fixture: SortFixture

  init() throws { fixture = try SortFixture() }

  @Test func `the default sort of an indexed string reads its index`() throws {
    try fixture.fill()
    let sorts: [[SortDescriptor<Town>]] = [
      [SortDescriptor(\.name)], [SortDescriptor(\.name, comparator: .localizedStandard)],
      [SortDescriptor(\.part)],
    ]
    for sort in sorts {
      let plan = try fixture.plan(sort)
      #expect(plan.contains { $0.contains("USING INDEX _cairn_localized_Town") }, "\(plan)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
    let context = ModelContext(try fixture.open())
    let sorted = try context.fetch(FetchDescriptor<Town>(sortBy: sorts[0])).map(\.name)
    #expect(sorted == fixture.names.sorted(using: .localizedStandard))
    let reversed = FetchDescriptor<Town>(sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try context.fetch(reversed).map(\.name) == sorted.reversed())
  }

  @Test func `the last string of an index is sorted within the others`() throws {
    try fixture.fill()
    let plan = try fixture.plan([SortDescriptor(\.name)], "\"t\".\"region\" = 3")
    #expect(plan.contains { $0.contains("_cairn_localized_Town_region_name_index") }, "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test func `other orders and other properties have no such index`() throws {
    try fixture.fill()
    let sorts: [[SortDescriptor<Town>]] = [
      [SortDescriptor(\.name, comparator: .localized)], [SortDescriptor(\.note)],
    ]
    for sort in sorts {
      #expect(try fixture.plan(sort).contains { $0.contains("TEMP B-TREE") })
    }
  }

  @Test func `a program with other rules writes into the index and another opening replaces it`()
    throws
  {
    try fixture.fill()
    let open = try fixture.open()
    let swedish = StringCollator(locale: Locale(identifier: "sv"), isNumeric: true).rules
    #expect(swedish != StringCollator.localizedStandard.rules)
    try fixture.replaceIndex(rules: swedish)
    #expect(try fixture.plan([SortDescriptor(\.name)]).contains { $0.contains("TEMP B-TREE") })
    let context = ModelContext(open)
    context.insert(Town("\u{C5}bo", region: 1))
    try context.save()
    #expect(try StoreFile(fixture.url).check().problems == [])
    let sorted = FetchDescriptor<Town>(sortBy: [SortDescriptor(\.name)])
    let expected = (fixture.names + ["\u{C5}bo"]).sorted(using: .localizedStandard)
    #expect(try context.fetch(sorted).map(\.name) == expected)
    let again = ModelContext(try fixture.open())
    #expect(!(try fixture.plan([SortDescriptor(\.name)]).contains { $0.contains("TEMP B-TREE") }))
    #expect(try again.fetch(sorted).map(\.name) == expected)
    #expect(try StoreFile(fixture.url).check().problems == [])
  }

  @Test func `the index of another version of the rules is replaced and never written`() throws {
    let open = try fixture.open()
    try fixture.replaceIndex(rules: "root 0.0.0.1")
    let context = ModelContext(open)
    context.insert(Town("Zug", region: 1))
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try StoreFile(fixture.url).check().problems == [])
    let again = ModelContext(try fixture.open())
    again.insert(Town("Bern", region: 1))
    try again.save()
    #expect(!(try fixture.plan([SortDescriptor(\.name)]).contains { $0.contains("TEMP B-TREE") }))
  }

  @Test func `most languages have the rules of the root`() {
    func rules(_ locale: String) -> String {
      StringCollator(locale: Locale(identifier: locale), isNumeric: true).rules
    }
    #expect(rules("en_001").hasPrefix("root "))
    #expect(rules("de_CH") == rules("en_001"))
    #expect(rules("de_CH@collation=phonebook") != rules("de_CH"))
  }
}

@Model
final class Town {
  #Index<Town>([\.name], [\.part], [\.region, \.name])
  var name: String
  var part: String?
  var note: String
  var region: Int

  init(_ name: String, region: Int) {
    self.name = name
    self.region = region
    note = name
    part = region % 3 == 0 ? nil : name
  }
}

/// A store of towns, and a separate connection to it.
private final class SortFixture {
  let names = (0..<60).map { "\(["Zug", "bern", "\u{C5}rhus", "Oslo", "oslo"][$0 % 5]) \($0)" }
  let directory = FileManager.default.temporaryDirectory.appending(
    path: "sorts-\(UUID().uuidString)")
  let layout: StoreLayout
  private var database: OpaquePointer?

  init() throws {
    layout = try StoreLayout(Schema([Town.self]))
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    _ = try open()
    let code = sqlite3_open(url.path, &database)
    try #require(code == SQLITE_OK)
    sqlite3_busy_timeout(database, 10_000)
    SQLFunction.register(in: database)
  }

  deinit {
    sqlite3_close(database)
    try? FileManager.default.removeItem(at: directory)
  }

  var url: URL { directory.appending(path: "test.store") }

  func open() throws -> ModelContainer {
    try ModelContainer(for: Town.self, configurations: ModelConfiguration(url: url))
  }

  func fill() throws {
    let context = ModelContext(try open())
    for (index, name) in names.enumerated() { context.insert(Town(name, region: index % 4)) }
    try context.save()
  }

  /// Returns the query plan of a sorted fetch.
  func plan(_ sort: [SortDescriptor<Town>], _ condition: String = "1") throws -> [String] {
    let entity = try #require(layout.entity(for: Town.self))
    let order = PredicateTranslator(layout: layout, storeIdentifier: "")
      .translate(sort, entity: entity, alias: "t").order.prepare().sql
    // An explained statement does not verify the connection's copy of the schema; another one does.
    try #require(sqlite3_exec(database, "SELECT count(*) FROM Town", nil, nil, nil) == SQLITE_OK)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "EXPLAIN QUERY PLAN SELECT * FROM Town AS \"t\" WHERE \(condition) ORDER BY \(order)"
    let code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
    var lines: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      lines.append(sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? "")
    }
    return lines
  }

  /// Gives the index of the names the sort keys of other rules.
  func replaceIndex(rules: String) throws {
    let sql = """
      DROP INDEX _cairn_localized_Town_name_index;
      CREATE INDEX _cairn_localized_Town_name_index
      ON "Town"(cairn_localized_standard_key("name", '\(rules)'))
      """
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
  }
}
