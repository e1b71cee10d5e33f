// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Snapshots and the values that surround them.
@Suite struct SnapshotTests {
  private static let name = "snapshots"

  private func snapshot(of model: some PersistentModel) -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    defer { #expect(related.isEmpty) }
    return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
  }

  private func identifier(_ entity: String, _ key: Int) throws -> PersistentIdentifier {
    try PersistentIdentifier.identifier(for: Self.name, entityName: entity, primaryKey: key)
  }

  private func object(_ snapshot: DefaultSnapshot) throws -> [String: Any] {
    let data = try JSONEncoder().encode(snapshot)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `a snapshot has the values of a model`() throws {
    let remark = Remark("high")
    remark.count = 3
    let snapshot = snapshot(of: remark)
    #expect(snapshot.persistentIdentifier == remark.persistentModelID)
    let object = try object(snapshot)
    #expect(object["text"] as? String == "high")
    #expect(object["count"] as? Int == 3)
    #expect(object.keys.sorted() == ["count", "persistentIdentifier", "text"])
  }

  @Test func `a snapshot has the identifiers of related models`() throws {
    let trip = Trip("Alps", code: "a")
    trip.stops = [Stop("Bern"), Stop("Chur")]
    let encoded = try object(snapshot(of: trip))
    #expect((encoded["stops"] as? [Any])?.count == 2)
  }

  @Test func `a copy has other identifiers`() throws {
    let trip = Trip("Alps", code: "a")
    let stop = Stop("Bern", trip: trip)
    let old = trip.persistentModelID
    let (new, own) = (try identifier("Trip", 7), try identifier("Stop", 8))
    let copy = snapshot(of: stop).copy(persistentIdentifier: own, remappedIdentifiers: [old: new])
    #expect(copy.persistentIdentifier == own)
    let decoded = try JSONDecoder().decode(
      PersistentIdentifier.self,
      from: JSONSerialization.data(withJSONObject: try #require(try object(copy)["trip"])))
    #expect(decoded == new)
    #expect(snapshot(of: stop).copy(persistentIdentifier: own).persistentIdentifier == own)
  }

  @Test func `a decoded snapshot equals the encoded one`() throws {
    // A container makes the models known.
    let container = try ModelContainer(
      for: Trip.self, Stop.self, Remark.self,
      configurations: DictionaryStore.Configuration(UUID().uuidString))
    let context = ModelContext(container)
    let trip = Trip("Alps", code: "a")
    context.insert(trip)
    trip.stops = [Stop("Bern")]
    try context.save()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for model in [trip, trip.stops[0]] as [any PersistentModel] {
      let data = try encoder.encode(snapshot(of: model))
      let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: data)
      #expect(decoded.persistentIdentifier == model.persistentModelID)
      #expect(try encoder.encode(decoded) == data)
    }
  }

  @Test func `a snapshot of an unknown model is not decoded`() throws {
    let identifier = try JSONEncoder().encode(identifier("Nowhere", 1))
    let text = #"{"persistentIdentifier":\#(String(decoding: identifier, as: UTF8.self))}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DefaultSnapshot.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: ["persistentIdentifier", "name", ""])
  func `a key of a snapshot has the name of its property`(_ name: String) throws {
    let key = try #require(DataStoreSnapshotCodingKey(stringValue: name))
    #expect(key.stringValue == name)
    #expect(key.intValue == nil)
    #expect(DataStoreSnapshotCodingKey(intValue: 1) == nil)
    switch key {
    case .persistentIdentifier: #expect(name == "persistentIdentifier")
    case .modeledProperty(let property): #expect(property == name)
    }
  }

  @Test func `an identifier of a custom store has any type of key`() throws {
    let uuid = UUID()
    let first = try PersistentIdentifier.identifier(
      for: "s", entityName: "Trip", primaryKey: uuid.uuidString)
    let same = try PersistentIdentifier.identifier(
      for: "s", entityName: "Trip", primaryKey: uuid.uuidString)
    let other = try PersistentIdentifier.identifier(for: "s", entityName: "Trip", primaryKey: "x")
    #expect(first == same)
    #expect(first != other)
    #expect(!first.isTemporary)
    let decoded = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(first))
    #expect(decoded == first)
  }

  @Test func `the store of a model configuration is the default store`() {
    #expect(ModelConfiguration.Store.self == DefaultStore.self)
    #expect(DefaultStore.Configuration.self == ModelConfiguration.self)
    #expect(DefaultStore.Snapshot.self == DefaultSnapshot.self)
    #expect(DefaultStore.historyType == DefaultHistoryTransaction.self)
  }

  @Test func `the default store requires a schema`() throws {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try DefaultStore(ModelConfiguration(isStoredInMemoryOnly: true))
    }
    let store = try DefaultStore(
      ModelConfiguration("x", schema: Schema([Remark.self]), isStoredInMemoryOnly: true))
    #expect(store.name == "x")
    #expect(store.schema.entities.map(\.name) == ["Remark"])
    #expect(try store.fetchHistory(HistoryDescriptor()).isEmpty)
  }
}
