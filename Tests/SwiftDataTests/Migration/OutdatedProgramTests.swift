// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Programs that have a store open with its old models while another migrates it.
@Suite struct OutdatedProgramTests {
  /// A store with a walk, and a context with the old models.
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

    /// Returns the description of an access's error, and checks that the store does not change.
    func refusal(_ access: () throws -> Void) throws -> String {
      let before = try store.dump()
      let error = #expect(throws: SwiftDataError.self, performing: access)
      #expect(error == .storeWasMigrated, "\(String(describing: error))")
      #expect(try store.dump() == before)
      return error?.errorDescription ?? ""
    }
  }

  @Test func `a save with outdated models throws and stays pending`() throws {
    let old = try Old()
    try old.migrate()
    old.walk.note = "from the old program"
    let text = try old.refusal { try old.context.save() }
    #expect(text.contains("has migrated \(old.store.url.path(percentEncoded: false))"), "\(text)")
    #expect(text.contains("to version 2.0.0 of its models"), "\(text)")
    #expect(text.contains("Make a new ModelContainer"), "\(text)")
    // The next save throws too.
    _ = try old.refusal { try old.context.save() }
    // The unsaved change is preserved.
    #expect(old.walk.note == "from the old program" && old.context.hasChanges)
  }

  @Test func `an insert of an outdated model into an unchanged table throws`() throws {
    let old = try Old()
    try old.migrate()
    old.context.insert(ChronicleV1.Walker("a table that has not changed"))
    _ = try old.refusal { try old.context.save() }
  }

  @Test func `deleting history with outdated models throws`() throws {
    let old = try Old()
    try old.migrate()
    _ = try old.refusal {
      try old.context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }

  @Test func `a new context of an outdated container throws`() throws {
    let old = try Old()
    try old.migrate()
    let context = ModelContext(old.context.container)
    context.insert(ChronicleV1.Walker("w"))
    _ = try old.refusal { try context.save() }
    _ = try old.refusal { _ = try context.fetchCount(FetchDescriptor<ChronicleV1.Walker>()) }
  }

  @Test func `an upsert of an outdated model throws`() throws {
    let old = try Old()
    try old.migrate()
    old.context.insert(ChronicleV1.Walk("a", length: 4))
    _ = try old.refusal { try old.context.save() }
  }

  @Test func `a transaction with outdated models throws`() throws {
    let old = try Old()
    try old.migrate()
    _ = try old.refusal {
      try old.context.transaction { old.context.insert(ChronicleV1.Walker("w")) }
    }
  }

  @Test func `reads with outdated models throw`() throws {
    let old = try Old()
    try old.migrate()
    let context = old.context
    _ = try old.refusal { _ = try context.fetch(FetchDescriptor<ChronicleV1.Walk>()) }
    _ = try old.refusal { _ = try context.fetchCount(FetchDescriptor<ChronicleV1.Walk>()) }
    _ = try old.refusal { _ = try context.fetchIdentifiers(FetchDescriptor<ChronicleV1.Walk>()) }
    // An unchanged table may have another meaning.
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

  @Test func `an outdated fault reads as empty and the next fetch throws`() throws {
    let old = try Old()
    let context = ModelContext(old.context.container)
    let fault = try #require(
      context.model(for: old.walk.persistentModelID) as? ChronicleV1.Walk)
    try old.migrate()
    #expect(fault.code == "")
    _ = try old.refusal { _ = try context.fetch(FetchDescriptor<ChronicleV1.Walker>()) }
  }

  @Test func `a migration ends live results with an error`() async throws {
    let old = try Old()
    var updates = old.context.container.results(of: FetchDescriptor<ChronicleV1.Walk>())
      .makeAsyncIterator()
    #expect(try await updates.next()?.identifiers.count == 1)
    // Migrate in another process, which signals its save and closes the store's files.
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

  @Test func `a batched list survives a migration and the next fetch throws`() throws {
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

  @Test func `reopening with the same models does not outdate a container`() throws {
    let old = try Old()
    _ = try old.store.context(version: ChronicleV1.self)
    _ = try old.store.context(
      ChronicleV1.Paper.self, ChronicleV1.Walk.self, ChronicleV1.Guide.self,
      ChronicleV1.Walker.self)
    old.walk.note = "n"
    try old.context.save()
  }
}
