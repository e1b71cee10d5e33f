// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct InvalidationTests {
  let store: TestStore
  let container: ModelContainer

  init() throws {
    store = try TestStore()
    container = try store.open()
    let context = ModelContext(container)
    context.insert(Trip("Alps", code: "a"))
    try context.save()
  }

  @Test func `an invalidated container rejects fetches and saves`() throws {
    let context = ModelContext(container)
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    container.invalidate()
    #expect(trip.name == "Alps")
    #expect(throws: SwiftDataError.missingModelContext) {
      try context.fetch(FetchDescriptor<Trip>())
    }
    trip.name = "Jura"
    #expect(throws: SwiftDataError.missingModelContext) { try context.save() }
    #expect(throws: SwiftDataError.missingModelContext) {
      try ModelContext(container).fetchCount(FetchDescriptor<Trip>())
    }
    container.invalidate()
    let again = ModelContext(try store.open())
    #expect(try again.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Alps"])
  }

  @Test func `an invalidated container has no store identifiers`() throws {
    let name = try #require(container.configurations.first?.name)
    let identifier = try #require(container.storeIdentifier(forConfigurationNamed: name))
    #expect(container.configurationName(forStoreIdentifier: identifier) == name)
    container.invalidate()
    #expect(container.storeIdentifier(forConfigurationNamed: name) == nil)
    #expect(container.configurationName(forStoreIdentifier: identifier) == nil)
  }

  @Test func `an invalidated store has closed its files`() throws {
    container.invalidate()
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
    #expect(!files.contains { $0.hasPrefix(store.url.path(percentEncoded: false)) })
  }

  @Test func `an invalidation inside of a transaction rolls it back`() throws {
    let context = ModelContext(container)
    #expect(throws: SwiftDataError.missingModelContext) {
      try context.transaction {
        context.insert(Trip("Jura", code: "j"))
        container.invalidate()
        _ = try ModelContext(container).fetch(FetchDescriptor<Trip>())
      }
    }
    let again = ModelContext(try store.open())
    #expect(try again.fetchCount(FetchDescriptor<Trip>()) == 1)
  }
}
