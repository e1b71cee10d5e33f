// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// Migrations through the stages of a plan.
@Suite struct MigrationPlanTests {
  /// Returns a store of the first version: two people of one name, and one other.
  static func people() throws -> TestStore {
    let store = try TestStore()
    let context = try store.context(version: PeopleV1.self)
    for (name, text) in [("Ada King", "a b c"), ("Ada King", "d"), ("Bob Ross", "e f")] {
      let person = PeopleV1.Person(name)
      let letter = PeopleV1.Letter(text)
      letter.scan = name.hasPrefix("Bob") ? Data(repeating: 5, count: 140_000) : nil
      person.letters = [letter]
      context.insert(person)
    }
    try context.save()
    return store
  }

  static func checkLast(_ context: ModelContext) throws {
    let people = try context.fetch(
      FetchDescriptor<PeopleV3.Person>(sortBy: [SortDescriptor(\.given)]))
    #expect(people.map(\.given) == ["Ada", "Bob"])
    #expect(people.map(\.family) == ["King", "Ross"])
    #expect(people.map { $0.letters.map(\.body) } == [["a b c", "d"], ["e f"]])
    #expect(people.map { $0.letters.map(\.words) } == [[3, 1], [2]])
    #expect(people.last?.letters.first?.scan?.count == 140_000)
  }

  @Test func `a store migrates through all stages of a plan`() throws {
    let store = try Self.people()
    try Self.checkLast(store.context(PeoplePlan.self))
    try Self.checkLast(store.context(PeoplePlan.self))
    try Self.checkLast(store.context(version: PeopleV3.self))
    #expect(
      try store.sqlite("SELECT value FROM _cairn_metadata WHERE key = 'version'") == "3.0.0\n")
    #expect(try store.leftOvers() == [])
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
  }

  @Test func `a new store has the last version of a plan`() throws {
    let store = try TestStore()
    let context = try store.context(PeoplePlan.self)
    context.insert(PeopleV3.Person("a", "b"))
    try context.save()
    #expect(try store.context(PeoplePlan.self).fetchCount(FetchDescriptor<PeopleV3.Person>()) == 1)
    #expect(context.container.migrationPlan == PeoplePlan.self)
  }

  @Test func `a store of a middle version runs only the later stages`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(version: PeopleV2.self)
      let person = PeopleV2.Person("not split")
      person.given = "kept"
      context.insert(person)
      try context.save()
    }
    let people = try store.context(PeoplePlan.self).fetch(FetchDescriptor<PeopleV3.Person>())
    #expect(people.map(\.given) == ["kept"])
  }

  @Test func `a plan accepts models without their versioned schema`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(PeopleV1.Person.self)
      context.insert(PeopleV1.Person("Ada King"))
      try context.save()
    }
    let container = try ModelContainer(
      for: PeopleV3.Person.self, PeopleV3.Letter.self, migrationPlan: PeoplePlan.self,
      configurations: ModelConfiguration(url: store.url))
    let people = try ModelContext(container).fetch(FetchDescriptor<PeopleV3.Person>())
    #expect(people.map(\.family) == ["King"])
  }

  @Test func `a stage that throws rolls back the whole migration`() throws {
    let store = try Self.people()
    let folder = store.directory.appending(path: ".test.store-external")
      .path(percentEncoded: false)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let before = try store.dump()
    #expect(throws: FailingPlan.Failure.self) { try store.context(FailingPlan.self) }
    #expect(try store.dump() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == files)
    #expect(try store.leftOvers() == [])
    try Self.checkLast(store.context(PeoplePlan.self))
  }

  @Test func `a stage between versions of equal models runs once`() throws {
    let store = try Self.people()
    for _ in 1...2 {
      let people = try store.context(DataOnlyPlan.self).fetch(
        FetchDescriptor<PeopleV1.Person>(sortBy: [SortDescriptor(\.name)]))
      #expect(people.map(\.name) == ["Ada King!", "Ada King!", "Bob Ross!"])
    }
  }

  @Test func `models without a version match the last version of a plan`() throws {
    let store = try Self.people()
    for _ in 0..<2 {
      let container = try ModelContainer(
        for: PeopleV1.Person.self, PeopleV1.Letter.self, migrationPlan: DataOnlyPlan.self,
        configurations: ModelConfiguration(url: store.url))
      let people = try ModelContext(container).fetch(
        FetchDescriptor<PeopleV1.Person>(sortBy: [SortDescriptor(\.name)]))
      #expect(people.map(\.name) == ["Ada King!", "Ada King!", "Bob Ross!"])
    }
  }

  @Test func `using a stage's context after the stage throws`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(version: PeopleV1.self)
      context.insert(PeopleV1.Person("a"))
      try context.save()
    }
    let kept = KeepingPlan.Kept()
    let context = try KeepingPlan.$kept.withValue(kept) { try store.context(KeepingPlan.self) }
    #expect(kept.person != nil)
    let error = #expect(throws: SwiftDataError.self) {
      try kept.context?.fetch(FetchDescriptor<PeopleV1.Person>())
    }
    #expect(error?.errorDescription?.contains("used after it") == true)
    #expect(try context.fetchCount(FetchDescriptor<PeopleV2.Person>()) == 1)
  }

  @Test func `a migration backup left by a killed process is removed`() throws {
    let store = try Self.people()
    let backup = store.directory.appending(path: "test.store-before-migration")
    try Data("left".utf8).write(to: backup)
    _ = try store.context(version: PeopleV1.self)
    #expect(try store.leftOvers() == [])
    try Data("left".utf8).write(to: backup)
    try Self.checkLast(store.context(PeoplePlan.self))
    #expect(try store.leftOvers() == [])
  }

  // MARK: Errors

  @Test func `a store newer than the plan is rejected with both versions`() throws {
    let store = try Self.people()
    _ = try store.context(PeoplePlan.self)
    let before = try store.dump()
    for open in [
      { try store.context(version: PeopleV2.self) }, { try store.context(ShortPlan.self) },
    ] {
      let error = #expect(throws: SwiftDataError.self) { try open() }
      #expect(error == .backwardMigration)
      let text = error?.errorDescription ?? ""
      #expect(text.contains("3.0.0") && text.contains("2.0.0"), "\(text)")
    }
    #expect(try store.dump() == before)
  }

  @Test func `a store that matches no version of the plan is rejected`() throws {
    let store = try TestStore()
    _ = try store.context(Plain.Hike.self)
    let before = try store.dump()
    let error = #expect(throws: SwiftDataError.self) { try store.context(PeoplePlan.self) }
    #expect(error == .unknownDataStoreSchema)
    let text = error?.errorDescription ?? ""
    #expect(text.contains("only the store has Hike"), "\(text)")
    #expect(text.contains("1.0.0, 2.0.0, 3.0.0"), "\(text)")
    #expect(try store.dump() == before)
  }

  @Test func `models that match no version of the plan are rejected`() throws {
    let store = try Self.people()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Plain.Hike.self, migrationPlan: PeoplePlan.self,
        configurations: ModelConfiguration(url: store.url))
    }
    #expect(error == .unknownSchema)
    #expect(error?.errorDescription?.contains("only the container has Hike") == true)
  }

  @Test func `plans with unordered versions or backward stages are rejected`() throws {
    let store = try Self.people()
    let unordered = #expect(throws: SwiftDataError.self) { try store.context(UnorderedPlan.self) }
    #expect(unordered?.errorDescription?.contains("1.0.0 after 2.0.0") == true)
    let backward = #expect(throws: SwiftDataError.self) { try store.context(BackwardPlan.self) }
    #expect(backward?.errorDescription?.contains("Each stage must") == true)
    // The plan is validated before a store exists.
    let new = try TestStore()
    for plan in [UnorderedPlan.self, BackwardPlan.self] as [any SchemaMigrationPlan.Type] {
      #expect(throws: SwiftDataError.loadIssueModelContainer) { try new.context(plan) }
    }
    #expect(!FileManager.default.fileExists(atPath: new.url.path(percentEncoded: false)))
  }

  @Test func `a read-only store is not migrated`() throws {
    let store = try Self.people()
    let before = try store.dump()
    func open(_ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil)
      throws -> ModelContext
    {
      ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: version), migrationPlan: plan,
          configurations: ModelConfiguration(url: store.url, allowsSave: false)))
    }
    let error = #expect(throws: SwiftDataError.self) { try open(PeopleV3.self, PeoplePlan.self) }
    #expect(error?.errorDescription?.contains("open it once for writing") == true)
    #expect(throws: SwiftDataError.self) { try open(PeopleV2.self) }
    #expect(try open(PeopleV1.self).fetchCount(FetchDescriptor<PeopleV1.Person>()) == 3)
    #expect(try store.dump() == before)
  }

  @Test func `a new store in memory opens with a plan`() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: PeopleV3.self), migrationPlan: PeoplePlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<PeopleV3.Person>()) == 0)
  }

  // MARK: Progress

  @Test func `migration progress increases to one`() throws {
    let store = try Self.people()
    let told = Mutex<[MigrationProgress]>([])
    func open() throws {
      _ = try ModelContainer(
        for: Schema(versionedSchema: PeopleV3.self), migrationPlan: PeoplePlan.self,
        configurations: [ModelConfiguration(url: store.url)],
        migrationProgress: { progress in told.withLock { $0.append(progress) } })
    }
    try open()
    let list = told.withLock { $0 }
    #expect(list.first?.phase == .backingUp)
    #expect(list.last?.phase == .committing)
    #expect(list.last?.fractionCompleted == 1)
    #expect(list.map(\.fractionCompleted) == list.map(\.fractionCompleted).sorted())
    #expect(Set(list.map(\.stage)) == [1, 2])
    #expect(Set(list.map(\.stageCount)) == [2])
    #expect(list.contains { $0.phase == .preparing && $0.version == Schema.Version(2, 0, 0) })
    #expect(list.contains { $0.phase == .changing("Person") })
    #expect(list.allSatisfy { $0.url == store.url })
    told.withLock { $0 = [] }
    try open()
    #expect(told.withLock { $0.isEmpty })
  }
}
