// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct SaveTests {
  @Test func `an identifier is permanent after the first save`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    let temporary = trip.persistentModelID
    #expect(temporary.isTemporary)
    try context.save()
    let permanent = trip.persistentModelID
    #expect(!permanent.isTemporary)
    #expect(permanent != temporary)
    let data = try JSONEncoder().encode(permanent)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == permanent)
    let known: Trip? = context.registeredModel(for: permanent)
    #expect(known === trip)
  }

  @Test func `a context has one instance for each row`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()).first === trip)
  }

  @Test func `a row ID is not reused after a deletion`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    let old = trip.persistentModelID
    context.delete(trip)
    try context.save()
    let again = ModelContext(try store.open())
    let new = Trip("Jura")
    again.insert(new)
    try again.save()
    #expect(new.persistentModelID != old)
  }

  @Test func `inserting an existing unique value updates the stored row`() throws {
    let context = ModelContext(try TestStore.inMemory())
    context.insert(Trip("Alps", code: "A1"))
    try context.save()
    context.insert(Trip("Alps, again", code: "A1"))
    try context.save()
    let trips = try ModelContext(context.container).fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.name) == ["Alps, again"])
  }

  @Test func `changing a property to another row's unique value throws`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (alps, jura) = (Trip("Alps", code: "A1"), Trip("Jura", code: "J1"))
    context.insert(alps)
    context.insert(jura)
    try context.save()
    jura.code = "A1"
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(context.hasChanges)
    jura.code = "J2"
    try context.save()
    #expect(Set(try context.fetch(FetchDescriptor<Trip>()).map(\.code)) == ["A1", "J2"])
  }

  @Test func `a failed save changes neither the store nor the pending changes`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let good = Trip("Alps")
    let bad = Everything(extreme: false)
    bad.double = .nan
    context.insert(good)
    context.insert(bad)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(good.persistentModelID.isTemporary)
    #expect(context.insertedModelsArray.count == 2)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 0)
    bad.double = 0
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `a save into a removed or replaced file throws`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    context.insert(Trip("Alps"))
    try context.save()
    let elsewhere = store.directory.appending(path: "elsewhere.store")
    try FileManager.default.moveItem(at: store.url, to: elsewhere)
    context.insert(Trip("Jura"))
    for isReplaced in [false, true] {
      if isReplaced { try FileManager.default.copyItem(at: elsewhere, to: store.url) }
      let error = try #require(throws: SwiftDataError.self) { try context.save() }
      #expect("\(error)".contains(store.url.path()) && "\(error)".contains("removed or replaced"))
      #expect(context.insertedModelsArray.count == 1)
    }
    try FileManager.default.removeItem(at: store.url)
    try FileManager.default.moveItem(at: elsewhere, to: store.url)
    try context.save()
    let again = ModelContext(try store.open())
    #expect(try again.fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `deleting unsaved models preserves the insertion order of the others`() throws {
    let context = ModelContext(try TestStore.inMemory())
    var trips = (0..<300).map { Trip("\($0)") }
    for trip in trips { context.insert(trip) }
    var random = SeededGenerator(seed: 7)
    while trips.count > 40 {
      let trip = trips.remove(at: Int.random(in: trips.indices, using: &random))
      context.delete(trip)
      #expect(trip.modelContext == nil)
      if trips.count % 50 == 0 {
        // Insert it again, at the end.
        context.insert(trip)
        trips.append(trip)
        context.delete(trips.removeFirst())
      }
    }
    #expect(context.insertedModelsArray.compactMap { ($0 as? Trip)?.name } == trips.map(\.name))
    try context.save()
    for trip in trips { trip.rating += 1 }
    for trip in trips.prefix(20) { context.delete(trip) }
    #expect(context.changedModelsArray.count == 20)
    #expect(context.deletedModelsArray.count == 20)
    try context.save()
    #expect(
      try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).map(\.name)
        == trips.dropFirst(20).map(\.name))
  }

  @Test func `a deleted model leaves its context at the save`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    context.delete(trip)
    #expect(trip.isDeleted)
    #expect(trip.modelContext === context)
    #expect(context.deletedModelsArray.count == 1)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    try context.save()
    #expect(!trip.isDeleted)
    #expect(trip.modelContext == nil)
    #expect(trip.name == "Alps")
  }

  @Test func `a rollback discards all pending changes`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    alps.stops = [Stop("Bern")]
    context.insert(alps)
    context.insert(jura)
    try context.save()
    let new = Trip("Vosges")
    context.insert(new)
    alps.name = "changed"
    alps.stops.append(Stop("Chur"))
    jura.stops = alps.stops
    context.delete(jura)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(new.modelContext == nil)
    #expect(alps.name == "Alps")
    #expect(alps.stops.map(\.place) == ["Bern"])
    #expect(jura.stops.isEmpty)
    #expect(!jura.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `didSave is posted for each save with changes`() throws {
    let context = ModelContext(try TestStore.inMemory())
    nonisolated(unsafe) var count = 0
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in count += 1 }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Trip("Alps"))
    try context.save()
    try context.save()
    #expect(count == 1)
  }
}
