// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The cost of history and observers for a save, beside a save without them.
struct HistoryBenchmark {
  let directory: URL
  let count = 100_000
  let saves = 2_000
  let observerCount = 1_000

  func run() async throws -> [Figure] {
    var rounds = Rounds(9)
    addInserts(to: &rounds)
    addUpdates(to: &rounds)
    try addSmallSaves(to: &rounds)
    try await addObservers(to: &rounds)
    return try rounds.figures()
  }

  private func container(_ folder: URL, _ history: ModelConfiguration.History) throws
    -> ModelContainer
  {
    var configuration = ModelConfiguration(url: folder.appending(path: "\(UUID()).store"))
    configuration.history = history
    return try ModelContainer(for: Sample.self, Leaf.self, configurations: configuration)
  }

  // MARK: Many models

  private func addInserts(to rounds: inout Rounds) {
    let rows = (0..<count).map(SampleRow.init)
    func insert(_ history: ModelConfiguration.History) throws -> Duration {
      try withFolder(in: directory) { folder in
        let context = ModelContext(try container(folder, history))
        return try ContinuousClock().measure {
          for row in rows { context.insert(Sample(row)) }
          try context.save()
        }
      }
    }
    rounds.add("insert 100k without history") { try insert(.off) }
    rounds.add("insert 100k", besides: "insert 100k without history") { try insert(.kept) }
  }

  private func addUpdates(to rounds: inout Rounds) {
    let rows = (0..<count).map(SampleRow.init)
    func update(_ history: ModelConfiguration.History) throws -> Duration {
      try withFolder(in: directory) { folder in
        let context = ModelContext(try container(folder, history))
        for row in rows { context.insert(Sample(row)) }
        try context.save()
        let samples = try context.fetch(FetchDescriptor<Sample>())
        return try ContinuousClock().measure {
          for sample in samples { sample.speed += 1 }
          try context.save()
        }
      }
    }
    rounds.add("update 100k without history") { try update(.off) }
    rounds.add("update 100k", besides: "update 100k without history") { try update(.kept) }
  }

  // MARK: Small saves

  private func addSmallSaves(to rounds: inout Rounds) throws {
    let contexts = try [ModelConfiguration.History.off, .kept].map {
      ModelContext(try container(directory, $0))
    }
    func save(_ context: ModelContext) throws -> Duration {
      let row = SampleRow(1)
      return try ContinuousClock().measure {
        for _ in 0..<saves {
          context.insert(Sample(row))
          try context.save()
        }
      }
    }
    rounds.add("2000 small saves without history") { try save(contexts[0]) }
    rounds.add("2000 small saves", besides: "2000 small saves without history") {
      try save(contexts[1])
    }
  }

  // MARK: Observers

  private func addObservers(to rounds: inout Rounds) async throws {
    let plain = try container(directory, .kept)
    let watched = try container(directory, .kept)
    var observers: [ResultsSequence<Leaf>.Iterator] = []
    for _ in 0..<observerCount {
      var observer = watched.results(of: FetchDescriptor<Leaf>()).makeAsyncIterator()
      _ = try await observer.next()
      observers.append(observer)
    }
    func save(_ context: ModelContext) throws -> Duration {
      let row = SampleRow(1)
      return try ContinuousClock().measure {
        for _ in 0..<saves {
          context.insert(Sample(row))
          try context.save()
        }
      }
    }
    let (one, other) = (ModelContext(plain), ModelContext(watched))
    let kept = observers
    rounds.add("2000 unobserved saves") { try save(one) }
    rounds.add("beside 1000 observers", besides: "2000 unobserved saves") {
      try withExtendedLifetime(kept) { try save(other) }
    }
  }
}

/// A model that is observed and never saved.
@Model
final class Leaf {
  var name: String

  init(_ name: String) { self.name = name }
}
