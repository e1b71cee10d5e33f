// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model
final class Reading {
  #FullText<Reading>([\.text])
  var number: Int
  var latitude = 0.0
  var longitude = 0.0
  var text = "reading"

  /// True; the reading with number 10 cancels the current task.
  var isAccepted: Bool {
    if number == 10 { withUnsafeCurrentTask { $0?.cancel() } }
    return true
  }

  init(_ number: Int) { self.number = number }
}

/// Tests of fetches in tasks that are cancelled.
@Suite(.timeLimit(.minutes(15))) struct CancellationTests {
  let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Reading.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for number in 0..<10_000 { context.insert(Reading(number)) }
    try context.save()
  }

  /// Runs `body` with a new context in a task that is cancelled from the start.
  private func inCancelledTask<R: Sendable>(
    _ body: @escaping @Sendable (ModelContext) throws -> R
  ) async throws -> R {
    let container = container
    return try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try body(ModelContext(container))
    }.value
  }

  @Test func `cancelling a task interrupts its fetch`() async throws {
    let container = container
    try await Task {
      let context = ModelContext(container)
      context.insert(Reading(-1))
      let descriptor = FetchDescriptor<Reading>(predicate: #Predicate { $0.isAccepted })
      #expect(throws: CancellationError.self) { try context.fetch(descriptor) }
      // The context and its changes are as before.
      #expect(context.hasChanges)
      try context.save()
    }.value
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Reading>()) == 10_001)
  }

  @Test func `a cancelled task can't complete a long fetch`() async throws {
    var descriptor = FetchDescriptor<Reading>(predicate: #Predicate { $0.number % 7 == 3 })
    descriptor.sortBy = [SortDescriptor(\.number, order: .reverse)]
    let long = descriptor
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try $0.fetch(long).count }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try $0.fetchCount(long) }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try $0.fetchIdentifiers(long).count }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try $0.fetch(long, batchSize: 10).count }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { context in try context.enumerate(long) { _ in } }
    }
  }

  @Test func `a cancelled task can't complete a long aggregate or search`() async throws {
    let all = FetchDescriptor<Reading>()
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try $0.aggregate(all, .sum(\.number)) }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { context in
        try context.aggregate(all, by: .value(\.number), values: .count).count
      }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { context in
        let nearby = NearbyDescriptor<Reading>(
          latitude: \.latitude, longitude: \.longitude, center: (0, 0))
        return try context.search(nearby).count
      }
    }
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { context in
        try context.search(FullTextDescriptor<Reading>("reading")).count
      }
    }
  }

  @Test func `a cancelled task can complete short fetches and saves`() async throws {
    let count = try await inCancelledTask { context in
      var few = FetchDescriptor<Reading>(sortBy: [])
      few.fetchLimit = 3
      let readings = try context.fetch(few)
      for reading in readings { reading.number = -5 }
      try context.save()
      return readings.count
    }
    #expect(count == 3)
    let changed = FetchDescriptor<Reading>(predicate: #Predicate { $0.number == -5 })
    #expect(try ModelContext(container).fetchCount(changed) == 3)
  }
}
