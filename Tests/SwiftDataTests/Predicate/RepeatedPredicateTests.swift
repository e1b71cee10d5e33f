// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates of one expression with other values, whose SQL is translated once.
@Suite struct RepeatedPredicateTests {
  private let fixture: PredicateFixture

  init() throws { fixture = try PredicateFixture(seed: 7, trips: 120) }

  private func check(_ predicate: Predicate<Trek>) throws {
    try fixture.check(predicate, on: fixture.trips, isExact: nil)
  }

  @Test func `each evaluation binds its own values`() throws {
    for trip in fixture.trips.prefix(20) {
      let (name, miles, steps) = (trip.name, trip.miles, trip.steps)
      let (note, start) = (trip.note, trip.start)
      try check(#Predicate { $0.name == name && $0.miles >= miles })
      try check(#Predicate { $0.miles >= miles || $0.steps < steps && $0.name != name })
      try check(#Predicate { !($0.steps == steps) && $0.start > start })
      try check(#Predicate { $0.note == note || $0.name == name })
      try check(#Predicate { $0.note == nil && $0.steps <= steps })
    }
  }

  @Test func `equal values and texts of several forms are not confused`() throws {
    for (low, high) in [(0, 0), (1, 1), (2, 5), (5, 2), (0, 0), (3, 4)] {
      try check(#Predicate { $0.steps > low && $0.steps <= high })
    }
    for name in ["a", "\u{E9}", "e\u{301}", "b", "", "\u{C5}"] {
      try check(#Predicate { $0.name == name && $0.miles > 1 })
    }
  }

  @Test func `predicates that differ in operators have their own SQL`() throws {
    for number in [0.5, 1, 2, 3] {
      try check(#Predicate { $0.miles < number })
      try check(#Predicate { $0.miles > number })
      try check(#Predicate { $0.miles <= number })
      try check(#Predicate { number <= $0.miles })
    }
    let (low, high) = (1.0, 2.0)
    let sql = try [
      #Predicate<Trek> { $0.miles > low && $0.miles < high },
      #Predicate<Trek> { $0.miles >= low && $0.miles < high },
      #Predicate<Trek> { $0.miles > low && $0.miles < high },
    ].map { try fixture.translate($0).condition.prepare().sql }
    #expect(sql[0] == sql[2] && sql[0] != sql[1])
  }
}
