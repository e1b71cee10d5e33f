// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Unlisted models, which keep their rows.
@Suite struct UnlistedModelTests {
  /// Returns a context on the store, opened with a schema version.
  private func open(
    _ store: TestStore, _ version: Schema.Version, _ models: any PersistentModel.Type...
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(models, version: version), configurations: ModelConfiguration(url: store.url)))
  }

  private func hikes() throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(Grown.Hike.self)
    let hike = Grown.Hike("a")
    hike.guides = [Grown.Guide("g"), Grown.Guide("h")]
    context.insert(hike)
    try context.save()
    return store
  }

  @Test func `an unlisted model with rows is dropped only by a newer version`() throws {
    let store = try hikes()
    let before = try store.dump()
    let error = store.refusal(Plain.Hike.self)
    #expect(error == .loadIssueModelContainer)
    let text = error?.errorDescription ?? ""
    #expect(text.contains("2 rows of Guide") && text.contains("List Guide.self"), "\(text)")
    #expect(text.contains("a version after 1.0.0"), "\(text)")
    #expect(try store.dump() == before)
    #expect(try store.leftOvers() == [])
    #expect(throws: SwiftDataError.backwardMigration) {
      _ = try open(store, Schema.Version(0, 9, 0), Plain.Hike.self)
    }
    let context = try open(store, Schema.Version(1, 0, 1), Plain.Hike.self)
    #expect(try context.fetch(FetchDescriptor<Plain.Hike>()).map(\.title) == ["a"])
    #expect(try store.count("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%guide%'") == 0)
  }

  @Test func `an unlisted model without rows is dropped`() throws {
    let store = try hikes()
    do {
      let context = try store.context(Grown.Hike.self)
      for guide in try context.fetch(FetchDescriptor<Grown.Guide>()) { context.delete(guide) }
      try context.save()
    }
    let context = try store.context(Plain.Hike.self)
    #expect(try context.fetchCount(FetchDescriptor<Plain.Hike>()) == 1)
  }

  @Test func `an unlisted subclass keeps its rows`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Figure.self, LoudFigure.self)
      context.insert(Figure("still"))
      context.insert(LoudFigure("ring"))
      try context.save()
    }
    let before = try store.dump()
    let text = store.refusal(Figure.self)?.errorDescription ?? ""
    #expect(text.contains("1 row of LoudFigure"), "\(text)")
    #expect(try store.dump() == before)
    let context = try store.context(Figure.self, LoudFigure.self)
    #expect(
      try context.fetch(FetchDescriptor<Figure>()).map(\.title).sorted() == ["RING", "still"])
  }

  @Test func `an older program drops no values of a newer one`() throws {
    let store = try TestStore()
    let first = try store.context(Leaves.First.Leaf.self)
    first.insert(Leaves.First.Leaf("oak"))
    try first.save()
    // The newer program's property has no values yet.
    _ = try store.context(Leaves.Second.Leaf.self)
    _ = try store.context(Leaves.First.Leaf.self)
    do {
      let second = try store.context(Leaves.Second.Leaf.self)
      try second.fetch(FetchDescriptor<Leaves.Second.Leaf>()).first?.size = 7
      try second.save()
    }
    let before = try store.dump()
    let error = store.refusal(Leaves.First.Leaf.self)
    #expect(error == .backwardMigration)
    let text = error?.errorDescription ?? ""
    #expect(text.contains("Leaf.size in 1 row") && text.contains("Update the program"), "\(text)")
    #expect(try store.dump() == before)
    #expect(try store.leftOvers() == [])
    let context = try open(store, Schema.Version(1, 0, 1), Leaves.First.Leaf.self)
    #expect(try context.fetch(FetchDescriptor<Leaves.First.Leaf>()).map(\.name) == ["oak"])
  }

  @Test func `a property that newer models omit is dropped`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Leaves.Second.Leaf.self)
      let leaf = Leaves.Second.Leaf("oak")
      leaf.size = 7
      context.insert(leaf)
      try context.save()
    }
    let context = try store.context(Leaves.Third.Leaf.self)
    #expect(try context.fetch(FetchDescriptor<Leaves.Third.Leaf>()).map(\.title) == ["oak"])
    #expect(try store.count("SELECT count(*) FROM pragma_table_info('Leaf')") == 2)
  }

  @Test func `an unlisted model with rows is rejected in a read-only store too`() throws {
    let store = try hikes()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Schema([Plain.Hike.self]),
        configurations: ModelConfiguration(url: store.url, allowsSave: false))
    }
    #expect(error?.errorDescription?.contains("2 rows of Guide") == true)
  }
}
