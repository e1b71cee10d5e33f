// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A container of several configurations.
@Suite struct SeveralStoresTests {
  private let store: TestStore
  private let trips: ModelConfiguration
  private let places: ModelConfiguration

  init() throws {
    store = try TestStore()
    trips = ModelConfiguration(
      "trips", schema: Schema([Trip.self]), url: store.directory.appending(path: "trips.store"))
    places = ModelConfiguration(
      "places", url: store.directory.appending(path: "places.store"))
  }

  private func open() throws -> ModelContainer {
    try ModelContainer(for: Trip.self, Catalogue.Place.self, configurations: trips, places)
  }

  private func place(_ name: String, _ code: Int) -> Catalogue.Place {
    Catalogue.Place(
      name: name, country: "GB", code: code,
      mayor: Catalogue.Person(address: .init(street: name, number: code)))
  }

  @Test func `each model is saved in the store of its configuration`() throws {
    let container = try open()
    let context = ModelContext(container)
    context.insert(Trip("to Bath"))
    context.insert(place("Bath", 1))
    #expect(context.insertedModelsArray.count == 4)
    try context.save()
    #expect(!context.hasChanges)
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["to Bath"])
    let other = ModelContext(try open())
    #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 1)
    let bath = try #require(try other.fetch(FetchDescriptor<Catalogue.Place>()).first)
    #expect(bath.mayor.address.street == "Bath")
    // Each file is an independent store.
    let alone = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: trips.url))
    #expect(try ModelContext(alone).fetchCount(FetchDescriptor<Trip>()) == 1)
    let second = try ModelContainer(
      for: Catalogue.Place.self, configurations: ModelConfiguration(url: places.url))
    let added = ModelContext(second)
    added.insert(place("Wells", 2))
    try added.save()
    #expect(try other.fetchCount(FetchDescriptor<Catalogue.Place>()) == 2)
  }

  @Test func `an identifier names the store of its model`() throws {
    let container = try open()
    let context = ModelContext(container)
    let trip = Trip("to Bath")
    let bath = place("Bath", 1)
    context.insert(trip)
    context.insert(bath)
    try context.save()
    let first = container.storeIdentifier(forConfigurationNamed: "trips")
    let second = try #require(container.storeIdentifier(forConfigurationNamed: "places"))
    #expect(first != second)
    #expect(trip.persistentModelID.storeIdentifier == first)
    #expect(bath.persistentModelID.storeIdentifier == second)
    #expect(container.configurationName(forStoreIdentifier: second) == "places")
    #expect(container.configurations == [trips, places])
    let found: Catalogue.Place? = context.registeredModel(for: bath.persistentModelID)
    #expect(found === bath)
  }

  @Test func `rollback, transactions and erase apply to all stores`() throws {
    let container = try open()
    let context = ModelContext(container)
    try context.transaction {
      context.insert(Trip("to Bath"))
      context.insert(place("Bath", 1))
    }
    #expect(throws: CancellationError.self) {
      try context.transaction {
        context.insert(Trip("to Wells"))
        context.insert(place("Wells", 2))
        try context.save()
        throw CancellationError()
      }
    }
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Catalogue.Place>()) == 1)
    let bath = try #require(try context.fetch(FetchDescriptor<Catalogue.Place>()).first)
    bath.name = "Aquae Sulis"
    context.insert(Trip("to Rome"))
    context.rollback()
    #expect(!context.hasChanges && bath.name == "Bath")
    context.delete(bath)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Catalogue.Place>()) == 0)
    try container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Test func `a store in memory works beside a store on disk`() throws {
    let memory = ModelConfiguration(
      "memory", schema: Schema([Trip.self]), isStoredInMemoryOnly: true)
    let container = try ModelContainer(
      for: Trip.self, Catalogue.Place.self, configurations: memory, places)
    let context = ModelContext(container)
    context.insert(Trip("to Bath"))
    context.insert(place("Bath", 1))
    try context.save()
    let again = ModelContext(
      try ModelContainer(for: Trip.self, Catalogue.Place.self, configurations: memory, places))
    #expect(try again.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try again.fetchCount(FetchDescriptor<Catalogue.Place>()) == 1)
  }

  @Test func `conflicting or incomplete configurations are rejected with the reason`() throws {
    let twice = ModelConfiguration("twice", schema: Schema([Trip.self]), url: places.url)
    let strange = ModelConfiguration("strange", schema: Schema([Everything.self]), url: places.url)
    let people = ModelConfiguration(
      "people", schema: Schema([Catalogue.Person.self]),
      url: store.directory.appending(path: "people.store"))
    let cases: [([ModelConfiguration], SwiftDataError, String)] = [
      ([twice, places], .duplicateConfiguration, "the same file"),
      ([trips, twice], .loadIssueModelContainer, "Trip is in the configurations"),
      ([trips, strange], .configurationSchemaNotFoundInContainerSchema, "lists Everything"),
      ([trips, people], .loadIssueModelContainer, "No configuration lists Place"),
      ([trips, people, places], .loadIssueModelContainer, "Place.mayor relates"),
    ]
    for (configurations, kind, words) in cases {
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer(
          for: Schema([Trip.self, Catalogue.Place.self]), configurations: configurations)
      }
      #expect(error == kind)
      #expect(
        error?.errorDescription?.contains(words) == true,
        "\(words): \(error?.errorDescription ?? "")")
    }
    #expect(!FileManager.default.fileExists(atPath: trips.url.path()))
  }
}
