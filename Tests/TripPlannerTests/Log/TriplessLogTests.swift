// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@testable import TripPlanner

/// The log of objects that belong to no trip: packing templates and the user's profile.
struct TriplessLogTests {
  @Test func `a template and its lines are logged without a trip, and undone together`()
    async throws
  {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    var line = PackingItemSnapshot()
    (line.name, line.tripID) = ("Tent", trip.id)
    try await library.insert(line)
    let template = try await library.makeTemplate(named: "Winter", from: trip.id)
    let log = try await library.log(nil).filter { $0.entry.tripID == nil }
    #expect(log.map(\.entry.action) == ["insert", "insert"])
    #expect(Set(log.map(\.entry.objectType)) == ["PackingTemplate", "PackingItem"])
    #expect(Set(log.compactMap(\.objectName)) == ["Winter", "Tent"] && log.allSatisfy(\.isOwn))
    #expect(try await library.log(trip.id).count == 2)
    try await library.edit(PackingTemplateSnapshot.self, template.id) { $0.name = "Summer" }
    let renamed = try #require(try await library.log(nil).first)
    #expect(renamed.oldValue == "Winter" && renamed.newValue == "Summer")
    try await library.undo()
    #expect(try await library.templates().map(\.template.name) == ["Winter"])
    try await library.undo()
    #expect(try await library.templates().isEmpty)
    #expect(try await library.packing(trip.id).itemCount == 1)
    try await library.redo()
    #expect(try await library.templates().map(\.items.count) == [1])
  }

  @Test func `a template that is deleted for good is logged, and passed over by undo`()
    async throws
  {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    try await library.edit(TripSnapshot.self, trip.id) { $0.title = "Second" }
    let template = try await library.makeTemplate(named: "Winter", from: trip.id)
    try await library.purge(PackingTemplateSnapshot.self, template.id)
    let entry = try #require(try await library.log(nil).first)
    #expect(entry.entry.action == "delete" && entry.oldValue == nil)
    let result = try await library.undo()
    #expect(result.skipped.count == 1)
    #expect(try await library.item(TripSnapshot.self, trip.id)?.title == "First")
  }

  @Test func `the log has no text of a template that was deleted for good, nor of its lines`()
    async throws
  {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("First")
    var line = PackingItemSnapshot()
    (line.name, line.tripID) = ("Tent", trip.id)
    try await library.insert(line)
    let template = try await library.makeTemplate(named: "Winter", from: trip.id)
    let copy = try #require(try await library.templates().first?.items.first)
    try await library.edit(PackingItemSnapshot.self, copy.id) { $0.name = "Igloo" }
    try await library.edit(PackingTemplateSnapshot.self, template.id) { $0.name = "Summer" }
    try await library.purge(PackingTemplateSnapshot.self, template.id)
    let log = try await library.log(nil).filter { $0.entry.tripID == nil }
    #expect(Set(log.map(\.entry.action)) == ["delete"])
    #expect(log.allSatisfy { $0.oldValue == nil && $0.newValue == nil && $0.objectName == nil })
    #expect(try await library.log(trip.id).count == 2)
  }

  @Test func `private values are deleted with the log of a trip`() async throws {
    let library = try await makeLibrary()
    let (first, second) = (
      try await library.makeTrip("First"), try await library.makeTrip("Second")
    )
    for trip in [first, second] {
      try await library.edit(TripSnapshot.self, trip.id) { $0.notes = "Notes of \($0.title)" }
    }
    func privateValues() throws -> [String] {
      var values: [String] = []
      try ModelContext(library.modelContainer).transaction(ofStore: 0) { tables in
        try tables.run("SELECT new FROM _cairn_trips_private", []) { row in
          if let text = row.text(0) { values.append(text) }
        }
      }
      return values.sorted()
    }
    #expect(try privateValues() == ["Notes of First", "Notes of Second"])
    try await library.purge(TripSnapshot.self, first.id)
    #expect(try privateValues() == ["Notes of Second"])
    let log = try await library.log(second.id)
    #expect(log.contains { $0.newValue == "Notes of Second" })
  }

  @Test func `values of the profile are logged, and its creation is not`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    #expect(try await library.log(nil).map(\.entry.objectType) == ["Trip"])
    try await library.editProfile {
      $0.displayName = "Kim"
      $0.phone = "+43 1 234"
    }
    let log = try await library.log(nil).filter { $0.entry.objectType == "UserProfile" }
    #expect(Set(log.compactMap(\.entry.property)) == ["displayName", "phone"])
    let name = try #require(log.first { $0.entry.property == "displayName" })
    #expect(name.oldValue == "" && name.newValue == "Kim" && name.entry.tripID == nil)
    let phone = try #require(log.first { $0.entry.property == "phone" })
    #expect(phone.newValue == "+43 1 234" && phone.entry.newValue == nil)
    try await library.undo()
    let profile = try await library.profile()
    #expect(profile.displayName == "" && profile.phone == nil && !profile.isDeleted)
    // The creation of the trip, and with it that of the profile, leaves the profile.
    try await library.undo()
    #expect(try await library.item(TripSnapshot.self, trip.id)?.isDeleted == true)
    #expect(try await library.profile().isDeleted == false)
  }

  @Test func `the first values of a new profile are logged`() async throws {
    let library = try await makeLibrary()
    try await library.editProfile { $0.displayName = "Kim" }
    let log = try await library.log(nil)
    #expect(log.map(\.entry.property) == ["displayName"] && log.map(\.newValue) == ["Kim"])
    try await library.undo()
    #expect(try await library.profile().displayName == "")
  }

  @Test func `templates of an earlier version are logged from their next change on`()
    async throws
  {
    let container = try TripStore.inMemory()
    let first = TripLibrary(modelContainer: container)
    var template = PackingTemplateSnapshot()
    template.name = "Winter"
    try await first.insert(template)
    // An earlier version has recorded neither the values nor that they are missing.
    let context = ModelContext(container)
    try context.transaction(ofStore: 0) { tables in
      try tables.run("DELETE FROM _cairn_trips_value WHERE trip = ''", [])
      try tables.run("DELETE FROM _cairn_trips_state WHERE key = 'tripless'", [])
    }
    let library = TripLibrary(modelContainer: container)
    try await library.edit(PackingTemplateSnapshot.self, template.id) { $0.name = "Summer" }
    let entry = try #require(try await library.log(nil).first)
    #expect(entry.oldValue == "Winter" && entry.newValue == "Summer")
  }
}
