// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct CheckTests {
  @Test func `a check describes a sound store`() throws {
    let store = try TestStore()
    try store.save(["a", "b"])
    let report = try store.file.check()
    #expect(report.isSound)
    #expect(report.hints == [])
    #expect(report.format == 3)
    #expect(report.schemaVersion == "1.0.0")
    #expect(report.identifier?.isEmpty == false)
    #expect(report.databaseBytes + report.logBytes > 4096)
    let trips = try #require(report.tables.first { $0.name == "Trip" })
    #expect(trips.rows == 2)
    #expect((trips.bytes ?? 4096) >= 4096)
    #expect(report.tables.map(\.name) == report.tables.map(\.name).sorted())
    #expect(report.transactions == 1)
    #expect(report.externalFiles == 2)
    #expect(report.externalBytes > 400_000)
    #expect(report.missingFiles == [] && report.unnamedFiles == [])
  }

  @Test func `a check reports damage and the readable rows`() throws {
    let store = try TestStore()
    try store.save((0..<30).map { "trip \($0)" }, pictures: 1)
    try store.damage(page: store.page(of: "Trip"))
    let bytes = try Data(contentsOf: store.url)
    let report = try store.file.check()
    #expect(!report.isSound)
    #expect(report.problems.first?.contains("The database is damaged") == true)
    #expect(report.problems.last?.contains("rows of Trip can be read.") == true)
    #expect(report.problems.last?.contains("Everything (30)") == true)
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  @Test func `a check finds missing and unreferenced external files`() throws {
    let store = try TestStore()
    try store.save(["a", "b"])
    let names = try store.files(of: store.url)
    let folder = store.directory.appending(path: ".test.store-external")
    try FileManager.default.moveItem(
      at: folder.appending(path: names[0]), to: folder.appending(path: "stray"))
    let report = try store.file.check()
    #expect(report.missingFiles == [names[0]])
    #expect(report.unnamedFiles == ["stray"])
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.contains(names[0]) == true)
    #expect(report.hints.count == 1)
  }

  @Test func `a check finds references to missing rows`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.open())
      context.insert(Stop("lost", trip: Trip("trip")))
      try context.save()
    }
    try store.sqlite("DELETE FROM Trip")
    let problems = try store.file.check().problems
    #expect(problems == ["1 references of Stop point to missing rows of Trip."])
  }

  @Test func `maintenance of a file that is not a store is rejected`() throws {
    let store = try TestStore()
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try store.file.check() }
    try Data(repeating: 65, count: 5_000).write(to: store.url)
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try store.file.check() }
    try FileManager.default.removeItem(at: store.url)
    try store.sqlite("CREATE TABLE other (a)")
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try store.file.check() }
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try store.file.vacuum() }
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try store.file.backUp(to: store.backup)
    }
    #expect(!FileManager.default.fileExists(atPath: store.backup.path(percentEncoded: false)))
    try store.sqlite("PRAGMA application_id = 1129468740; PRAGMA user_version = 99")
    #expect(throws: SwiftDataError.backwardMigration) { try store.file.check() }
  }

  @Test func `a store written by Apple's framework is rejected and not changed`() throws {
    let store = try TestStore()
    try store.sqlite(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_MAX INTEGER);
      CREATE TABLE ZTRIP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      INSERT INTO ZTRIP VALUES (1, 1, 1, 'Alps');
      """)
    let error = #expect(throws: SwiftDataError.self) { try store.open() }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.localizedDescription.contains("cairn store import") == true)
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try store.file.check() }
    #expect(try store.sqlite("SELECT * FROM ZTRIP") == "1|1|1|Alps\n")
    #expect(try store.count("SELECT count(*) FROM sqlite_schema") == 3)
  }
}
