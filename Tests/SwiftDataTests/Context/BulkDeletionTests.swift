// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Deletion by predicate, `delete(model:where:)`.
@Suite struct BulkDeletionTests {
  private func filled() throws -> ModelContext {
    let context = ModelContext(try TestStore.inMemory())
    for index in 0..<10 {
      let trip = Trip("\(index)")
      trip.rating = Double(index)
      trip.stops = [Stop("\(index)")]
      context.insert(trip)
    }
    try context.save()
    return ModelContext(context.container)
  }

  @Test func `a save deletes the matching models and their dependents`() throws {
    let context = try filled()
    let held = try #require(try context.fetch(FetchDescriptor<Trip>()).last)
    try context.delete(model: Trip.self, where: #Predicate { $0.rating >= 4 })
    #expect(context.hasChanges)
    #expect(held.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 4)
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["0", "1", "2", "3"])
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 10)
    try context.save()
    let read = ModelContext(context.container)
    #expect(try read.fetchCount(FetchDescriptor<Trip>()) == 4)
    #expect(try read.fetchCount(FetchDescriptor<Stop>()) == 4)
    #expect(held.modelContext == nil)
  }

  @Test func `deletion without a predicate deletes all models`() throws {
    let context = try filled()
    context.insert(Trip("new"))
    try context.delete(model: Trip.self)
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(context.deletedModelsArray.count == 10)
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Stop>()) == 0)
  }

  @Test func `a rollback cancels a deletion by predicate`() throws {
    let context = try filled()
    let trips = try context.fetch(FetchDescriptor<Trip>())
    try context.delete(model: Stop.self)
    #expect(trips[0].stops.isEmpty)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(trips[0].stops.map(\.place) == ["0"])
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 10)
  }

  @Test func `a matching model that is loaded after the deletion is deleted too`() throws {
    let context = try filled()
    try context.delete(model: Trip.self, where: #Predicate { $0.rating == 3 })
    let stop = try #require(try context.fetch(FetchDescriptor<Stop>()).first { $0.place == "3" })
    #expect(stop.trip?.isDeleted == true)
    var descriptor = FetchDescriptor<Trip>()
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor).count == 10)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()).count == 9)
  }

  @Test func `a denied deletion by predicate throws an error naming the property`() throws {
    let context = try filled()
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    context.insert(Invoice(5, trip: trip))
    try context.save()
    try context.delete(model: Trip.self)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.localizedDescription.contains("Trip.invoices") == true)
    context.rollback()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 10)
  }
}
