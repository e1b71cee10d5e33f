// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Fetches that run many times, whose statements are prepared once.
@Suite struct RepeatedFetchTests {
  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Echo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    for number in 0..<6 { context.insert(Echo(number)) }
    try context.save()
  }

  private func numbers(from first: Int) throws -> [Int] {
    var descriptor = FetchDescriptor<Echo>(
      predicate: #Predicate { $0.number >= first }, sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = 2
    return try context.fetch(descriptor).map(\.number)
  }

  @Test func `each run has the values of its own predicate`() throws {
    for _ in 0..<4 {
      for first in 0..<4 { #expect(try numbers(from: first) == [first, first + 1]) }
    }
    #expect(try numbers(from: 5) == [5])
    #expect(try numbers(from: 6) == [])
  }

  @Test func `a fetch inside of the evaluation of an equal fetch has its own rows`() throws {
    let descriptor = FetchDescriptor<Echo>(predicate: #Predicate { $0.othersCount >= 0 })
    for _ in 0..<4 {
      let found = try context.fetch(descriptor)
      #expect(found.map(\.number) == Array(0..<6))
      #expect(found.map(\.lastCount) == Array(repeating: 6, count: 6))
    }
  }

  @Test func `a repeated fetch continues after another program has changed the schema`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    context.insert(Trip("a", code: "a"))
    try context.save()
    let named = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "a" })
    for _ in 0..<4 { #expect(try context.fetchCount(named) == 1) }
    try store.sqlite("CREATE INDEX later ON Trip(name); ANALYZE")
    for _ in 0..<4 { #expect(try context.fetchCount(named) == 1) }
  }
}

/// Whether the predicate of a fetch is being evaluated in this task.
private enum Evaluation {
  @TaskLocal static var isRunning = false
}

@Model
final class Echo {
  var number: Int
  @Transient var lastCount = 0

  init(_ number: Int) { self.number = number }

  /// Zero, after an equal fetch while this model is evaluated.
  var othersCount: Int {
    guard let modelContext, !Evaluation.isRunning else { return 0 }
    Evaluation.$isRunning.withValue(true) {
      let descriptor = FetchDescriptor<Echo>(predicate: #Predicate { $0.othersCount >= 0 })
      lastCount = (try? modelContext.fetch(descriptor).count) ?? -1
    }
    return 0
  }
}
