// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Model count limits, delete rules across cycles, one-to-one relationships, and two contexts.
@Suite struct RelationshipRuleTests {
  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Crew.self, Ring.self, Folder.self, Trip.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  // MARK: Bounds

  @Test func `too few or too many related models are rejected by name`() throws {
    let context = try context()
    let crew = Crew("boat")
    context.insert(crew)
    let few = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(few == .modelValidationFailure)
    #expect(few?.localizedDescription.contains("Crew.rowers") == true)
    #expect(few?.localizedDescription.contains("0 models") == true)
    crew.rowers = [Rower("a"), Rower("b")]
    try context.save()
    crew.rowers += [Rower("c"), Rower("d")]
    let many = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(many?.localizedDescription.contains("Crew number") == true)
    #expect(many?.localizedDescription.contains("maximumModelCount of 3") == true)
    crew.rowers.removeLast()
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Rower>()) == 4)
  }

  @Test func `model count limits apply to changes of either end`() throws {
    let made = try context()
    let crew = Crew("boat")
    crew.rowers = [Rower("a"), Rower("b")]
    made.insert(crew)
    try made.save()
    let context = ModelContext(made.container)
    let rowers = try context.fetch(FetchDescriptor<Rower>())
    rowers[0].crew = nil
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    context.delete(rowers[0])
    #expect(throws: SwiftDataError.self) { try context.save() }
    context.rollback()
    try context.delete(model: Rower.self)
    #expect(throws: SwiftDataError.self) { try context.save() }
    // All rowers can be deleted with their crew.
    try context.delete(model: Crew.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Rower>()) == 0)
  }

  // MARK: Delete rules

  @Test func `a cascade deletes all models of a cycle`() throws {
    let context = try context()
    let rings = (0..<5).map { Ring($0) }
    for (index, ring) in rings.enumerated() { ring.next = rings[(index + 1) % 5] }
    context.insert(rings[0])
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ring>()) == 5)
    context.delete(rings[3])
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ring>()) == 0)
    #expect(rings.allSatisfy { $0.modelContext == nil })
    let (first, second) = (Folder("a"), Folder("b"))
    first.parent = second
    second.parent = first
    context.insert(first)
    try context.save()
    context.delete(first)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
  }

  @Test func `a cascade deletes unsaved dependents`() throws {
    let context = try context()
    let root = Folder("root")
    context.insert(root)
    try context.save()
    let child = Folder("child", parent: root)
    context.insert(child)
    let grandchild = Folder("grandchild", parent: child)
    context.insert(grandchild)
    context.delete(root)
    try context.save()
    #expect(!context.hasChanges)
    #expect(child.modelContext == nil && grandchild.modelContext == nil)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Folder>()) == 0)
  }

  @Test func `references without an inverse are nullified`() throws {
    let context = try context()
    let (ring, other) = (Ring(1), Ring(2))
    let crew = Crew("boat")
    crew.rowers = [Rower("a"), Rower("b")]
    ring.crew = crew
    ring.crews = [crew]
    other.crew = crew
    context.insert(ring)
    context.insert(other)
    try context.save()
    context.delete(crew)
    try context.save()
    #expect(ring.crew == nil && other.crew == nil)
    #expect(ring.crews.isEmpty)
    let read = try ModelContext(context.container).fetch(FetchDescriptor<Ring>())
    #expect(read.allSatisfy { $0.crew == nil && $0.crews.isEmpty })
  }

  @Test func `nullify clears relationships that are not loaded`() throws {
    let made = try context()
    let trip = Trip("Alps")
    let traveller = Traveller("Ann")
    trip.travellers = [traveller]
    traveller.passport = Passport(1)
    made.insert(trip)
    try made.save()
    let context = ModelContext(made.container)
    let passport = try #require(try context.fetch(FetchDescriptor<Passport>()).first)
    try context.delete(model: Traveller.self)
    try context.save()
    #expect(passport.holder == nil)
    #expect(try context.fetch(FetchDescriptor<Trip>()).first?.travellers.isEmpty == true)
  }

  // MARK: One to one

  @Test func `a one-to-one change clears partners that are not in memory`() throws {
    let made = try context()
    let (ann, ben) = (Traveller("Ann"), Traveller("Ben"))
    ann.passport = Passport(1)
    ben.passport = Passport(2)
    made.insert(ann)
    made.insert(ben)
    try made.save()
    let context = ModelContext(made.container)
    let passport = try #require(
      try context.fetch(FetchDescriptor<Passport>(predicate: #Predicate { $0.number == 1 })).first)
    let holder = try #require(
      try context.fetch(FetchDescriptor<Traveller>(predicate: #Predicate { $0.name == "Ben" }))
        .first)
    holder.passport = passport
    try context.save()
    let read = ModelContext(made.container)
    let travellers = try read.fetch(FetchDescriptor<Traveller>(sortBy: [SortDescriptor(\.name)]))
    #expect(travellers.map { $0.passport?.number } == [nil, 1])
    let passports = try read.fetch(FetchDescriptor<Passport>(sortBy: [SortDescriptor(\.number)]))
    #expect(passports.map { $0.holder?.name } == ["Ben", nil])
  }

  // MARK: Two contexts

  @Test func `relating saved models of two contexts throws and changes neither`() throws {
    let first = try context()
    let second = ModelContext(first.container)
    let (trip, stop) = (Trip("Alps"), Stop("Bern"))
    let own = Trip("Jura")
    own.stops = [stop]
    first.insert(trip)
    second.insert(own)
    try first.save()
    try second.save()
    stop.trip = trip
    #expect(stop.trip === own)
    #expect(trip.stops.isEmpty)
    own.stops.append(contentsOf: trip.stops)
    trip.stops.append(stop)
    #expect(trip.stops.isEmpty)
    let error = #expect(throws: SwiftDataError.self) { try second.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.localizedDescription.contains("Stop.trip of Stop number") == true)
    #expect(error?.localizedDescription.contains("Trip number") == true)
    #expect(throws: SwiftDataError.self) { try first.save() }
    // The error is thrown once.
    try first.save()
    try second.save()
    #expect(own.stops.count == 1)
    second.insert(Stop("new", trip: trip))
    #expect(throws: SwiftDataError.self) { try second.save() }
  }

  @Test func `inserting or deleting a model of another context throws`() throws {
    let first = try context()
    let second = ModelContext(first.container)
    let trip = Trip("Alps")
    first.insert(trip)
    try first.save()
    second.insert(trip)
    let inserting = #expect(throws: SwiftDataError.self) { try second.save() }
    #expect(inserting?.localizedDescription.contains("Trip number") == true)
    second.delete(trip)
    #expect(throws: SwiftDataError.self) { try second.save() }
    #expect(trip.modelContext === first)
    #expect(try second.fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  // MARK: Memory

  @Test func `models in a reference cycle are released`() throws {
    let context = try context()
    for index in 0..<3000 {
      let trip = Trip("\(index)")
      trip.travellers = [Traveller("\(index)")]
      context.insert(trip)
    }
    try context.save()
    weak var trip: Trip?
    weak var traveller: Traveller?
    try {
      let first = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
      trip = first
      traveller = first.travellers.first
      #expect(traveller?.trips?.first === first)
    }()
    let others = try context.fetch(FetchDescriptor<Trip>())
    #expect(others.allSatisfy { $0.travellers.first?.trips?.count == 1 })
    _ = consume others
    _ = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).last?.travellers
    context.insert(Trip("last"))
    try context.save()
    #expect(trip == nil)
    #expect(traveller == nil)
  }
}

@Model
private final class Crew {
  var name: String
  @Relationship(
    deleteRule: .cascade, minimumModelCount: 2, maximumModelCount: 3, inverse: \Rower.crew)
  var rowers: [Rower] = []

  init(_ name: String) { self.name = name }
}

@Model
private final class Rower {
  var name: String
  var crew: Crew?

  init(_ name: String) { self.name = name }
}

/// A model whose deletion cascades to the next one.
@Model
private final class Ring {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Ring.previous) var next: Ring?
  var previous: Ring?
  @Relationship(inverse: nil) var crew: Crew?
  var crews: [Crew] = []

  init(_ number: Int) { self.number = number }
}
