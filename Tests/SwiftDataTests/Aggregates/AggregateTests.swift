// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Counts, sums, averages and extremes of all matching models.
@Suite struct AggregateTests {
  let store: WorkoutStore
  var context: ModelContext { store.context }
  let all = FetchDescriptor<Workout>()

  init() throws { store = try WorkoutStore() }

  private func fill() throws {
    let anna = Athlete("Anna")
    try store.add("one", .walk) {
      $0.steps = 10
      $0.laps = 3
      $0.metres = 1_500
      $0.slope = 0.5
      $0.price = Decimal(string: "0.1") ?? 0
      $0.athlete = anna
      $0.splits = [Split(), Split()]
    }
    try store.add("two", .run) {
      $0.steps = 32
      $0.metres = 2_250
      $0.price = Decimal(string: "0.2") ?? 0
      $0.discount = 5
      $0.end = $0.start + 60
      $0.splits = [Split()]
    }
    try store.add("Zoë", .run) {
      $0.steps = -2
      $0.laps = 4
      $0.metres = 250
      $0.slope = 1.5
      $0.price = Decimal(string: "-1000000000000000000000.7") ?? 0
    }
    try context.save()
  }

  /// The results of every aggregate, as text.
  private func results(_ descriptor: FetchDescriptor<Workout>) throws -> [String] {
    let (count, ended, kinds, names) = try context.aggregate(
      descriptor, .count, .count(\.end), .countDistinct(\.steps), .countDistinct(\.name))
    let (steps, laps, metres, slope, price, discount) = try context.aggregate(
      descriptor, .sum(\.steps), .sum(\.laps), .sum(\.metres), .sum(\.slope), .sum(\.price),
      .sum(\.discount))
    let (averageSteps, averageLaps, averageMetres, averageSlope, averagePrice) =
      try context.aggregate(
        descriptor, .average(\.steps), .average(\.laps), .average(\.metres), .average(\.slope),
        .average(\.discount))
    let (least, most, first, last, dearest, latest) = try context.aggregate(
      descriptor, .minimum(\.steps), .maximum(\.laps), .minimum(\.name), .maximum(\.name),
      .maximum(\.price), .maximum(\.end))
    return [
      "\(count) \(ended) \(kinds) \(names)",
      "\(steps) \(laps) \(metres) \(slope) \(price) \(discount)",
      "\(text(averageSteps)) \(text(averageLaps)) \(text(averageMetres)) \(text(averageSlope)) "
        + text(averagePrice),
      "\(text(least)) \(text(most)) \(text(first)) \(text(last)) \(text(dearest)) "
        + text(latest?.timeIntervalSinceReferenceDate),
    ]
  }

  private func text(_ value: some Any) -> String { "\(value)" }

  @Test func `aggregates of every type are exact`() throws {
    try fill()
    #expect(
      try results(all) == [
        "3 1 3 3",
        "40 7 4000.0 2.0 -1000000000000000000000.4 5",
        "Optional(13.333333333333334) Optional(3.5) Optional(1333.3333333333333) Optional(1.0) "
          + "Optional(5)",
        "Optional(-2) Optional(4) Optional(\"Zoë\") Optional(\"two\") Optional(0.2) "
          + "Optional(725760060.0)",
      ])
  }

  @Test func `aggregates of no models are zero or nil`() throws {
    #expect(
      try results(all) == [
        "0 0 0 0", "0 0 0.0 0.0 0 0", "nil nil nil nil nil", "nil nil nil nil nil nil",
      ])
  }

  @Test func `unsaved changes give the same results as saved ones`() throws {
    try fill()
    let saved = try results(all)
    let extra = try store.add("extra") { $0.steps = 1_000 }
    let first = try #require(try context.fetch(all).first { $0.name == "one" })
    first.steps = 11
    first.laps = nil
    #expect(try context.aggregate(all, .sum(\.steps)) == 1_041)
    var storedOnly = all
    storedOnly.includePendingChanges = false
    #expect(try results(storedOnly) == saved)
    let pending = try results(all)
    try context.save()
    #expect(try results(all) == pending)
    first.steps = 10
    first.laps = 3
    context.delete(extra)
    #expect(try results(all) == saved)
  }

  @Test func `a predicate, a limit and an order select the models`() throws {
    try fill()
    let runs = FetchDescriptor<Workout>(
      predicate: #Predicate { $0.metres > 200 && $0.name != "one" },
      sortBy: [SortDescriptor(\.metres, order: .reverse)])
    #expect(try context.aggregate(runs, .sum(\.steps)) == 30)
    var longest = runs
    longest.fetchLimit = 1
    #expect(try context.aggregate(longest, .sum(\.steps)) == 32)
    longest.fetchOffset = 1
    #expect(try context.aggregate(longest, .sum(\.steps)) == -2)
    longest.fetchLimit = 0
    #expect(try context.aggregate(longest, .count) == 0)
  }

  @Test func `key paths lead through relationships, and may be computed`() throws {
    try fill()
    let (athletes, splits, kilometres, last) = try context.aggregate(
      all, .count(\.athlete), .sum(\.splits.count), .sum(\.kilometres),
      .maximum(\Workout.athlete?.name))
    #expect(athletes == 1)
    #expect(splits == 3)
    #expect(kilometres == 4)
    #expect(last == "Anna")
  }

  @Test func `a key path leads through a required relationship`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trips = [Trip("Alps"), Trip("Coast")]
    for trip in trips { context.insert(trip) }
    for (index, amount) in [1, 2, 4].enumerated() {
      context.insert(Invoice(Decimal(amount), trip: trips[index / 2]))
    }
    try context.save()
    let last = try context.aggregate(FetchDescriptor<Invoice>(), .maximum(\Invoice.trip.name))
    #expect(last == "Coast")
    let groups = try context.aggregate(
      FetchDescriptor<Invoice>(), by: .value(\Invoice.trip.name), values: .sum(\.amount))
    #expect(groups.map(\.key) == ["Alps", "Coast"])
    #expect(groups.map(\.values) == [3, 4])
  }

  @Test func `an integer sum out of range is an error`() throws {
    try store.add("one") { $0.steps = .max }
    let two = try store.add("two") { $0.steps = 1 }
    #expect(throws: SwiftDataError.storeFailure) { try context.aggregate(all, .sum(\.steps)) }
    try context.save()
    #expect(throws: SwiftDataError.storeFailure) { try context.aggregate(all, .sum(\.steps)) }
    for workout in try context.fetch(all) {
      workout.steps = 0
      workout.laps = 100
    }
    try context.save()
    #expect(throws: SwiftDataError.storeFailure) { try context.aggregate(all, .sum(\.laps)) }
    two.laps = 27
    try context.save()
    #expect(try context.aggregate(all, .sum(\.laps)) == 127)
  }

  @Test func `infinite values have infinite sums`() throws {
    try store.add("one") { $0.metres = .infinity }
    try store.add("two") { $0.metres = 1 }
    try context.save()
    #expect(try context.aggregate(all, .sum(\.metres)) == Double.infinity)
    try store.add("three") { $0.metres = -.infinity }
    try context.save()
    let (sum, average) = try context.aggregate(all, .sum(\.metres), .average(\.metres))
    #expect(sum.isNaN)
    #expect(average == nil)
  }

  @Test func `an aggregate of a model outside of the schema is an error`() throws {
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try context.aggregate(FetchDescriptor<Trip>(), .count)
    }
  }
}
