// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Deletion of all data of a container.
@Suite struct EraseTests {
  private func filled(_ store: TestStore) throws -> ModelContainer {
    let container = try store.open()
    let context = ModelContext(container)
    for index in 0..<50 { context.insert(Trip("trip number \(index)")) }
    try context.save()
    return container
  }

  @Test func `erase deletes every model and its bytes, and does not reuse row IDs`() throws {
    let store = try TestStore()
    let container = try filled(store)
    let context = ModelContext(container)
    let held = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    let identifier = held.persistentModelID
    try container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Trip>()).isEmpty)
    #expect(held.name == "trip number 0")
    #expect(held.modelContext == nil)
    let bytes = try Data(contentsOf: store.url)
    #expect(bytes.range(of: Data("trip number".utf8)) == nil)
    context.insert(Trip("new"))
    try context.save()
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.persistentModelID != identifier)
  }

  @Test func `deleteAllData erases the store`() throws {
    let store = try TestStore()
    let container = try filled(store)
    (container as any Erasing).deleteAllData()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func `store identifiers and configuration names map to each other`() throws {
    let store = try TestStore()
    let container = try filled(store)
    let identifier = try #require(container.storeIdentifier(forConfigurationNamed: "default"))
    #expect(container.configurationName(forStoreIdentifier: identifier) == "default")
    #expect(container.storeIdentifier(forConfigurationNamed: "other") == nil)
    #expect(container.configurationName(forStoreIdentifier: "other") == nil)
    let trip = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(trip.persistentModelID.storeIdentifier == identifier)
  }
}

/// Calls a deprecated method without a warning.
private protocol Erasing {
  func deleteAllData()
}

extension ModelContainer: Erasing {}
