// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// The merge of saves between contexts.
@Suite struct MergeTests {
  private func two() throws -> (here: ModelContext, there: ModelContext) {
    let container = try TestStore.inMemory()
    return (ModelContext(container), ModelContext(container))
  }

  @Test func `a context merges another context's save into its models`() throws {
    let (here, there) = try two()
    let mine = Trip("Alps")
    here.insert(mine)
    try here.save()
    let theirs = try #require(try there.fetch(FetchDescriptor<Trip>()).first)
    theirs.name = "Jura"
    theirs.stops.append(Stop("Bern"))
    try there.save()
    here.processPendingChanges()
    #expect(mine.name == "Jura")
    #expect(mine.stops.map(\.place) == ["Bern"])
  }

  @Test func `a merge notifies observers of the changed properties only`() throws {
    let (here, there) = try two()
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    here.insert(alps)
    here.insert(jura)
    try here.save()
    nonisolated(unsafe) var told: [String] = []
    withObservationTracking {
      _ = alps.name
    } onChange: {
      told.append("alps.name")
    }
    withObservationTracking {
      _ = alps.rating
    } onChange: {
      told.append("alps.rating")
    }
    withObservationTracking {
      _ = jura.name
    } onChange: {
      told.append("jura.name")
    }
    let theirs = try there.fetch(FetchDescriptor<Trip>())
    theirs[0].name = "Vosges"
    try there.save()
    here.processPendingChanges()
    #expect(told == ["alps.name"])
    #expect(alps.name == "Vosges")
  }

  @Test @MainActor func `the main context merges other saves by itself`() async throws {
    let store = try TestStore()
    let container = try store.open()
    let trip = Trip("Alps")
    container.mainContext.insert(trip)
    try container.mainContext.save()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = trip.name
    } onChange: {
      continuation.yield()
    }
    try await TripWriter(modelContainer: container).rename(trip.persistentModelID, to: "Jura")
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
    #expect(trip.name == "Jura")
  }

  @Test func `the last save of each property wins`() throws {
    let (here, there) = try two()
    let mine = Trip("Alps")
    here.insert(mine)
    try here.save()
    let theirs = try #require(try there.fetch(FetchDescriptor<Trip>()).first)
    mine.name = "mine"
    mine.rating = 1
    theirs.name = "theirs"
    theirs.note = "theirs"
    try there.save()
    try here.save()
    // The name was saved last here; the note was saved only there.
    #expect(mine.name == "mine")
    #expect(mine.note == "theirs")
    there.processPendingChanges()
    #expect(theirs.name == "mine")
    #expect(theirs.rating == 1)
  }

  @Test func `a rollback resets a model to the values that others saved`() throws {
    let (here, there) = try two()
    let mine = Trip("Alps")
    here.insert(mine)
    try here.save()
    mine.name = "mine"
    let theirs = try #require(try there.fetch(FetchDescriptor<Trip>()).first)
    theirs.name = "theirs"
    try there.save()
    here.processPendingChanges()
    #expect(mine.name == "mine")
    here.rollback()
    #expect(mine.name == "theirs")
  }

  @Test func `a deletion in another context wins over a change`() throws {
    let store = try TestStore()
    let (here, there) = (ModelContext(try store.open()), ModelContext(try store.open()))
    let mine = Trip("Alps")
    mine.stops = [Stop("Bern")]
    here.insert(mine)
    try here.save()
    there.delete(try #require(try there.fetch(FetchDescriptor<Trip>()).first))
    try there.save()
    mine.name = "changed"
    try here.save()
    #expect(mine.modelContext == nil)
    #expect(mine.name == "changed")
    #expect(try here.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try here.fetchCount(FetchDescriptor<Stop>()) == 0)
  }

  @Test func `a model deleted by another context leaves its relationships`() throws {
    let (here, there) = try two()
    let trip = Trip("Alps")
    trip.stops = [Stop("Bern"), Stop("Chur")]
    here.insert(trip)
    try here.save()
    let bern = trip.stops[0]
    there.delete(try #require(try there.fetch(FetchDescriptor<Stop>()).first))
    try there.save()
    here.processPendingChanges()
    #expect(trip.stops.map(\.place) == ["Chur"])
    #expect(bern.modelContext == nil)
  }

  @Test func `a reference to a model deleted by another context throws at the save`() throws {
    let store = try TestStore()
    let (here, there) = (ModelContext(try store.open()), ModelContext(try store.open()))
    let trip = Trip("Alps")
    here.insert(trip)
    try here.save()
    there.delete(try #require(try there.fetch(FetchDescriptor<Trip>()).first))
    try there.save()
    here.insert(Stop("Bern", trip: trip))
    let error = #expect(throws: SwiftDataError.self) { try here.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.localizedDescription.contains("Stop number") == true)
    #expect(error?.localizedDescription.contains("trip") == true)
    here.rollback()
    #expect(!here.hasChanges)
  }

  @Test func `a merge keeps the additions of both contexts to a relationship`() throws {
    let (here, there) = try two()
    let mine = Trip("Alps")
    mine.stops = [Stop("a")]
    mine.travellers = [Traveller("Ann")]
    here.insert(mine)
    try here.save()
    let theirs = try #require(try there.fetch(FetchDescriptor<Trip>()).first)
    _ = (theirs.stops, theirs.travellers)
    mine.stops.append(Stop("mine"))
    mine.travellers.append(Traveller("Ben"))
    theirs.stops.append(Stop("theirs"))
    theirs.travellers.append(Traveller("Cleo"))
    try here.save()
    try there.save()
    #expect(theirs.stops.map(\.place) == ["a", "mine", "theirs"])
    here.processPendingChanges()
    #expect(mine.stops.map(\.place) == ["a", "mine", "theirs"])
    #expect(mine.travellers.map(\.name) == ["Ann", "Ben", "Cleo"])
  }
}
