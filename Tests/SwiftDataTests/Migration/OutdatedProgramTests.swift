// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Programs that have a store open with its old models while another migrates it.
@Suite struct OutdatedProgramTests {
  /// A store with a walk, a context of the old models on it, and its models in memory.
  private struct Old {
    let store: TestStore
    let context: ModelContext
    let walk: ChronicleV1.Walk

    init() throws {
      store = try TestStore()
      context = try store.context(version: ChronicleV1.self)
      walk = ChronicleV1.Walk("a", length: 3)
      context.insert(walk)
      try context.save()
    }

    func migrate() throws { _ = try store.context(version: ChronicleV2.self) }

    /// What is said of an access; what is stored must not change by it.
    func refusal(_ access: () throws -> Void) throws -> String {
      let before = try store.dump()
      let error = #expect(throws: SwiftDataError.self, performing: access)
      #expect(error == .storeWasMigrated, "\(String(describing: error))")
      #expect(try store.dump() == before)
      return error?.errorDescription ?? ""
    }
  }

  @Test func aWriteIsRefused() throws {
    let old = try Old()
    try old.migrate()
    old.walk.note = "from the old program"
    let text = try old.refusal { try old.context.save() }
    #expect(text.contains("has migrated \(old.store.url.path(percentEncoded: false))"), "\(text)")
    #expect(text.contains("to version 2.0.0 of its models"), "\(text)")
    #expect(text.contains("Make a new ModelContainer"), "\(text)")
    // And the next one too.
    _ = try old.refusal { try old.context.save() }
    // What was to be written is there still.
    #expect(old.walk.note == "from the old program" && old.context.hasChanges)
  }

  @Test func anInsertThatSQLiteWouldAcceptIsRefused() throws {
    let old = try Old()
    try old.migrate()
    old.context.insert(ChronicleV1.Walker("a table that has not changed"))
    _ = try old.refusal { try old.context.save() }
  }

  @Test func deletingTheHistoryIsRefused() throws {
    let old = try Old()
    try old.migrate()
    _ = try old.refusal {
      try old.context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }

  @Test func aNewContextOfTheOldContainerIsRefused() throws {
    let old = try Old()
    try old.migrate()
    let context = ModelContext(old.context.container)
    context.insert(ChronicleV1.Walker("w"))
    _ = try old.refusal { try context.save() }
    _ = try old.refusal { _ = try context.fetchCount(FetchDescriptor<ChronicleV1.Walker>()) }
  }

  @Test func aUniqueValueIsNotLookedForInOtherColumns() throws {
    let old = try Old()
    try old.migrate()
    old.context.insert(ChronicleV1.Walk("a", length: 4))
    _ = try old.refusal { try old.context.save() }
  }

  @Test func aTransactionIsRefused() throws {
    let old = try Old()
    try old.migrate()
    _ = try old.refusal {
      try old.context.transaction { old.context.insert(ChronicleV1.Walker("w")) }
    }
  }

  @Test func readsAreRefused() throws {
    let old = try Old()
    try old.migrate()
    let context = old.context
    _ = try old.refusal { _ = try context.fetch(FetchDescriptor<ChronicleV1.Walk>()) }
    _ = try old.refusal { _ = try context.fetchCount(FetchDescriptor<ChronicleV1.Walk>()) }
    _ = try old.refusal { _ = try context.fetchIdentifiers(FetchDescriptor<ChronicleV1.Walk>()) }
    // A table that is as it was may mean something else.
    _ = try old.refusal { _ = try context.fetch(FetchDescriptor<ChronicleV1.Walker>()) }
    _ = try old.refusal { _ = try context.history() }
    _ = try old.refusal {
      try context.enumerate(FetchDescriptor<ChronicleV1.Walk>()) { _ in }
    }
    _ = try old.refusal {
      try context.delete(model: ChronicleV1.Walk.self)
      try context.save()
    }
  }

  @Test func aFaultThatCannotBeReadIsToldOfByTheNextFetch() throws {
    let old = try Old()
    let context = ModelContext(old.context.container)
    let fault = try #require(
      context.model(for: old.walk.persistentModelID) as? ChronicleV1.Walk)
    try old.migrate()
    #expect(fault.code == "")
    _ = try old.refusal { _ = try context.fetch(FetchDescriptor<ChronicleV1.Walker>()) }
  }

  @Test func liveResultsEndWithIt() async throws {
    let old = try Old()
    var updates = old.context.container.results(of: FetchDescriptor<ChronicleV1.Walk>())
      .makeAsyncIterator()
    #expect(try await updates.next()?.identifiers.count == 1)
    // By another process: it closes the store's files, or signals when it saves.
    let url = old.store.url
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: ChronicleV2.self),
          configurations: ModelConfiguration(url: url)))
      context.insert(ChronicleV2.Hike("new", length: 1))
      try context.save()
    }
    do {
      while let update = try await updates.next() {
        Issue.record("\(update)")
      }
    } catch {
      #expect(error as? SwiftDataError == .storeWasMigrated)
    }
    let old2 = old
    _ = try old2.refusal { _ = try old2.context.fetch(FetchDescriptor<ChronicleV1.Walk>()) }
  }

  @Test func aMigrationInTheMiddleOfAFetchedListIsNoCrash() throws {
    let old = try Old()
    for number in 1...600 {
      old.context.insert(ChronicleV1.Walk("\(number)", length: number))
    }
    try old.context.save()
    let context = ModelContext(old.context.container)
    let walks = try context.fetch(FetchDescriptor<ChronicleV1.Walk>(), batchSize: 10)
    #expect(walks[0].length > 0)
    try old.migrate()
    _ = walks[500].length
    _ = try old.refusal { _ = try context.fetch(FetchDescriptor<ChronicleV1.Walk>()) }
  }

  @Test func theSameModelsCanGoOn() throws {
    let old = try Old()
    _ = try old.store.context(version: ChronicleV1.self)
    _ = try old.store.context(
      ChronicleV1.Paper.self, ChronicleV1.Walk.self, ChronicleV1.Guide.self,
      ChronicleV1.Walker.self)
    old.walk.note = "n"
    try old.context.save()
  }
}
