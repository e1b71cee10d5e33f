// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Random predicates on random rows: SQL selects the models that `evaluate` accepts.
@Suite struct RandomPredicateTests {
  typealias Node = any StandardPredicateExpression<Bool>
  typealias Input = PredicateExpressions.Variable<Trek>

  @Test(arguments: 1...8)
  func `random predicates select the rows that evaluate accepts`(_ seed: UInt64) throws {
    let fixture = try PredicateFixture(seed: seed, trips: 80)
    var random = SeededRandom(seed: seed &* 7919)
    for number in 0..<60 {
      let pool = leaves(fixture, &random)
      var depth = 0
      let predicate = Predicate<Trek> { trip in
        depth = 1 + random.below(4)
        return build(depth, trip, pool, &random)
      }
      try fixture.check(
        predicate, on: fixture.trips, isExact: nil, "seed \(seed), predicate \(number)")
    }
  }

  /// Returns a tree of AND, OR, NOT, `? :` and `==` with leaves of the pool.
  private func build(
    _ depth: Int, _ trip: Input, _ pool: [(Input) -> Node], _ random: inout SeededRandom
  ) -> Node {
    if depth == 0 { return random.pick(pool)(trip) }
    let first = build(depth - 1, trip, pool, &random)
    let second = build(random.below(depth), trip, pool, &random)
    switch random.below(7) {
    case 0, 1: return conjunction(first, second)
    case 2, 3: return disjunction(first, second)
    case 4: return negation(first)
    case 5: return equal(first, second)
    default:
      let third = build(0, trip, pool, &random)
      return conditional(first, second, third)
    }
  }

  private func conjunction(_ one: some StandardPredicateExpression<Bool>, _ two: Node) -> Node {
    func combine(_ two: some StandardPredicateExpression<Bool>) -> Node {
      PredicateExpressions.build_Conjunction(lhs: one, rhs: two)
    }
    return combine(two)
  }

  private func disjunction(_ one: some StandardPredicateExpression<Bool>, _ two: Node) -> Node {
    func combine(_ two: some StandardPredicateExpression<Bool>) -> Node {
      PredicateExpressions.build_Disjunction(lhs: one, rhs: two)
    }
    return combine(two)
  }

  private func equal(_ one: some StandardPredicateExpression<Bool>, _ two: Node) -> Node {
    func combine(_ two: some StandardPredicateExpression<Bool>) -> Node {
      PredicateExpressions.build_Equal(lhs: one, rhs: two)
    }
    return combine(two)
  }

  private func negation(_ one: some StandardPredicateExpression<Bool>) -> Node {
    PredicateExpressions.build_Negation(one)
  }

  private func conditional(
    _ test: some StandardPredicateExpression<Bool>, _ one: Node, _ two: Node
  ) -> Node {
    func combine(
      _ one: some StandardPredicateExpression<Bool>, _ two: some StandardPredicateExpression<Bool>
    ) -> Node {
      PredicateExpressions.build_Conditional(test, one, two)
    }
    return combine(one, two)
  }

  /// Returns conditions with random constants: for SQL alone, in part for Swift, and some that
  /// throw.
  private func leaves(_ fixture: PredicateFixture, _ random: inout SeededRandom)
    -> [(Input) -> Node]
  {
    let number = random.integer()
    let maybe: Int? = random.optional { $0.integer() }
    let author: Author? = random.optional { $0.pick(fixture.authors) }
    return predicates(random.text(), number, maybe, author, &random).map { predicate in
      { trip in
        PredicateExpressions.build_evaluate(PredicateExpressions.build_captured(predicate), trip)
      }
    }
  }

  // swift-format-ignore: NeverForceUnwrap
  private func predicates(
    _ text: String, _ number: Int, _ maybe: Int?, _ author: Author?, _ random: inout SeededRandom
  ) -> [Predicate<Trek>] {
    let numbers = random.list { $0.integer() }
    let texts = random.list { $0.text() }
    let maybes: [Int?] = random.list { $0.optional { $0.integer() } }
    let date = random.date()
    let real = random.double()
    let kind: Surface? = random.optional { $0.pick(Surface.allCases) }
    return [
      #Predicate { $0.name == text },
      #Predicate { $0.note == text },
      #Predicate { $0.note == nil },
      #Predicate { $0.name < text },
      #Predicate { $0.name.contains(text) },
      #Predicate { $0.note?.contains(text) ?? true },
      #Predicate { $0.note?.contains(text) != false },
      #Predicate { $0.name.localizedStandardContains(text) },
      #Predicate { $0.name.count > number },
      #Predicate { $0.steps == number },
      #Predicate { $0.optional == maybe },
      #Predicate { $0.optional != maybe },
      #Predicate { $0.optional! > number },
      #Predicate { $0.isPublic! },
      #Predicate { $0.isPublic ?? $0.isDone },
      #Predicate { $0.isPublic == nil },
      #Predicate { ($0.optional ?? number) >= number },
      #Predicate { numbers.contains($0.steps) },
      #Predicate { maybes.contains($0.optional) },
      #Predicate { texts.contains($0.name) },
      #Predicate { $0.tags.contains(text) },
      #Predicate { $0.miles < real },
      #Predicate { $0.load.flatMap { $0 >= real } ?? false },
      #Predicate { $0.miles * 2 + 1 > real },
      #Predicate { $0.start <= date },
      #Predicate { $0.end != date },
      #Predicate { $0.otherSurface == kind },
      #Predicate { $0.author == author },
      #Predicate { $0.author?.name == text },
      #Predicate { $0.author?.email == nil },
      #Predicate { $0.author?.isActive == true },
      #Predicate { ($0.author?.age ?? 0) < number },
      #Predicate { $0.author!.isActive },
      #Predicate { $0.author?.boss?.name.isEmpty ?? true },
      #Predicate { $0.author == $0.reviewer },
      #Predicate { $0.stops.contains { $0.name == text } },
      #Predicate { $0.stops.allSatisfy { $0.nights == nil || $0.order > 1 } },
      #Predicate { $0.stops.contains { $0.host?.isActive ?? false } },
      #Predicate { $0.stops.contains { $0.nights! > 0 } },
      #Predicate { $0.labels.filter { $0.title == text }.count == 1 },
      #Predicate { $0.level > .medium },
      #Predicate { $0.name.contains(#/[aeS]/#) },
      #Predicate { $0.tags.first == text },
    ]
  }
}
