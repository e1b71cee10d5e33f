// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Full-text indexes in files: migrations, damage, other contexts.
@Suite struct FullTextStoreTests {
  let store: TestStore

  init() throws { store = try TestStore() }

  private func context<T: PersistentModel>(_ type: T.Type) throws -> ModelContext {
    ModelContext(try ModelContainer(for: type, configurations: ModelConfiguration(url: store.url)))
  }

  @Test func `migrations add, rename and remove an index`() throws {
    let plain = try context(Journals.Plain.Page.self)
    for text in ["alpha one", "beta two"] { plain.insert(Journals.Plain.Page(text)) }
    try plain.save()
    let indexed = try context(Journals.Indexed.Page.self)
    func found(_ query: FullTextQuery) throws -> [String] {
      try indexed.search(FullTextDescriptor<Journals.Indexed.Page>(query)).map(\.model.text)
    }
    #expect(try found("alpha") == ["alpha one"])
    indexed.insert(Journals.Indexed.Page("alpha three"))
    try indexed.save()
    #expect(try found("alpha") == ["alpha one", "alpha three"])
    let renamed = try context(Journals.Renamed.Page.self)
    func content(_ query: FullTextQuery) throws -> [String] {
      try renamed.search(FullTextDescriptor<Journals.Renamed.Page>(query)).map(\.model.content)
    }
    #expect(try content("alpha") == ["alpha one", "alpha three"])
    renamed.insert(Journals.Renamed.Page("alpha four"))
    try renamed.save()
    #expect(try content("four") == ["alpha four"])
    #expect(
      try store.count("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Page_text_words%'") == 0)
    let removed = try context(Removed.Page.self)
    #expect(try store.count("SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%fts5%'") == 0)
    #expect(try removed.fetchCount(FetchDescriptor<Removed.Page>()) == 4)
  }

  @Test func `a version of a plan gets another index without a new number`() throws {
    let plain = try context(Journals.Plain.Page.self)
    plain.insert(Journals.Plain.Page("alpha one"))
    try plain.save()
    for _ in 1...2 {
      let indexed = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: Reindexed.self), migrationPlan: ReindexedPlan.self,
          configurations: ModelConfiguration(url: store.url)))
      let found = try indexed.search(FullTextDescriptor<Reindexed.Page>("alpha"))
      #expect(found.map(\.model.text) == ["alpha one"])
    }
    // A store that differs in a property matches no version.
    let other = try TestStore()
    _ = try ModelContainer(
      for: Removed.Page.self, configurations: ModelConfiguration(url: other.url))
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try ModelContainer(
        for: Schema(versionedSchema: Reindexed.self), migrationPlan: ReindexedPlan.self,
        configurations: ModelConfiguration(url: other.url))
    }
  }

  @Test func `a damaged index is reported and built again`() throws {
    let context = try context(Note.self)
    for number in 0..<50 { context.insert(Note("title \(number)", "word \(number)")) }
    try context.save()
    _ = try store.sqlite("DELETE FROM Note_title_body_words_data WHERE id > 10")
    #expect(throws: SwiftDataError.storeIsCorrupt) {
      try ModelContext(context.container).search(FullTextDescriptor<Note>("word"))
    }
    try context.container.rebuildFullTextIndexes()
    #expect(try context.search(FullTextDescriptor<Note>("word")).count == 50)
  }

  @Test func `an index of another tokenizer is built again when the store is opened`() throws {
    do {
      let context = try context(Note.self)
      for number in 0..<50 { context.insert(Note("title \(number)", "word \(number)")) }
      try context.save()
    }
    let version = "SELECT value FROM _cairn_metadata WHERE key = 'tokenizer'"
    #expect(try store.sqlite(version) == FullTextTokenizer.version + "\n")
    try store.sqlite(
      "DELETE FROM Note_title_body_words_data WHERE id > 10; "
        + "UPDATE _cairn_metadata SET value = 'older' WHERE key = 'tokenizer'")
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(url: store.url, allowsSave: false))
    }
    let opened = try context(Note.self)
    #expect(try opened.search(FullTextDescriptor<Note>("word")).count == 50)
    #expect(try store.sqlite(version) == FullTextTokenizer.version + "\n")
  }

  @Test func `another context finds saved words`() throws {
    let one = try context(Note.self)
    let two = try context(Note.self)
    one.insert(Note("alpha"))
    try one.save()
    #expect(try two.search(FullTextDescriptor<Note>("alpha")).count == 1)
  }

  @Test func `the index is part of a schema's encoding`() throws {
    let index = Schema.FullText<Note>(.words([\.title, \.body]), .substrings([\.title]))
    let copy = try JSONDecoder().decode(
      Schema.FullText<Note>.self, from: try JSONEncoder().encode(index))
    #expect(copy == index)
    #expect(copy != Schema.FullText<Note>([\.title, \.body], [\.title]))
  }
}

extension FullTextStoreTests {
  enum Removed: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static let models: [any PersistentModel.Type] = [Page.self]

    @Model
    final class Page {
      var content: String
      var number: String?

      init(_ content: String) { self.content = content }
    }
  }

  /// The models of `Journals.Plain` with an index, under the same number.
  enum Reindexed: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Page.self]

    @Model
    final class Page {
      #FullText<Page>([\.text])
      var text: String
      var number = 0

      init(_ text: String) { self.text = text }
    }
  }

  enum ReindexedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Reindexed.self] }
    static var stages: [MigrationStage] { [] }
  }
}
