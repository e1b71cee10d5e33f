// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@ModelActor
actor TripWriter {
  func add(_ name: String) throws -> PersistentIdentifier {
    let trip = Trip(name)
    modelContext.insert(trip)
    try modelContext.save()
    return trip.persistentModelID
  }

  func name(of id: PersistentIdentifier) -> String? { self[id, as: Trip.self]?.name }
}

@Suite struct ModelActorTests {
  @Test func actorsSaveToOneStoreAtOnce() async throws {
    let store = try TestStore()
    let container = try store.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          let writer = TripWriter(modelContainer: container)
          for turn in 0..<5 { _ = try await writer.add("\(index)-\(turn)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 100)
  }

  @Test func identifiersGoFromActorToActor() async throws {
    let container = try TestStore.inMemory()
    let id = try await TripWriter(modelContainer: container).add("Alps")
    #expect(await TripWriter(modelContainer: container).name(of: id) == "Alps")
  }

  @Test func anotherContainerIsToldOfACommit() async throws {
    let store = try TestStore()
    let (first, second) = (try store.open(), try store.open())
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: second, queue: nil
    ) { _ in continuation.yield() }
    defer { NotificationCenter.default.removeObserver(observer) }
    _ = try await TripWriter(modelContainer: first).add("Alps")
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<Trip>()) == 1)
  }
}
