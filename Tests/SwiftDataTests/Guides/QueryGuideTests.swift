// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The samples of the guides Statistics.md, FullTextSearch.md and Nearby.md.
@Suite struct QueryGuideTests {
  @Model
  final class Landmark {
    #Index<Landmark>(.rtree([\.latitude, \.longitude]))
    var name: String
    var latitude: Double
    var longitude: Double

    init(_ name: String, _ latitude: Double, _ longitude: Double) {
      self.name = name
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  @Test func `workouts have statistics`() throws {
    let store = try WorkoutStore()
    let context = store.context
    try store.add("one", start: "2024-06-02T21:59:00Z") {
      $0.end = $0.start + 60
      $0.metres = 5
    }
    try store.add("two", start: "2024-06-02T22:00:00Z") {
      $0.end = $0.start + 60
      $0.metres = 7
    }
    try context.save()
    let finished = FetchDescriptor<Workout>(predicate: #Predicate { $0.end != nil })
    let (count, metres, longest) = try context.aggregate(
      finished, .count, .sum(\.metres), .maximum(\.metres))
    #expect(count == 2 && metres == 12 && longest == 7)
    let kinds = try context.aggregate(finished, by: .value(\.kind), values: .count, .sum(\.metres))
    #expect(kinds.map(\.key) == [.walk])
    let best = try context.aggregate(
      finished, by: .model(\.athlete), values: .sum(\.metres),
      order: .value(.sum(\.metres), .reverse), limit: 3)
    #expect(best.map(\.values) == [12])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Zurich") ?? .gmt
    calendar.firstWeekday = 2
    let weeks = try context.aggregate(
      finished, by: .week(of: \.start, in: calendar), values: .count, .sum(\.metres))
    #expect(weeks.map { $0.values.1 } == [5, 7])
  }

  @Test func `notes are searched`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Note("Harbour", "The old town has a café."))
    try context.save()
    var search = FullTextDescriptor<Note>("harbour \"old town\" caf* -closed")
    search.weights = [\.title: 5]
    search.fetchLimit = 20
    var lines: [String] = []
    for match in try context.search(search) {
      let snippet = match.snippet(of: \.body)
      lines.append("\(match.model.title) \(snippet.highlights.map { snippet.text[$0] })")
    }
    #expect(lines == ["Harbour [\"old town\", \"café\"]"])
    let notes = try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.title.localizedStandardContains("arbou") }))
    #expect(notes.count == 1)
  }

  @Test func `landmarks are found nearby`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Landmark.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    context.insert(Landmark("Thun", 46.758, 7.628))
    context.insert(Landmark("Geneva", 46.204, 6.143))
    try context.save()
    var nearby = NearbyDescriptor<Landmark>(
      latitude: \.latitude, longitude: \.longitude, center: (46.948, 7.447))
    nearby.radius = 50_000
    nearby.fetchLimit = 10
    #expect(try context.search(nearby).map(\.model.name) == ["Thun"])
  }
}
