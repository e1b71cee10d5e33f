// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Models created from backing data, as by code without the macro.
@Suite struct BackingDataTests {
  /// Custom backing data with its own storage.
  private final class Values: BackingData {
    typealias Model = Entry

    var values: [PartialKeyPath<Entry>: Any] = [:]
    var asked: [String] = []
    var persistentModelID: PersistentIdentifier?
    var metadata: Any { () }

    init(for modelType: Entry.Type) {}

    private func value<Value>(_ key: KeyPath<Entry, Value>, _ kind: String) -> Value {
      asked.append(kind)
      guard let value = values[key] as? Value else { preconditionFailure("no value") }
      return value
    }

    func getValue<Value>(forKey key: KeyPath<Entry, Value>) -> Value where Value: Decodable {
      value(key, "attribute")
    }

    func getValue<Value>(forKey key: KeyPath<Entry, Value>) -> Value
    where Value: PersistentModel { value(key, "to one") }

    func getValue<Value>(forKey key: KeyPath<Entry, Value?>) -> Value?
    where Value: PersistentModel { value(key, "to one or none") }

    func getValue<Value, OtherModel>(forKey key: KeyPath<Entry, Value>) -> Value
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
      value(key, "to many")
    }

    func getValue<Value, OtherModel>(forKey key: KeyPath<Entry, Value>) -> Value
    where Value: Decodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
      value(key, "to many")
    }

    func getTransformableValue<Value>(forKey key: KeyPath<Entry, Value>) -> Value {
      value(key, "transformed")
    }

    func setValue<Value>(forKey key: KeyPath<Entry, Value>, to newValue: Value)
    where Value: Encodable { values[key] = newValue }

    func setValue<Value>(forKey key: KeyPath<Entry, Value>, to newValue: Value)
    where Value: PersistentModel { values[key] = newValue }

    func setValue<Value>(forKey key: KeyPath<Entry, Value?>, to newValue: Value?)
    where Value: PersistentModel { values[key] = newValue as Any }

    func setValue<Value, OtherModel>(forKey key: KeyPath<Entry, Value>, to newValue: Value)
    where Value: RelationshipCollection, OtherModel == Value.PersistentElement {
      values[key] = newValue
    }

    func setValue<Value, OtherModel>(forKey key: KeyPath<Entry, Value>, to newValue: Value)
    where Value: Encodable, Value: RelationshipCollection, OtherModel == Value.PersistentElement {
      values[key] = newValue
    }

    func setTransformableValue<Value>(forKey key: KeyPath<Entry, Value>, to newValue: Value) {
      values[key] = newValue
    }
  }

  @Test func `a model created from its own backing data is the same instance`() throws {
    let trip = Trip("Alps")
    #expect(Trip(backingData: trip.persistentBackingData) === trip)
    let journey = BusinessJourney(backingData: BusinessJourney.createBackingData())
    #expect(type(of: journey) == BusinessJourney.self)
  }

  @Test func `new backing data creates a model with default values`() throws {
    let backing: some BackingData<Trip> = Trip.createBackingData()
    backing.setValue(forKey: \.name, to: "Alps")
    backing.setValue(forKey: \.code, to: "A")
    let trip = Trip(backingData: backing)
    #expect(trip.name == "Alps" && trip.rating == 3 && trip.stops.isEmpty)
    let context = ModelContext(try TestStore.inMemory())
    context.insert(trip)
    try context.save()
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.name == "Alps" && read.code == "A" && read.rating == 3)
  }

  @Test func `custom backing data is read by key path`() throws {
    let values = Values(for: Entry.self)
    let (author, reader) = (Reader("a"), Reader("b"))
    values.setValue(forKey: \.title, to: "Notes")
    values.setValue(forKey: \.pages, to: 7)
    values.setValue(forKey: \.author, to: author)
    values.setValue(forKey: \.editor, to: nil)
    values.setValue(forKey: \.readers, to: [reader])
    values.setTransformableValue(forKey: \.paint, to: Paint(red: 1, green: 2))
    let entry = Entry(backingData: values)
    #expect(entry.title == "Notes" && entry.pages == 7)
    #expect(entry.author === author && entry.editor == nil && entry.readers == [reader])
    #expect(entry.paint.green == 2)
    #expect(
      values.asked == [
        "attribute", "attribute", "to one", "to one or none", "to many", "transformed",
      ])
  }
}

@Model
private final class Entry {
  var title: String
  private(set) var pages: Int
  var author: Reader
  var editor: Reader?
  @Relationship(inverse: \Reader.entries) var readers: [Reader]
  @Attribute(.transformable(by: PaintTransformer.self)) var paint: Paint

  init(_ title: String, author: Reader) {
    self.title = title
    self.author = author
    pages = 0
    readers = []
    paint = Paint(red: 0, green: 0)
  }
}

@Model
private final class Reader {
  var name: String
  var entries: [Entry] = []

  init(_ name: String) { self.name = name }
}
