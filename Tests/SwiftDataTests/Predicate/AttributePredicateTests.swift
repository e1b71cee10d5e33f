// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Comparisons of attributes of each type with captured values, literals, nil and each other.
@Suite struct AttributePredicateTests {
  @Test func `predicates on attributes select the rows that evaluate accepts`() throws {
    let fixture = try PredicateFixture()
    for each in Self.cases() {
      try fixture.check(
        each.predicate, on: fixture.trips, isExact: each.isExact, each.testDescription)
    }
  }

  @Test(arguments: SeededRandom.texts)
  func `text comparisons agree with Swift`(_ text: String) throws {
    let fixture = try PredicateFixture(trips: 60)
    try fixture.check(#Predicate<Trek> { $0.name == text }, on: fixture.trips, isExact: true)
    try fixture.check(#Predicate<Trek> { $0.note != text }, on: fixture.trips, isExact: true)
    try fixture.check(#Predicate<Trek> { $0.name < text }, on: fixture.trips, isExact: true)
    try fixture.check(#Predicate<Trek> { $0.name >= text }, on: fixture.trips, isExact: true)
    try fixture.check(
      #Predicate<Trek> { $0.name.contains(text) }, on: fixture.trips, isExact: true)
    try fixture.check(
      #Predicate<Trek> { $0.name.starts(with: text) }, on: fixture.trips, isExact: true)
    try fixture.check(
      #Predicate<Trek> { $0.name.localizedStandardContains(text) }, on: fixture.trips,
      isExact: true)
    try fixture.check(
      #Predicate<Trek> { $0.name.caseInsensitiveCompare(text) == .orderedSame },
      on: fixture.trips, isExact: true)
    try fixture.check(
      #Predicate<Trek> { $0.name.localizedCompare(text) == .orderedAscending },
      on: fixture.trips, isExact: true)
    try fixture.check(#Predicate<Trek> { $0.tags.contains(text) }, on: fixture.trips, isExact: true)
    try fixture.check(#Predicate<Trek> { text.contains($0.name) }, on: fixture.trips, isExact: true)
  }

  private static func cases() -> [PredicateCase] {
    equality() + members() + order() + optionals() + strings() + numbers() + lists() + swiftOnly()
  }

  private static func equality() -> [PredicateCase] {
    let (text, number, real, float) = ("Storm", 3, 2.5, Float(2.5))
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    let uuid = SeededRandom.uuids[2]
    let maybe: Int? = 3
    let nothing: String? = nil
    let cost = Decimal(string: "2.5") ?? 0
    let link = URL(string: "https://a.example/x")
    let bytes = Data([1, 2, 3])
    let kind = Surface.sand
    let other: Surface? = .road
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.name == text }))
    cases.append(.init(#Predicate { $0.name != "Caf\u{E9}" }))
    cases.append(.init(#Predicate { $0.note == text }))
    cases.append(.init(#Predicate { $0.note == nothing }))
    cases.append(.init(#Predicate { $0.note == nil }))
    cases.append(.init(#Predicate { $0.note != nil }))
    cases.append(.init(#Predicate { ($0.note ?? "a") == $0.name }))
    cases.append(.init(#Predicate { $0.steps == number }))
    cases.append(.init(#Predicate { $0.steps != -3 }))
    cases.append(.init(#Predicate { $0.tiny == 3 }))
    cases.append(.init(#Predicate { $0.large == 3 }))
    cases.append(.init(#Predicate { $0.optional == maybe }))
    cases.append(.init(#Predicate { $0.optional != 3 }))
    cases.append(.init(#Predicate { $0.optional == nil }))
    cases.append(.init(#Predicate { $0.miles == real }))
    cases.append(.init(#Predicate { $0.miles == -0.0 }))
    cases.append(.init(#Predicate { $0.miles == .infinity }))
    cases.append(.init(#Predicate { ($0.load ?? 0) == $0.miles }))
    cases.append(.init(#Predicate { $0.pace == float }))
    cases.append(.init(#Predicate { $0.pace == 0.1 }))
    cases.append(.init(#Predicate { $0.start == date }))
    cases.append(.init(#Predicate { $0.end == date }))
    cases.append(.init(#Predicate { ($0.end ?? $0.start) == $0.start }))
    cases.append(.init(#Predicate { $0.uuid == uuid }))
    cases.append(.init(#Predicate { $0.otherUUID == uuid }))
    cases.append(.init(#Predicate { ($0.otherUUID ?? $0.uuid) != $0.uuid }))
    cases.append(.init(#Predicate { $0.isDone }))
    cases.append(.init(#Predicate { !$0.isDone }))
    cases.append(.init(#Predicate { $0.isDone == true }))
    cases.append(.init(#Predicate { $0.isDone != true }))
    cases.append(.init(#Predicate { $0.isPublic == true }))
    cases.append(.init(#Predicate { $0.isPublic != true }))
    cases.append(.init(#Predicate { $0.isPublic == nil }))
    cases.append(.init(#Predicate { ($0.isPublic ?? true) == $0.isDone }))
    cases.append(.init(#Predicate { $0.isDone == ($0.steps > 3) }))
    cases.append(.init(#Predicate { $0.surface == .trail }))
    cases.append(.init(#Predicate { $0.surface == kind }))
    cases.append(.init(#Predicate { $0.surface != kind }))
    cases.append(.init(#Predicate { $0.otherSurface == .road }))
    cases.append(.init(#Predicate { $0.otherSurface == other }))
    cases.append(.init(#Predicate { $0.otherSurface == nil }))
    cases.append(.init(#Predicate { $0.surface.rawValue == "sand" }))
    cases.append(.init(#Predicate { $0.surface.isSoft }))
    cases.append(.init(#Predicate { $0.otherSurface?.rawValue == "road" }))
    cases.append(.init(#Predicate { $0.level == .medium }))
    cases.append(.init(#Predicate { $0.cost == cost }))
    cases.append(.init(#Predicate { $0.otherCost == cost }))
    cases.append(.init(#Predicate { $0.link == link }))
    cases.append(.init(#Predicate { $0.link == nil }))
    cases.append(.init(#Predicate { $0.data == bytes }))
    cases.append(.init(#Predicate { $0.data.isEmpty }))
    cases.append(.init(#Predicate { $0.data.count == 3 }))
    return cases
  }

  /// Members of a value that is stored as JSON.
  private static func members() -> [PredicateCase] {
    let text = "Cafe\u{301}"
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    let weights = [3, 81]
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.gear.weight > 80 }))
    cases.append(.init(#Predicate { weights.contains($0.gear.weight) }))
    cases.append(.init(#Predicate { $0.gear.brand == text }))
    cases.append(.init(#Predicate { $0.gear.brand.contains("e") }))
    cases.append(.init(#Predicate { $0.gear.price == 0.1 }))
    cases.append(.init(#Predicate { $0.gear.price > 1e299 }))
    cases.append(.init(#Predicate { $0.gear.isNew }))
    cases.append(.init(#Predicate { $0.gear.note == nil }))
    cases.append(.init(#Predicate { $0.gear.note == text }))
    cases.append(.init(#Predicate { $0.gear.note?.isEmpty ?? false }))
    cases.append(.init(#Predicate { $0.gear.bought == date }))
    cases.append(.init(#Predicate { $0.gear.renamed == 1 }))
    cases.append(.init(#Predicate { $0.gear.ground == .sand }))
    cases.append(.init(#Predicate { $0.level < .medium }))
    cases.append(.init(#Predicate { $0.level.rawValue == 2 }))
    cases.append(.init(#Predicate { $0.isDone && $0.level < .medium }))
    cases.append(.init(#Predicate { !($0.isDone || $0.level < .medium) }))
    cases.append(.init(#Predicate { $0.isDone || $0.level < .medium }))
    cases.append(.init(#Predicate { $0.tags.first == "a" }))
    return cases
  }

  private static func order() -> [PredicateCase] {
    let date = Date(timeIntervalSinceReferenceDate: 100)
    let cost = Decimal(9)
    let uuid = SeededRandom.uuids[2]
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.steps < 3 }))
    cases.append(.init(#Predicate { $0.steps <= 3 && $0.steps >= -3 }))
    cases.append(.init(#Predicate { 3 > $0.steps }))
    cases.append(.init(#Predicate { $0.miles > 2.5 }))
    cases.append(.init(#Predicate { !($0.miles > 2.5) }))
    cases.append(.init(#Predicate { $0.pace >= 0.1 }))
    cases.append(.init(#Predicate { $0.start < date }))
    cases.append(.init(#Predicate { $0.start < .now && $0.start > Date.distantPast }))
    cases.append(.init(#Predicate { $0.start > date - 3600 }))
    cases.append(.init(#Predicate { $0.cost < cost }))
    cases.append(.init(#Predicate { $0.cost >= 2.5 }))
    cases.append(.init(#Predicate { $0.uuid < uuid }))
    cases.append(.init(#Predicate { $0.name < $0.note ?? "x" }))
    cases.append(.init(#Predicate { (1...3).contains($0.steps) }))
    cases.append(.init(#Predicate { (0..<3).contains($0.optional ?? 9) }))
    cases.append(.init(#Predicate { ($0.tiny..<100).contains(3) }))
    cases.append(.init(#Predicate { (Date.distantPast..<date).contains($0.start) }))
    cases.append(.init(#Predicate { ("a"..."f").contains($0.name) }))
    return cases
  }

  // swift-format-ignore: NeverForceUnwrap
  private static func optionals() -> [PredicateCase] {
    let text = "Storm"
    let maybe: Int? = nil
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.optional.flatMap { $0 > 1 } ?? false }))
    cases.append(.init(#Predicate { $0.optional.flatMap { $0 > 1 } ?? true }))
    cases.append(.init(#Predicate { !($0.optional.flatMap { $0 > 1 } ?? true) }))
    cases.append(.init(#Predicate { $0.optional.flatMap { $0 > 1 } == nil }))
    cases.append(.init(#Predicate { $0.optional.flatMap { $0 > 1 } != true }))
    cases.append(.init(#Predicate { $0.optional! == 3 }))
    cases.append(.init(#Predicate { !($0.optional! == 3) }))
    cases.append(.init(#Predicate { $0.optional == nil || $0.optional! == 3 }))
    cases.append(.init(#Predicate { $0.optional! == 3 || $0.optional == nil }))
    cases.append(.init(#Predicate { $0.optional! == 3 || $0.isDone }))
    cases.append(.init(#Predicate { $0.isDone || $0.optional! == 3 }))
    cases.append(.init(#Predicate { !($0.isDone || $0.optional! == 3) }))
    cases.append(.init(#Predicate { !($0.optional! == 3 && $0.isDone) }))
    cases.append(.init(#Predicate { !($0.isDone && $0.optional! == 3) }))
    cases.append(.init(#Predicate { $0.isPublic! }))
    cases.append(.init(#Predicate { !$0.isPublic! }))
    cases.append(.init(#Predicate { $0.isPublic ?? false }))
    cases.append(.init(#Predicate { $0.isPublic ?? $0.isDone }))
    cases.append(.init(#Predicate { !($0.isPublic ?? true) }))
    cases.append(.init(#Predicate { ($0.optional ?? 0) == 0 }))
    cases.append(.init(#Predicate { ($0.note ?? $0.name) == text }))
    cases.append(.init(#Predicate { $0.note?.isEmpty ?? true }))
    cases.append(.init(#Predicate { $0.note?.isEmpty == false }))
    cases.append(.init(#Predicate { $0.note?.contains("a") == true }))
    cases.append(.init(#Predicate { $0.note?.contains("a") != true }))
    cases.append(.init(#Predicate { $0.note?.count == 1 }))
    cases.append(.init(#Predicate { ($0.note?.count ?? 5) > 3 }))
    cases.append(.init(#Predicate { if let note = $0.note { note == text } else { $0.isDone } }))
    cases.append(
      .init(
        #Predicate {
          if let note = $0.note, let optional = $0.optional { note.count < optional } else { false }
        }))
    cases.append(
      .init(#Predicate { if $0.isDone { $0.steps > 3 } else { $0.steps < 3 } }))
    cases.append(.init(#Predicate { $0.isDone ? $0.steps > 3 : $0.optional == 3 }))
    cases.append(.init(#Predicate { ($0.isDone ? $0.steps : 0) == 3 }))
    cases.append(.init(#Predicate { ($0.isDone ? $0.optional : nil) == 3 }))
    cases.append(.init(#Predicate { maybe == nil || $0.steps == maybe! }))
    cases.append(.init(#Predicate { $0.steps == maybe! }))
    cases.append(.init(#Predicate { maybe != nil && $0.steps == maybe! }))
    return cases
  }

  private static func strings() -> [PredicateCase] {
    let text = "storm"
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.name.contains("e") }))
    cases.append(.init(#Predicate { $0.name.contains("") }))
    cases.append(.init(#Predicate { $0.name.contains("\n") }))
    cases.append(.init(#Predicate { $0.name.contains($0.note ?? "a") }))
    cases.append(.init(#Predicate { !$0.name.contains(text) }))
    cases.append(.init(#Predicate { $0.name.localizedStandardContains("CAFE") }))
    cases.append(.init(#Predicate { $0.note?.localizedStandardContains(text) ?? false }))
    cases.append(.init(#Predicate { $0.name.isEmpty }))
    cases.append(.init(#Predicate { !$0.name.isEmpty }))
    cases.append(.init(#Predicate { $0.name.isEmpty == false }))
    cases.append(.init(#Predicate { $0.name.count == 1 }))
    cases.append(.init(#Predicate { $0.name.count > $0.steps }))
    cases.append(.init(#Predicate { $0.name.starts(with: "St") }))
    cases.append(.init(#Predicate { $0.name.caseInsensitiveCompare(text) == .orderedSame }))
    cases.append(
      .init(#Predicate { $0.name.caseInsensitiveCompare($0.note ?? "") != .orderedSame }))
    cases.append(.init(#Predicate { $0.name.localizedCompare("b") == .orderedAscending }))
    return cases
  }

  private static func numbers() -> [PredicateCase] {
    let zero = 0
    let real = 2.0
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.miles * 2 > 3 }))
    cases.append(.init(#Predicate { $0.miles + 1 == 3.5 }))
    cases.append(.init(#Predicate { $0.miles - $0.miles == 0 }))
    cases.append(.init(#Predicate { $0.miles - $0.miles != 0 }))
    cases.append(.init(#Predicate { !($0.miles - $0.miles < 1) }))
    cases.append(.init(#Predicate { $0.miles - $0.miles == $0.miles - $0.miles }))
    cases.append(.init(#Predicate { $0.miles / real > 1 }))
    cases.append(.init(#Predicate { -$0.miles < 0 }))
    cases.append(.init(#Predicate { $0.pace * 3 == 0.3 }))
    cases.append(.init(#Predicate { $0.pace / 3 < 0.04 }))
    cases.append(.init(#Predicate { $0.large > 2 }))
    cases.append(.init(#Predicate { zero != 0 && 10 / zero == $0.steps }))
    return cases
  }

  private static func lists() -> [PredicateCase] {
    let numbers = [1, 3, Int.max]
    let many = Array(0..<500)
    let noNumbers: [Int] = []
    let optionals: [Int?] = [nil, 3]
    let texts: Set<String> = ["Storm", "Cafe\u{301}", "x'y\"z", "\n"]
    let manyTexts = SeededRandom.texts + (0..<200).map { "n\($0)" }
    let uuids = Array(SeededRandom.uuids.prefix(3))
    let manyUUIDs = uuids + (0..<200).map { _ in UUID() }
    let dates = [Date(timeIntervalSinceReferenceDate: 0.1)]
    let kinds: [Surface] = [.trail, .sand]
    let costs = [Decimal(string: "2.5") ?? 0, 10]
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { numbers.contains($0.steps) }))
    cases.append(.init(#Predicate { !numbers.contains($0.steps) }))
    cases.append(.init(#Predicate { many.contains($0.steps) }))
    cases.append(.init(#Predicate { noNumbers.contains($0.steps) }))
    cases.append(.init(#Predicate { !noNumbers.contains($0.steps) }))
    cases.append(.init(#Predicate { optionals.contains($0.optional) }))
    cases.append(.init(#Predicate { !optionals.contains($0.optional) }))
    cases.append(.init(#Predicate { numbers.contains($0.optional ?? 7) }))
    cases.append(.init(#Predicate { texts.contains($0.name) }))
    cases.append(.init(#Predicate { manyTexts.contains($0.name) }))
    cases.append(.init(#Predicate { uuids.contains($0.uuid) }))
    cases.append(.init(#Predicate { manyUUIDs.contains($0.uuid) }))
    cases.append(.init(#Predicate { !manyUUIDs.contains($0.uuid) }))
    cases.append(.init(#Predicate { dates.contains($0.start) }))
    cases.append(.init(#Predicate { kinds.contains($0.surface) }))
    cases.append(.init(#Predicate { costs.contains($0.cost) }))
    cases.append(.init(#Predicate { trip in numbers.contains { $0 == trip.steps } }))
    cases.append(.init(#Predicate { trip in numbers.allSatisfy { $0 > trip.steps } }))
    cases.append(.init(#Predicate { $0.tags.contains("Storm") }))
    cases.append(.init(#Predicate { !$0.tags.contains("caf\u{E9}") }))
    cases.append(.init(#Predicate { $0.tags.contains($0.name) }))
    cases.append(.init(#Predicate { $0.tags.contains { $0.starts(with: "S") } }))
    cases.append(.init(#Predicate { $0.tags.allSatisfy { $0 != "a" } }))
    cases.append(.init(#Predicate { $0.tags.isEmpty }))
    cases.append(.init(#Predicate { $0.tags.count > 1 }))
    cases.append(.init(#Predicate { $0.numbers.contains(3) }))
    cases.append(.init(#Predicate { $0.numbers.contains($0.steps) }))
    cases.append(.init(#Predicate { $0.numbers.contains { $0 > 3 } }))
    return cases
  }

  /// Conditions that SQL can't express: Swift evaluates them on the rows that the rest selects.
  private static func swiftOnly() -> [PredicateCase] {
    let gear = Gear(
      weight: 80, brand: "a", price: 1, isNew: true, bought: .distantPast, renamed: 1,
      ground: .sand)
    var cases: [PredicateCase] = []
    cases.append(.inSwift(#Predicate { $0.gear == gear }))
    cases.append(.inSwift(#Predicate { $0.gear.doubled == 6 }))
    cases.append(.inSwift(#Predicate { $0.name.contains(#/[a-z]+/#) }))
    cases.append(.inSwift(#Predicate { !$0.name.contains(#/[a-z]+/#) }))
    cases.append(.inSwift(#Predicate { $0.numbers.max() == 3 }))
    cases.append(.inSwift(#Predicate { ($0.numbers.min() ?? 0) > 0 }))
    cases.append(.inSwift(#Predicate { $0.numbers.filter { $0 > 1 }.count == 1 }))
    cases.append(.inSwift(#Predicate { $0.tags[0..<1].contains("Storm") }))
    cases.append(.inSwift(#Predicate { !$0.tags[1..<3].contains("a") }))
    cases.append(.inSwift(#Predicate { $0.tags[0..<$0.tags.count].isEmpty }))
    cases.append(.inSwift(#Predicate { $0.cost * 2 > 5 }))
    cases.append(.inSwift(#Predicate { 1 / $0.miles > 0 }))
    return cases
  }
}
