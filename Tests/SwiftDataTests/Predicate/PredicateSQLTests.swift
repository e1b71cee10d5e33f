// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The complete SQL of representative predicates, and its query plans.
@Suite struct PredicateSQLTests {
  private let fixture: PredicateFixture

  init() throws { fixture = try PredicateFixture(trips: 10) }

  @Test func `attribute conditions have the expected SQL`() throws {
    let (text, accent, number) = ("Storm", "Caf\u{E9}", 3)
    try expect(#Predicate { $0.name == text }, #"("t"."name" = ?)"#, [.text("Storm")])
    try expect(
      #Predicate { $0.note == accent },
      #"("t"."note" IS NOT NULL AND "t"."note" IN (?, ?))"#,
      [.text("Caf\u{E9}"), .text("Cafe\u{301}")])
    try expect(
      #Predicate { $0.optional != number }, #"(NOT ("t"."optional" IS ?))"#, [.integer(3)])
    try expect(
      #Predicate { $0.isDone && !($0.isPublic ?? false) },
      #"(("t"."isDone" = 1) AND (NOT ("t"."isPublic" IS 1)))"#)
    // A comparison, which an index of the property serves, in place of a negation.
    try expect(
      #Predicate { !$0.isDone && $0.steps == 3 }, #"(("t"."isDone" = 0) AND ("t"."steps" = ?))"#,
      [.integer(3)])
    try expect(#Predicate { !(!$0.isDone) }, #"("t"."isDone" = 1)"#)
    try expect(
      #Predicate { $0.name < text }, #"("t"."name" COLLATE cairn_text < ?)"#, [.text("Storm")])
    try expect(
      #Predicate { $0.name.localizedStandardContains(text) },
      #"cairn_localized_standard_contains("t"."name", ?)"#, [.text("Storm")])
    try expect(
      #Predicate { $0.tags.contains(text) },
      #"EXISTS (SELECT 1 FROM json_each("t"."tags") AS "t_1" WHERE (CASE WHEN "#
        + #"instr("t"."tags", '\u0000') THEN cairn_json_text("t"."tags" -> ("t_1".fullkey)) "#
        + #"ELSE "t_1".value END = ?))"#,
      [.text("Storm")])
    try expect(
      #Predicate { $0.gear.weight > 80 }, #"(json_extract("t"."gear", '$.weight') > ?)"#,
      [.integer(80)])
    try expect(
      #Predicate { $0.steps + 1 > number },
      #"((typeof(("t"."steps" + ?)) = 'integer') AND (("t"."steps" + ?) > ?))"#,
      [.integer(1), .integer(1), .integer(3)])
  }

  @Test func `relationship conditions have the expected SQL and use indexes`() throws {
    let text = "Storm"
    let id = try #require(fixture.authors.first).persistentModelID
    try expect(
      #Predicate { $0.author?.name == text },
      #"("t"."author" IS NOT NULL AND "t"."author" IN (SELECT "t_1"."_pk" FROM "Author" "#
        + #"AS "t_1" WHERE ("t_1"."name" = ?)))"#, [.text("Storm")],
      searches: "Trek_author (author=?)")
    try expect(
      #Predicate { $0.author?.boss?.name != text },
      #"(NOT ("t"."author" IS NOT NULL AND "t"."author" IN (SELECT "t_1"."_pk" FROM "Author" "#
        + #"AS "t_1" WHERE ("t_1"."boss" IN (SELECT "t_2"."_pk" FROM "Author" AS "t_2" "#
        + #"WHERE ("t_2"."name" = ?))))))"#, [.text("Storm")])
    try expect(
      #Predicate { $0.author == nil || $0.author?.persistentModelID == id },
      #"(("t"."author" IS NULL) OR ("t"."author" IS ?))"#, [.integer(id.key)],
      searches: "Trek_author (author=?)")
    try expect(
      #Predicate { $0.stops.contains { $0.name == text && $0.nights == nil } },
      #"EXISTS (SELECT 1 FROM "Camp" AS "t_1" WHERE "t_1"."trip" = "t"."_pk" AND "#
        + #"(("t_1"."name" = ?) AND ("t_1"."nights" IS NULL)))"#, [.text("Storm")],
      searches: "Camp_trip (trip=?)")
    try expect(
      #Predicate { $0.labels.contains { $0.title == text } },
      #"EXISTS (SELECT 1 FROM "Label_trips" AS "t_1_join" JOIN "Label" AS "t_1" ON "#
        + #""t_1"."_pk" = "t_1_join"."trips_owner" WHERE "t_1_join"."labels_owner" = "t"."_pk" "#
        + #"AND ("t_1"."title" = ?))"#, [.text("Storm")],
      searches: "Label_trips_labels_owner (labels_owner=?)")
    try expect(
      #Predicate { $0.stops.filter { $0.order > 1 }.count == 2 },
      #"((SELECT COUNT(*) FROM "Camp" AS "t_1" WHERE "t_1"."trip" = "t"."_pk" AND "#
        + #"("t_1"."order" > ?)) = ?)"#, [.integer(1), .integer(2)])
  }

  @Test func `a list of values becomes an IN condition`() throws {
    let (few, many) = ([1, 2], Array(0..<101))
    try expect(
      #Predicate { few.contains($0.steps) }, #""t"."steps" IN (?, ?)"#,
      [.integer(1), .integer(2)])
    let json = "[" + many.map(String.init).joined(separator: ",") + "]"
    try expect(
      #Predicate { many.contains($0.steps) },
      #""t"."steps" IN (SELECT value FROM json_each(?))"#, [.text(json)])
    let uuids = (0..<10_000).map { _ in UUID() } + SeededRandom.uuids
    try fixture.check(
      #Predicate { uuids.contains($0.uuid) }, on: fixture.trips, isExact: true)
    let dates = (0..<40_000).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
    try fixture.check(#Predicate { dates.contains($0.start) }, on: fixture.trips, isExact: true)
    let reals = (0..<200).map { Double($0) / 10 } + [.infinity, -0.0]
    try fixture.check(#Predicate { reals.contains($0.miles) }, on: fixture.trips, isExact: true)
  }

  @Test func `conditions that SQL cannot express exclude no rows`() throws {
    try expect(
      #Predicate { $0.isDone && $0.name.contains(#/x/#) }, #"("t"."isDone" = 1)"#,
      isExact: false)
    try expect(#Predicate { $0.isDone || $0.name.contains(#/x/#) }, "1", isExact: false)
    try expect(#Predicate { !$0.name.contains(#/x/#) }, "1", isExact: false)
  }

  // Swift would trap; SQL omits such rows, with and without a negation.
  @Test func `conditions that would trap in Swift select no rows`() throws {
    let (zero, low, high) = (0, 5, 1)
    let overflow = #Predicate<Trek> { $0.steps + 1 > 0 }
    let keys = try select(overflow) + select(#Predicate { !($0.steps + 1 > 0) })
    let fitting = fixture.trips.filter { $0.steps < Int.max }.map(\.persistentModelID.key)
    #expect(keys.sorted() == fitting.sorted())
    let tiny = try select(#Predicate { $0.tiny * 2 > 0 }) + select(#Predicate { $0.tiny * 2 <= 0 })
    #expect(
      tiny.sorted()
        == fixture.trips.filter { !$0.tiny.multipliedReportingOverflow(by: 2).overflow }
        .map(\.persistentModelID.key).sorted())
    #expect(try select(#Predicate { $0.steps / zero == 1 }).isEmpty)
    #expect(try select(#Predicate { $0.steps % zero != 1 }).isEmpty)
    #expect(try select(#Predicate { (low...high).contains($0.steps) }).isEmpty)
    #expect(try select(#Predicate { !(low...high).contains($0.steps) }).isEmpty)
  }

  @Test func `a translated predicate lists all entities that it reads`() throws {
    let text = "x"
    #expect(try fixture.translate(#Predicate<Trek> { $0.isDone }).entities == ["Trek"])
    #expect(
      try fixture.translate(
        #Predicate<Trek> { $0.stops.contains { $0.host?.name == text } || $0.labels.isEmpty }
      ).entities == ["Trek", "Camp", "Author", "Label"])
    #expect(
      try fixture.translate(
        #Predicate<Trek> { $0.stops.contains { $0.name.contains(#/x/#) } }
      ).entities == ["Trek", "Camp"])
  }

  private func select(_ predicate: Predicate<Trek>) throws -> [Int64] {
    let translated = try fixture.translate(predicate)
    #expect(translated.isExact)
    return try fixture.run("SELECT _pk FROM \"Trek\" AS \"t\" WHERE \(translated.condition)")
  }

  private func expect(
    _ predicate: Predicate<Trek>, _ sql: String, _ bindings: [SQLValue] = [],
    isExact: Bool = true, searches: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let translated = try fixture.translate(predicate)
    let prepared = translated.condition.prepare()
    #expect(prepared.sql == sql, sourceLocation: sourceLocation)
    // Compare scalars, because composed and decomposed texts are equal.
    #expect(
      "\(prepared.bindings)".unicodeScalars.elementsEqual("\(bindings)".unicodeScalars),
      sourceLocation: sourceLocation)
    #expect(translated.isExact == isExact, sourceLocation: sourceLocation)
    guard let searches else { return }
    let plan = try fixture.plan(
      "SELECT \"t\"._pk FROM \"Trek\" AS \"t\" WHERE \(translated.condition)")
    #expect(plan.contains { $0.contains(searches) }, "\(plan)", sourceLocation: sourceLocation)
  }
}
