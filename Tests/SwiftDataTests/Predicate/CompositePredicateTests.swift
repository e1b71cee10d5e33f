// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Members of values that are stored as JSON, and enumerations of every kind.
@Suite struct CompositePredicateTests {
  @Test func `predicates on composites select the rows that evaluate accepts`() throws {
    let fixture = try PredicateFixture(seed: 4, trips: 120)
    for each in Self.cases() {
      try fixture.check(
        each.predicate, on: fixture.trips, isExact: each.isExact, each.testDescription)
    }
  }

  private static func cases() -> [PredicateCase] {
    members() + optionals() + lists() + dictionaries() + enums() + swiftOnly()
  }

  private static func members() -> [PredicateCase] {
    let (text, id, cost) = ("Cafe\u{301}", SeededRandom.uuids[2], Decimal(string: "2.5") ?? 0)
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    let (bytes, link, float) = (Data([1, 2, 3]), URL(filePath: "/a"), Float(0.1))
    let zips = [1, 3, Int.max]
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.kit.maker.city == text }))
    cases.append(.init(#Predicate { $0.kit.maker.city < "b" }))
    cases.append(.init(#Predicate { $0.kit.maker.city.localizedStandardContains("CAF") }))
    cases.append(.init(#Predicate { $0.kit.maker.city.count > 3 }))
    cases.append(.init(#Predicate { $0.kit.maker.zip == 3 }))
    cases.append(.init(#Predicate { $0.kit.maker.zip == nil }))
    cases.append(.init(#Predicate { $0.kit.maker.zip != 3 }))
    cases.append(.init(#Predicate { ($0.kit.maker.zip ?? 0) > 2 }))
    cases.append(.init(#Predicate { zips.contains($0.kit.maker.zip ?? 7) }))
    cases.append(.init(#Predicate { $0.kit.maker.founded == date }))
    cases.append(.init(#Predicate { $0.kit.maker.founded > date }))
    cases.append(.init(#Predicate { $0.kit.maker.rating == float }))
    cases.append(.init(#Predicate { $0.kit.maker.rating * 2 > 1 }))
    cases.append(.init(#Predicate { $0.kit.maker.isOpen }))
    cases.append(.init(#Predicate { !$0.kit.maker.isOpen }))
    cases.append(.init(#Predicate { $0.kit.maker.isOpen == $0.isDone }))
    cases.append(.init(#Predicate { $0.kit.id == id }))
    cases.append(.init(#Predicate { $0.kit.id < id }))
    cases.append(.init(#Predicate { $0.kit.cost == cost }))
    cases.append(.init(#Predicate { $0.kit.cost > cost }))
    cases.append(.init(#Predicate { $0.kit.link == link }))
    cases.append(.init(#Predicate { $0.kit.link != nil }))
    cases.append(.init(#Predicate { $0.kit.raw == bytes }))
    cases.append(.init(#Predicate { $0.kit.raw.isEmpty }))
    cases.append(.init(#Predicate { $0.kit.ratio > 0.1 }))
    cases.append(.init(#Predicate { !($0.kit.ratio > 0.1) }))
    cases.append(.init(#Predicate { $0.kit.ratio == 0 }))
    cases.append(.init(#Predicate { $0.kit.ratio != 0.1 }))
    cases.append(.init(#Predicate { $0.kit.ratio == $0.kit.ratio }))
    cases.append(.init(#Predicate { $0.kit.ratio == 123_456.789_012_345_67 }))
    cases.append(.init(#Predicate { $0.kit.share == nil }))
    cases.append(.init(#Predicate { $0.kit.share != 0.1 }))
    cases.append(.init(#Predicate { $0.kit.share == $0.kit.share }))
    cases.append(.init(#Predicate { $0.coded.plain > 0 }))
    return cases
  }

  // The test covers this operator.
  // swift-format-ignore: NeverForceUnwrap
  private static func optionals() -> [PredicateCase] {
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.spare == nil }))
    cases.append(.init(#Predicate { $0.spare != nil }))
    cases.append(.init(#Predicate { $0.spare?.maker.city == "Storm" }))
    cases.append(.init(#Predicate { $0.spare?.maker.city != "Storm" }))
    cases.append(.init(#Predicate { $0.spare?.second?.city == "Storm" }))
    cases.append(.init(#Predicate { $0.spare?.second?.zip == nil }))
    cases.append(.init(#Predicate { $0.spare?.second == nil }))
    cases.append(.init(#Predicate { $0.kit.second?.founded == date }))
    cases.append(.init(#Predicate { $0.kit.second?.isOpen ?? true }))
    cases.append(.init(#Predicate { $0.kit.second?.isOpen == false }))
    cases.append(.init(#Predicate { $0.spare.flatMap { $0.maker.city.count > 2 } ?? false }))
    cases.append(.init(#Predicate { $0.spare?.ratio == nil }))
    cases.append(.init(#Predicate { $0.spare?.share == nil }))
    cases.append(.init(#Predicate { $0.spare?.cost == 10 }))
    // swift-format-ignore: NeverForceUnwrap
    cases.append(.init(#Predicate { $0.spare!.maker.isOpen }))
    cases.append(.init(#Predicate { if let kit = $0.spare { kit.maker.isOpen } else { true } }))
    cases.append(.init(#Predicate { $0.author?.boss != nil && $0.spare?.maker.zip != nil }))
    cases.append(
      .init(#Predicate { trip in (trip.author.flatMap { _ in trip.note }) == nil }))
    cases.append(
      .init(#Predicate { trip in (trip.kit.second.flatMap { _ in trip.kit.maker.zip }) == nil }))
    return cases
  }

  private static func lists() -> [PredicateCase] {
    let id = SeededRandom.uuids[1]
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.kit.tags.contains("Storm") }))
    cases.append(.init(#Predicate { $0.kit.tags.contains { $0.starts(with: "e") } }))
    cases.append(.init(#Predicate { $0.kit.tags.count == 2 }))
    cases.append(.init(#Predicate { $0.kit.tags.isEmpty }))
    cases.append(.init(#Predicate { $0.kit.tags.first == "a" }))
    cases.append(.init(#Predicate { $0.kit.tags.last != "a" }))
    cases.append(.init(#Predicate { $0.kit.sizes.allSatisfy { $0 > 0 } }))
    cases.append(.init(#Predicate { $0.kit.sizes[0] > 2 }))
    cases.append(.init(#Predicate { !($0.kit.sizes[1] > 2) }))
    cases.append(.init(#Predicate { $0.kit.flags.contains(2) }))
    cases.append(.init(#Predicate { $0.kit.flags.count > 1 }))
    cases.append(.init(#Predicate { $0.kit.makers.contains { $0.city == "Storm" } }))
    cases.append(.init(#Predicate { $0.kit.makers.allSatisfy { $0.zip == nil || $0.isOpen } }))
    cases.append(.init(#Predicate { $0.kit.makers.first?.city == "a" }))
    cases.append(.init(#Predicate { $0.kit.makers[0].isOpen }))
    cases.append(.init(#Predicate { $0.spare?.tags.contains("Storm") ?? false }))
    cases.append(.init(#Predicate { $0.spare?.tags.isEmpty == true }))
    cases.append(.init(#Predicate { trip in trip.kit.makers.contains { $0.city == trip.name } }))
    cases.append(.init(#Predicate { $0.kit.id == id && $0.tags.contains("a\u{0}b") }))
    return cases
  }

  private static func dictionaries() -> [PredicateCase] {
    let key = "two"
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.table["one"] == 1 }))
    cases.append(.init(#Predicate { $0.table[key] != 3 }))
    cases.append(.init(#Predicate { $0.table["none"] == nil }))
    cases.append(.init(#Predicate { $0.table["one", default: 2] == 2 }))
    cases.append(.init(#Predicate { $0.names[1] == "Storm" }))
    cases.append(.init(#Predicate { $0.names[-2] == "" }))
    cases.append(.init(#Predicate { $0.kit.codes["one"] == 1 }))
    cases.append(.inSwift(#Predicate { $0.kit.codes["\u{E9}"] == 1 }))
    cases.append(.inSwift(#Predicate { $0.kit.codes[""] == 1 }))
    return cases
  }

  private static func enums() -> [PredicateCase] {
    let (mood, moods, level) = (Mood.glad, [Mood.calm, .wild], Effort.medium)
    let maybe: Mood? = .wild
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.mood == mood }))
    cases.append(.init(#Predicate { $0.mood != .wild }))
    cases.append(.init(#Predicate { $0.otherMood == maybe }))
    cases.append(.init(#Predicate { $0.otherMood == nil }))
    cases.append(.init(#Predicate { $0.mood > .calm }))
    cases.append(.init(#Predicate { mood >= $0.mood }))
    cases.append(.init(#Predicate { ($0.otherMood ?? .calm) < mood }))
    cases.append(.init(#Predicate { moods.contains($0.mood) }))
    cases.append(.init(#Predicate { $0.mood.isLoud }))
    cases.append(.init(#Predicate { $0.kit.mood == mood }))
    cases.append(.init(#Predicate { $0.kit.mood <= .glad }))
    cases.append(.init(#Predicate { $0.level > level }))
    cases.append(.init(#Predicate { $0.level <= .easy }))
    cases.append(.init(#Predicate { $0.kit.maker.terrain == .sand }))
    cases.append(.init(#Predicate { $0.kit.maker.terrain?.isSoft ?? true }))
    cases.append(.init(#Predicate { $0.spare?.mood == .calm }))
    return cases
  }

  private static func swiftOnly() -> [PredicateCase] {
    let (form, maker) = (Form.round(radius: 1), Maker.sample)
    var cases: [PredicateCase] = []
    cases.append(.inSwift(#Predicate { $0.form == form }))
    cases.append(.inSwift(#Predicate { $0.kit.form != .square }))
    cases.append(.inSwift(#Predicate { $0.kit.maker == maker }))
    cases.append(.inSwift(#Predicate { $0.kit.maker.isFar }))
    cases.append(.inSwift(#Predicate { $0.kit.large > 2 }))
    cases.append(.inSwift(#Predicate { $0.kit.efforts.contains(.easy) }))
    // The decoded value differs from the stored one.
    cases.append(.inSwift(#Predicate { $0.coded.value > 0 }))
    cases.append(.inSwift(#Predicate { $0.table.isEmpty }))
    cases.append(.inSwift(#Predicate { $0.kit.tags == ["a"] }))
    return cases
  }
}

extension Maker {
  fileprivate static var sample: Maker {
    var random = SeededRandom(seed: 3)
    return Maker(random: &random)
  }
}
