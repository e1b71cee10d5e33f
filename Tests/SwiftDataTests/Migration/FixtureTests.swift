// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Stores that older versions wrote are read with every value.
@Suite struct FixtureTests {
  static let names = [
    "format-1-unordered.store", "format-1.store", "format-2.store", "format-3.store",
  ]

  @Test(arguments: names) func `every attribute of an older store is read`(_ name: String) throws {
    let store = try TestStore.fixture(name)
    let context = ModelContext(try store.open())
    let sorted = FetchDescriptor<Everything>(sortBy: [SortDescriptor(\.int8, order: .reverse)])
    let found = try context.fetch(sorted)
    #expect(found.count == 2)
    for (model, isExtreme) in zip(found, [false, true]) {
      let expected = Everything(extreme: isExtreme)
      expected.uuid = try #require(
        UUID(
          uuidString: isExtreme
            ? "FFFFFFFF-0000-4000-8000-0123456789AB" : "00000000-0000-0000-0000-000000000000"))
      if isExtreme {
        expected.optionalUUID = UUID(uuidString: "12345678-1234-4234-9234-123456789ABC")
        expected.picture = Data(repeating: 42, count: 140_000)
      }
      for property in Everything.schemaMetadata {
        let path = try #require(property.keypath as? PartialKeyPath<Everything>)
        let (value, wanted) = (model[keyPath: path], expected[keyPath: path])
        #expect("\(value)" == "\(wanted)", "\(property.name)")
      }
      #expect(model.string.utf8.elementsEqual(expected.string.utf8))
      #expect(model.picture == expected.picture)
    }
  }

  @Test(arguments: names) func `every relationship of an older store is read`(_ name: String) throws
  {
    let store = try TestStore.fixture(name)
    let context = ModelContext(try store.open())
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
    try #require(trips.map(\.name) == ["Alps", "Coast"])
    #expect(trips[0].rating == 4.5)
    #expect(trips[0].note == "n\u{e9}")
    #expect(trips[0].startDate == Date(timeIntervalSinceReferenceDate: 123_456_789.125))
    #expect(trips[0].stops.map(\.place) == ["Bern", "Thun", "Brig"])
    #expect(trips[1].stops.map(\.place) == ["Kiel"])
    #expect(trips[0].invoices.map(\.amount) == [12.5])
    #expect(trips[1].invoices.map(\.amount) == [-0.01])
    #expect(trips[0].travellers.map(\.name) == ["Ada", "Bob"])
    #expect(trips[1].travellers.map(\.name) == ["Bob", "Cem"])
    let bob = try #require(
      try context.fetch(FetchDescriptor<Traveller>(predicate: #Predicate { $0.name == "Bob" }))
        .first)
    #expect(bob.trips.map { Set($0.map(\.code)) } == ["A", "B"])
    let passports = try context.fetch(
      FetchDescriptor<Passport>(sortBy: [SortDescriptor(\.number)]))
    #expect(passports.map(\.number) == [99, 4711])
    #expect(passports.map(\.holder?.name) == [nil, "Ada"])
    let root = try #require(
      try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "root" })).first)
    #expect(root.children.map(\.name) == ["child", "second"])
    #expect(root.children.first?.children.map(\.name) == ["grandchild"])
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 5)
  }

  @Test(arguments: names) func `an older store can be changed and saved`(_ name: String) throws {
    let store = try TestStore.fixture(name)
    do {
      let context = ModelContext(try store.open())
      let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
      trips[0].stops.reverse()
      trips[0].travellers.reverse()
      trips[1].travellers.append(Traveller("Dag"))
      try context.save()
    }
    let context = ModelContext(try store.open())
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
    #expect(trips[0].stops.map(\.place) == ["Brig", "Thun", "Bern"])
    #expect(trips[0].travellers.map(\.name) == ["Bob", "Ada"])
    #expect(trips[1].travellers.map(\.name) == ["Bob", "Cem", "Dag"])
    #expect(try store.sqlite("PRAGMA user_version") == "3\n")
    #expect(try store.count("SELECT count(*) FROM pragma_foreign_key_check") == 0)
  }
}

extension TestStore {
  /// Returns a copy of a fixture, with its external files.
  static func fixture(_ name: String) throws -> TestStore {
    let store = try TestStore()
    let fixtures = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    try FileManager.default.copyItem(at: fixtures.appending(path: name), to: store.url)
    try FileManager.default.copyItem(
      at: fixtures.appending(path: ".\(name)-external"),
      to: store.directory.appending(path: ".test.store-external"))
    return store
  }
}
