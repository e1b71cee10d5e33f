// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct InheritedModelTests {
  @Test func `models of every class are read with their type and values`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try JourneySchema.container(store))
      let business = BusinessJourney("Bern", expenses: 10.5)
      business.phase = .approved
      business.kit = Kit(weight: 3, parts: ["a", "b"])
      business.receipt = Data(repeating: 7, count: 300_000)
      business.secret = "hidden"
      business.glance = 9
      let conference = ConferenceJourney("Graz", expenses: 20)
      let personal = PersonalJourney(to: "Oslo", note: 5)
      let quiet = QuietJourney(days: 2, "Rome")
      for model in [Journey("Alps"), business, conference, personal, quiet] {
        context.insert(model)
      }
      try context.save()
      #expect(business.note == "none" && personal.note == 5 && business.glance == 9)
    }
    let context = ModelContext(try JourneySchema.container(store))
    let all = try context.fetch(FetchDescriptor<Journey>())
    #expect(all.map(\.name) == ["Alps", "Bern", "Graz", "Oslo", "Rome"])
    #expect(
      all.map { "\(type(of: $0))" } == [
        "Journey", "BusinessJourney", "ConferenceJourney", "PersonalJourney", "QuietJourney",
      ])
    #expect(
      all.map { $0.describe() } == [
        "journey Alps", "business journey Bern", "business journey Graz", "journey Oslo", "…",
      ])
    let business = try #require(all[1] as? BusinessJourney)
    #expect(business.expenses == 10.5 && business.purpose == "sales" && business.phase == .approved)
    #expect(business.kit == Kit(weight: 3, parts: ["a", "b"]) && business.spare == nil)
    #expect(business.receipt?.count == 300_000 && business.secret == "hidden")
    #expect(business.glance == 3 && business.note == "none")
    let conference = try #require(all[2] as? ConferenceJourney)
    #expect(conference.talk == "on Graz" && conference.seats == 1 && conference.days == 3)
    #expect(conference.purpose == "talk" && conference.expenses == 20)
    #expect((all[3] as? PersonalJourney)?.note == 5)
    #expect((all[4] as? QuietJourney)?.note == 7 && all[4].days == 2)
  }

  @Test func `the classes of a tree share one table`() throws {
    let store = try TestStore()
    let context = ModelContext(try JourneySchema.container(store))
    context.insert(PersonalJourney(to: "Oslo", note: 5))
    context.insert(BusinessJourney("Bern", expenses: 10.5))
    context.insert(Journey("Alps"))
    try context.save()
    let rows = try store.sqlite(
      """
      SELECT _pk, _type, name, BusinessJourney_note, PersonalJourney_note FROM Journey ORDER BY _pk
      """)
    #expect(
      rows == "1|PersonalJourney|Oslo||5\n2|BusinessJourney|Bern|none|\n3|Journey|Alps||\n")
    let tables = try store.sqlite(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%Journey%' ORDER BY 1")
    #expect(
      tables == "BusinessJourney_labels\nJourney\nPersonalJourney_detours\n")
    #expect(try store.sqlite("PRAGMA foreign_key_check") == "")
    // An index serves a fetch of one class.
    let plan = try store.sqlite(
      "EXPLAIN QUERY PLAN SELECT _pk FROM Journey WHERE _type IN ('QuietJourney')")
    #expect(plan.contains("Journey_type"))
  }

  @Test func `a fetch of a class includes its subclasses`() throws {
    let context = try filled()
    func names<T: Journey>(_ type: T.Type) throws -> [String] {
      try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\T.name)])).map(\.name)
    }
    #expect(try names(Journey.self) == ["Alps", "Bern", "Graz", "Oslo", "Rome"])
    #expect(try names(BusinessJourney.self) == ["Bern", "Graz"])
    #expect(try names(ConferenceJourney.self) == ["Graz"])
    #expect(try names(PersonalJourney.self) == ["Oslo", "Rome"])
    #expect(try names(QuietJourney.self) == ["Rome"])
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 5)
    #expect(try context.fetchCount(FetchDescriptor<PersonalJourney>()) == 2)
    #expect(
      try context.fetchCount(
        FetchDescriptor<BusinessJourney>(predicate: #Predicate { $0.expenses > 15 })) == 1)
  }

  @Test func `an identifier names the class of its row`() throws {
    let context = try filled()
    let all = try context.fetch(FetchDescriptor<Journey>())
    let identifiers = try context.fetchIdentifiers(FetchDescriptor<Journey>())
    #expect(identifiers == all.map(\.persistentModelID))
    #expect(
      identifiers.map(\.entityName) == [
        "Journey", "BusinessJourney", "ConferenceJourney", "PersonalJourney", "QuietJourney",
      ])
    #expect(
      Array(try context.fetchIdentifiers(FetchDescriptor<Journey>(), batchSize: 2)) == identifiers)
    let other = ModelContext(context.container)
    for (identifier, model) in zip(identifiers, all) {
      let same = other.model(for: identifier)
      #expect(type(of: same) == type(of: model))
      // An identifier with the name of any class of the tree resolves too.
      let byRoot = try PersistentIdentifier.identifier(
        for: identifier.storeIdentifier ?? "", entityName: "Journey",
        primaryKey: identifiers.firstIndex(of: identifier).map { $0 + 1 } ?? 0)
      #expect(other.model(for: byRoot) === same)
      let found: Journey? = other.registeredModel(for: byRoot)
      #expect(found?.persistentModelID == identifier)
    }
    let wrong: QuietJourney? = other.registeredModel(for: identifiers[1])
    #expect(wrong == nil)
    let gone = try PersistentIdentifier.identifier(
      for: identifiers[0].storeIdentifier ?? "", entityName: "QuietJourney", primaryKey: 77)
    #expect((other.model(for: gone) as? Journey)?.name == "")
  }

  @Test func `fetches of different classes return the same instance of a row`() throws {
    let context = try filled()
    let byLeaf = try context.fetch(FetchDescriptor<ConferenceJourney>())
    let byMiddle = try context.fetch(FetchDescriptor<BusinessJourney>())
    let byRoot = try context.fetch(FetchDescriptor<Journey>())
    #expect(byLeaf[0] === byMiddle[1] && byMiddle[1] === byRoot[2])
    #expect(context.model(for: byRoot[2].persistentModelID) === byLeaf[0])
  }

  @Test func `batched fetches and enumerate return instances of the stored class`() throws {
    let context = try filled()
    let batched = try context.fetch(FetchDescriptor<Journey>(), batchSize: 2)
    #expect(batched.map { $0.describe() }.last == "…")
    #expect(batched.map(\.name) == ["Alps", "Bern", "Graz", "Oslo", "Rome"])
    var walked: [String] = []
    try ModelContext(context.container).enumerate(FetchDescriptor<PersonalJourney>(), batchSize: 1)
    {
      walked.append("\(type(of: $0)) \($0.note)")
    }
    #expect(walked == ["PersonalJourney 5", "QuietJourney 7"])
  }

  @Test func `properties omitted from a fetch of a superclass are loaded on access`() throws {
    let context = ModelContext(try filled().container)
    var descriptor = FetchDescriptor<BusinessJourney>(sortBy: [
      SortDescriptor(\.name, order: .reverse)
    ])
    descriptor.propertiesToFetch = [\.name, \.expenses]
    let found = try context.fetch(descriptor)
    #expect(found.map(\.name) == ["Graz", "Bern"])
    #expect(found.map(\.expenses) == [20, 10.5])
    #expect((found[0] as? ConferenceJourney)?.talk == "on Graz")
    #expect(found.map(\.purpose) == ["talk", "sales"])
    var roots = FetchDescriptor<Journey>()
    roots.propertiesToFetch = [\.name]
    let journeys = try ModelContext(context.container).fetch(roots)
    #expect(journeys.map(\.name) == ["Alps", "Bern", "Graz", "Oslo", "Rome"])
    #expect((journeys[1] as? BusinessJourney)?.kit == Kit())
  }

  @Test func `inherited initializers and overridden properties work as in Swift`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Figure.self, LoudFigure.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let (plain, loud) = (Figure("line"), LoudFigure("ring"))
    context.insert(plain)
    context.insert(loud)
    loud.size = 4
    #expect(loud.changes == 1 && loud.seen == 1)
    try context.save()
    #expect(loud.title == "RING")
    // An overridden property is evaluated on the object.
    let shouted = #Predicate<Figure> { $0.title == "RING" }
    #expect(try context.fetch(FetchDescriptor(predicate: shouted)).map(\.size) == [4])
    #expect(
      try context.fetchCount(
        FetchDescriptor<LoudFigure>(predicate: #Predicate { $0.title == "ring" })) == 0)
    let read = try ModelContext(context.container).fetch(
      FetchDescriptor<Figure>(sortBy: [SortDescriptor(\.title)]))
    #expect(read.map(\.title) == ["line", "RING"])
  }

  @Test func `observers are notified of changes of inherited properties`() throws {
    let container = try filled().container
    let (mine, theirs) = (ModelContext(container), ModelContext(container))
    let journey = try #require(try mine.fetch(FetchDescriptor<ConferenceJourney>()).first)
    nonisolated(unsafe) var told: [String] = []
    withObservationTracking {
      _ = journey.name
    } onChange: {
      told.append("name")
    }
    withObservationTracking {
      _ = journey.talk
    } onChange: {
      told.append("talk")
    }
    let same = try #require(try theirs.fetch(FetchDescriptor<ConferenceJourney>()).first)
    same.name = "Linz"
    try theirs.save()
    mine.processPendingChanges()
    #expect(told == ["name"])
    #expect(journey.name == "Linz")
    journey.talk = "none"
    #expect(told == ["name", "talk"])
  }

  @Test func `backing data accesses inherited properties`() throws {
    let journey = ConferenceJourney("Graz", expenses: 20)
    journey.setValue(forKey: \.name, to: "Linz")
    journey.persistentBackingData.setValue(forKey: \.expenses, to: 5)
    #expect(journey.name == "Linz" && journey.getValue(forKey: \.expenses) == 5)
    let metadata = journey.persistentBackingData.metadata as? [Schema.PropertyMetadata]
    #expect(metadata?.map(\.name).last == "seats" && metadata?.first?.name == "code")
  }

  /// Returns a context with a journey of each class: Alps, Bern, Graz, Oslo, Rome.
  private func filled() throws -> ModelContext {
    let context = ModelContext(try JourneySchema.container())
    for model in [
      Journey("Alps"), BusinessJourney("Bern", expenses: 10.5),
      ConferenceJourney("Graz", expenses: 20), PersonalJourney(to: "Oslo", note: 5),
      QuietJourney("Rome"),
    ] {
      context.insert(model)
    }
    try context.save()
    return context
  }
}
