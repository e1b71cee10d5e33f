// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct RelationshipTests {
  @Test func `both ends of a relationship are updated without a context`() {
    let trip = Trip("Alps")
    let stop = Stop("Bern")
    trip.stops.append(stop)
    #expect(stop.trip === trip)
    let other = Trip("Jura")
    stop.trip = other
    #expect(trip.stops.isEmpty)
    #expect(other.stops.map(\.place) == ["Bern"])
    other.stops.removeAll()
    #expect(stop.trip == nil)
  }

  @Test func `a relationship assigned in an initializer is linked at the insertion`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    let stop = Stop("Bern", trip: trip)
    context.insert(stop)
    #expect(trip.stops.count == 1)
    #expect(trip.stops.first === stop)
  }

  @Test func `inserting a model inserts all models that it reaches`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    let traveller = Traveller("Ann")
    trip.stops = [Stop("Bern"), Stop("Chur")]
    trip.travellers = [traveller]
    traveller.passport = Passport(7)
    context.insert(trip)
    #expect(context.insertedModelsArray.count == 5)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 2)
    #expect(try context.fetchCount(FetchDescriptor<Passport>()) == 1)
    #expect(traveller.passport?.holder === traveller)
  }

  @Test func `a saved model inserts the new models that it refers to`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    try context.save()
    trip.stops.append(Stop("Bern"))
    trip.stops += [Stop("Chur")]
    try context.save()
    let stops = try ModelContext(context.container).fetch(FetchDescriptor<Stop>())
    #expect(stops.map(\.place) == ["Bern", "Chur"])
    #expect(stops.allSatisfy { $0.trip?.name == "Alps" })
  }

  @Test func `a loaded to-many relationship includes pending changes`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.open())
      let trip = Trip("Alps")
      trip.stops = [Stop("A"), Stop("B"), Stop("C")]
      context.insert(trip)
      context.insert(Trip("Jura"))
      try context.save()
    }
    let context = ModelContext(try store.open())
    let stops = try context.fetch(FetchDescriptor<Stop>())
    let trips = try context.fetch(FetchDescriptor<Trip>())
    let alps = try #require(trips.first { $0.name == "Alps" })
    let jura = try #require(trips.first { $0.name == "Jura" })
    stops[0].trip = jura
    context.delete(stops[1])
    let new = Stop("D")
    context.insert(new)
    new.trip = alps
    #expect(alps.stops.map(\.place) == ["C", "D"])
    #expect(jura.stops.map(\.place) == ["A"])
    try context.save()
    let read = try ModelContext(store.open()).fetch(FetchDescriptor<Trip>())
    #expect(read.first { $0.name == "Alps" }?.stops.map(\.place) == ["C", "D"])
    #expect(read.first { $0.name == "Jura" }?.stops.map(\.place) == ["A"])
  }

  @Test func `deleting an unsaved model deletes its unsaved dependents`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    context.insert(trip)
    trip.stops = [Stop("Bern"), Stop("Thun")]
    let traveller = Traveller("Anna")
    trip.travellers = [traveller]
    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Traveller>()).map(\.trips?.count) == [0])
  }

  @Test func `a repeated append moves a target, and a removal removes it`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    let (first, second) = (Stop("Bern"), Stop("Thun"))
    trip.stops = [first, second]
    context.insert(trip)
    try context.save()
    trip.stops.append(first)
    trip.stops.removeLast()
    #expect(first.trip == nil)
    trip.stops.append(first)
    trip.stops.append(second)
    trip.stops.remove(at: 0)
    #expect(first.trip == nil && second.trip === trip)
    trip.stops.append(first)
    trip.stops.append(second)
    try context.save()
    let read = try #require(
      try ModelContext(try store.open()).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.stops.map(\.place) == ["Bern", "Thun"])
  }

  /// An edit of a relationship to A, B and C, and the expected targets in memory and in the store.
  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let inMemory: String
    let saved: String
    let make: @Sendable (inout [Traveller]) -> Void

    init(
      _ name: String, _ inMemory: String, saved: String? = nil,
      _ make: @escaping @Sendable (inout [Traveller]) -> Void
    ) {
      testDescription = name
      self.inMemory = inMemory
      self.saved = saved ?? inMemory
      self.make = make
    }
  }

  /// Edits of arrays that have a target at two positions, for a while or at the end.
  static let edits = [
    Edit("move to the end", "BCA") {
      $0.append($0[0])
      $0.remove(at: 0)
    },
    Edit("move to the front", "CAB") {
      $0.insert($0[2], at: 0)
      $0.removeLast()
    },
    Edit("swap by hand", "BAC") {
      let first = $0[0]
      $0[0] = $0[1]
      $0[1] = first
    },
    Edit("twice at the end", "BCA") { $0.append($0[0]) },
    Edit("twice in front", "CAB") { $0.insert($0[2], at: 0) },
    Edit("one in place of another", "ABA", saved: "BA") { $0[2] = $0[0] },
    Edit("one in place of the next", "BBC", saved: "BC") { $0[0] = $0[1] },
    Edit("all twice", "ABC") { $0 += $0 },
    Edit("twice and gone", "BC") {
      $0.append($0[0])
      $0.removeFirst()
      $0.removeLast()
    },
    Edit("twice and nothing left", "") {
      $0 += $0
      $0.removeAll()
    },
  ]

  @Test(arguments: edits, [false, true]) func `a duplicate target is stored once`(
    _ edit: Edit, inPlace: Bool
  ) throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    let all = ["A", "B", "C"].map { Traveller($0) }
    trip.travellers = all
    context.insert(trip)
    try context.save()
    if inPlace {
      edit.make(&trip.travellers)
    } else {
      var travellers = trip.travellers
      edit.make(&travellers)
      trip.travellers = travellers
    }
    func names(_ trip: Trip) -> String { trip.travellers.map(\.name).joined() }
    // An assignment has each model once, also if one takes the place of another.
    #expect(names(trip) == (inPlace ? edit.inMemory : edit.saved))
    for traveller in all {
      // The inverse has each trip once.
      #expect(traveller.trips?.count == (edit.saved.contains(traveller.name) ? 1 : 0))
    }
    try context.save()
    #expect(names(trip) == edit.saved)
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).first)
    #expect(names(read) == edit.saved)
  }

  @Test func `stepwise changes of a relationship update the inverse`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (trip, other) = (Trip("Alps"), Trip("Jura"))
    let (ann, ben) = (Traveller("Ann"), Traveller("Ben"))
    trip.travellers = [ann, ben]
    let stops = (0..<3).map { Stop("\($0)") }
    trip.stops = stops
    context.insert(trip)
    context.insert(other)
    try context.save()
    trip.travellers.append(ann)
    #expect(trip.travellers.map(\.name) == ["Ben", "Ann"])
    #expect(ann.trips?.count == 1)
    trip.travellers.removeLast()
    #expect(ann.trips?.count == 0)
    // An addition from the inverse appears once.
    ben.trips?.append(trip)
    #expect(trip.travellers.count == 1)
    // A model that moves to another owner leaves all its positions.
    trip.stops.append(stops[1])
    stops[1].trip = other
    #expect(trip.stops.map(\.place) == ["0", "2"])
    try context.save()
    let read = try ModelContext(context.container).fetch(
      FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(read.map { $0.travellers.map(\.name) } == [["Ben"], []])
    #expect(read.map { $0.stops.map(\.place) } == [["0", "2"], ["1"]])
  }

  @Test func `a relationship read during its own change has the previous value`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let trip = Trip("Alps")
    trip.stops = (0..<4).map { Stop("\($0)") }
    context.insert(trip)
    try context.save()
    trip.stops.removeAll { stop in trip.stops.firstIndex { $0 === stop } == 1 }
    #expect(trip.stops.map(\.place) == ["0", "2", "3"])
    trip.stops.sort { first, _ in trip.stops.count == 3 && first.place == "3" }
    #expect(trip.stops.first?.place == "3")
    try context.save()
    let read = try #require(
      try ModelContext(context.container).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.stops.map(\.place) == trip.stops.map(\.place))
  }

  @Test(arguments: [false, true])
  func `adding to a model that another context deleted throws at the save`(
    _ isLoaded: Bool
  ) throws {
    let store = try TestStore()
    let container = try store.open()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let trip = Trip("Alps")
    other.insert(trip)
    try other.save()
    let mine = try #require(context.model(for: trip.persistentModelID) as? Trip)
    if isLoaded { #expect(mine.stops.isEmpty) }
    other.delete(trip)
    try other.save()
    context.processPendingChanges()
    let stop = Stop("Bern")
    mine.stops.append(stop)
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect("\(error)".contains("Trip.stops") && "\(error)".contains("deleted"))
    // The error is thrown once, and the stop can be saved otherwise.
    mine.stops = []
    context.insert(stop)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stop>()) == 1)
  }

  @Test func `a many-to-many relationship is stored from either end`() throws {
    let store = try TestStore()
    do {
      let context = ModelContext(try store.open())
      let (alps, jura) = (Trip("Alps"), Trip("Jura"))
      let (ann, ben) = (Traveller("Ann"), Traveller("Ben"))
      for model in [alps, jura] { context.insert(model) }
      alps.travellers = [ann, ben]
      ann.trips?.append(jura)
      try context.save()
      #expect(Set(jura.travellers.map(\.name)) == ["Ann"])
      ben.trips = []
      try context.save()
    }
    let context = ModelContext(try store.open())
    let trips = try context.fetch(FetchDescriptor<Trip>())
    #expect(trips.first { $0.name == "Alps" }?.travellers.map(\.name) == ["Ann"])
    let ann = try #require(
      try context.fetch(FetchDescriptor<Traveller>()).first { $0.name == "Ann" })
    #expect(Set(ann.trips?.map(\.name) ?? []) == ["Alps", "Jura"])
  }

  @Test func `a one-to-one target moves between owners`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (ann, ben) = (Traveller("Ann"), Traveller("Ben"))
    let passport = Passport(7)
    ann.passport = passport
    context.insert(ann)
    context.insert(ben)
    try context.save()
    ben.passport = passport
    #expect(ann.passport == nil)
    #expect(passport.holder === ben)
    try context.save()
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Passport>())
    #expect(read.first?.holder?.name == "Ben")
  }

  @Test func `relating unsaved models of two contexts throws an error naming both`() throws {
    let container = try TestStore.inMemory()
    let (first, second) = (ModelContext(container), ModelContext(container))
    let trip = Trip("Alps")
    let stop = Stop("Bern")
    first.insert(trip)
    second.insert(stop)
    stop.trip = trip
    let error = #expect(throws: SwiftDataError.self) { try second.save() }
    #expect(error?.localizedDescription.contains("Trip") == true)
    #expect(error?.localizedDescription.contains("Stop") == true)
  }

  @Test func `saved models are released when unreferenced`() throws {
    let container = try TestStore.inMemory()
    let context = ModelContext(container)
    weak var trip: Trip?
    weak var stop: Stop?
    try {
      let made = Trip("Alps")
      made.stops = [Stop("Bern")]
      context.insert(made)
      try context.save()
      trip = made
      stop = made.stops.first
    }()
    #expect(trip == nil)
    #expect(stop == nil)
    #expect(try context.fetch(FetchDescriptor<Trip>()).first?.stops.first?.place == "Bern")
  }
}
