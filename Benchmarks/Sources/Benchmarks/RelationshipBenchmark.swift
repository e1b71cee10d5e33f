// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Appending, reading and deleting related models.
struct RelationshipBenchmark {
  let directory: URL

  func run() throws -> [Figure] {
    var rounds = Rounds(5)
    addAppends(to: &rounds)
    try addPrefetches(to: &rounds)
    addDeletes(to: &rounds)
    return try rounds.figures()
  }

  // MARK: Appending

  private func addAppends(to rounds: inout Rounds) {
    for count in [1_000, 10_000] {
      rounds.add(
        "append \(count) to a relationship", besides: "append 1000 to a relationship"
      ) {
        let context = ModelContext(try Self.container(inMemory: true))
        let route = Route(name: "all")
        context.insert(route)
        let halts = (0..<count).map { Halt(place: $0) }
        let time = ContinuousClock().measure {
          for halt in halts { route.halts.append(halt) }
        }
        context.rollback()
        return time
      }
    }
  }

  // MARK: Prefetching

  private func addPrefetches(to rounds: inout Rounds) throws {
    let container = try Self.container(url: directory.appending(path: "routes"))
    try Self.fill(container, routes: 1_000, halts: 100)
    let pairs = try Self.container(url: directory.appending(path: "pairs"))
    try Self.fill(pairs, routes: 10_000, halts: 1)

    rounds.add("read 10k to-one one by one") {
      try loading(pairs, Route.self) { $0.name.utf8.count }
    }
    rounds.add("read 10k to-one in a loop", besides: "read 10k to-one one by one") {
      try reading(pairs, FetchDescriptor<Halt>()) { $0.route?.name.utf8.count ?? 0 }
    }
    rounds.add("read 10k to-one prefetched", besides: "read 10k to-one one by one") {
      var descriptor = FetchDescriptor<Halt>()
      descriptor.relationshipKeyPathsForPrefetching = [\.route]
      return try reading(pairs, descriptor) { $0.route?.name.utf8.count ?? 0 }
    }
    rounds.add("read 1k x 100 to-many one by one") {
      try loading(container, Halt.self) { $0.note.utf8.count }
    }
    rounds.add("read 1k x 100 to-many in a loop", besides: "read 1k x 100 to-many one by one") {
      try reading(container, FetchDescriptor<Route>()) { $0.halts.count }
    }
    rounds.add("read 1k x 100 to-many prefetched", besides: "read 1k x 100 to-many one by one") {
      var descriptor = FetchDescriptor<Route>()
      descriptor.relationshipKeyPathsForPrefetching = [\.halts]
      return try reading(container, descriptor) { $0.halts.count }
    }
  }

  /// The time of reading models that are each loaded by a statement of their own.
  private func loading<Model: PersistentModel>(
    _ container: ModelContainer, _ type: Model.Type, _ read: (Model) -> Int
  ) throws -> Duration {
    let context = ModelContext(container)
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Model>())
    var sum = 0
    let time = ContinuousClock().measure {
      for identifier in identifiers {
        if let model = context.model(for: identifier) as? Model { sum += read(model) }
      }
    }
    try WrongResult.unless(sum > 0, "nothing was read")
    return time
  }

  /// The time of a fetch and of following a relationship of each model.
  private func reading<Model: PersistentModel>(
    _ container: ModelContainer, _ descriptor: FetchDescriptor<Model>, _ follow: (Model) -> Int
  ) throws -> Duration {
    let context = ModelContext(container)
    var sum = 0
    let time = try ContinuousClock().measure {
      for model in try context.fetch(descriptor) { sum += follow(model) }
    }
    try WrongResult.unless(sum > 0, "no relative was read")
    return time
  }

  // MARK: Deleting

  private func addDeletes(to rounds: inout Rounds) {
    rounds.add("raw SQLite: cascade over 100k rows") {
      try withFolder(in: directory) { folder in
        let file = folder.appending(path: "routes")
        try Self.fill(try Self.container(url: file), routes: 1, halts: 100_000)
        let raw = try RawSQLite(path: file.path(percentEncoded: false))
        return try ContinuousClock().measure {
          try raw.execute("BEGIN IMMEDIATE; DELETE FROM Halt; DELETE FROM Route; COMMIT")
        }
      }
    }
    rounds.add(
      "delete a model with 100k to cascade", besides: "raw SQLite: cascade over 100k rows"
    ) {
      try withFolder(in: directory) { folder in
        let container = try Self.container(url: folder.appending(path: "routes"))
        try Self.fill(container, routes: 1, halts: 100_000)
        let context = ModelContext(container)
        guard let route = try context.fetch(FetchDescriptor<Route>()).first else {
          throw WrongResult(description: "the route is missing")
        }
        let time = try ContinuousClock().measure {
          context.delete(route)
          try context.save()
        }
        let left = try context.fetchCount(FetchDescriptor<Halt>())
        try WrongResult.unless(left == 0, "\(left) rows are left")
        return time
      }
    }
  }

  // MARK: Stores

  private static func container(url: URL) throws -> ModelContainer {
    try ModelContainer(for: Route.self, configurations: ModelConfiguration(url: url))
  }

  private static func container(inMemory: Bool) throws -> ModelContainer {
    try ModelContainer(
      for: Route.self, configurations: ModelConfiguration(isStoredInMemoryOnly: inMemory))
  }

  private static func fill(_ container: ModelContainer, routes: Int, halts: Int) throws {
    let context = ModelContext(container)
    for index in 0..<routes {
      let route = Route(name: "route \(index)")
      context.insert(route)
      for place in 0..<halts {
        let halt = Halt(place: place)
        context.insert(halt)
        halt.route = route
      }
    }
    try context.save()
  }
}

@Model
final class Route {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Halt.route) var halts: [Halt] = []

  init(name: String) { self.name = name }
}

@Model
final class Halt {
  var place: Int
  var note: String
  var route: Route?

  init(place: Int) {
    self.place = place
    note = "halt number \(place)"
  }
}
