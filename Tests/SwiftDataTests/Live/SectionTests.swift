// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Testing

@Model
final class Climb {
  var name: String
  var country: String
  var region: String?
  var year: Int
  var pitches: Int?
  var day: Date?
  var guide: Guide?

  var initial: String { String(name.prefix(1)) }

  init(_ name: String, _ country: String, region: String? = nil, year: Int = 2026) {
    self.name = name
    self.country = country
    self.region = region
    self.year = year
  }
}

@Model
final class Guide {
  var name: String
  @Relationship(inverse: \Climb.guide) var climbs: [Climb] = []

  init(_ name: String) { self.name = name }
}

@Suite(.timeLimit(.minutes(15))) @MainActor struct SectionTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Climb.self, Guide.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = container.mainContext
    context.autosaveEnabled = false
    for climb in [
      Climb("Eiger", "Switzerland", region: "Bern", year: 1938),
      Climb("Blanc", "France", region: "", year: 1786),
      Climb("Dru", "France", year: 1935),
      Climb("Ortler", "Italy", region: "Tyrol", year: 1804),
      Climb("Dom", "Switzerland", region: "Valais", year: 1858),
      Climb("Adler", "Switzerland", year: 1858),
    ] {
      context.insert(climb)
    }
    try context.save()
  }

  private typealias Sections<Title: Hashable> = SectionedResults<Climb, Title>

  private func texts<Title>(_ sections: Sections<Title>?) -> [String] {
    (sections ?? SectionedResults()).map { section in
      "\(section.title): " + section.map(\.name).joined(separator: " ")
    }
  }

  @Test func `sections are in the order of their titles and sorted inside`() throws {
    let observer = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
    let sections = try #require(observer.sections)
    #expect(
      texts(sections) == ["France: Blanc Dru", "Italy: Ortler", "Switzerland: Adler Dom Eiger"])
    #expect(sections.sectionTitles == ["France", "Italy", "Switzerland"])
    #expect(sections.map(\.id) == sections.sectionTitles)
    #expect(sections.contains(sectionTitle: "Italy") && !sections.contains(sectionTitle: "Spain"))
    #expect(sections.index(ofSectionTitled: "Switzerland") == 2)
    #expect(sections.index(ofSectionTitled: "Spain") == nil)
    #expect(sections[sectionTitle: "France"]?.last?.name == "Dru")
    #expect(sections[sectionTitle: "Spain"] == nil)
    #expect(observer.results.map(\.name) == ["Blanc", "Dru", "Ortler", "Adler", "Dom", "Eiger"])
    #expect(observer.sectionBy == \Climb.country)
  }

  @Test func `an observer without a section key path has no sections`() throws {
    let observer = try ResultsObserver<Climb, Never>(modelContext: context)
    #expect(observer.sections == nil && observer.sectionBy == nil)
    #expect(observer.results.count == 6)
  }

  @Test func `nil belongs to the section of the empty string`() throws {
    let observer = try ResultsObserver<Climb, String>(
      filterBy: #Predicate { $0.country != "Italy" }, sortBy: [SortDescriptor(\.name)],
      sectionBy: \.region, modelContainer: container)
    #expect(texts(observer.sections) == [": Adler Dru Blanc", "Bern: Eiger", "Valais: Dom"])
  }

  @Test func `titles can be numbers, dates and optionals`() throws {
    let dru = try #require(
      try context.fetch(FetchDescriptor<Climb>(predicate: #Predicate { $0.name == "Dru" })).first)
    dru.pitches = 30
    let day = Date(timeIntervalSinceReferenceDate: 0.1)
    dru.day = day
    try context.save()
    let sort = [SortDescriptor(\Climb.name)]
    let years = try ResultsObserver<Climb, Int>(
      sortBy: sort, sectionBy: \.year, modelContext: context)
    #expect(years.sections?.sectionTitles == [1786, 1804, 1858, 1935, 1938])
    #expect(years.sections?[sectionTitle: 1858]?.map(\.name) == ["Adler", "Dom"])
    let pitches = try ResultsObserver<Climb, Int?>(
      sortBy: sort, sectionBy: \.pitches, modelContext: context)
    #expect(pitches.sections?.sectionTitles == [nil, 30])
    let days = try ResultsObserver<Climb, Date?>(
      fetchDescriptor: FetchDescriptor(sortBy: sort), sectionBy: \.day, modelContainer: container)
    #expect(days.sections?.sectionTitles == [nil, day])
    #expect(days.sections?[sectionTitle: day]?.map(\.name) == ["Dru"])
  }

  @Test func `titles can be computed or those of a related model`() throws {
    let initials = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.year)], sectionBy: \.initial, modelContext: context)
    #expect(
      texts(initials.sections) == ["A: Adler", "B: Blanc", "D: Dom Dru", "E: Eiger", "O: Ortler"])
    let guide = Guide("Croz")
    context.insert(guide)
    guide.climbs = Array(initials.results.prefix(2))
    try context.save()
    let guides = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.guide?.name, modelContext: context)
    #expect(texts(guides.sections) == [": Dom Dru Eiger Ortler", "Croz: Adler Blanc"])
  }

  @Test func `a section key path that is sorted in reverse reverses the sections`() throws {
    let observer = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.year)], sectionBy: \.country, modelContext: context)
    #expect(observer.sections?.sectionTitles == ["France", "Italy", "Switzerland"])
    #expect(observer.sortBy.count == 2)
    observer.sortBy = [SortDescriptor(\.country, order: .reverse), SortDescriptor(\.name)]
    #expect(observer.sections?.sectionTitles == ["Switzerland", "Italy", "France"])
    #expect(observer.sortBy.count == 2)
    observer.sortBy = []
    #expect(observer.sections?.sectionTitles == ["France", "Italy", "Switzerland"])
    #expect(observer.fetchDescriptor.sortBy.map(\.keyPath) == [\Climb.country])
  }

  @Test func `index paths name a section and an item`() throws {
    let observer = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
    for (section, climbs) in (observer.sections ?? SectionedResults()).enumerated() {
      for (item, climb) in climbs.enumerated() {
        #expect(observer.indexPath(for: climb) == [section, item])
        #expect(observer.element(at: [section, item]) === climb)
      }
    }
    for path: IndexPath in [[0, 2], [1, 1], [3, 0], [0], [0, -1], [-1, 0]] {
      #expect(observer.element(at: path) == nil)
    }
    #expect(observer.indexPath(for: Climb("K2", "Pakistan")) == nil)
  }

  @Test func `unsaved changes move models between sections`() async throws {
    let observer = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
    let dru = try #require(observer.element(at: [0, 1]))
    let moving = ObservedRead { _ = observer.sections }
    dru.country = "Spain"
    await moving.change()
    #expect(
      texts(observer.sections) == [
        "France: Blanc", "Italy: Ortler", "Spain: Dru", "Switzerland: Adler Dom Eiger",
      ])
    let inserting = ObservedRead { _ = observer.sections }
    context.insert(Climb("Aneto", "Spain"))
    await inserting.change()
    #expect(observer.sections?[sectionTitle: "Spain"]?.map(\.name) == ["Aneto", "Dru"])
    context.rollback()
    #expect(observer.sections?.sectionTitles == ["France", "Italy", "Switzerland"])
  }

  @Test func `saves of other contexts update the sections`() async throws {
    let observer = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
    // The keys and their order stay the same, and only a title changes.
    let other = ModelContext(container)
    let swiss = try other.fetch(
      FetchDescriptor<Climb>(predicate: #Predicate { $0.country == "Switzerland" }))
    for climb in swiss { climb.country = "Swiss Alps" }
    let renaming = ObservedRead { _ = observer.sections }
    try other.save()
    await renaming.change()
    #expect(observer.sections?.sectionTitles == ["France", "Italy", "Swiss Alps"])
    let deleting = ObservedRead { _ = observer.sections }
    try other.delete(model: Climb.self, where: #Predicate { $0.country == "Italy" })
    try other.save()
    await deleting.change()
    #expect(observer.sections?.sectionTitles == ["France", "Swiss Alps"])
  }

  @Test func `a fetch limit applies to all sections together`() throws {
    var descriptor = FetchDescriptor<Climb>(sortBy: [SortDescriptor(\.name)])
    descriptor.fetchLimit = 3
    descriptor.fetchOffset = 1
    let observer = try ResultsObserver<Climb, String>(
      fetchDescriptor: descriptor, sectionBy: \.country, modelContext: context)
    #expect(texts(observer.sections) == ["France: Dru", "Italy: Ortler", "Switzerland: Adler"])
    descriptor.fetchLimit = 0
    let none = try ResultsObserver<Climb, String>(
      fetchDescriptor: descriptor, sectionBy: \.country, modelContext: context)
    #expect(none.sections?.isEmpty == true && none.results.isEmpty)
  }

  @Test func `titles that are equal in Swift share a section`() throws {
    // One letter, composed and decomposed, which SQLite stores as given.
    context.insert(Climb("Triglav", "Sloveni\u{E9}"))
    context.insert(Climb("Mangart", "Slovenie\u{301}"))
    context.insert(Climb("Jalovec", "Sloveni\u{E9}"))
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let observer = try ResultsObserver<Climb, String>(
        sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
      #expect(observer.sections?.count == 4)
      #expect(observer.sections?[sectionTitle: "Sloveni\u{E9}"]?.count == 3)
      #expect(observer.sections?.reduce(0) { $0 + $1.count } == observer.results.count)
    }
  }

  @Test func `sections of stored and of unsaved models agree`() throws {
    var random = SystemRandomNumberGenerator()
    for index in 0..<300 {
      context.insert(
        Climb("n\(index)", "c\(Int.random(in: 0..<40, using: &random))", year: index % 7))
    }
    let unsaved = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.year)], sectionBy: \.country, modelContext: context)
    let before = texts(unsaved.sections)
    try context.save()
    let saved = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.year)], sectionBy: \.country, modelContext: context)
    #expect(texts(saved.sections) == before)
    #expect(before.count >= 40)
  }
}
