// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization
import SystemSupport
import Testing

/// Fetches of models that are not in the container's schema.
@Suite struct UnlistedFetchTests {
  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Folder.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  /// Returns the warnings that a block logs.
  private func warnings(_ block: () throws -> Void) rethrows -> [String] {
    let log = Warnings()
    try Warning.$handler.withValue({ log.add($0) }) { try block() }
    return log.all
  }

  @Test func `a fetch of a model outside the schema is empty`() throws {
    let context = try context()
    context.insert(Folder("a"))
    let descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.name == "Alps" }, sortBy: [SortDescriptor(\.name)])
    var count = 0
    _ = try warnings {
      #expect(try context.fetch(descriptor).isEmpty)
      #expect(try context.fetch(descriptor, batchSize: 10).isEmpty)
      #expect(try context.fetchCount(descriptor) == 0)
      #expect(try context.fetchIdentifiers(descriptor).isEmpty)
      #expect(try context.fetchIdentifiers(descriptor, batchSize: 10).isEmpty)
      try context.enumerate(descriptor) { _ in count += 1 }
    }
    #expect(count == 0)
    #expect(try context.fetch(FetchDescriptor<Folder>()).count == 1)
  }

  @Test func `the first fetch of a model outside the schema logs a warning`() throws {
    let context = try context()
    let found = try warnings {
      for _ in 0..<3 { _ = try context.fetch(FetchDescriptor<Trip>()) }
      _ = try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>())
      _ = try context.fetch(FetchDescriptor<Stop>())
      _ = try context.fetch(FetchDescriptor<Folder>())
    }
    #expect(found.count == 2)
    #expect(
      found.first
        == "SwiftData: a fetch of Trip returned no models: Trip is not in the container's schema. "
        + "Add it to the models of the ModelContainer.")
    #expect(found.last?.contains("Stop") == true)
  }

  @Test func `inserting or deleting a model outside the schema throws an error naming it`() throws {
    let context = try context()
    let deleting = #expect(throws: SwiftDataError.self) { try context.delete(model: Trip.self) }
    #expect(deleting?.localizedDescription.contains("Trip is not in") == true)
    context.insert(Trip("Alps"))
    let inserting = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(inserting == .configurationSchemaNotFoundInContainerSchema)
    #expect(inserting?.localizedDescription.contains("Trip is not in") == true)
  }
}

private final class Warnings: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
