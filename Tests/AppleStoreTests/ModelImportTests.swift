// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Imports of stores of Apple's framework into the models of a container.
struct ModelImportTests {
  let fixture: AppleFixture

  init() throws { fixture = try AppleFixture() }

  private func open() throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, Book.self, Novel.self, Tag.self,
      configurations: ModelConfiguration(url: fixture.target))
  }

  private func books(_ container: ModelContainer) throws -> [Book] {
    try ModelContext(container).fetch(
      FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pageCount)]))
  }

  @Test func `attributes are converted to the types of the models`() throws {
    try fixture.writeLibrary()
    let container = try open()
    let report = try container.importAppleStore(at: fixture.source)
    #expect(report.count == 7)
    let book = try #require(try books(container).first)
    #expect(book.title == "Ridges" && book.pageCount == 120 && book.isRead)
    #expect(book.rating == 4.5)
    #expect(book.price == Decimal(string: "10.11"))
    #expect(book.code == AppleFixture.code)
    #expect(book.publishedAt == Date(timeIntervalSinceReferenceDate: 737_057_646.5))
    #expect(book.link == URL(string: "https://example.org/ridges"))
    #expect(book.keywords == ["hills", "fog"])
    #expect(book.place == Place(latitude: 47.5, longitude: 13.25))
    #expect(book.edition == 1)
    let authors = try ModelContext(container).fetch(
      FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map(\.name) == ["Ann", "Ben"])
    #expect(authors.map(\.birth) == [Date(timeIntervalSinceReferenceDate: -631_152_000), nil])
  }

  @Test func `rows of a subentity become models of the subclass`() throws {
    try fixture.writeLibrary()
    let container = try open()
    try container.importAppleStore(at: fixture.source)
    let books = try books(container)
    #expect(books.map { $0 is Novel } == [false, true, true])
    #expect(books.compactMap { ($0 as? Novel)?.genre } == [.crime, .crime])
    #expect(books[1].price == 9 && books[1].keywords == [])
  }

  @Test func `relationships keep their targets and their order`() throws {
    try fixture.writeLibrary()
    let container = try open()
    try container.importAppleStore(at: fixture.source)
    let context = ModelContext(container)
    let authors = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map { $0.books.map(\.title) } == [["Fog", "Ridges"], ["More fog"]])
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pageCount)]))
    #expect(books.map { $0.tags.map(\.name) } == [["lake", "alps"], ["lake"], []])
    #expect(books[0].tags.first?.books.map(\.title) == ["Ridges", "Fog"])
    #expect((books[1] as? Novel)?.sequels.map(\.title) == ["More fog"])
  }

  @Test func `external data is read inline and from files`() throws {
    try fixture.writeLibrary()
    let container = try open()
    try container.importAppleStore(at: fixture.source)
    #expect(try books(container).map(\.cover) == [Data([7, 8, 9]), AppleFixture.cover, nil])
  }

  @Test func `values without a counterpart are reported`() throws {
    try fixture.writeLibrary()
    let report = try open().importAppleStore(at: fixture.source)
    #expect(report.frameworkVersion == 1345)
    #expect(report.entities.map(\.name) == ["Author", "Book", "Novel", "Tag"])
    #expect(report.entities.map(\.count) == [2, 1, 2, 2])
    #expect(report.entities.map(\.skippedProperties) == [[], ["shelf"], [], []])
    #expect(!report.isComplete)
  }

  @Test func `a model of some entities gets their objects, and others are counted`() throws {
    try fixture.writeLibrary()
    let container = try ModelContainer(
      for: Schema([Reader.self]), configurations: ModelConfiguration(url: fixture.target))
    try fixture.sqlite("UPDATE Z_PRIMARYKEY SET Z_NAME = 'READER' WHERE Z_NAME = 'Tag'")
    try fixture.sqlite("ALTER TABLE ZTAG RENAME TO ZREADER; DELETE FROM Z_MODELCACHE")
    let report = try container.importAppleStore(at: fixture.source)
    #expect(report.count == 2)
    let readers = try ModelContext(container).fetch(FetchDescriptor<Reader>())
    #expect(readers.map(\.name) == ["alps", "lake"])
    #expect(report.entities.map(\.destination) == [nil, nil, nil, "Reader"])
  }

  @Test func `a store without a model is matched by its columns`() throws {
    try fixture.writeLibrary(hasModel: false)
    let container = try open()
    let report = try container.importAppleStore(at: fixture.source)
    let books = try books(container)
    #expect(books.map(\.title) == ["Ridges", "Fog", "More fog"])
    #expect(books.map { $0.author?.name } == ["Ann", "Ann", "Ben"])
    #expect(books[0].tags.map(\.name) == ["lake", "alps"])
    // A composite attribute can't be recognized.
    #expect(books[0].place == nil)
    let skipped = report.entities.first { $0.name == "Book" }?.skippedProperties
    #expect(skipped == ["ZLATITUDE", "ZLONGITUDE", "ZSHELF"])
  }

  @Test(arguments: [true, false])
  func `the log is read, and the store and its folder are not changed`(isCompressed: Bool) throws {
    try fixture.writeLibrary(isCompressed: isCompressed)
    // The copy has a log, as after a crash or a copy from a running device.
    let copy = fixture.directory.appending(path: "copy.store")
    try FileManager.default.copyItem(at: fixture.source, to: copy)
    let name = copy.path(percentEncoded: false)
    let main = fixture.source.path(percentEncoded: false)
    try fixture.sqlite(
      """
      PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
      INSERT INTO ZTAG VALUES (3, 4, 1, 'logged');
      .shell cp '\(name)' '\(main)' && cp '\(name)-wal' '\(main)-wal'
      """, copy)
    let before = try fixture.snapshot()
    #expect(before["default.store-wal"]?.isEmpty == false)
    let container = try open()
    try container.importAppleStore(at: fixture.source)
    #expect(try fixture.snapshot() == before)
    let tags = try ModelContext(container).fetch(
      FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.name)]))
    #expect(tags.map(\.name) == ["alps", "lake", "logged"])
  }

  @Test func `an import is one transaction of the history`() throws {
    try fixture.writeLibrary()
    let container = try open()
    try container.importAppleStore(at: fixture.source)
    let history = try ModelContext(container).fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.count == 1)
    #expect(history.first?.changes.count == 7)
  }

  @Test func `properties with one name in sibling entities have their own columns`() throws {
    try fixture.writeMetadata([("Vehicle", 0), ("Boat", 1), ("Cart", 1)], model: nil)
    try fixture.sqlite(
      """
      CREATE TABLE ZVEHICLE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZNUMBER INTEGER, ZLOAD INTEGER, ZLOAD1 VARCHAR);
      INSERT INTO ZVEHICLE VALUES (1, 2, 1, 10, 4, NULL), (2, 3, 1, 11, NULL, 'hay');
      """)
    let container = try ModelContainer(
      for: Schema([Vehicle.self, Boat.self, Cart.self]),
      configurations: ModelConfiguration(url: fixture.target))
    try container.importAppleStore(at: fixture.source)
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Boat>()).map(\.load) == [4])
    #expect(try context.fetch(FetchDescriptor<Cart>()).map(\.load) == ["hay"])
  }

  @Test func `objects with equal unique values update stored ones`() throws {
    try fixture.writeLibrary()
    let container = try open()
    let context = ModelContext(container)
    context.insert(Tag(name: "lake"))
    try context.save()
    try container.importAppleStore(at: fixture.source)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tag>()) == 2)
    #expect(try books(container)[1].tags.map(\.name) == ["lake"])
  }
}

@Model final class Reader {
  var name = ""

  init() {}
}

@Model class Vehicle {
  var number: Int

  init(number: Int) { self.number = number }
}

@Model final class Boat: Vehicle {
  var load: Int?
}

@Model final class Cart: Vehicle {
  var load: String?
}
