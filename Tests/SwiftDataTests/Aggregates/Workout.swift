// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A workout with a value of each type that aggregates support.
@Model
final class Workout {
  enum Kind: String, Codable { case walk, run, row }

  var name: String
  var kind: Kind
  var intensity: Kind?
  var start: Date
  var end: Date?
  var steps: Int
  var laps: Int8?
  var metres: Double
  var slope: Float?
  var price: Decimal
  var discount: Decimal?
  var athlete: Athlete?
  @Relationship(inverse: \Split.workout) var splits: [Split] = []

  init(_ name: String, _ kind: Kind = .walk, start: Date = .init(timeIntervalSinceReferenceDate: 0))
  {
    self.name = name
    self.kind = kind
    self.start = start
    steps = 0
    metres = 0
    price = 0
  }

  /// A value without a column.
  var kilometres: Double { metres / 1_000 }
}

@Model
final class Split {
  var workout: Workout?

  init() {}
}

@Model
final class Athlete {
  var name: String
  var fee: Decimal = 0
  @Relationship(inverse: \Workout.athlete) var workouts: [Workout] = []

  init(_ name: String) { self.name = name }
}

/// A model whose deletion leaves the references to it.
@Model
final class Club {
  var name: String
  @Relationship(deleteRule: .noAction, inverse: \Member.club) var members: [Member] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Member {
  var club: Club?

  init(of club: Club?) { self.club = club }
}

/// A context with workouts in memory.
struct WorkoutStore {
  let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Workout.self, Athlete.self, Split.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.autosaveEnabled = false
  }

  @discardableResult
  func add(
    _ name: String, _ kind: Workout.Kind = .walk, start: String = "2024-01-01T00:00:00Z",
    _ change: (Workout) -> Void = { _ in }
  ) throws -> Workout {
    let workout = Workout(name, kind, start: try Date(start, strategy: .iso8601))
    change(workout)
    context.insert(workout)
    return workout
  }
}
