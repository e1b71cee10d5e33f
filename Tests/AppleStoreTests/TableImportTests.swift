// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Imports of stores of Apple's framework without models.
struct TableImportTests {
  let fixture: AppleFixture

  init() throws { fixture = try AppleFixture() }

  @discardableResult
  private func convert() throws -> AppleStoreReport {
    try StoreFile(fixture.source).importAppleStore(to: fixture.target)
  }

  private func query(_ sql: String) throws -> String { try fixture.sqlite(sql, fixture.target) }

  @Test func `tables have the names of the model and readable values`() throws {
    try fixture.writeLibrary()
    let before = try fixture.snapshot()
    let report = try convert()
    #expect(report.isComplete && report.count == 7)
    #expect(try fixture.snapshot() == before)
    #expect(
      try query(
        """
        SELECT _pk, _type, title, pageCount, isRead, rating, price, link, keywords, place, author,
        length(cover), Novel_genre FROM Book ORDER BY _pk
        """) == """
          1|Book|Ridges|120|1|4.5|10.11|https://example.org/ridges|["hills","fog"]|\
          {"latitude":47.5,"longitude":13.25}|1|3|
          2|Novel|Fog|300|0||9||||1|200000|crime
          4|Novel|More fog|310|0||||||2||crime

          """)
    #expect(
      try query("SELECT tags_owner, books_owner FROM Book_tags ORDER BY _tags_owner_order")
        == "2|2\n1|2\n1|1\n")
    #expect(try query("SELECT owner, target FROM Novel_sequels") == "2|4\n")
    #expect(try query("PRAGMA foreign_key_check") == "")
    #expect(
      try query("SELECT \"table\" FROM pragma_foreign_key_list('Book')") == "Author\n")
  }

  @Test func `the new store is sound and opens with models`() throws {
    try fixture.writeLibrary()
    // A value without a property in the models would be lost, which the opening rejects.
    try fixture.sqlite("UPDATE ZBOOK SET ZSHELF = NULL")
    try convert()
    let check = try StoreFile(fixture.target).check()
    #expect(check.problems == [])
    let container = try ModelContainer(
      for: Author.self, Book.self, Novel.self, Tag.self,
      configurations: ModelConfiguration(url: fixture.target))
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.pageCount)]))
    #expect(books.map(\.title) == ["Ridges", "Fog", "More fog"])
    #expect(books[0].tags.map(\.name) == ["lake", "alps"])
    #expect(books[0].place == Place(latitude: 47.5, longitude: 13.25))
    #expect(books[0].keywords == ["hills", "fog"])
    #expect(books[0].author?.books.map(\.title) == ["Fog", "Ridges"])
    #expect((books[1] as? Novel)?.sequels.map(\.title) == ["More fog"])
    books[0].author?.books.append(Book(title: "Snow", pageCount: 90))
    context.insert(Author(name: "New"))
    try context.save()
    let again = try ModelContext(container).fetch(
      FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Ann" }))
    #expect(again.first?.books.map(\.title) == ["Fog", "Ridges", "Snow"])
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 3)
  }

  @Test func `a store without a model becomes tables with names in lower case`() throws {
    try fixture.writeLibrary(hasModel: false)
    let report = try convert()
    #expect(report.count == 7)
    #expect(try query("SELECT name, bornat FROM Author ORDER BY _pk") == "Ann|-631152000.0\nBen|\n")
    #expect(
      try query("SELECT pagecount, keywords FROM Book WHERE _pk = 1") == "120|[\"hills\",\"fog\"]\n"
    )
  }

  @Test func `an existing file is not replaced`() throws {
    try fixture.writeLibrary()
    try Data("mine".utf8).write(to: fixture.target)
    let error = #expect(throws: SwiftDataError.storeFailure) { try convert() }
    #expect(error?.localizedDescription.contains("already exists") == true)
    #expect(try Data(contentsOf: fixture.target) == Data("mine".utf8))
  }

  @Test func `references to missing rows become NULL`() throws {
    try fixture.writeLibrary()
    try fixture.sqlite(
      "UPDATE ZBOOK SET ZAUTHOR = 9 WHERE Z_PK = 4; INSERT INTO Z_2TAGS VALUES (4, 7, 0)")
    #expect(try convert().brokenReferences == ["Book 4.author", "Book 4.tags"])
    #expect(try query("PRAGMA foreign_key_check") == "")
  }

  @Test func `names that SQLite or the framework reserve are replaced`() throws {
    try fixture.writeMetadata([("_Person", 0), ("Order", 0)], model: nil)
    try fixture.sqlite(
      """
      CREATE TABLE Z_PERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z_TYPE VARCHAR);
      CREATE TABLE ZORDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZGROUP VARCHAR);
      INSERT INTO Z_PERSON VALUES (1, 1, 1, 'a'); INSERT INTO ZORDER VALUES (1, 2, 1, 'b');
      """)
    try convert()
    #expect(try query("SELECT type FROM Person") == "a\n")
    #expect(try query("SELECT \"group\" FROM \"Order\"") == "b\n")
  }
}
