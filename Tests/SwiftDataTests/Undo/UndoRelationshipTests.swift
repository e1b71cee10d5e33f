// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A model with relationships without an inverse.
@Model
final class Poster {
  var title: String
  var cover: Trip?
  @Relationship(inverse: nil) var shown: [Trip] = []

  init(_ title: String) { self.title = title }
}

@Suite(.timeLimit(.minutes(15))) struct UndoRelationshipTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try ModelContainer(
      for: Trip.self, Folder.self, Poster.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.undoManager = manager
  }

  private func trip(_ name: String, _ stops: [String] = []) throws -> Trip {
    let trip = Trip(name, code: name)
    context.insert(trip)
    trip.stops = stops.map { Stop($0) }
    try context.save()
    return trip
  }

  /// The stops that another context reads from the store.
  private func stored(_ name: String) throws -> [String]? {
    try ModelContext(container).fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
    ).first?.stops.map(\.place)
  }

  // MARK: Changes

  @Test(arguments: [false, true]) func `a removed target returns to its place`(isSaved: Bool) throws
  {
    let trip = try trip("a", ["x", "y", "z"])
    let stop = trip.stops[1]
    stop.trip = nil
    if isSaved { try context.save() }
    manager.undo()
    #expect(trip.stops.map(\.place) == ["x", "y", "z"] && stop.trip === trip)
    try context.save()
    #expect(try stored("a") == ["x", "y", "z"])
    manager.redo()
    #expect(trip.stops.map(\.place) == ["x", "z"] && stop.trip == nil)
  }

  @Test(arguments: [false, true]) func `a moved target returns to its former owner`(isSaved: Bool)
    throws
  {
    let (from, to) = (try trip("a", ["x", "y", "z"]), try trip("b", ["u"]))
    to.stops.insert(from.stops[0], at: 0)
    if isSaved { try context.save() }
    manager.undo()
    #expect(from.stops.map(\.place) == ["x", "y", "z"] && to.stops.map(\.place) == ["u"])
    try context.save()
    #expect(try stored("a") == ["x", "y", "z"])
    #expect(try stored("b") == ["u"])
    manager.redo()
    #expect(from.stops.map(\.place) == ["y", "z"] && to.stops.map(\.place) == ["x", "u"])
  }

  @Test(arguments: [[0], [1], [2], [0, 2], [2, 0], [0, 1, 2]])
  func `moved targets return to their places without loading the others`(indices: [Int]) throws {
    let places = ["w", "x", "y", "z"]
    _ = try trip("a", places)
    _ = try trip("b", ["u"])
    let fresh = ModelContext(container)
    let manager = UndoManager()
    fresh.undoManager = manager
    func fetched(_ name: String) throws -> Trip {
      let named = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
      return try #require(try fresh.fetch(named).first)
    }
    let (from, to) = (try fetched("a"), try fetched("b"))
    for index in indices {
      let place = places[index]
      let stops = FetchDescriptor<Stop>(predicate: #Predicate { $0.place == place })
      let stop = try #require(try fresh.fetch(stops).first)
      stop.trip = to
    }
    let others = places.indices.filter { !indices.contains($0) }.map { places[$0] }
    for place in others {
      let stops = FetchDescriptor<Stop>(predicate: #Predicate { $0.place == place })
      let other = try #require(try fresh.fetchIdentifiers(stops).first)
      let registered: Stop? = fresh.registeredModel(for: other)
      #expect(registered == nil)
    }
    try fresh.save()
    #expect(try stored("a") == others)
    manager.undo()
    try fresh.save()
    #expect(try stored("a") == places)
    #expect(try stored("b") == ["u"])
    #expect(from.stops.map(\.place) == places)
    manager.redo()
    try fresh.save()
    #expect(try stored("a") == others)
    #expect(try stored("b") == ["u"] + indices.map { places[$0] })
  }

  @Test func `an order of targets returns`() throws {
    let trip = try trip("a", ["x", "y", "z"])
    trip.stops.reverse()
    try context.save()
    manager.undo()
    try context.save()
    #expect(try stored("a") == ["x", "y", "z"])
    manager.redo()
    try context.save()
    #expect(try stored("a") == ["z", "y", "x"])
  }

  @Test func `many-to-many and one-to-one relationships return`() throws {
    let trip = try trip("a")
    let (ann, bob) = (Traveller("ann"), Traveller("bob"))
    trip.travellers = [ann, bob]
    ann.passport = Passport(1)
    try context.save()
    let passport = try #require(ann.passport)
    bob.passport = passport
    bob.trips = []
    try context.save()
    #expect(ann.passport == nil && trip.travellers == [ann])
    manager.undo()
    #expect(ann.passport === passport && bob.passport == nil && passport.holder === ann)
    #expect(trip.travellers == [ann, bob] && bob.trips == [trip])
    try context.save()
    let read = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.travellers.map(\.name) == ["ann", "bob"])
    #expect(read.travellers.first?.passport?.number == 1)
  }

  // MARK: Deletions

  @Test(arguments: [false, true]) func `a deletion returns with its cascade`(isSaved: Bool) throws {
    let root = Folder("root")
    context.insert(root)
    for name in ["a", "b", "c"] {
      let child = Folder(name, parent: root)
      context.insert(child)
      child.children = [Folder(name + "1"), Folder(name + "2")]
    }
    try context.save()
    let identifiers = root.children.map(\.persistentModelID)
    let middle = root.children[1]
    context.delete(middle)
    if isSaved {
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 7)
    }
    manager.undo()
    #expect(root.children.map(\.name) == ["a", "b", "c"] && root.children[1] === middle)
    #expect(middle.children.map(\.name) == ["b1", "b2"] && middle.parent === root)
    try context.save()
    let reader = ModelContext(container)
    let read = try #require(
      try reader.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "root" })).first)
    #expect(read.children.map(\.name) == ["a", "b", "c"])
    #expect(read.children.map(\.persistentModelID) == identifiers)
    #expect(read.children[1].children.map(\.name) == ["b1", "b2"])
    manager.redo()
    try context.save()
    #expect(try reader.fetchCount(FetchDescriptor<Folder>()) == 7)
    manager.undo()
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Folder>()) == 10)
  }

  @Test func `a cascade that is not in memory returns`() throws {
    do {
      let writer = ModelContext(container)
      let trip = Trip("a", code: "a")
      trip.note = "kept"
      writer.insert(trip)
      trip.stops = (0..<300).map { Stop("s\($0)") }
      try writer.save()
    }
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    manager.undo()
    try context.save()
    #expect(try stored("a") == (0..<300).map { "s\($0)" })
    #expect(trip.note == "kept")
  }

  @Test func `a deep cascade returns`() throws {
    var folders = [Folder("0")]
    for number in 1..<6_000 { folders.append(Folder("\(number)", parent: folders[number - 1])) }
    for folder in folders { context.insert(folder) }
    try context.save()
    context.delete(folders[0])
    manager.undo()
    #expect(!folders[0].isDeleted && folders[0].children.map(\.name) == ["1"])
    #expect(folders[5_999].parent?.name == "5998")
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 6_000)
  }

  @Test func `a deep cascade of new models is deleted`() throws {
    var folders = [Folder("0")]
    for number in 1..<6_000 { folders.append(Folder("\(number)", parent: folders[number - 1])) }
    for folder in folders { context.insert(folder) }
    context.delete(folders[0])
    #expect(folders.allSatisfy { $0.modelContext == nil })
    #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Folder>()) == 0)
  }

  @Test func `references without an inverse return`() throws {
    let (trip, other) = (try trip("a"), try trip("b"))
    let poster = Poster("p")
    poster.cover = trip
    poster.shown = [trip, other]
    context.insert(poster)
    try context.save()
    context.delete(trip)
    try context.save()
    #expect(poster.cover == nil && poster.shown == [other])
    manager.undo()
    #expect(poster.cover === trip && poster.shown == [trip, other])
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Poster>()).first)
    #expect(read.cover?.name == "a" && read.shown.map(\.name) == ["a", "b"])
  }

  @Test func `unsaved references without an inverse return`() throws {
    let trip = try trip("a")
    let poster = Poster("p")
    context.insert(poster)
    try context.save()
    manager.beginUndoGrouping()
    poster.cover = trip
    manager.endUndoGrouping()
    context.delete(trip)
    try context.save()
    #expect(poster.cover == nil)
    manager.undo()
    #expect(poster.cover === trip)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Poster>()).first)
    #expect(read.cover?.name == "a")
  }

  @Test func `a deletion of all models of a type is undone`() throws {
    do {
      let writer = ModelContext(container)
      for name in ["a", "b", "c"] {
        let trip = Trip(name, code: name)
        writer.insert(trip)
        trip.stops = [Stop(name + "1")]
      }
      try writer.save()
    }
    try context.delete(model: Trip.self, where: #Predicate { $0.name != "b" })
    try context.save()
    manager.undo()
    try context.save()
    #expect(try stored("a") == ["a1"])
    #expect(try stored("c") == ["c1"])
    manager.redo()
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }

  @Test func `a change and a deletion are undone to the state before both`() throws {
    let trip = try trip("a", ["x"])
    trip.name = "b"
    trip.stops.append(Stop("y"))
    context.delete(trip)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try stored("a") == ["x"])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stop>()) == 1)
  }

  @Test func `a deleted model has its former identifier unless a transaction restores it`() throws {
    let trip = try trip("a")
    let identifier = trip.persistentModelID
    context.delete(trip)
    try context.save()
    manager.undo()
    #expect(trip.persistentModelID.isTemporary)
    // New rows of the same save have new keys.
    context.insert(Trip("b", code: "b"))
    try context.save()
    #expect(trip.persistentModelID == identifier)
    let registered: Trip? = context.registeredModel(for: identifier)
    #expect(registered === trip)
    context.delete(trip)
    try context.save()
    manager.undo()
    try context.transaction {}
    #expect(trip.persistentModelID != identifier)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 2)
  }

  @Test func `a deletion that is undone, redone and undone again returns the identifier`() throws {
    let trip = try trip("a")
    let identifier = trip.persistentModelID
    context.delete(trip)
    try context.save()
    manager.undo()
    manager.redo()
    manager.undo()
    try context.save()
    #expect(trip.persistentModelID == identifier)
    #expect(try stored("a") == [])
  }

  @Test func `the history records a restored model as an insert`() throws {
    let trip = try trip("a")
    let identifier = trip.persistentModelID
    context.delete(trip)
    try context.save()
    manager.undo()
    try context.save()
    let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .flatMap(\.changes)
    let kinds = changes.map { change in
      switch change {
      case .insert: "insert"
      case .update: "update"
      case .delete: "delete"
      }
    }
    #expect(kinds == ["insert", "delete", "insert"])
    #expect(changes.allSatisfy { $0.changedPersistentIdentifier == identifier })
  }
}
