// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates on relationships: chains, elements, identity, comparison with models.
@Suite struct RelationshipPredicateTests {
  @Test func `predicates on relationships select the rows that evaluate accepts`() throws {
    let fixture = try PredicateFixture()
    for each in Self.toOne(fixture) + Self.toMany(fixture) + Self.identity(fixture) {
      try fixture.check(
        each.predicate, on: fixture.trips, isExact: each.isExact, each.testDescription)
    }
  }

  @Test func `predicates on self-relationships select the rows that evaluate accepts`() throws {
    let fixture = try PredicateFixture()
    let name = "Storm"
    try fixture.check(
      #Predicate<Author> { $0.boss?.name == name }, on: fixture.authors, isExact: true)
    try fixture.check(
      #Predicate<Author> { $0.boss?.boss?.isActive == true }, on: fixture.authors, isExact: true)
    try fixture.check(
      #Predicate<Author> { author in author.team.contains { $0.boss?.name == author.boss?.name } },
      on: fixture.authors, isExact: true)
    try fixture.check(
      #Predicate<Author> { author in author.team.allSatisfy { $0.name != author.name } },
      on: fixture.authors, isExact: true)
    try fixture.check(
      #Predicate<Author> { $0.team.contains { $0.team.contains { $0.isActive } } },
      on: fixture.authors, isExact: true)
    try fixture.check(#Predicate<Author> { $0.boss == nil }, on: fixture.authors, isExact: true)
  }

  @Test func `a predicate uses a model's own id property`() throws {
    let fixture = try PredicateFixture()
    let id = try #require(fixture.labels.first).id
    let count = try fixture.check(
      #Predicate<Label> { $0.id == id }, on: fixture.labels, isExact: true)
    #expect(count > 0)
  }

  // swift-format-ignore: NeverForceUnwrap
  private static func toOne(_ fixture: PredicateFixture) -> [PredicateCase] {
    let name = "Storm"
    let nothing: String? = nil
    let names = ["Storm", "a", "Cafe\u{301}"]
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.author == nil }))
    cases.append(.init(#Predicate { $0.author != nil }))
    cases.append(.init(#Predicate { $0.author?.name == name }))
    cases.append(.init(#Predicate { $0.author?.name != name }))
    cases.append(.init(#Predicate { !($0.author?.name == name) }))
    cases.append(.init(#Predicate { $0.author?.name == nothing }))
    cases.append(.init(#Predicate { $0.author?.email == nil }))
    cases.append(.init(#Predicate { $0.author?.email != nil }))
    cases.append(.init(#Predicate { $0.author?.email == name }))
    cases.append(.init(#Predicate { ($0.author?.name ?? "") == $0.name }))
    cases.append(.init(#Predicate { $0.author?.name == $0.reviewer?.name }))
    cases.append(.init(#Predicate { $0.author?.name == $0.author?.email }))
    cases.append(.init(#Predicate { $0.author?.isActive == true }))
    cases.append(.init(#Predicate { $0.author?.isActive == false }))
    cases.append(.init(#Predicate { $0.author?.isActive ?? true }))
    cases.append(.init(#Predicate { !($0.author?.isActive ?? true) }))
    cases.append(.init(#Predicate { $0.author?.isActive != true }))
    cases.append(.init(#Predicate { ($0.author?.age ?? 0) > 10 }))
    cases.append(.init(#Predicate { $0.author?.boss?.name == name }))
    cases.append(.init(#Predicate { $0.author?.boss?.name != name }))
    cases.append(.init(#Predicate { $0.author?.boss?.age == 20 }))
    cases.append(.init(#Predicate { $0.author?.boss?.boss?.isActive == true }))
    cases.append(.init(#Predicate { $0.author?.boss == nil }))
    cases.append(.init(#Predicate { $0.author?.boss == $0.reviewer }))
    cases.append(.init(#Predicate { $0.author == $0.reviewer }))
    cases.append(.init(#Predicate { $0.author != $0.reviewer }))
    cases.append(.init(#Predicate { $0.author?.name.contains("a") == true }))
    cases.append(.init(#Predicate { $0.author?.name.contains("a") ?? true }))
    cases.append(.init(#Predicate { !($0.author?.name.contains("a") ?? true) }))
    cases.append(.init(#Predicate { $0.author?.name.localizedStandardContains("CAFE") ?? false }))
    cases.append(.init(#Predicate { $0.author?.name.isEmpty == true }))
    cases.append(.init(#Predicate { $0.author?.name.count == 1 }))
    cases.append(.init(#Predicate { $0.author!.name == name }))
    cases.append(.init(#Predicate { !($0.author!.name == name) }))
    cases.append(.init(#Predicate { $0.author == nil || $0.author!.age! > 10 }))
    cases.append(.init(#Predicate { names.contains($0.author?.name ?? "") }))
    cases.append(.init(#Predicate { $0.author.flatMap { names.contains($0.name) } ?? false }))
    cases.append(
      .init(#Predicate { $0.author.flatMap { $0.isActive && $0.name == name } ?? true }))
    cases.append(
      .init(#Predicate { $0.author.flatMap { $0.isActive || $0.age == nil } ?? false }))
    cases.append(
      .init(#Predicate { if let author = $0.author { author.isActive } else { false } }))
    cases.append(
      .init(
        #Predicate {
          if let author = $0.author, let other = $0.reviewer {
            author.name == other.name && author.isActive
          } else {
            $0.isDone
          }
        }))
    cases.append(.init(#Predicate { ($0.author?.age ?? 0) + 1 > 20 }))
    cases.append(.init(#Predicate { $0.author?.team.isEmpty == true }))
    cases.append(.init(#Predicate { ($0.author?.team.count ?? 7) > 1 }))
    cases.append(.init(#Predicate { $0.author?.team.count == 0 }))
    cases.append(.init(#Predicate { $0.author?.team.contains { $0.isActive } ?? false }))
    cases.append(.init(#Predicate { $0.author?.team.contains { $0.isActive } ?? true }))
    return cases
  }

  // swift-format-ignore: NeverForceUnwrap
  private static func toMany(_ fixture: PredicateFixture) -> [PredicateCase] {
    let name = "Storm"
    let ids = Array(SeededRandom.uuids.prefix(2))
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.stops.isEmpty }))
    cases.append(.init(#Predicate { !$0.stops.isEmpty }))
    cases.append(.init(#Predicate { $0.stops.isEmpty == false }))
    cases.append(.init(#Predicate { $0.stops.count == 1 }))
    cases.append(.init(#Predicate { $0.stops.count > 1 }))
    cases.append(.init(#Predicate { $0.stops.contains { $0.name == name } }))
    cases.append(.init(#Predicate { !$0.stops.contains { $0.nights == nil } }))
    cases.append(.init(#Predicate { $0.stops.contains { $0.order > 1 && $0.nights == 2 } }))
    cases.append(.init(#Predicate { trip in trip.stops.contains { $0.name == trip.name } }))
    cases.append(.init(#Predicate { $0.stops.allSatisfy { $0.order < 2 } }))
    cases.append(.init(#Predicate { !$0.stops.allSatisfy { ($0.nights ?? 0) < 2 } }))
    cases.append(.init(#Predicate { $0.stops.filter { $0.order > 1 }.count == 1 }))
    cases.append(.init(#Predicate { $0.stops.filter { $0.order > 1 }.isEmpty }))
    cases.append(
      .init(#Predicate { $0.stops.filter { $0.order > 1 }.contains { $0.nights == nil } }))
    cases.append(.init(#Predicate { $0.stops.contains { $0.host?.isActive == true } }))
    cases.append(.init(#Predicate { $0.stops.contains { $0.host?.name == name } }))
    cases.append(.init(#Predicate { trip in trip.stops.contains { $0.host == trip.author } }))
    cases.append(.init(#Predicate { $0.stops.contains { $0.host == nil } }))
    cases.append(
      .init(
        #Predicate { trip in
          trip.stops.contains { $0.trip?.persistentModelID == trip.author?.persistentModelID }
        }))
    cases.append(
      .init(#Predicate { $0.stops.contains { $0.host?.team.contains { $0.isActive } ?? false } }))
    cases.append(.init(#Predicate { $0.labels.isEmpty }))
    cases.append(.init(#Predicate { $0.labels.count == 2 }))
    cases.append(.init(#Predicate { $0.labels.contains { $0.title == name } }))
    cases.append(.init(#Predicate { $0.labels.contains { ids.contains($0.id) } }))
    cases.append(.init(#Predicate { $0.labels.allSatisfy { $0.title.isEmpty } }))
    cases.append(.init(#Predicate { $0.labels.contains { $0.trips.count > 60 } }))
    cases.append(.init(#Predicate { $0.author?.reviews?.contains { $0.isDone } ?? false }))
    cases.append(.init(#Predicate { $0.author?.reviews?.isEmpty ?? true }))
    cases.append(.init(#Predicate { $0.author?.trips.contains { $0.steps == 3 } == true }))
    cases.append(.init(#Predicate { ($0.author?.reviews ?? []).isEmpty }))
    cases.append(.inSwift(#Predicate { $0.stops.contains { $0.name.contains(#/a/#) } }))
    cases.append(.inSwift(#Predicate { !$0.stops.contains { $0.name.contains(#/a/#) } }))
    cases.append(.inSwift(#Predicate { $0.stops.allSatisfy { $0.name.contains(#/a/#) } }))
    cases.append(.inSwift(#Predicate { !$0.stops.allSatisfy { $0.name.contains(#/a/#) } }))
    cases.append(
      .inSwift(#Predicate { $0.stops.contains { $0.order > 2 && $0.name.contains(#/a/#) } }))
    cases.append(.inSwift(#Predicate { $0.stops.contains { $0.nights! > 1 } }))
    cases.append(.inSwift(#Predicate { $0.stops.first?.name == name }))
    return cases
  }

  private static func identity(_ fixture: PredicateFixture) -> [PredicateCase] {
    let trip = fixture.trips[3]
    let id = trip.persistentModelID
    let ids = fixture.trips.prefix(5).map(\.persistentModelID)
    let manyIDs = fixture.trips.prefix(150).map(\.persistentModelID)
    let author = fixture.authors[2]
    let maybe: Author? = fixture.authors[3]
    let none: Author? = nil
    let authorID = author.persistentModelID
    let authors = Array(fixture.authors.prefix(3))
    let label = fixture.labels[0]
    let stranger = Author(name: "x", age: nil, email: nil, isActive: true)
    let strangerID = stranger.persistentModelID
    let elsewhere = PersistentIdentifier(
      storeIdentifier: "another", entityName: "Author", key: authorID.key)
    var cases: [PredicateCase] = []
    cases.append(.init(#Predicate { $0.persistentModelID == id }))
    cases.append(.init(#Predicate { $0.persistentModelID != id }))
    cases.append(.init(#Predicate { $0.id == id }))
    cases.append(.init(#Predicate { ids.contains($0.persistentModelID) }))
    cases.append(.init(#Predicate { !manyIDs.contains($0.persistentModelID) }))
    cases.append(.init(#Predicate { $0.author == author }))
    cases.append(.init(#Predicate { $0.author != author }))
    cases.append(.init(#Predicate { $0.author == maybe }))
    cases.append(.init(#Predicate { $0.author == none }))
    cases.append(.init(#Predicate { $0.author?.persistentModelID == authorID }))
    cases.append(.init(#Predicate { $0.author?.persistentModelID != authorID }))
    cases.append(.init(#Predicate { $0.author?.id == authorID }))
    cases.append(.init(#Predicate { $0.author?.boss?.persistentModelID == authorID }))
    cases.append(.init(#Predicate { $0.author?.persistentModelID == strangerID }))
    cases.append(.init(#Predicate { $0.author?.persistentModelID != strangerID }))
    cases.append(.init(#Predicate { $0.author?.persistentModelID == elsewhere }))
    cases.append(.init(#Predicate { $0.author == stranger }))
    cases.append(.init(#Predicate { $0.author.flatMap { authors.contains($0) } ?? false }))
    cases.append(.init(#Predicate { $0.author?.persistentModelID == author.persistentModelID }))
    cases.append(.init(#Predicate { $0.labels.contains(label) }))
    cases.append(.init(#Predicate { trip in authors.contains { $0.name == trip.name } }))
    cases.append(.init(#Predicate { trip in authors.contains { $0.boss == trip.author } }))
    return cases
  }
}
