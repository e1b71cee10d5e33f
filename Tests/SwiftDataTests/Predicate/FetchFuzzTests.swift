// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random fetches of a context with random unsaved changes, compared with filtering, sorting and
/// cutting a plain array of the models.
@Suite struct FetchFuzzTests {
  @Test(arguments: 1...6)
  func `random fetches return the same models as plain arrays`(_ seed: UInt64) throws {
    let fixture = try PredicateFixture(seed: seed, trips: 30)
    var random = SeededRandom(seed: seed &* 7_368_787)
    var generator = PredicateGenerator(
      random: random, authors: fixture.authors, labels: fixture.labels)
    var models = fixture.trips
    for round in 0..<40 {
      if round % 4 == 3 { change(&models, fixture, &random) }
      if round % 20 == 19 { try fixture.context.save() }
      var descriptor = FetchDescriptor<Trek>(
        predicate: random.below(5) == 0 ? nil : generator.predicate(depth: 1 + random.below(3)),
        sortBy: sort(&random))
      descriptor.fetchLimit = random.below(2) == 0 ? nil : random.below(12)
      descriptor.fetchOffset = random.below(2) == 0 ? nil : random.below(6)
      let expected = Self.answer(descriptor, models)
      let fetched = try fixture.context.fetch(descriptor)
      #expect(
        fetched.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init),
        "seed \(seed), round \(round): \(fetched.count) of \(expected.count)")
      #expect(
        try fixture.context.fetchCount(descriptor) == expected.count, "seed \(seed), round \(round)"
      )
    }
  }

  /// Returns the expected results of a descriptor.
  private static func answer(_ descriptor: FetchDescriptor<Trek>, _ models: [Trek]) -> [Trek] {
    let matches = models.filter { model in
      descriptor.predicate.map { $0.accepts(model) } ?? true
    }
    let sorted = matches.enumerated().sorted { one, two in
      for key in descriptor.sortBy {
        switch key.compare(one.element, two.element) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return one.offset < two.offset
    }
    let rest = sorted.map(\.element).dropFirst(descriptor.fetchOffset ?? 0)
    return Array(rest.prefix(descriptor.fetchLimit ?? .max))
  }

  private func sort(_ random: inout SeededRandom) -> [SortDescriptor<Trek>] {
    let order: SortOrder = random.below(2) == 0 ? .forward : .reverse
    let all: [SortDescriptor<Trek>] = [
      SortDescriptor(\.name, order: order), SortDescriptor(\.steps, order: order),
      SortDescriptor(\.author?.name, order: order), SortDescriptor(\.stops.count, order: order),
      SortDescriptor(\.mood, order: order), SortDescriptor(\.gear.weight, order: order),
      SortDescriptor(\.name.count, order: order), SortDescriptor(\.otherCost, order: order),
      SortDescriptor(\.note, comparator: .localizedStandard, order: order),
    ]
    return (0..<random.below(3)).map { _ in random.pick(all) }
  }

  /// Changes some models, including related ones, deletes one and inserts one.
  private func change(
    _ models: inout [Trek], _ fixture: PredicateFixture, _ random: inout SeededRandom
  ) {
    for _ in 0..<3 {
      let trip = random.pick(models)
      trip.name = random.text()
      trip.optional = random.optional { $0.integer() }
      trip.kit = Kit(random: &random)
      trip.author = random.optional { $0.pick(fixture.authors) }
    }
    random.pick(fixture.authors).name = random.text()
    fixture.context.delete(models.remove(at: random.below(models.count)))
    let new = Trek(random: &random)
    fixture.context.insert(new)
    new.stops.append(Camp(name: random.text(), order: 1, nights: nil))
    models.append(new)
  }
}
