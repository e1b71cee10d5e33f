// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite(.timeLimit(.minutes(15))) struct UndoTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try TestStore.inMemory()
    context = ModelContext(container)
    context.undoManager = manager
  }

  private func trips(_ context: ModelContext? = nil) throws -> [String] {
    try (context ?? self.context).fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.code)]))
      .map(\.name)
  }

  /// The names that another context reads from the store.
  private func stored() throws -> [String] { try trips(ModelContext(container)) }

  private func trip(_ name: String) throws -> Trip {
    let trip = Trip(name, code: name)
    context.insert(trip)
    try context.save()
    return trip
  }

  // MARK: Inserts and changes

  @Test func `an unsaved insert is undone and redone`() throws {
    let trip = Trip("Alps", code: "a")
    context.insert(trip)
    trip.stops = [Stop("Bern"), Stop("Chur")]
    #expect(manager.canUndo)
    manager.undo()
    #expect(try trips().isEmpty && trip.modelContext == nil && !context.hasChanges)
    manager.redo()
    #expect(try trips() == ["Alps"] && trip.modelContext === context)
    #expect(trip.stops.map(\.place) == ["Bern", "Chur"])
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stop>()) == 2)
  }

  @Test func `a saved insert is undone by a deletion`() throws {
    let trip = try trip("Alps")
    let identifier = trip.persistentModelID
    manager.undo()
    #expect(trip.isDeleted)
    try context.save()
    #expect(try stored().isEmpty)
    manager.redo()
    try context.save()
    #expect(try stored() == ["Alps"] && trip.persistentModelID == identifier)
  }

  @Test func `changes of attributes are undone in groups of saves`() throws {
    let trip = try trip("a")
    trip.name = "b"
    trip.name = "c"
    trip.rating = 5
    trip.note = "steep"
    try context.save()
    trip.name = "d"
    try context.save()
    manager.undo()
    #expect(trip.name == "c" && trip.note == "steep" && context.hasChanges)
    manager.undo()
    #expect(trip.name == "a" && trip.rating == 3 && trip.note == nil)
    try context.save()
    #expect(try stored() == ["a"])
    manager.redo()
    #expect(trip.name == "c" && trip.rating == 5 && trip.note == "steep")
    manager.redo()
    #expect(trip.name == "d" && !manager.canRedo)
    try context.save()
    #expect(try stored() == ["d"])
  }

  @Test func `explicit groups divide unsaved changes`() throws {
    let trip = try trip("a")
    for name in ["b", "c"] {
      manager.beginUndoGrouping()
      trip.name = name
      manager.endUndoGrouping()
      manager.setActionName("Rename to \(name)")
    }
    #expect(manager.undoMenuItemTitle == "Undo Rename to c")
    manager.undo()
    #expect(trip.name == "b")
    manager.undo()
    #expect(trip.name == "a")
    manager.redo()
    manager.redo()
    #expect(trip.name == "c")
  }

  @Test func `a property that is set back makes no undo group`() throws {
    let trip = try trip("a")
    #expect(manager.undoCount == 1)
    trip.name = "b"
    trip.name = "a"
    try context.save()
    #expect(manager.undoCount == 1 && trip.name == "a")
  }

  @Test func `attributes of every type return`() throws {
    let model = Everything(extreme: true)
    context.insert(model)
    try context.save()
    model.data = Data([1])
    model.shape = .circle(radius: 2)
    model.profile = Profile(weight: 1, tags: ["x"])
    model.strings.append("y")
    model.optionalDecimal = nil
    model.picture = Data(count: 1_000)
    let (data, shape, strings) = (model.data, model.shape, model.strings)
    try context.save()
    manager.undo()
    try context.save()
    let former = Everything(extreme: true)
    let reader = ModelContext(container)
    let read = try #require(try reader.fetch(FetchDescriptor<Everything>()).first)
    #expect(read.data == former.data && read.shape == former.shape)
    #expect(read.profile == former.profile && read.strings == former.strings)
    #expect(read.optionalDecimal == former.optionalDecimal && read.picture == former.picture)
    manager.redo()
    #expect(model.data == data && model.shape == shape && model.strings == strings)
  }

  // MARK: Registration

  @Test func `changes are not undone while registration is disabled`() throws {
    let trip = try trip("a")
    manager.removeAllActions()
    manager.disableUndoRegistration()
    trip.name = "b"
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
    trip.note = "x"
    manager.undo()
    #expect(trip.name == "b" && trip.note == nil)
  }

  @Test func `changes by an observer of a save are undone before the save`() throws {
    let trip = try trip("a")
    // The observer runs in `save`, on this thread.
    nonisolated(unsafe) var isFirst = true
    nonisolated(unsafe) let (saved, observed) = (context, trip)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in
      if !isFirst { return }
      isFirst = false
      observed.rating = 7
      saved.insert(Trip("observed", code: "o"))
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    trip.name = "b"
    try context.save()
    #expect(trip.rating == 7 && context.hasChanges)
    try context.save()
    manager.undo()
    #expect(trip.rating != 7 && trip.name == "b")
    #expect(try trips() == ["b"])
    manager.undo()
    #expect(trip.name == "a")
    manager.redo()
    manager.redo()
    #expect(trip.name == "b" && trip.rating == 7)
    #expect(try trips() == ["b", "observed"])
  }

  @Test func `an observer of a save may set another manager`() throws {
    let trip = try trip("a")
    let other = UndoManager()
    // The observer runs in `save`, on this thread.
    nonisolated(unsafe) let (saved, manager) = (context, other)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in saved.undoManager = manager }
    defer { NotificationCenter.default.removeObserver(observer) }
    trip.name = "b"
    try context.save()
    trip.name = "c"
    #expect(other.canUndo)
    other.undo()
    #expect(trip.name == "b")
  }

  @Test func `a context without a manager registers nothing`() throws {
    let trip = try trip("a")
    #expect(manager.canUndo)
    let count = manager.undoCount
    context.undoManager = nil
    trip.name = "b"
    try context.save()
    #expect(manager.undoCount == count)
    context.undoManager = manager
    trip.name = "c"
    manager.undo()
    #expect(trip.name == "b")
    // The earlier operations are still there.
    manager.undo()
    #expect(trip.isDeleted)
    let other = UndoManager()
    context.undoManager = other
    #expect(!manager.canUndo && !other.canUndo)
  }

  @Test func `a rollback empties the stacks`() throws {
    let trip = try trip("a")
    trip.name = "b"
    context.rollback()
    #expect(!manager.canUndo && !manager.canRedo && trip.name == "a")
    trip.name = "c"
    manager.undo()
    #expect(trip.name == "a")
  }

  @Test func `processPendingChanges registers changes`() throws {
    let trip = try trip("a")
    manager.removeAllActions()
    trip.name = "b"
    context.processPendingChanges()
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(trip.name == "a")
  }

  @Test func `two contexts share a manager`() throws {
    let other = ModelContext(container)
    other.undoManager = manager
    manager.beginUndoGrouping()
    context.insert(Trip("a", code: "a"))
    other.insert(Trip("b", code: "b"))
    manager.endUndoGrouping()
    try context.save()
    try other.save()
    manager.undo()
    try context.save()
    try other.save()
    #expect(try stored().isEmpty)
  }

  @Test func `a released context leaves no operations`() throws {
    var other: ModelContext? = ModelContext(container)
    weak let released = other
    other?.undoManager = manager
    other?.insert(Trip("a", code: "a"))
    try other?.save()
    #expect(manager.canUndo)
    other = nil
    #expect(released == nil && !manager.canUndo)
  }

  @Test func `merged changes of other contexts are not undone`() throws {
    let trip = try trip("a")
    manager.removeAllActions()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
    same.rating = 5
    try other.save()
    trip.name = "b"
    try context.save()
    #expect(trip.rating == 5)
    manager.undo()
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
    #expect(read.name == "a" && read.rating == 5)
  }

  @Test func `a change of a model that another context deleted is not undone`() throws {
    let trip = try trip("a")
    trip.name = "b"
    try context.save()
    let other = ModelContext(container)
    try other.delete(model: Trip.self)
    try other.save()
    #expect(try trips().isEmpty)
    manager.undo()
    try context.save()
    #expect(try stored().isEmpty && trip.modelContext == nil)
  }

  @Test func `a deletion of a model that another context deleted is not undone`() throws {
    let other = ModelContext(container)
    let writer = Trip("a", code: "a")
    other.insert(writer)
    try other.save()
    // Not loaded until its deletion.
    let trip: any PersistentModel = context.model(for: writer.persistentModelID)
    other.delete(writer)
    try other.save()
    context.delete(trip)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try stored().isEmpty)
  }
}

/// Undo in the main context, which saves by itself.
@Suite(.timeLimit(.minutes(15))) @MainActor struct AutosaveUndoTests {
  @Test func `autosaves are undone one by one`() async throws {
    let container = try TestStore.inMemory()
    let context = container.mainContext
    context.undoManager = UndoManager()
    let trip = Trip("a", code: "a")
    context.insert(trip)
    while context.hasChanges { await Task.yield() }
    trip.name = "b"
    while context.hasChanges { await Task.yield() }
    #expect(context.undoManager?.undoCount == 2)
    context.undoManager?.undo()
    #expect(trip.name == "a")
    while context.hasChanges { await Task.yield() }
    let stored = try ModelContext(container).fetch(FetchDescriptor<Trip>())
    #expect(stored.map(\.name) == ["a"])
  }
}
