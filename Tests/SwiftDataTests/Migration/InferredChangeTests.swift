// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Changes that a container infers without a plan.
@Suite struct InferredChangeTests {
  /// Returns a store of `Plain.Hike`.
  private func plain(_ hikes: Plain.Hike...) throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(Plain.Hike.self)
    for hike in hikes { context.insert(hike) }
    try context.save()
    return store
  }

  @Test func `a new property gets its default value`() throws {
    let store = try plain(.init("a"), .init("b", note: "n"))
    let context = try store.context(Grown.Hike.self)
    let hikes = try context.fetch(FetchDescriptor<Grown.Hike>(sortBy: [SortDescriptor(\.title)]))
    #expect(hikes.map(\.title) == ["a", "b"])
    #expect(hikes.map(\.note) == [nil, "n"])
    #expect(hikes.allSatisfy { $0.isDone && $0.mood == .wild && $0.weather.wind == 3 })
    #expect(hikes.allSatisfy { $0.when == nil && $0.place == "it's\u{0}here" })
    #expect(hikes.allSatisfy { $0.price == Decimal(string: "1.1") && $0.length == 7 })
    // A default that differs each time is evaluated for each row.
    #expect(Set(hikes.map(\.code)).count == 2)
    hikes[0].guides = [Grown.Guide("g")]
    context.insert(Grown.Hike("c"))
    try context.save()
    #expect(try store.context(Grown.Hike.self).fetchCount(FetchDescriptor<Grown.Hike>()) == 3)
    #expect(try store.leftOvers() == [])
  }

  @Test func `removed properties and entities are dropped`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Grown.Hike.self)
      let hike = Grown.Hike("a")
      hike.guides = [Grown.Guide("g")]
      context.insert(hike)
      try context.save()
    }
    let context = ModelContext(
      try ModelContainer(
        for: Schema([Plain.Hike.self], version: Schema.Version(2, 0, 0)),
        configurations: ModelConfiguration(url: store.url)))
    #expect(try context.fetch(FetchDescriptor<Plain.Hike>()).map(\.title) == ["a"])
    #expect(try store.count("SELECT count(*) FROM pragma_table_info('Hike')") == 6)
    #expect(try store.count("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%guide%'") == 0)
  }

  @Test func `identifiers survive a migration`() throws {
    let store = try plain(.init("a"), .init("b"))
    let before = try store.context(Plain.Hike.self).fetch(FetchDescriptor<Plain.Hike>())
      .map(\.persistentModelID)
    let context = try store.context(Coded.Hike.self)
    for (identifier, title) in zip(before, ["a", "b"]) {
      #expect((context.model(for: identifier) as? Coded.Hike)?.title == title)
    }
  }

  @Test func `a new required property without a default is rejected`() throws {
    let store = try plain(.init("a"), .init("b"))
    let before = try store.dump()
    let error = store.refusal(Bare.Hike.self)
    #expect(error == .loadIssueModelContainer)
    let text = try #require(error?.errorDescription)
    #expect(text.contains("Hike.owner") && text.contains("2 rows"), "\(text)")
    #expect(try store.dump() == before)
    #expect(try store.leftOvers() == [])
    // Without rows, the migration succeeds.
    let context = try store.context(Plain.Hike.self)
    try context.delete(model: Plain.Hike.self)
    try context.save()
    #expect(try store.context(Bare.Hike.self).fetchCount(FetchDescriptor<Bare.Hike>()) == 0)
  }

  @Test func `an optional property becomes required if every row has a value`() throws {
    let store = try plain(.init("a", note: "n"), .init("b"), .init("c"))
    let text = store.refusal(Required.Hike.self)?.errorDescription ?? ""
    #expect(text.contains("Hike.note") && text.contains("2 rows"), "\(text)")
    let context = try store.context(Plain.Hike.self)
    for hike in try context.fetch(FetchDescriptor<Plain.Hike>()) { hike.note = hike.title }
    try context.save()
    let hikes = try store.context(Required.Hike.self).fetch(
      FetchDescriptor<Required.Hike>(sortBy: [SortDescriptor(\.title)]))
    #expect(hikes.map(\.note) == ["a", "b", "c"])
  }

  @Test func `a nil gets the default of a property that becomes required`() throws {
    let store = try plain(.init("a", note: "n"), .init("b"))
    let hikes = try store.context(Defaulted.Hike.self).fetch(
      FetchDescriptor<Defaulted.Hike>(sortBy: [SortDescriptor(\.title)]))
    #expect(hikes.map(\.note) == ["n", "none"])
    let back = try store.context(Plain.Hike.self).fetch(
      FetchDescriptor<Plain.Hike>(sortBy: [SortDescriptor(\.title)]))
    #expect(back.map(\.note) == ["n", "none"])
  }

  @Test func `a renamed property keeps its values`() throws {
    let store = try plain(.init("a", length: 300, note: "n"), .init("b"))
    let hikes = try store.context(Renamed.Hike.self).fetch(
      FetchDescriptor<Renamed.Hike>(sortBy: [SortDescriptor(\.name)]))
    #expect(hikes.map(\.name) == ["a", "b"])
    #expect(hikes.map(\.distance) == [300, 7])
    #expect(hikes.map(\.remark) == ["n", nil])
  }

  @Test func `a new unique constraint on duplicates is rejected with their values`() throws {
    let store = try plain(.init("twin"), .init("twin"), .init("single"))
    let before = try store.dump()
    let text = store.refusal(Renamed.Hike.self)?.errorDescription ?? ""
    #expect(text.contains("Hike.name") && text.contains("'twin' (2 times)"), "\(text)")
    #expect(try store.dump() == before)
    #expect(try store.leftOvers() == [])
  }

  @Test func `an entity can be renamed`() throws {
    let store = try plain(.init("a", length: -300))
    let context = try store.context(Walks.Walk.self)
    let walk = try #require(try context.fetch(FetchDescriptor<Walks.Walk>()).first)
    #expect(walk.title == "a" && walk.length == -300 && walk.height == 1000)
    #expect(walk.rating == 0.5)
    context.insert(Walks.Walk("new"))
    try context.save()
    #expect(try store.sqlite("SELECT _pk FROM Walk ORDER BY _pk") == "1\n2\n")
  }

  @Test func `a number becomes narrower if every value fits`() throws {
    let store = try plain(.init("a", length: 127))
    #expect(
      try store.context(Narrow.Hike.self).fetch(FetchDescriptor<Narrow.Hike>()).map(\.length)
        == [127])
    let context = try store.context(Plain.Hike.self)
    context.insert(Plain.Hike("b", length: 128))
    try context.save()
    let text = store.refusal(Narrow.Hike.self)?.errorDescription ?? ""
    #expect(text.contains("Hike.length changes from Int16 to Int8"), "\(text)")
    #expect(text.contains("1 row has a value"), "\(text)")
  }

  @Test func `numbers become text and decimals`() throws {
    let store = try plain(.init("a", length: -12), .init("b", length: 9))
    let coded = try store.context(Coded.Hike.self).fetch(
      FetchDescriptor<Coded.Hike>(sortBy: [SortDescriptor(\.title)]))
    #expect(coded.map(\.length) == ["-12", "9"])
    #expect(coded.map(\.rating) == ["0.5", "0.5"])
    #expect(coded.map(\.height) == [1000, 1000])
  }

  @Test func `a type change that cannot be inferred is rejected by name`() throws {
    let store = try plain(.init("a"))
    let before = try store.dump()
    let text = store.refusal(Dated.Hike.self)?.errorDescription ?? ""
    #expect(text.contains("Hike.title changes from String to Date"), "\(text)")
    #expect(text.contains("custom stage"))
    #expect(try store.dump() == before)
  }

  @Test func `a store with rows but no common entity is rejected and not changed`() throws {
    let store = try plain(.init("a"))
    let before = try store.dump()
    let error = store.refusal(Folder.self)
    #expect(error == .loadIssueModelContainer)
    #expect(error?.errorDescription?.contains("Hike") == true)
    #expect(try store.dump() == before)
  }

  @Test func `a store without rows is opened with other models`() throws {
    let store = try plain(.init("a"))
    do {
      let context = try store.context(Plain.Hike.self)
      try context.delete(model: Plain.Hike.self)
      try context.save()
    }
    let context = try store.context(Folder.self)
    context.insert(Folder("root"))
    try context.save()
    #expect(try store.count("SELECT count(*) FROM Folder") == 1)
    #expect(try store.count("SELECT count(*) FROM sqlite_schema WHERE name = 'Hike'") == 0)
    // The rows that the store has now are not dropped either.
    #expect(store.refusal(Plain.Hike.self) == .loadIssueModelContainer)
  }

  @Test func `indexes are added and removed`() throws {
    let store = try plain(.init("a", length: 5), .init("b", length: 50))
    let context = try store.context(Indexed.Hike.self)
    let near = FetchDescriptor<Indexed.Hike>(
      predicate: #Predicate { $0.length < 10 && $0.height < 5000 })
    #expect(try context.fetch(near).map(\.title) == ["a"])
    #expect(try store.count("SELECT count(*) FROM Hike_length_height_rtree") == 2)
    #expect(
      try store.count("SELECT count(*) FROM sqlite_schema WHERE name = 'Hike_title_index'") == 1)
    _ = try store.context(Plain.Hike.self)
    let left = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Hike_%'"
    #expect(try store.count(left) == 0)
    #expect(try store.context(Plain.Hike.self).fetchCount(FetchDescriptor<Plain.Hike>()) == 2)
  }
}
