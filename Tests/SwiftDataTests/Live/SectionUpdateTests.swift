// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Testing

/// A function that runs when a computed title is read.
private enum TitleProbe {
  @TaskLocal static var onRead: (@Sendable () -> Void)?
}

extension Climb {
  fileprivate var probedName: String {
    TitleProbe.onRead?()
    return name
  }
}

/// Changes of models in observed sections.
@Suite(.timeLimit(.minutes(15))) @MainActor struct SectionUpdateTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Climb.self, Guide.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = container.mainContext
    context.autosaveEnabled = false
    for climb in [
      Climb("Ortler", "Italy", year: 1804), Climb("Dom", "Switzerland", year: 1858),
      Climb("Adler", "Switzerland", year: 1858), Climb("Eiger", "Switzerland", year: 1938),
    ] {
      context.insert(climb)
      // The order of the saves is the order of equal years.
      try context.save()
    }
  }

  private func observer(sortBy: SortDescriptor<Climb>) throws -> ResultsObserver<Climb, String> {
    try ResultsObserver(sortBy: [sortBy], sectionBy: \.country, modelContext: context)
  }

  private func texts(_ observer: ResultsObserver<Climb, String>) -> [String] {
    (observer.sections ?? SectionedResults()).map { section in
      "\(section.title): " + section.map(\.name).joined(separator: " ")
    }
  }

  @Test func `a commit during the first fetch updates the sections`() throws {
    let container = container
    let insert: @Sendable () -> Void = {
      let other = ModelContext(container)
      guard (try? other.fetchCount(FetchDescriptor<Climb>())) == 4 else { return }
      other.insert(Climb("Zugspitze", "Germany"))
      try? other.save()
    }
    let observer = try TitleProbe.$onRead.withValue(insert) {
      try ResultsObserver<Climb, String>(sectionBy: \.probedName, modelContext: context)
    }
    #expect(
      observer.sections?.sectionTitles == ["Adler", "Dom", "Eiger", "Ortler", "Zugspitze"])
  }

  @Test func `a section that loses its last model disappears`() async throws {
    let observer = try observer(sortBy: SortDescriptor(\.year))
    #expect(texts(observer) == ["Italy: Ortler", "Switzerland: Dom Adler Eiger"])
    let ortler = try #require(observer.element(at: [0, 0]))
    let moving = ObservedRead { _ = observer.sections }
    ortler.country = "Switzerland"
    ortler.year = 1858
    await moving.change()
    // Models of the same year are in the order of their insertion.
    #expect(texts(observer) == ["Switzerland: Ortler Dom Adler Eiger"])
    #expect(observer.sections?.contains(sectionTitle: "Italy") == false)
    try context.save()
    #expect(texts(observer) == ["Switzerland: Ortler Dom Adler Eiger"])
  }

  @Test func `a section may appear and disappear without a change of the order`() async throws {
    let observer = try observer(sortBy: SortDescriptor(\.name))
    let eiger = try #require(observer.element(at: [1, 2]))
    #expect(eiger.name == "Eiger")
    // Only the index paths change.
    let moving = ObservedRead { _ = observer.element(at: [1, 2]) }
    eiger.country = "Vaud"
    await moving.change()
    #expect(texts(observer) == ["Italy: Ortler", "Switzerland: Adler Dom", "Vaud: Eiger"])
    #expect(observer.element(at: [1, 2]) == nil)
    #expect(observer.element(at: [2, 0]) === eiger)
    #expect(observer.indexPath(for: eiger) == [2, 0])
    let returning = ObservedRead { _ = observer.element(at: [2, 0]) }
    context.rollback()
    await returning.change()
    #expect(observer.element(at: [2, 0]) == nil)
    #expect(observer.indexPath(for: eiger) == [1, 2])
  }

  @Test func `titles of stored rows are read at each change of the type or the value`() throws {
    let pitches: [Int?] = [nil, nil, 0, 0, 1, 1, -1]
    for (index, count) in pitches.enumerated() {
      let climb = Climb("p\(index)", "Peru")
      climb.pitches = count
      climb.region = count.map { $0 == 0 ? "" : "r\($0)" }
      context.insert(climb)
    }
    try context.save()
    let filter = #Predicate<Climb> { $0.country == "Peru" }
    let numbers = try ResultsObserver<Climb, Int?>(
      filterBy: filter, sectionBy: \.pitches, modelContext: context)
    #expect(numbers.sections?.sectionTitles == [nil, -1, 0, 1])
    #expect(numbers.sections?.map(\.count) == [2, 1, 2, 2])
    let regions = try ResultsObserver<Climb, String>(
      filterBy: filter, sortBy: [SortDescriptor(\.name)], sectionBy: \.region,
      modelContext: context)
    #expect(regions.sections?.map(\.count).reduce(0, +) == 7)
    #expect(regions.sections?[sectionTitle: ""]?.map(\.name) == ["p0", "p1", "p2", "p3"])
    #expect(regions.sections?[sectionTitle: "r1"]?.map(\.name) == ["p4", "p5"])
  }
}
