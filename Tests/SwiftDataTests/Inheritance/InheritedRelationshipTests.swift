// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct InheritedRelationshipTests {
  private func reopened(_ store: TestStore) throws -> ModelContext {
    ModelContext(try JourneySchema.container(store))
  }

  @Test func `a relationship to a superclass loads its subclasses`() throws {
    let store = try TestStore()
    do {
      let context = try reopened(store)
      let anna = Guest("Anna")
      anna.journeys = [
        ConferenceJourney("Graz", expenses: 1), Journey("Alps"), PersonalJourney("Oslo"),
      ]
      anna.favourite = anna.journeys[2]
      context.insert(anna)
      try context.save()
    }
    let context = try reopened(store)
    let anna = try #require(try context.fetch(FetchDescriptor<Guest>()).first)
    #expect(anna.favourite is PersonalJourney)
    #expect(
      anna.journeys.map { $0.describe() } == [
        "business journey Graz", "journey Alps", "journey Oslo",
      ])
    #expect(anna.journeys.allSatisfy { $0.owner === anna })
    #expect(anna.favourite === anna.journeys[2])
    anna.journeys.swapAt(0, 2)
    try context.save()
    let read = try #require(try reopened(store).fetch(FetchDescriptor<Guest>()).first)
    #expect(read.journeys.map(\.name) == ["Oslo", "Alps", "Graz"])
  }

  @Test func `a relationship of a subclass updates both ends`() throws {
    let store = try TestStore()
    do {
      let context = try reopened(store)
      let (acme, label) = (Company("Acme"), Label("red"))
      let (bern, graz) = (
        BusinessJourney("Bern", expenses: 1), ConferenceJourney("Graz", expenses: 2)
      )
      let oslo = PersonalJourney("Oslo")
      context.insert(acme)
      context.insert(bern)
      context.insert(label)
      bern.company = acme
      acme.journeys.append(graz)
      acme.latest = graz
      label.journeys = [graz, bern]
      oslo.companion = graz
      oslo.detours = [Journey("side"), QuietJourney("way")]
      context.insert(oslo)
      #expect(graz.company === acme && acme.journeys.count == 2 && bern.labels.count == 1)
      try context.save()
    }
    let context = try reopened(store)
    let acme = try #require(try context.fetch(FetchDescriptor<Company>()).first)
    #expect(acme.journeys.map(\.name) == ["Bern", "Graz"])
    #expect(acme.latest === acme.journeys[1])
    let label = try #require(try context.fetch(FetchDescriptor<Label>()).first)
    #expect(label.journeys.map(\.name) == ["Graz", "Bern"])
    #expect(acme.journeys[1].labels.first === label)
    let oslo = try #require(try context.fetch(FetchDescriptor<PersonalJourney>()).first)
    #expect(oslo.companion === acme.latest)
    #expect(oslo.detours.map { $0.describe() } == ["journey side", "…"])
    label.journeys.removeFirst()
    acme.journeys[0].company = nil
    try context.save()
    #expect(try store.count("SELECT count(*) FROM BusinessJourney_labels") == 1)
    #expect(
      try store.sqlite("SELECT name FROM Journey WHERE BusinessJourney_company IS NOT NULL")
        == "Graz\n")
  }

  @Test func `prefetching loads models of subclasses`() throws {
    let context = ModelContext(try JourneySchema.container())
    for name in ["Anna", "Otto"] {
      let traveller = Guest(name)
      traveller.journeys = [
        BusinessJourney("\(name) 1", expenses: 1), QuietJourney("\(name) 2"),
      ]
      traveller.journeys[0].legs = [Leg("x"), Leg("y")]
      context.insert(traveller)
    }
    try context.save()
    let other = ModelContext(context.container)
    var descriptor = FetchDescriptor<Guest>(sortBy: [SortDescriptor(\.name)])
    descriptor.relationshipKeyPathsForPrefetching = [\.journeys]
    let read = try other.fetch(descriptor)
    #expect(
      read.map { $0.journeys.map { $0.describe() } } == [
        ["business journey Anna 1", "…"], ["business journey Otto 1", "…"],
      ])
    var journeys = FetchDescriptor<BusinessJourney>()
    journeys.relationshipKeyPathsForPrefetching = [\.legs, \.owner, \.labels]
    #expect(try other.fetch(journeys).map { $0.legs.count } == [2, 2])
  }

  @Test func `delete rules apply to and from subclasses`() throws {
    let store = try TestStore()
    let context = try reopened(store)
    let anna = Guest("Anna")
    let graz = ConferenceJourney("Graz", expenses: 1)
    graz.legs = [Leg("a"), Leg("b")]
    graz.receipt = Data(repeating: 1, count: 300_000)
    let (label, acme, oslo) = (Label("red"), Company("Acme"), PersonalJourney("Oslo"))
    label.journeys = [graz]
    acme.journeys = [graz]
    acme.latest = graz
    oslo.companion = graz
    oslo.detours = [BusinessJourney("side", expenses: 0)]
    anna.journeys = [graz]
    anna.favourite = oslo
    for model in [anna, acme, oslo] as [any PersistentModel] { context.insert(model) }
    try context.save()
    // Deleting a guest deletes journeys of all classes and their dependents.
    context.delete(anna)
    try context.save()
    #expect(try store.sqlite("SELECT name FROM Journey ORDER BY 1") == "Oslo\nside\n")
    #expect(try store.count("SELECT count(*) FROM Leg") == 0)
    #expect(try store.count("SELECT count(*) FROM BusinessJourney_labels") == 0)
    #expect(acme.latest == nil && acme.journeys.isEmpty && oslo.companion == nil)
    #expect(label.journeys.isEmpty)
    context.delete(oslo)
    try context.save()
    #expect(try store.count("SELECT count(*) FROM Journey") == 0)
    #expect(try store.sqlite("PRAGMA foreign_key_check") == "")
  }

  @Test func `deleting a class by predicate deletes its subclasses too`() throws {
    let context = ModelContext(try JourneySchema.container())
    for index in 0..<4 {
      context.insert(Journey("j\(index)"))
      context.insert(PersonalJourney("p\(index)"))
      context.insert(QuietJourney("q\(index)"))
      context.insert(ConferenceJourney("c\(index)", expenses: Double(index)))
    }
    try context.save()
    let other = ModelContext(context.container)
    try other.delete(model: PersonalJourney.self, where: #Predicate { $0.code != "q3" })
    #expect(try other.fetchCount(FetchDescriptor<Journey>()) == 9)
    #expect(try other.fetchCount(FetchDescriptor<QuietJourney>()) == 1)
    #expect(other.deletedModelsArray.count == 7)
    other.rollback()
    #expect(try other.fetchCount(FetchDescriptor<Journey>()) == 16)
    other.insert(QuietJourney("pending"))
    try other.delete(model: PersonalJourney.self, includeSubclasses: false)
    #expect(other.deletedModelsArray.allSatisfy { type(of: $0) == PersonalJourney.self })
    #expect(other.deletedModelsArray.count == 4)
    other.rollback()
    try other.delete(model: BusinessJourney.self)
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 12)
    try other.delete(model: Journey.self)
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<Journey>()) == 0)
  }

  @Test func `didSave names the class of each changed model`() throws {
    let context = ModelContext(try JourneySchema.container())
    let anna = Guest("Anna")
    let (graz, oslo) = (ConferenceJourney("Graz", expenses: 1), PersonalJourney("Oslo"))
    anna.journeys = [graz, oslo]
    oslo.companion = graz
    context.insert(anna)
    try context.save()
    nonisolated(unsafe) var info: [AnyHashable: Any] = [:]
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { info = $0.userInfo ?? [:] }
    defer { NotificationCenter.default.removeObserver(observer) }
    func names(_ key: ModelContext.NotificationKey) -> Set<String> {
      Set((info[key.rawValue] as? [PersistentIdentifier] ?? []).map(\.entityName))
    }
    let identifier = graz.persistentModelID
    context.delete(graz)
    try context.save()
    #expect(names(.deletedIdentifiers) == ["ConferenceJourney"])
    #expect(names(.updatedIdentifiers).contains("PersonalJourney"))
    let deleted = info[ModelContext.NotificationKey.deletedIdentifiers.rawValue]
    #expect((deleted as? [PersistentIdentifier]) == [identifier])
    context.delete(anna)
    try context.save()
    #expect(names(.deletedIdentifiers) == ["Guest", "PersonalJourney"])
  }

  @Test func `a context merges another context's changes of subclasses`() throws {
    let context = ModelContext(try JourneySchema.container())
    let other = ModelContext(context.container)
    let journeys = [BusinessJourney("Bern", expenses: 1), QuietJourney("Rome")] as [Journey]
    for journey in journeys { context.insert(journey) }
    try context.save()
    let read = try other.fetch(FetchDescriptor<Journey>())
    (read[0] as? BusinessJourney)?.expenses = 9
    other.delete(read[1])
    try other.save()
    context.processPendingChanges()
    #expect((journeys[0] as? BusinessJourney)?.expenses == 9)
    #expect(journeys[1].modelContext == nil)
  }
}
