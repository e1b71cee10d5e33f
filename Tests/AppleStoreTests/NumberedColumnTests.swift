// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Stores whose entities of one table have properties of one name, in numbered columns.
///
/// The names and the order of the columns follow stores of Apple's framework in the versions 1145
/// to 1513.
struct NumberedColumnTests {
  let fixture: AppleFixture

  init() throws { fixture = try AppleFixture() }

  /// An account, a folder, a note and a tag, which share a table; no row is a tag.
  private func writeItems() throws {
    let shared: [AppleModelArchive.Property] = [.attribute("identifier", 700)]
    let model = AppleModelArchive(entities: [
      AppleModelArchive.Entity(name: "Item", properties: shared),
      AppleModelArchive.Entity(
        name: "Account", parent: "Item",
        properties: shared + [.attribute("title", 700), .toMany("folders", "Folder", "account")]),
      AppleModelArchive.Entity(
        name: "Folder", parent: "Item",
        properties: shared + [
          .attribute("createdAt", 900), .attribute("title", 700),
          .toOne("account", "Account", "folders"), .toMany("notes", "Note", "folder"),
        ]),
      AppleModelArchive.Entity(
        name: "Note", parent: "Item",
        properties: shared + [
          .attribute("createdAt", 900), .attribute("title", 700),
          .toOne("account", "Account", nil), .toOne("folder", "Folder", "notes"),
        ]),
      AppleModelArchive.Entity(
        name: "Tag", parent: "Item",
        properties: shared + [.attribute("title", 700), .toOne("account", "Account", nil)]),
    ])
    try fixture.writeMetadata(
      [("Item", 0), ("Account", 1), ("Folder", 1), ("Note", 1), ("Tag", 1)], model: model.data())
    try fixture.sqlite(
      """
      CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZACCOUNT INTEGER,
        ZACCOUNT1 INTEGER, ZFOLDER INTEGER, ZACCOUNT2 INTEGER, ZCREATEDAT TIMESTAMP,
        ZCREATEDAT1 TIMESTAMP, ZIDENTIFIER VARCHAR, ZTITLE VARCHAR, ZTITLE1 VARCHAR,
        ZTITLE2 VARCHAR, ZTITLE3 VARCHAR);
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZIDENTIFIER, ZTITLE) VALUES (1, 2, 1, 'a', 'Home');
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZIDENTIFIER, ZTITLE1, ZACCOUNT, ZCREATEDAT)
        VALUES (2, 3, 1, 'f', 'Walks', 1, 700000000.5);
      INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZIDENTIFIER, ZTITLE2, ZACCOUNT1, ZFOLDER)
        VALUES (3, 4, 1, 'n', 'Ridge', 1, 2);
      """)
  }

  @Test func `columns without values belong to the entity that the model determines`() throws {
    try writeItems()
    let report = try StoreFile(fixture.source).importAppleStore(to: fixture.target)
    #expect(report.count == 3)
    #expect(report.entities.flatMap(\.skippedProperties) == [])
    #expect(report.isComplete)
    #expect(
      try fixture.sqlite(
        """
        SELECT _pk, _type, identifier, Account_title, Folder_title, Folder_createdAt, Folder_account,
        Note_title, Note_createdAt, Note_account, Note_folder, Tag_title, Tag_account
        FROM Item ORDER BY _pk
        """, fixture.target) == """
          1|Account|a|Home|||||||||
          2|Folder|f||Walks|700000000.5|1||||||
          3|Note|n|||||Ridge||1|2||

          """)
  }

  @Test func `models get the values of their own columns`() throws {
    try writeItems()
    // A value of another entity in the row of a note, as a migration may leave it.
    try fixture.sqlite("UPDATE ZITEM SET ZTITLE = 'old', ZCREATEDAT = 1 WHERE Z_ENT = 4")
    let container = try ModelContainer(
      for: Schema([Item.self, Account.self, Folder.self, Note.self]),
      configurations: ModelConfiguration(url: fixture.target))
    let report = try container.importAppleStore(at: fixture.source)
    #expect(report.count == 3)
    let context = ModelContext(container)
    let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    #expect(note.title == "Ridge" && note.createdAt == nil)
    #expect(note.folder?.title == "Walks" && note.account?.title == "Home")
    #expect(note.folder?.createdAt == Date(timeIntervalSinceReferenceDate: 700_000_000.5))
    #expect(note.account?.folders.map(\.identifier) == ["f"])
    #expect(note.folder?.notes.map(\.identifier) == ["n"])
  }

  @Test func `a table that does not fit its model is read by its values`() throws {
    try writeItems()
    try fixture.sqlite("ALTER TABLE ZITEM DROP COLUMN ZTITLE3")
    let report = try StoreFile(fixture.source).importAppleStore(to: fixture.target)
    #expect(report.count == 3)
    #expect(
      try fixture.sqlite("SELECT Note_title FROM Item WHERE _type = 'Note'", fixture.target)
        == "Ridge\n")
  }
}

extension NumberedColumnTests {
  @Model class Item {
    var identifier: String?

    init() {}
  }

  @Model final class Account: Item {
    var title: String?
    @Relationship(inverse: \Folder.account) var folders: [Folder] = []
  }

  @Model final class Folder: Item {
    var title: String?
    var createdAt: Date?
    var account: Account?
    @Relationship(inverse: \Note.folder) var notes: [Note] = []
  }

  @Model final class Note: Item {
    var title: String?
    var createdAt: Date?
    var account: Account?
    var folder: Folder?
  }
}
