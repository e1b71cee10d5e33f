// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A store with subclasses and a history, written by an older version, is read with every value.
@Suite struct TreeFixtureTests {
  private let store: TestStore

  init() throws {
    store = try TestStore.fixture("format-3-tree.store")
  }

  private func open() throws -> ModelContext {
    // This registers the transformer that the models need.
    _ = try JourneySchema.container()
    return ModelContext(
      try ModelContainer(
        for: Schema(JourneySchema.models + [Relic.self]),
        configurations: [ModelConfiguration(url: store.url)]))
  }

  @Test func `every class of an older tree is read with its values`() throws {
    let found = try open().fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.code)]))
    #expect(
      found.map { "\(type(of: $0)) \($0.name)" } == [
        "Journey Alps", "BusinessJourney Biel", "ConferenceJourney Graz", "PersonalJourney Oslo",
      ])
    try #require(found.count == 4)
    #expect(found[0].start == Date(timeIntervalSinceReferenceDate: 123_456_789.125))
    #expect(found.map(\.days) == [4, nil, 3, nil])
    let bern = try #require(found[1] as? BusinessJourney)
    #expect(bern.expenses == 11 && bern.purpose == "sales" && bern.phase == .approved)
    #expect(bern.kit == Kit(weight: 3, parts: ["a", "\u{fc}"]) && bern.spare == Kit())
    #expect(bern.receipt == Data(repeating: 7, count: 140_000))
    #expect(bern.secret == "hidden" && bern.note == "none" && bern.glance == 3)
    let graz = try #require(found[2] as? ConferenceJourney)
    #expect(graz.expenses == 20 && graz.talk == nil && graz.seats == 40)
    #expect(graz.purpose == "talk" && graz.secret == "open" && graz.receipt == nil)
    #expect((found[3] as? PersonalJourney)?.note == 5)
  }

  @Test func `every relationship of an older tree is read`() throws {
    let context = try open()
    let found = try context.fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.code)]))
    try #require(found.count == 4)
    #expect(found[0].legs.map(\.place) == ["Bern", "Brig"])
    let oslo = try #require(found[3] as? PersonalJourney)
    #expect(oslo.companion === found[1] && oslo.detours == [found[0]])
    let anna = try #require(try context.fetch(FetchDescriptor<Guest>()).first)
    #expect(anna.name == "Anna" && anna.favourite === found[2])
    #expect(anna.journeys.map(\.code) == ["Oslo", "Bern"])
    let company = try #require(try context.fetch(FetchDescriptor<Company>()).first)
    #expect(company.journeys.map(\.code) == ["Graz", "Bern"] && company.latest === found[2])
    let labels = try context.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.text)]))
    #expect(labels.map { $0.journeys.map(\.code) } == [["Graz"], ["Bern", "Graz"]])
    #expect((found[2] as? BusinessJourney)?.labels.map(\.text).sorted() == ["far", "work"])
  }

  @Test func `the history of an older tree is read`() throws {
    let context = try open()
    let history = try context.history()
    #expect(history.map(\.author) == ["first", "second", nil])
    try #require(history.count == 3)
    #expect(
      Dictionary(grouping: history[0].summary) { $0 }.mapValues(\.count) == [
        "+Journey": 1, "+BusinessJourney": 1, "+ConferenceJourney": 1, "+PersonalJourney": 1,
        "+QuietJourney": 1, "+Leg": 2, "+Guest": 1, "+Company": 1, "+Label": 2, "+Relic": 1,
      ])
    #expect(
      history[1].summary == ["BusinessJourney name,expenses", "ConferenceJourney talk"])
    #expect(Set(history[2].summary) == ["Guest journeys", "-QuietJourney", "-Relic"])
    let deletes = history[2].changes.compactMap { change -> (any HistoryDelete)? in
      if case .delete(let delete) = change { delete } else { nil }
    }
    let quiet = deletes.compactMap { ($0 as? DefaultHistoryDelete<QuietJourney>)?.tombstone }.first
    #expect(quiet?[\.code] as? String == "Rome")
    let relics = deletes.compactMap { ($0 as? DefaultHistoryDelete<Relic>)?.tombstone }
    let relic = try #require(relics.first)
    #expect(relic[\.code] as? String == "r" && relic[\.number] as? Int == 7)
    #expect(relic[\.found] as? Date == Date(timeIntervalSinceReferenceDate: -0.5))
    #expect(relic[\.mark] as? UUID == UUID(uuidString: "12345678-1234-4234-9234-123456789ABC"))
    #expect(relic[\.terrain] as? Terrain == .trail)
    #expect(relic[\.shape] as? Shape == .square(side: 0.1, rounded: true))
    #expect(relic[\.price] as? Decimal == Decimal(string: "-12.50"))
    #expect(relic[\.note] == nil)
  }

  @Test func `an older tree can be changed and saved`() throws {
    do {
      let context = try open()
      let last = try #require(try context.history().last?.token)
      let graz = try #require(try context.fetch(FetchDescriptor<ConferenceJourney>()).first)
      graz.talk = "again"
      context.insert(QuietJourney(days: 1, "Rome"))
      try context.save()
      #expect(
        try context.history(after: last).map { Set($0.summary) } == [
          ["ConferenceJourney talk", "+QuietJourney"]
        ])
    }
    let context = try open()
    #expect(try context.fetch(FetchDescriptor<ConferenceJourney>()).map(\.talk) == ["again"])
    #expect(try context.fetchCount(FetchDescriptor<PersonalJourney>()) == 2)
    #expect(try store.sqlite("PRAGMA user_version") == "3\n")
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
  }
}
