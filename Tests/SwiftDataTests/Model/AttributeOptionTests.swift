// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A model with a transformer of Foundation on Apple's systems.
@Model
final class Archived {
  @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var tags = ["a"]
}

/// The storage options of `@Attribute`.
@Suite struct AttributeOptionTests {
  private func open(_ store: TestStore) throws -> ModelContainer {
    ValueTransformer.setValueTransformer(PaintTransformer(), forName: PaintTransformer.name)
    return try ModelContainer(
      for: Signal.self, configurations: ModelConfiguration(url: store.url))
  }

  @Test func `a value transformer stores a type that is not Codable`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try open(store))
      let signal = Signal("a", paint: Paint(red: 7, green: 255))
      signal.secret = "hidden"
      context.insert(signal)
      try context.save()
      signal.second = Paint(red: 1, green: 2)
      try context.save()
    }
    let context = ModelContext(try open(store))
    let copy = try #require(try context.fetch(FetchDescriptor<Signal>()).first)
    #expect(copy.paint.red == 7 && copy.paint.green == 255)
    #expect(copy.second?.green == 2)
    #expect(copy.secret == "hidden")
    #expect(copy.token.text == "ta")
    let bytes = try Data(contentsOf: store.url)
    #expect(bytes.range(of: Data("hidden".utf8)) == nil)
    let secret = "hidden"
    #expect(
      try context.fetchCount(FetchDescriptor<Signal>(predicate: #Predicate { $0.secret == secret }))
        == 1)
    copy.second = nil
    try context.save()
    #expect(
      try context.fetchCount(FetchDescriptor<Signal>(predicate: #Predicate { $0.name == "a" })) == 1
    )
  }

  @Test func `an unregistered transformer throws an error naming it`() throws {
    let container = try ModelContainer(
      for: Misnamed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Misnamed())
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("Misnamed.paint") == true)
    #expect(error?.localizedDescription.contains("NoSuchTransformer") == true)
  }

  @Test func `an error names the transformers that Foundation lacks`() throws {
    let container = try ModelContainer(
      for: Archived.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Archived())
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("Archived.tags") == true)
    #expect(error?.localizedDescription.contains("remove the option") == true)
  }

  @Test func `a transformer that returns no data throws an error naming the property`() throws {
    let name = NSValueTransformerName("GivesNothing")
    final class Nothing: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? { nil }
    }
    ValueTransformer.setValueTransformer(Nothing(), forName: name)
    defer { ValueTransformer.setValueTransformer(nil, forName: name) }
    let container = try ModelContainer(
      for: Unwritable.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let model = Unwritable()
    context.insert(model)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.localizedDescription.contains("Unwritable.paint") == true)
    #expect(error?.localizedDescription.contains("GivesNothing gives no Data") == true)
    model.paint = nil
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Unwritable>()) == 1)
  }

  @Test func `a transformer is found by its name until it is unregistered`() {
    let name = NSValueTransformerName("Turning")
    ValueTransformer.setValueTransformer(TurningTransformer(), forName: name)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    #expect(ValueTransformer(forName: name)?.transformedValue("a") as? Data == Data([158]))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }

  @Test func `an ephemeral value is tracked but not stored`() throws {
    let store = try TestStore()
    let context = ModelContext(try open(store))
    let signal = Signal("a", paint: Paint(red: 0, green: 0))
    context.insert(signal)
    signal.isShown = true
    signal.note = "n"
    try context.save()
    #expect(signal.isShown && signal.note == "n")
    signal.isShown = false
    #expect(context.hasChanges)
    #expect(signal.hasChanges)
    try context.save()
    #expect(!context.hasChanges)
    signal.isShown = true
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Signal>()).first?.isShown == true)
    let other = ModelContext(try open(store))
    let copy = try #require(try other.fetch(FetchDescriptor<Signal>()).first)
    #expect(!copy.isShown && copy.note == nil)
    #expect(
      try other.fetchCount(FetchDescriptor<Signal>(predicate: #Predicate { $0.isShown })) == 0)
    #expect(
      try other.fetchCount(FetchDescriptor<Signal>(predicate: #Predicate { !$0.isShown })) == 1)
  }

  @Test func `backing data reads and writes the model's properties`() throws {
    let store = try TestStore()
    let context = ModelContext(try open(store))
    let signal = Signal("a", paint: Paint(red: 0, green: 0))
    #expect(signal.persistentBackingData.persistentModelID == nil)
    context.insert(signal)
    try context.save()
    let backing = signal.persistentBackingData
    #expect(backing.persistentModelID == signal.persistentModelID)
    #expect(backing.getValue(forKey: \.name) == "a")
    backing.setValue(forKey: \.name, to: "b")
    #expect(signal.name == "b")
    #expect(signal.getValue(forKey: \.name) == "b")
    #expect(context.hasChanges)
    signal.setValue(forKey: \.name, to: "c")
    signal.setTransformableValue(forKey: \.paint, to: Paint(red: 9, green: 0))
    #expect(signal.getTransformableValue(forKey: \.paint).red == 9)
    try context.save()
    #expect(signal.name == "c")
  }

  @Test func `backing data reads and writes relationships`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    let stop = Stop("Bern")
    context.insert(trip)
    context.insert(stop)
    stop.setValue(forKey: \.trip, to: trip)
    #expect(trip.getValue(forKey: \.stops).map(\.place) == ["Bern"])
    #expect(stop.persistentBackingData.getValue(forKey: \.trip) === trip)
    trip.setValue(forKey: \.stops, to: [Stop("Chur")])
    #expect(stop.trip == nil)
  }

  @Test func `setting a computed property by key path throws at the save`() throws {
    let store = try TestStore()
    let context = ModelContext(try open(store))
    let signal = Signal("a", paint: Paint(red: 0, green: 0))
    context.insert(signal)
    signal.setValue(forKey: \.title, to: "b")
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .unsupportedKeyPath)
    #expect(error?.localizedDescription.contains("Signal") == true)
    signal.setValue(forKey: \.count, to: 5)
    #expect(signal.count == 5)
  }
}
