// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates composed of predicates and expressions, and the descriptions of their nodes.
@Suite struct PredicateCompositionTests {
  @Test func `a nested predicate is translated to SQL in place`() throws {
    let fixture = try PredicateFixture()
    let name = "Storm"
    let named = #Predicate<Author> { $0.name == name }
    let done = #Predicate<Trek> { $0.isDone }
    let near = #Predicate<Trek> { $0.miles < 3 && done.evaluate($0) }
    let both = #Predicate<Trek> { near.evaluate($0) || $0.steps == 3 && !done.evaluate($0) }
    let byName = #Predicate<Trek> { $0.author.flatMap { named.evaluate($0) } ?? false }
    let any = #Predicate<Trek> {
      $0.stops.contains { $0.host.flatMap { named.evaluate($0) } ?? false }
    }
    for predicate in [near, both, byName, any] {
      try fixture.check(predicate, on: fixture.trips, isExact: true)
    }
    let translated = try fixture.translate(byName)
    #expect(translated.entities == ["Author", "Trek"])
  }

  @Test(arguments: [40, 150, 1_200]) func `a long chain of predicates is one SQL condition`(
    _ count: Int
  ) throws {
    let fixture = try PredicateFixture()
    let terms = (0..<count).map { number in #Predicate<Trek> { $0.steps == number } }
    let any = terms.reduce(#Predicate<Trek> { _ in false }) { some, next in
      #Predicate<Trek> { some.evaluate($0) || next.evaluate($0) }
    }
    let none = terms.reduce(#Predicate<Trek> { _ in true }) { all, next in
      #Predicate<Trek> { !next.evaluate($0) && all.evaluate($0) }
    }
    let some = try fixture.check(any, on: fixture.trips, isExact: true)
    let others = try fixture.check(none, on: fixture.trips, isExact: true)
    #expect(some + others == fixture.trips.count)
    #expect(some > 0)
  }

  @Test func `a predicate nested beyond the stack size throws`() throws {
    let fixture = try PredicateFixture(trips: 1)
    let start = #Predicate<Trek> { $0.isDone }
    let nested = (0..<100_000).reduce(start) { inner, number in
      #Predicate<Trek> { inner.evaluate($0) || $0.steps == number }
    }
    let error = try #require(throws: SwiftDataError.self) { try fixture.translate(nested) }
    #expect(error == .unsupportedPredicate)
    #expect("\(error)".contains("Trek"))
    // Leak it, because releasing it level by level would overflow the stack too.
    _ = Unmanaged.passRetained(Kept(nested))
  }

  private final class Kept {
    let predicate: Predicate<Trek>
    init(_ predicate: Predicate<Trek>) { self.predicate = predicate }
  }

  @Test func `a nested expression is translated to SQL in place`() throws {
    let fixture = try PredicateFixture()
    let total = #Expression<Trek, Int> { $0.stops.count + 1 }
    let predicate = #Predicate<Trek> { total.evaluate($0) > 2 }
    try fixture.check(predicate, on: fixture.trips, isExact: true)
  }

  @Test func `a nested predicate of two inputs is translated to SQL`() throws {
    let fixture = try PredicateFixture()
    let later = #Predicate<Trek, Date> { $0.start > $1 }
    let date = Date(timeIntervalSinceReferenceDate: 100)
    let predicate = #Predicate<Trek> { later.evaluate($0, date) }
    try fixture.check(predicate, on: fixture.trips, isExact: true)
  }

  @Test func `constant predicates match all rows or none`() throws {
    let fixture = try PredicateFixture(trips: 20)
    #expect(try fixture.check(#Predicate { _ in true }, on: fixture.trips, isExact: true) == 20)
    #expect(try fixture.check(.true, on: fixture.trips, isExact: true) == 20)
    #expect(try fixture.check(.false, on: fixture.trips, isExact: true) == 0)
  }

  @Test func `a predicate may declare local constants`() throws {
    let fixture = try PredicateFixture()
    let predicate = #Predicate<Trek> { trip in
      let host = trip.author
      let limit = 3
      return host?.isActive == true && trip.steps < limit
    }
    try fixture.check(predicate, on: fixture.trips, isExact: true)
  }

  @Test func `a captured call is evaluated once`() throws {
    var calls = 0
    func next() -> Int {
      calls += 1
      return calls
    }
    let fixture = try PredicateFixture(trips: 30)
    try fixture.check(#Predicate { $0.steps == next() }, on: fixture.trips, isExact: true)
    #expect(calls == 1)
  }

  @Test func `a predicate on a generic model is translated to SQL`() throws {
    func has<Model: PersistentModel>(_ model: Model) -> Predicate<Model> {
      let id = model.persistentModelID
      return #Predicate { $0.persistentModelID == id }
    }
    let fixture = try PredicateFixture(trips: 20)
    let predicate = has(fixture.trips[4])
    #expect(try fixture.check(predicate, on: fixture.trips, isExact: true) == 1)
  }

  // Foundation's declaration leaves the type of `$0` open during type checking. With an explicit
  // type, many conditions are checked quickly.
  @Test func `a predicate of many conditions compiles with a typed parameter`() throws {
    let fixture = try PredicateFixture()
    let name = "Storm"
    try fixture.check(
      #Predicate { (trip: Trek) in
        trip.author == nil && trip.reviewer == nil && trip.note == nil && trip.end == nil
          && trip.isPublic == nil
      }, on: fixture.trips, isExact: true)
    try fixture.check(
      #Predicate { (trip: Trek) in
        trip.author == nil && trip.optional == 3 && trip.name == name && trip.isDone == false
          && trip.miles > 2 && trip.steps % 2 == 0 && trip.otherSurface != .sand
      }, on: fixture.trips, isExact: true)
  }

  @Test func `other forms with several nil comparisons compile`() throws {
    let fixture = try PredicateFixture()
    let open = #Predicate<Trek> { $0.note == nil && $0.end == nil }
    try fixture.check(
      #Predicate { open.evaluate($0) && $0.optional == nil }, on: fixture.trips, isExact: true)
    try fixture.check(
      #Predicate { !($0.note != nil || $0.end != nil || $0.optional != nil) }, on: fixture.trips,
      isExact: true)
    try fixture.check(
      #Predicate {
        if $0.note == nil { $0.end == nil && $0.optional == nil } else { false }
      }, on: fixture.trips, isExact: true)
    let (none, never): (String?, Date?) = (nil, nil)
    try fixture.check(
      #Predicate { $0.optional == nil && $0.note == none && $0.end == never }, on: fixture.trips,
      isExact: true)
    try fixture.check(
      #Predicate { $0.optional == nil && $0.steps == 3 && $0.name == "x" }, on: fixture.trips,
      isExact: true)
  }

  @Test func `captured optionals can be compared with nil any number of times`() throws {
    let fixture = try PredicateFixture()
    let stored: String = try #require(fixture.trips.compactMap(\.note).first)
    let notes: [String?] = [nil, "x", stored]
    for note in notes {
      let (none, number): (String?, Int?) = (nil, 3)
      let descriptor = FetchDescriptor<Trek>(
        predicate: #Predicate {
          (note == nil || note == $0.note)
            && ((none != nil && none == $0.note) || (number != nil && $0.optional == number))
        })
      try fixture.check(
        try #require(descriptor.predicate), on: fixture.trips, isExact: nil, note ?? "nil")
    }
  }

  @Test func `predicate nodes have a description`() throws {
    let predicate = #Predicate<String> { $0.localizedStandardContains("x") }
    #expect("\(predicate.expression)".hasPrefix("StringLocalizedStandardContains(root: "))
    let compare = #Predicate<String> { $0.caseInsensitiveCompare("x") == .orderedSame }
    #expect("\(compare.expression)".contains("StringCaseInsensitiveCompare("))
    #expect(try predicate.evaluate("aXb"))
    #expect(try !predicate.evaluate("b"))
  }

  @Test func `predicate nodes are Codable unless they capture a model`() throws {
    typealias Value = PredicateExpressions.Value
    let node = PredicateExpressions.build_localizedStandardContains(Value("axb"), Value("X"))
    let data = try JSONEncoder().encode(node)
    let copy = try JSONDecoder().decode(type(of: node), from: data)
    #expect(try copy.evaluate(PredicateBindings()))
    let captured = PredicateExpressions.build_captured(3)
    let number = try JSONDecoder().decode(
      type(of: captured), from: JSONEncoder().encode(captured))
    #expect(number.value == 3)
    let model = PredicateExpressions.build_captured(
      Author(name: "", age: nil, email: nil, isActive: true))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(model) }
  }
}
