// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TripPlanner

struct PackingTests {
  /// Inserts a line of a trip's packing list.
  @discardableResult
  private func add(
    _ name: String, to trip: UUID, in library: TripLibrary, category: String = "Clothes",
    quantity: Int = 1, weight: Double? = nil, bag: String? = nil, person: String? = nil
  ) async throws -> PackingItemSnapshot {
    var line = PackingItemSnapshot()
    (line.name, line.tripID, line.category) = (name, trip, category)
    (line.quantity, line.weight, line.bag, line.person) = (quantity, weight, bag, person)
    return try await library.insert(line)
  }

  @Test func `weights are sums of all pieces, by category, bag and person`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let socks = try await add(
      "Socks", to: trip.id, in: library, quantity: 3, weight: 0.05, bag: "Cabin", person: "Kim")
    try await add("Coat", to: trip.id, in: library, weight: 1.2, bag: "Hold", person: "Sam")
    try await add("Passport", to: trip.id, in: library, category: "Documents", bag: "Cabin")
    try await library.edit(PackingItemSnapshot.self, socks.id) { $0.isPacked = true }
    let list = try await library.packing(trip.id)
    func grams(_ groups: [PackingSummary.Group]) -> [String: Int] {
      Dictionary(
        uniqueKeysWithValues: groups.map { ($0.name, Int(($0.weight * 1000).rounded())) })
    }
    #expect(grams(list.categories) == ["Clothes": 1350, "Documents": 0])
    #expect(grams(list.bags) == ["Cabin": 150, "Hold": 1200])
    #expect(grams(list.people) == ["Kim": 150, "Sam": 1200, "": 0])
    #expect(list.itemCount == 3 && list.packedCount == 1 && list.unweighedCount == 1)
    #expect(abs(list.packedWeight - 0.15) < 1e-9)
  }

  @Test func `a template has the values of the list, and none of the marks`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    let line = try await add(
      "Tent", to: trip.id, in: library, category: "Sleep", quantity: 2, weight: 1.5, bag: "Hold")
    try await library.edit(PackingItemSnapshot.self, line.id) { $0.isPacked = true }
    try await library.makeTemplate(named: "Camping", from: trip.id)
    let template = try #require(try await library.templates().first)
    #expect(template.template.name == "Camping")
    let copy = try #require(template.items.first)
    #expect(copy.id != line.id && copy.tripID == nil && !copy.isPacked)
    #expect(copy.category == "Sleep" && copy.quantity == 2 && copy.weight == 1.5)
    #expect(copy.bag == "Hold")
  }

  @Test func `a template adds the lines that a trip lacks, and adds them once`() async throws {
    let library = try await makeLibrary()
    let source = try await library.makeTrip("Source")
    for name in ["Socks", "Coat"] { try await add(name, to: source.id, in: library) }
    try await library.makeTemplate(named: "Winter", from: source.id)
    let template = try #require(try await library.templates().first)
    let trip = try await library.makeTrip("Trip")
    let own = try await add("Socks", to: trip.id, in: library, quantity: 9)
    #expect(try await library.applyTemplate(template.id, to: trip.id) == 1)
    #expect(try await library.applyTemplate(template.id, to: trip.id) == 0)
    var list = try await library.packing(trip.id).categories.flatMap(\.items)
    #expect(list.map(\.name) == ["Socks", "Coat"])
    #expect(list.first == own)
    // A removed line comes back as the same object.
    let coat = try #require(list.last)
    try await library.delete(PackingItemSnapshot.self, coat.id)
    #expect(try await library.applyTemplate(template.id, to: trip.id) == 1)
    list = try await library.packing(trip.id).categories.flatMap(\.items)
    #expect(list.map(\.id) == [own.id, coat.id])
  }

  @Test func `a template is changed as a whole, and undone as a whole`() async throws {
    let library = try await makeLibrary()
    let trip = try await library.makeTrip("Trip")
    for name in ["Socks", "Coat"] { try await add(name, to: trip.id, in: library) }
    let id = try await library.makeTemplate(named: "Winter", from: trip.id).id
    let coat = try #require(
      try await library.templates().first?.items.first { $0.name == "Coat" })
    var scarf = PackingItemSnapshot()
    scarf.name = "Scarf"
    let edited = try await library.editTemplate(
      id, name: "Autumn", adding: [scarf], removing: [coat.id])
    #expect(edited.template.name == "Autumn")
    #expect(Set(edited.items.map(\.name)) == ["Socks", "Scarf"])
    #expect(try await library.deletedItems().map(\.name) == ["Coat"])
    try await library.undo()
    let undone = try #require(try await library.templates().first)
    #expect(undone.template.name == "Winter")
    #expect(Set(undone.items.map(\.name)) == ["Socks", "Coat"])
    #expect(try await library.packing(trip.id).itemCount == 2)
  }

  @Test func `a changed template leaves the lists that were made from it`() async throws {
    let library = try await makeLibrary()
    let source = try await library.makeTrip("Source")
    try await add("Socks", to: source.id, in: library)
    try await library.makeTemplate(named: "Winter", from: source.id)
    let template = try #require(try await library.templates().first)
    let trip = try await library.makeTrip("Trip")
    try await library.applyTemplate(template.id, to: trip.id)
    try await library.edit(PackingItemSnapshot.self, try #require(template.items.first).id) {
      $0.name = "Stockings"
    }
    try await library.delete(PackingTemplateSnapshot.self, template.id)
    #expect(try await library.templates().isEmpty)
    let list = try await library.packing(trip.id).categories.flatMap(\.items)
    #expect(list.map(\.name) == ["Socks"])
  }
}
