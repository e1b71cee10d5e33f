// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The samples of the guides to sections and to undo.
@Suite(.timeLimit(.minutes(15))) struct SectionAndUndoGuideTests {
  /// The page of the samples, as text.
  private final class Page {
    var lines: [String] = []
    func heading(_ title: String, count: Int) { lines.append("\(title) (\(count))") }
    func row(_ text: String) { lines.append("- \(text)") }
    func select(_ climb: Climb, at path: IndexPath?) { lines.append("\(climb.name) \(path ?? [])") }
  }

  // MARK: Sections.md

  @Test func `results are divided into sections`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Climb.self, Guide.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      ))
    context.insert(Climb("Eiger", "Switzerland", year: 1938))
    context.insert(Climb("Dru", "France", year: 1935))
    context.insert(Climb("Blanc", "France", year: 1786))
    try context.save()
    let page = Page()
    let climbs = try ResultsObserver<Climb, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.country, modelContext: context)
    for section in climbs.sections ?? SectionedResults() {
      page.heading(section.title, count: section.count)
      for climb in section { page.row(climb.name) }
    }
    #expect(page.lines == ["France (2)", "- Blanc", "- Dru", "Switzerland (1)", "- Eiger"])
    if let climb = climbs.element(at: [0, 1]) {
      page.select(climb, at: climbs.indexPath(for: climb))
    }
    #expect(page.lines.last == "Dru [0, 1]")
    climbs.sortBy = [SortDescriptor(\.country, order: .reverse), SortDescriptor(\.year)]
    #expect(climbs.sections?.sectionTitles == ["Switzerland", "France"])
    let byYear = try ResultsObserver<Climb, Int>(sectionBy: \.year, modelContext: context)
    #expect(byYear.sections?.sectionTitles == [1786, 1935, 1938])
    let byDay = try ResultsObserver<Climb, Date?>(sectionBy: \.day, modelContext: context)
    let undated = byDay.sections?[sectionTitle: nil]
    #expect(undated?.count == 3)
  }

  // MARK: Undo.md

  @Test func `changes and deletions are undone`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Pamirs")
    context.insert(trip)
    trip.stops = [Stop("Osh"), Stop("Murghab")]
    try context.save()
    context.undoManager = UndoManager()
    trip.name = "Alps"
    trip.stops.removeLast()
    context.undoManager?.undo()
    #expect(trip.name == "Pamirs" && trip.stops.map(\.place) == ["Osh", "Murghab"])

    var shown: [String] = []
    func show(_ title: String) { shown.append(title) }
    let undo = UndoManager()
    context.undoManager = undo
    undo.beginUndoGrouping()
    trip.name = "Jura"
    trip.rating = 4
    undo.endUndoGrouping()
    undo.setActionName("Edit Trip")
    show(undo.undoMenuItemTitle)
    #expect(shown == ["Undo Edit Trip"])

    context.delete(trip)
    try context.save()
    undo.undo()
    try context.save()
    let trips = try ModelContext(context.container).fetch(FetchDescriptor<Trip>())
    #expect(trips.map(\.name) == ["Jura"] && trips.first?.stops.count == 2)

    func importTrips(into context: ModelContext) throws {
      context.insert(Trip("imported"))
      try context.save()
    }
    let count = undo.undoCount
    context.undoManager = nil
    try importTrips(into: context)
    context.undoManager = undo
    #expect(count == 1 && undo.undoCount == 1)
  }
}
