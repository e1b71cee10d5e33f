// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) @MainActor struct HistoryObserverTests {
  let store: TestStore
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    store = try TestStore()
    container = try store.open()
    context = ModelContext(container)
    context.insert(Trip("a", code: "a"))
    try context.save()
  }

  private func save(_ model: some PersistentModel, by author: String? = nil) throws {
    context.author = author
    context.insert(model)
    try context.save()
  }

  @Test func `a history observer counts saves`() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    #expect(observer.eventCounter == 0)
    #expect(observer.modelContainer == container)
    let first = ObservedRead { _ = observer.eventCounter }
    try save(Trip("b"))
    await first.change()
    #expect(observer.eventCounter == 1)
    let second = ObservedRead { _ = observer.eventCounter }
    try save(Folder("b"))
    await second.change()
    #expect(observer.eventCounter == 2)
  }

  @Test func `a history observer filters by models and authors`() async throws {
    let observer = try HistoryObserver(
      observedModels: [Folder.self], authors: ["importer"], modelContainer: container)
    #expect(observer.authors == ["importer"])
    #expect(observer.observedModels.count == 1)
    let event = ObservedRead { _ = observer.eventCounter }
    try save(Folder("1"))
    try save(Trip("2"), by: "importer")
    try save(Folder("3"), by: "user")
    try save(Folder("4"), by: "importer")
    await event.change()
    #expect(observer.eventCounter == 1)
  }

  @Test func `a history observer counts saves of subclasses`() async throws {
    let store = try TestStore()
    let container = try ModelContainer(
      for: Family.Animal.self, Family.Dog.self, configurations: ModelConfiguration(url: store.url))
    let observer = try HistoryObserver(
      observedModels: [Family.Animal.self], modelContainer: container)
    let event = ObservedRead { _ = observer.eventCounter }
    let context = ModelContext(container)
    context.insert(Family.Dog("dog", tricks: 1))
    try context.save()
    await event.change()
    #expect(observer.eventCounter == 1)
  }

  @Test func `a history observer starts from its tokens`() throws {
    let first = try #require(try context.history().last?.token)
    let tokens = [first.storeIdentifier: first]
    #expect(
      try HistoryObserver(historyTokens: tokens, modelContainer: container).eventCounter == 0)
    try save(Trip("b"))
    #expect(
      try HistoryObserver(historyTokens: tokens, modelContainer: container).eventCounter == 1)
    #expect(
      try HistoryObserver(
        historyTokens: tokens, observedModels: [Folder.self], modelContainer: container
      ).eventCounter == 0)
    #expect(try HistoryObserver(modelContainer: container).eventCounter == 0)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: tokens, modelContainer: container)
    }
  }

  @Test func `a history observer counts saves of other processes`() async throws {
    let observer = try HistoryObserver(modelContainer: container)
    let url = store.url
    let event = ObservedRead { _ = observer.eventCounter }
    await #expect(processExitsWith: .success) { [url = url as URL] in
      let context = ModelContext(
        try ModelContainer(
          for: Trip.self, Folder.self, Everything.self,
          configurations: ModelConfiguration(url: url)))
      context.insert(Folder("other"))
      try context.save()
    }
    await event.change()
    #expect(observer.eventCounter == 1)
  }
}
