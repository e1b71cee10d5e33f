// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Sort orders of fetches, in SQL, in Swift, and with unsaved changes.
@Suite struct SortTests {
  /// Returns a context with stops of three trips, and one stop without a trip.
  private func filled() throws -> ModelContext {
    let context = ModelContext(try TestStore.inMemory())
    let places = ["b10", "B2", "a", "\u{C4}", "c", "b1"]
    for (index, name) in ["Jura", "Alps", "Eifel"].enumerated() {
      let trip = Trip(name)
      trip.note = index == 1 ? nil : name
      context.insert(trip)
      for place in places[(index * 2)..<(index * 2 + 2)] { trip.stops.append(Stop(place)) }
      if index == 2 { trip.stops.append(Stop("z")) }
    }
    context.insert(Stop("alone"))
    try context.save()
    return context
  }

  private func places(_ context: ModelContext, _ sort: [SortDescriptor<Stop>]) throws -> [String] {
    try context.fetch(FetchDescriptor(sortBy: sort)).map(\.place)
  }

  @Test func `a sort follows a to-one relationship`() throws {
    let context = try filled()
    #expect(
      try places(context, [SortDescriptor(\.trip?.name), SortDescriptor(\.place)])
        == ["alone", "a", "\u{C4}", "b1", "c", "z", "B2", "b10"])
    #expect(
      try places(
        context, [SortDescriptor(\.trip?.note, order: .reverse), SortDescriptor(\.place)])
        == ["B2", "b10", "b1", "c", "z", "a", "\u{C4}", "alone"])
    // With an unsaved change, Swift sorts in the same order.
    let alone = try #require(try context.fetch(FetchDescriptor<Stop>()).last)
    alone.trip = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Alps" })
    ).first
    #expect(
      try places(context, [SortDescriptor(\.trip?.name), SortDescriptor(\.place)])
        == ["a", "\u{C4}", "alone", "b1", "c", "z", "B2", "b10"])
  }

  @Test func `models are sorted by the count of a to-many relationship`() throws {
    let context = try filled()
    let sort = [SortDescriptor(\Trip.stops.count, order: .reverse), SortDescriptor(\Trip.name)]
    #expect(
      try context.fetch(FetchDescriptor(sortBy: sort)).map(\.name) == ["Eifel", "Alps", "Jura"])
  }

  @Test func `strings sort in the order of the user's language by default`() throws {
    let context = try filled()
    let sort = [SortDescriptor(\Stop.place)]
    #expect(sort == [SortDescriptor(\Stop.place, comparator: .localizedStandard)])
    let expected = ["a", "\u{C4}", "alone", "b1", "B2", "b10", "c", "z"]
    #expect(try places(context, sort) == expected)
    context.insert(Stop("B3"))
    #expect(
      try places(context, sort) == ["a", "\u{C4}", "alone", "b1", "B2", "B3", "b10", "c", "z"])
    var descriptor = FetchDescriptor(sortBy: sort)
    descriptor.fetchOffset = 3
    descriptor.fetchLimit = 3
    #expect(try context.fetch(descriptor).map(\.place) == ["b1", "B2", "B3"])
  }

  @Test func `lexical sorts strings as Swift does`() throws {
    let context = try filled()
    let sort = [SortDescriptor(\Stop.place, comparator: .lexical)]
    let expected = ["B2", "a", "alone", "b1", "b10", "c", "z", "\u{C4}"]
    #expect(expected == expected.sorted())
    #expect(try places(context, sort) == expected)
    context.insert(Stop("B3"))
    #expect(try places(context, sort) == ["B2", "B3"] + expected.dropFirst())
  }

  @Test func `batches, identifiers and pending models have the default order`() throws {
    let context = try filled()
    let descriptor = FetchDescriptor(sortBy: [SortDescriptor(\Stop.place, order: .reverse)])
    let expected = ["z", "c", "b10", "B2", "b1", "alone", "\u{C4}", "a"]
    #expect(try context.fetch(descriptor, batchSize: 3).map(\.place) == expected)
    #expect(
      try context.fetchIdentifiers(descriptor).map {
        try #require(context.model(for: $0) as? Stop).place
      } == expected)
    context.insert(Stop("B11"))
    let changed = ["z", "c", "B11"] + expected.dropFirst(2)
    #expect(try context.fetch(descriptor, batchSize: 3).map(\.place) == changed)
    #expect(try context.fetch(descriptor).map(\.place) == changed)
    var visited: [String] = []
    try context.enumerate(descriptor, batchSize: 2) { visited.append($0.place) }
    #expect(visited == changed)
  }

  @Test func `a standard comparator is a parameter with a default`() throws {
    func sorted(
      comparator: String.StandardComparator = .localizedStandard, order: SortOrder = .forward
    ) throws -> [String] {
      try places(try filled(), [SortDescriptor(\.place, comparator: comparator, order: order)])
    }
    #expect(try sorted().prefix(3) == ["a", "\u{C4}", "alone"])
    #expect(try sorted(comparator: .localized).prefix(6).suffix(3) == ["b1", "b10", "B2"])
    #expect(try sorted(comparator: .lexical, order: .reverse).first == "\u{C4}")
  }

  @Test func `a descriptor has the key path and the comparator that it was created with`() {
    let descriptors: [SortDescriptor<Stop>] = [
      SortDescriptor(\.place), SortDescriptor(\.place, comparator: .localized),
      SortDescriptor(\.place, comparator: .lexical), SortDescriptor(\.trip?.name, order: .reverse),
      SortDescriptor(\.place.count),
    ]
    #expect(
      descriptors.map(\.keyPath) == [
        \Stop.place, \Stop.place, \Stop.place, \Stop.trip?.name, \Stop.place.count,
      ])
    #expect(
      descriptors.map(\.stringComparator) == [
        .localizedStandard, .localized, .lexical, .localizedStandard, nil,
      ])
    #expect(descriptors.map(\.order) == [.forward, .forward, .forward, .reverse, .forward])
  }

  @Test func `a computed property is sorted in Swift`() throws {
    let context = try filled()
    var descriptor = FetchDescriptor(sortBy: [SortDescriptor(\Stop.place.count, order: .reverse)])
    descriptor.fetchLimit = 3
    #expect(try context.fetch(descriptor).map(\.place) == ["alone", "b10", "B2"])
    descriptor.fetchOffset = 2
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.place) == ["B2", "b1"])
  }

  @Test func `limits count the models that Swift accepts`() throws {
    let context = try filled()
    var descriptor = FetchDescriptor<Stop>(
      predicate: #Predicate { $0.place.contains(#/[0-9]/#) }, sortBy: [SortDescriptor(\.place)])
    #expect(try context.fetchCount(descriptor) == 3)
    descriptor.fetchLimit = 2
    #expect(try context.fetch(descriptor).map(\.place) == ["b1", "B2"])
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.place) == ["B2", "b10"])
    #expect(try context.fetchCount(descriptor) == 2)
    descriptor.fetchOffset = 5
    #expect(try context.fetch(descriptor).isEmpty)
    descriptor.fetchOffset = nil
    descriptor.fetchLimit = 0
    #expect(try context.fetch(descriptor).isEmpty)
  }

  @Test func `models are sorted by the members of a composite attribute`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Contact.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for (name, reach) in [("b", 2.5), ("a", -1), ("c", 2.5)] {
      let contact = Contact(Person(name: name, homes: [], reach: reach))
      contact.other = name == "a" ? nil : Person(name: name + name, homes: [])
      context.insert(contact)
    }
    try context.save()
    func names(_ sort: [SortDescriptor<Contact>]) throws -> [String] {
      try context.fetch(FetchDescriptor(sortBy: sort)).map(\.person.name)
    }
    #expect(
      try names([SortDescriptor(\.person.reach, order: .reverse), SortDescriptor(\.person.name)])
        == ["b", "c", "a"])
    #expect(try names([SortDescriptor(\.other?.name)]) == ["a", "b", "c"])
    #expect(
      try context.fetchCount(
        FetchDescriptor<Contact>(predicate: #Predicate { $0.person.reach > 2 })) == 2)
  }
}
