// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) @MainActor struct ResultsObserverTests {
  let store: TestStore
  let container: ModelContainer

  init() throws {
    store = try TestStore()
    container = try store.open()
    let context = ModelContext(container)
    for name in ["b", "d"] { context.insert(Trip(name, code: name)) }
    try context.save()
  }

  private var byName: [SortDescriptor<Trip>] { [SortDescriptor(\.name)] }

  @Test func `results include unsaved changes of the context`() async throws {
    let context = container.mainContext
    context.autosaveEnabled = false
    let observer = try ResultsObserver<Trip, Never>(sortBy: byName, modelContext: context)
    #expect(observer.results.map(\.name) == ["b", "d"])
    let new = Trip("c", code: "c")
    let inserting = ObservedRead { _ = observer.results }
    context.insert(new)
    await inserting.change()
    #expect(observer.results.map(\.name) == ["b", "c", "d"])
    // Its position depends on a property that changes again before the save.
    let renaming = ObservedRead { _ = observer.results }
    new.name = "e"
    await renaming.change()
    #expect(observer.results.map(\.name) == ["b", "d", "e"])
    let newest = Trip("f", code: "f")
    context.insert(newest)
    #expect(observer.results.map(\.name) == ["b", "d", "e", "f"])
    let dropping = ObservedRead { _ = observer.results }
    context.delete(newest)
    await dropping.change()
    #expect(observer.results.map(\.name) == ["b", "d", "e"])
    let rolling = ObservedRead { _ = observer.results }
    context.rollback()
    await rolling.change()
    #expect(observer.results.map(\.name) == ["b", "d"])
    context.delete(observer.results[0])
    #expect(observer.results.map(\.name) == ["d"])
    try context.save()
    #expect(observer.results.map(\.name) == ["d"])
  }

  @Test func `results include saves of other contexts and processes`() async throws {
    let observer = try ResultsObserver<Trip, Never>(sortBy: byName, modelContainer: container)
    _ = observer.results
    let other = ModelContext(container)
    other.insert(Trip("a", code: "a"))
    let changed = ObservedRead { _ = observer.results }
    try other.save()
    await changed.change()
    #expect(observer.results.map(\.name) == ["a", "b", "d"])
    let url = store.url
    let again = ObservedRead { _ = observer.results }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let context = ModelContext(
        try ModelContainer(
          for: Trip.self, Folder.self, Everything.self,
          configurations: ModelConfiguration(url: url)))
      try context.delete(model: Trip.self, where: #Predicate { $0.name == "b" })
      try context.save()
    }
    await again.change()
    #expect(observer.results.map(\.name) == ["a", "d"])
  }

  @Test func `changing the descriptor updates the results`() async throws {
    let observer = try ResultsObserver<Trip, Never>(
      filterBy: #Predicate { $0.name > "b" }, sortBy: byName, modelContext: container.mainContext)
    #expect(observer.results.map(\.name) == ["d"])
    #expect(observer.filterBy != nil)
    observer.filterBy = nil
    #expect(observer.results.map(\.name) == ["b", "d"])
    observer.sortBy = [SortDescriptor(\.name, order: .reverse)]
    #expect(observer.results.map(\.name) == ["d", "b"])
    #expect(observer.fetchDescriptor.sortBy == observer.sortBy)
    observer.filterBy = #Predicate { $0.stops.isEmpty }
    #expect(observer.results.count == 2)
    // A change of the new predicate's relationship updates the results.
    let other = ModelContext(container)
    let trip = try #require(
      try other.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "b" })).first)
    other.insert(Stop("s", trip: trip))
    let changed = ObservedRead { _ = observer.results }
    try other.save()
    await changed.change()
    #expect(observer.results.map(\.name) == ["d"])
  }

  @Test func `index paths refer to items of a single section`() throws {
    let context = container.mainContext
    let observer = try ResultsObserver<Trip, Never>(
      fetchDescriptor: FetchDescriptor(sortBy: byName), modelContext: context)
    let trip = try #require(observer.element(at: [0, 1]))
    #expect(trip.name == "d")
    #expect(observer.indexPath(for: trip) == [0, 1])
    #expect(observer.element(at: [0, 2]) == nil)
    #expect(observer.element(at: [1, 0]) == nil)
    #expect(observer.element(at: [0]) == nil)
    #expect(observer.indexPath(for: Trip("x")) == nil)
    let foreign = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(observer.indexPath(for: foreign) == nil)
  }

  @Test func `creating a results observer throws if its fetch fails`() {
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ResultsObserver<Relic, Never>(modelContext: container.mainContext)
    }
  }

  @Test func `an unused results observer is released`() async throws {
    let context = container.mainContext
    weak var known: ResultsObserver<Trip, Never>?
    do {
      let observer = try ResultsObserver<Trip, Never>(modelContext: context)
      known = observer
      #expect(observer.results.count == 2)
    }
    #expect(known == nil)
    context.insert(Trip("z"))
    try context.save()
  }

  @Test nonisolated func `results without an isolation domain are fetched on each access`() throws {
    let context = ModelContext(container)
    let observer = try ResultsObserver<Trip, Never>(
      modelContext: context, isolation: nil)
    #expect(observer.results.count == 2)
    context.insert(Trip("c", code: "c"))
    #expect(observer.results.count == 3)
    let other = ModelContext(container)
    other.insert(Trip("e", code: "e"))
    try other.save()
    #expect(observer.results.count == 4)
  }
}
