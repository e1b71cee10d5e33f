// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Names that move from one property or model to another.
@Suite struct SwappedNameTests {
  /// Returns a store with one page, A and B.
  private func page() throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(Round.First.Page.self)
    context.insert(Round.First.Page("A", "B"))
    try context.save()
    return store
  }

  private func shifted(_ store: TestStore) throws -> [String] {
    try store.context(Round.Shifted.Page.self).fetch(FetchDescriptor<Round.Shifted.Page>())
      .flatMap { [$0.b, $0.c] }
  }

  @Test func `values follow a chain of renamed properties`() throws {
    let store = try page()
    #expect(try shifted(store) == ["A", "B"])
    #expect(try shifted(store) == ["A", "B"])
    let grown = try store.context(Round.Grown.Page.self).fetch(FetchDescriptor<Round.Grown.Page>())
    #expect(grown.map { [$0.b, $0.c, $0.d] } == [["A", "B", "new"]])
    #expect(try store.leftOvers() == [])
  }

  @Test(arguments: [false, true]) func `two swapped properties are swapped only once`(
    _ hasPlan: Bool
  ) throws {
    let store = try page()
    for _ in 0..<3 {
      let context =
        try hasPlan ? store.context(Round.Plan.self) : store.context(Round.Swapped.Page.self)
      let found = try context.fetch(FetchDescriptor<Round.Swapped.Page>())
      #expect(found.map { [$0.a, $0.b] } == [["B", "A"]])
    }
  }

  @Test func `the history of swapped properties is swapped too`() throws {
    let store = try page()
    do {
      let context = try store.context(Round.First.Page.self)
      let page = try #require(try context.fetch(FetchDescriptor<Round.First.Page>()).first)
      page.a = "C"
      try context.save()
      context.delete(page)
      try context.save()
    }
    let context = try store.context(Round.Swapped.Page.self)
    var updated: [[String]] = []
    var kept: [[String?]] = []
    for transaction in try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) {
      for change in transaction.changes {
        if case .update(let update as DefaultHistoryUpdate<Round.Swapped.Page>) = change {
          updated.append(
            update.updatedAttributes.map { $0 == \Round.Swapped.Page.b ? "b" : "another" })
        }
        if case .delete(let delete as DefaultHistoryDelete<Round.Swapped.Page>) = change {
          kept.append([
            delete.tombstone[\Round.Swapped.Page.a] as? String,
            delete.tombstone[\Round.Swapped.Page.b] as? String,
          ])
        }
      }
    }
    #expect(updated == [["b"]])
    #expect(kept == [["B", "C"]])
  }

  @Test func `a new property may have the original name of another`() throws {
    let store = try page()
    let reused = try store.context(Round.Reused.Page.self).fetch(
      FetchDescriptor<Round.Reused.Page>())
    #expect(reused.map { [$0.c, $0.a, $0.b] } == [["A", "new", "B"]])
    let settled = try store.context(Round.Settled.Page.self).fetch(
      FetchDescriptor<Round.Settled.Page>())
    #expect(settled.map { [$0.c, $0.a, $0.b] } == [["A", "new", "B"]])
  }

  @Test func `properties in a store of the previous format are renamed only once`() throws {
    let store = try page()
    try store.sqlite("PRAGMA user_version = 2")
    #expect(try shifted(store) == ["A", "B"])
    // The previous format stored no original names.
    try store.sqlite(
      "PRAGMA user_version = 2; UPDATE _cairn_metadata SET value = "
        + "replace(replace(value, char(9) || char(9) || 'a', ''), char(9) || char(9) || 'b', '') "
        + "WHERE key = 'schema'")
    #expect(
      try store.count(
        "SELECT value LIKE '%required' || char(10) FROM _cairn_metadata "
          + "WHERE key = 'schema'") == 1)
    let grown = try store.context(Round.Grown.Page.self).fetch(FetchDescriptor<Round.Grown.Page>())
    #expect(grown.map { [$0.b, $0.c, $0.d] } == [["A", "B", "new"]])
  }

  @Test func `a plan recognizes a store of the previous format`() throws {
    let store = try page()
    _ = try store.context(Round.Plan.self)
    try store.sqlite(
      "PRAGMA user_version = 2; UPDATE _cairn_metadata SET value = "
        + "replace(replace(value, char(9) || char(9) || 'a', ''), char(9) || char(9) || 'b', '') "
        + "WHERE key = 'schema'")
    let found = try store.context(Round.Plan.self).fetch(FetchDescriptor<Round.Swapped.Page>())
    #expect(found.map { [$0.a, $0.b] } == [["B", "A"]])
    #expect(try store.sqlite("PRAGMA user_version") == "3\n")
  }

  // MARK: Models

  private func pets() throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(Pets.First.Keeper.self)
    context.insert(Pets.First.Keeper(Pets.First.Cat("cat"), Pets.First.Dog("dog")))
    try context.save()
    return store
  }

  @Test func `swapped models keep their rows and relationships`() throws {
    let store = try pets()
    for _ in 0..<2 {
      let context = try store.context(Pets.Swapped.Keeper.self)
      #expect(try context.fetch(FetchDescriptor<Pets.Swapped.Cat>()).map(\.name) == ["dog"])
      #expect(try context.fetch(FetchDescriptor<Pets.Swapped.Dog>()).map(\.name) == ["cat"])
      let keeper = try #require(try context.fetch(FetchDescriptor<Pets.Swapped.Keeper>()).first)
      #expect(keeper.cat?.name == "dog" && keeper.dog?.name == "cat")
      #expect(keeper.cats.map(\.name) == ["dog"] && keeper.dogs.map(\.name) == ["cat"])
    }
    #expect(try store.file.check().isSound)
  }

  @Test func `a new model may have the original name of another`() throws {
    let store = try TestStore()
    let identifier = try { () -> PersistentIdentifier in
      let context = try store.context(Pets.OnlyCats.Cat.self)
      let cat = Pets.OnlyCats.Cat("cat")
      context.insert(cat)
      try context.save()
      return cat.persistentModelID
    }()
    let context = try store.context(Pets.Reused.Cat.self, Pets.Reused.Dog.self)
    #expect(try context.fetchCount(FetchDescriptor<Pets.Reused.Cat>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Pets.Reused.Dog>()).map(\.name) == ["cat"])
    let cat = Pets.Reused.Cat()
    context.insert(cat)
    try context.save()
    #expect(cat.persistentModelID != identifier)
  }

  @Test func `renaming a model to the name of an unlisted one with rows is rejected`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Pets.First.Cat.self, Pets.First.Dog.self)
      context.insert(Pets.First.Cat("cat"))
      context.insert(Pets.First.Dog("dog"))
      try context.save()
    }
    let before = try store.dump()
    let text = store.refusal(Pets.OnlyDogs.Dog.self)?.errorDescription ?? ""
    #expect(text.contains("1 row of Dog"), "\(text)")
    #expect(try store.dump() == before)
    let context = ModelContext(
      try ModelContainer(
        for: Schema([Pets.OnlyDogs.Dog.self], version: Schema.Version(1, 1, 0)),
        configurations: ModelConfiguration(url: store.url)))
    #expect(try context.fetch(FetchDescriptor<Pets.OnlyDogs.Dog>()).map(\.name) == ["cat"])
  }
}
