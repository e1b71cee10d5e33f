// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct IdentifierTests {
  @Test func `a model outside any context has a temporary identifier`() throws {
    let (trip, other) = (Trip("Alps"), Trip("Jura"))
    let temporary = trip.persistentModelID
    #expect(temporary.isTemporary)
    #expect(temporary.storeIdentifier == nil)
    #expect(temporary.entityName == "Trip")
    #expect(temporary != other.persistentModelID)
    #expect(trip.id == temporary)
    let context = ModelContext(try TestStore.inMemory())
    context.insert(trip)
    #expect(trip.persistentModelID == temporary)
    let registered: Trip? = context.registeredModel(for: temporary)
    #expect(registered === trip)
    context.rollback()
    #expect(trip.persistentModelID == temporary)
    context.insert(trip)
    try context.save()
    #expect(!trip.persistentModelID.isTemporary)
    #expect(trip.persistentModelID.storeIdentifier != nil)
  }

  @Test func `an identifier can be created from its parts`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    let id = trip.persistentModelID
    let store = try #require(id.storeIdentifier)
    let all = try (1...9).map {
      try PersistentIdentifier.identifier(for: store, entityName: "Trip", primaryKey: $0)
    }
    let made = try #require(all.first { $0 == id })
    let registered: Trip? = context.registeredModel(for: made)
    #expect(registered === trip)
    let text = try PersistentIdentifier.identifier(
      for: "elsewhere", entityName: "Trip", primaryKey: "row-17")
    #expect(text.storeIdentifier == "elsewhere")
    #expect(text != made)
    let data = try JSONEncoder().encode(text)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == text)
  }

  @Test func `an identifier without a row resolves to an empty model`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let store = try #require(context.container.storeIdentifier(forConfigurationNamed: "default"))
    let missing = try PersistentIdentifier.identifier(
      for: store, entityName: "Trip", primaryKey: 12345)
    let trip = try #require(context.model(for: missing) as? Trip)
    #expect(trip.persistentModelID == missing)
    #expect(trip.name == "")
    #expect(trip.modelContext == nil)
    let elsewhere = try PersistentIdentifier.identifier(
      for: "elsewhere", entityName: "Trip", primaryKey: 1)
    #expect((context.model(for: elsewhere) as? Trip)?.stops.isEmpty == true)
    let unknown = try PersistentIdentifier.identifier(
      for: store, entityName: "Unheard", primaryKey: 1)
    #expect(context.model(for: unknown).modelContext == nil)
  }
}
