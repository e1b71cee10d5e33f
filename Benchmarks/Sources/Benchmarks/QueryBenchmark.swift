// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Counting, predicates, composite values, and opening a store.
struct QueryBenchmark {
  let directory: URL
  let count = 100_000

  func run() throws -> [Figure] {
    var rounds = Rounds()
    try addCounts(to: &rounds)
    try addPredicates(to: &rounds)
    derivePredicate(in: &rounds)
    try addComposites(to: &rounds)
    return try rounds.figures()
  }

  // MARK: Counting

  private func addCounts(to rounds: inout Rounds) throws {
    let url = directory.appending(path: "count.store")
    let container = try ModelContainer(
      for: Sample.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for index in 0..<count { context.insert(Sample(SampleRow(index))) }
    try context.save()
    let raw = try RawSQLite(path: url.path(percentEncoded: false))
    let count = count
    let limit = 46.5

    rounds.add("raw SQLite: COUNT over 100k, 20 times") {
      try ContinuousClock().measure {
        for _ in 0..<20 {
          let found = try raw.integer("SELECT COUNT(*) FROM Sample WHERE latitude < \(limit)")
          try WrongResult.unless(found > 0 && found < count, "\(found) rows counted")
        }
      }
    }
    rounds.add("fetchCount over 100k, 20 times", besides: "raw SQLite: COUNT over 100k, 20 times") {
      try ContinuousClock().measure {
        for _ in 0..<20 {
          let found = try context.fetchCount(
            FetchDescriptor<Sample>(predicate: #Predicate { $0.latitude < limit }))
          try WrongResult.unless(found > 0 && found < count, "\(found) rows counted")
        }
      }
    }
  }

  // MARK: Predicates

  /// The cost of a predicate apart from rows: the store is empty.
  private func addPredicates(to rounds: inout Rounds) throws {
    let container = try ModelContainer(
      for: Sample.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    rounds.add("10k fetches from an empty store") {
      try ContinuousClock().measure {
        for _ in 0..<10_000 { _ = try context.fetch(FetchDescriptor<Sample>()) }
      }
    }
    rounds.add("the same with a predicate of 4 terms", besides: "10k fetches from an empty store") {
      try ContinuousClock().measure {
        for index in 0..<10_000 {
          let name = "name"
          let speed = Double(index)
          let predicate = #Predicate<Sample> {
            $0.name == name && $0.speed > speed && $0.heartRate != nil && $0.latitude < 50
          }
          _ = try context.fetch(FetchDescriptor(predicate: predicate))
        }
      }
    }
  }

  /// The cost of building and translating a predicate, without the fetch itself.
  private func derivePredicate(in rounds: inout Rounds) {
    rounds.derive(
      "a predicate built and translated", "us", goal: 10,
      from: "the same with a predicate of 4 terms", and: "10k fetches from an empty store"
    ) { ($0 - $1) * 1_000 / 10_000 }
  }

  // MARK: Composites

  private func addComposites(to rounds: inout Rounds) throws {
    let container = try ModelContainer(
      for: PlainProfile.self, CompositeProfile.self,
      configurations: ModelConfiguration(url: directory.appending(path: "composite.store")))
    let context = ModelContext(container)
    for index in 0..<count {
      context.insert(PlainProfile(index))
      context.insert(CompositeProfile(index))
    }
    try context.save()
    rounds.add("fetch 100k of plain values") {
      let context = ModelContext(container)
      var found: [PlainProfile] = []
      return try ContinuousClock().measure { found = try context.fetch(FetchDescriptor()) }
        + (found.count == count ? .zero : .seconds(999))
    }
    rounds.add("fetch 100k of composite values", besides: "fetch 100k of plain values") {
      let context = ModelContext(container)
      var found: [CompositeProfile] = []
      return try ContinuousClock().measure { found = try context.fetch(FetchDescriptor()) }
        + (found.count == count ? .zero : .seconds(999))
    }
  }
}

/// Four values, each in a column of its own.
@Model
final class PlainProfile {
  var name: String
  var weight: Double
  var height: Double
  var age: Int

  init(_ index: Int) {
    name = "profile \(index)"
    weight = 80 + Double(index % 30)
    height = 180.5
    age = index % 90
  }
}

/// The same values, three of them in one structure.
@Model
final class CompositeProfile {
  struct Body: Codable {
    var weight: Double
    var height: Double
    var age: Int
  }

  var name: String
  var body: Body

  init(_ index: Int) {
    name = "profile \(index)"
    body = Body(weight: 80 + Double(index % 30), height: 180.5, age: index % 90)
  }
}
