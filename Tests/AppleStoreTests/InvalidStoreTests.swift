// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Imports that must fail without an effect.
struct InvalidStoreTests {
  let fixture: AppleFixture

  init() throws { fixture = try AppleFixture() }

  private func open() throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, Book.self, Novel.self, Tag.self,
      configurations: ModelConfiguration(url: fixture.target))
  }

  /// Expects that an import throws, in both forms, and that nothing is stored.
  private func expectFailure(
    _ error: SwiftDataError, _ parts: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    let table = fixture.directory.appending(path: "new.store.tables")
    let direct = #expect(throws: SwiftDataError.self, sourceLocation: location) {
      try StoreFile(fixture.source).importAppleStore(to: table)
    }
    #expect(direct == error, "\(String(describing: direct))", sourceLocation: location)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: fixture.directory.path(percentEncoded: false)
      ).filter { $0.contains("tables") } == [], sourceLocation: location)
    let container = try open()
    let thrown = #expect(throws: SwiftDataError.self, sourceLocation: location) {
      try container.importAppleStore(at: fixture.source)
    }
    #expect(thrown == error, "\(String(describing: thrown))", sourceLocation: location)
    for part in parts {
      #expect(
        thrown?.localizedDescription.contains(part) == true,
        "\(thrown?.localizedDescription ?? "")", sourceLocation: location)
    }
    #expect(
      try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 0,
      sourceLocation: location)
    #expect(
      try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 0,
      sourceLocation: location)
  }

  @Test func `a missing file is named`() throws {
    try expectFailure(.loadIssueModelContainer, "There is no store at")
  }

  @Test func `a file that is no database is rejected`() throws {
    try Data("title,pages\nRidges,120\n".utf8).write(to: fixture.source)
    try expectFailure(.loadIssueModelContainer, "not a SQLite database")
  }

  @Test func `a database of another program is rejected`() throws {
    try fixture.sqlite("CREATE TABLE notes (text)")
    try expectFailure(
      .loadIssueModelContainer, "of another program", "Z_PRIMARYKEY", "nothing was imported")
  }

  @Test func `a store of this framework is rejected`() throws {
    let own = try ModelContainer(
      for: Schema([Tag.self]), configurations: ModelConfiguration(url: fixture.source))
    own.invalidate()
    try expectFailure(.loadIssueModelContainer, "is a store of this framework")
  }

  @Test func `a truncated store is rejected`() throws {
    try fixture.writeLibrary()
    let data = try Data(contentsOf: fixture.source)
    try data.prefix(data.count / 2).write(to: fixture.source)
    try expectFailure(.storeIsCorrupt, "damaged")
  }

  @Test func `a missing external file is an error, unless it is skipped`() throws {
    try fixture.writeLibrary()
    try FileManager.default.removeItem(at: fixture.directory.appending(path: ".default_SUPPORT"))
    try expectFailure(.storeIsCorrupt, "Novel 2", "_EXTERNAL_DATA", "which is missing")
    let container = try open()
    let report = try container.importAppleStore(at: fixture.source, skippingMissingFiles: true)
    #expect(report.missingFiles.count == 1)
    let books = try ModelContext(container).fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pageCount)]))
    #expect(books.map(\.cover) == [Data([7, 8, 9]), nil, nil])
  }

  @Test func `a value that the model can't have names the object and the property`() throws {
    try fixture.writeLibrary()
    try fixture.sqlite("UPDATE ZBOOK SET ZGENRE = 'poetry' WHERE Z_PK = 4")
    let container = try open()
    let error = #expect(throws: SwiftDataError.modelValidationFailure) {
      try container.importAppleStore(at: fixture.source)
    }
    #expect(error?.localizedDescription.contains("Novel 4") == true)
    #expect(error?.localizedDescription.contains("Novel.genre") == true)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 0)
  }

  @Test func `a required value without a default must be there`() throws {
    try fixture.writeLibrary()
    try fixture.sqlite("UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 1")
    let error = #expect(throws: SwiftDataError.modelValidationFailure) {
      try open().importAppleStore(at: fixture.source)
    }
    #expect(error?.localizedDescription.contains("it is required") == true)
  }

  @Test func `a store without the container's models is rejected`() throws {
    try fixture.writeLibrary()
    let container = try ModelContainer(
      for: Schema([Reader.self]), configurations: ModelConfiguration(url: fixture.target))
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try container.importAppleStore(at: fixture.source)
    }
    #expect(error?.localizedDescription.contains("Author, Book, Novel, Tag") == true)
  }

  @Test func `references to missing objects are nil and reported`() throws {
    try fixture.writeLibrary()
    try fixture.sqlite(
      "UPDATE ZBOOK SET ZAUTHOR = 9 WHERE Z_PK = 4; INSERT INTO Z_2TAGS VALUES (4, 7, 0)")
    let container = try open()
    let report = try container.importAppleStore(at: fixture.source)
    #expect(report.brokenReferences == ["Book 4.author", "Book 4.tags"])
    let books = try ModelContext(container).fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pageCount)]))
    #expect(books[2].author == nil && books[2].tags.isEmpty)
  }

  @Test func `a cycle of superentities and a damaged model are tolerated`() throws {
    try fixture.writeLibrary()
    try fixture.sqlite(
      """
      UPDATE Z_PRIMARYKEY SET Z_SUPER = 4 WHERE Z_ENT = 4;
      UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, length(Z_CONTENT) / 2);
      """)
    let container = try open()
    #expect(try container.importAppleStore(at: fixture.source).count == 7)
  }

  @Test func `a store of Apple's framework that is opened directly names the import`() throws {
    try fixture.writeLibrary()
    let before = try fixture.snapshot()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Schema([Tag.self]),
        configurations: ModelConfiguration(url: fixture.source, allowsSave: false))
    }
    #expect(error?.localizedDescription.contains("importAppleStore(at:)") == true)
    #expect(error?.localizedDescription.contains("cairn store import") == true)
    #expect(try fixture.snapshot() == before)
  }
}
