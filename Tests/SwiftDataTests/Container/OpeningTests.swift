// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// A model whose raw value has the name of the type column, and another property that of the key.
@Model
final class Underscored {
  @Attribute(.unique) var _type: String
  var _pk: Int
  var type: String {
    get { _type }
    set { _type = newValue }
  }

  init(type: String, _pk: Int) {
    _type = type
    self._pk = _pk
  }
}

@Suite struct OpeningTests {
  private func refusal(_ store: TestStore) -> SwiftDataError? {
    #expect(throws: SwiftDataError.self) { _ = try store.open() }
  }

  @Test func `a file that is not a database is rejected and not changed`() throws {
    let store = try TestStore()
    let bytes = Data("this is not a database, but it is long enough to be read".utf8)
    try bytes.write(to: store.url)
    let error = refusal(store)
    #expect(error == .loadIssueModelContainer)
    #expect(error?.localizedDescription.contains("is not a SQLite database") == true)
    #expect(try Data(contentsOf: store.url) == bytes)
  }

  @Test func `a store of other models is rejected with the differences`() throws {
    let store = try TestStore()
    let context = try store.context(Plain.Hike.self)
    context.insert(Plain.Hike("a"))
    try context.save()
    let error = refusal(store)
    #expect(error == .loadIssueModelContainer)
    #expect(error?.localizedDescription.contains("Folder") == true)
  }

  @Test func `a store of a newer format is rejected and not changed`() throws {
    let store = try TestStore()
    _ = try store.open()
    _ = try store.sqlite("PRAGMA user_version = 99")
    let error = refusal(store)
    #expect(error == .backwardMigration)
    #expect(error?.localizedDescription.contains("99") == true)
    #expect(try store.sqlite("PRAGMA user_version") == "99\n")
  }

  @Test func `a database of another program is rejected and not changed`() throws {
    let store = try TestStore()
    _ = try store.sqlite("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    let error = refusal(store)
    #expect(error?.localizedDescription.contains("another program") == true)
    #expect(try store.sqlite("SELECT name FROM sqlite_schema") == "theirs\n")
  }

  @Test func `an error names the property and row of a damaged value`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    context.insert(Everything(extreme: true))
    try context.save()
    _ = try store.sqlite("UPDATE Everything SET profile = '{', int8 = 1000")
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContext(store.open()).fetch(FetchDescriptor<Everything>())
    }
    #expect(error == .storeIsCorrupt)
    #expect(error?.localizedDescription.contains("Everything.int8 of row 1") == true)
  }

  @Test func `an error names a store whose folder cannot be created`() throws {
    let url = URL(filePath: "/proc/none/test.store")
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
    }
    #expect(error?.localizedDescription.contains("/proc/none/test.store") == true)
  }

  @Test func `a read-only store can be fetched from but not saved to`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    context.insert(Trip("Alps"))
    try context.save()
    let container = try ModelContainer(
      for: Trip.self, Folder.self, Everything.self,
      configurations: ModelConfiguration(url: store.url, allowsSave: false))
    let reader = ModelContext(container)
    let trip = try #require(try reader.fetch(FetchDescriptor<Trip>()).first)
    trip.name = "changed"
    #expect(throws: SwiftDataError.storeIsReadOnly) { try reader.save() }
  }

  @Test func `tables and columns have the names of models and properties`() throws {
    let store = try TestStore()
    let context = ModelContext(try store.open())
    let trip = Trip("Alps")
    trip.stops = [Stop("Bern")]
    context.insert(trip)
    try context.save()
    let text = try store.sqlite(
      "SELECT s.place, t.name, t.rating FROM Stop s JOIN Trip t ON s.trip = t._pk")
    #expect(text == "Bern|Alps|3.0\n")
  }

  @Test func `a property may have the name of a column of the framework`() throws {
    let store = try TestStore()
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: Underscored.self, configurations: ModelConfiguration(url: store.url)))
    }
    let written = try open()
    written.insert(Underscored(type: "b", _pk: 7))
    written.insert(Underscored(type: "a", _pk: 8))
    try written.save()
    // Opening the store again compares the recorded columns with the model's.
    let context = try open()
    let sorted = FetchDescriptor<Underscored>(
      predicate: #Predicate { $0._pk > 0 }, sortBy: [SortDescriptor(\._type, comparator: .lexical)])
    let models = try context.fetch(sorted)
    #expect(models.map(\.type) == ["a", "b"] && models.map(\._pk) == [8, 7])
    models[0]._type = "c"
    try context.save()
    #expect(
      try store.sqlite("SELECT Underscored__type FROM Underscored ORDER BY _pk") == "b\nc\n")
  }

  @Test func `a folder is rejected as a store, a backup and the target of a restore`() throws {
    let store = try TestStore()
    let place = store.directory.deletingLastPathComponent().appending(
      path: store.directory.lastPathComponent, directoryHint: .notDirectory)
    let folder = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: place))
    }
    #expect(folder == .loadIssueModelContainer)
    #expect(folder?.errorDescription?.contains("is a folder") == true)
    try store.save(["a"])
    _ = try store.file.backUp(to: store.backup)
    for (source, target) in [(store.directory, store.url), (store.backup, store.directory)] {
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer.restore(from: source, to: target, replacing: true)
      }
      #expect(error?.errorDescription?.contains("is a folder") == true)
    }
    #expect(try store.trips() == ["a"])
  }

  @Test func `opening a missing store read-only throws`() throws {
    let store = try TestStore()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: store.url, allowsSave: false))
    }
    #expect(error == .loadIssueModelContainer)
    #expect(error?.errorDescription?.contains("There is no store at") == true)
  }

  @Test func `fetching from a missing table reports a corrupt store`() throws {
    let store = try TestStore()
    try store.save(["a"])
    try store.sqlite("DROP TABLE Stop")
    let context = ModelContext(try store.open())
    let error = #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Stop>()) }
    #expect(error == .storeIsCorrupt)
    let text = error?.errorDescription ?? ""
    #expect(text.contains("no such table") && text.contains("Restore a backup"), "\(text)")
  }
}

@Suite struct MainContextTests {
  @Test @MainActor func `an unused container and its main context are released`() throws {
    weak var context: ModelContext?
    weak var container: ModelContainer?
    try {
      let made = try TestStore.inMemory()
      made.mainContext.insert(Trip("Alps"))
      #expect(made.mainContext === made.mainContext)
      #expect(made.mainContext.container === made)
      #expect(made.mainContext.insertedModelsArray.count == 1)
      context = made.mainContext
      container = made
    }()
    #expect(context == nil)
    #expect(container == nil)
  }

  @Test func `a context retains its container`() throws {
    let context = ModelContext(try TestStore.inMemory())
    context.insert(Trip("Alps"))
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 1)
  }
}
