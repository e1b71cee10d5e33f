// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Every initializer of a configuration, and the validation of its values.
@Suite struct ModelConfigurationTests {
  @Test func `the default store is in a folder named after the program`() {
    let configuration = ModelConfiguration()
    #expect(configuration.name == "default")
    #expect(configuration.url.lastPathComponent == "default.store")
    #expect(
      configuration.url.deletingLastPathComponent().lastPathComponent
        == ProcessInfo.processInfo.processName)
    #expect(configuration.allowsSave && !configuration.isStoredInMemoryOnly)
    #expect(configuration.id == configuration.url)
    #expect(configuration.groupContainer == .automatic)
    #expect(configuration.cloudKitDatabase == .automatic)
    #expect(configuration == ModelConfiguration(isStoredInMemoryOnly: false))
  }

  @Test func `a configuration has the values of its parameters`() {
    let schema = Schema([Trip.self])
    let configuration = ModelConfiguration(
      "trips", schema: schema, isStoredInMemoryOnly: false, allowsSave: false,
      groupContainer: .identifier("group.cairn"), cloudKitDatabase: .private("iCloud.cairn"))
    #expect(configuration.schema == schema)
    #expect(configuration.groupAppContainerIdentifier == "group.cairn")
    #expect(configuration.cloudKitContainerIdentifier == "iCloud.cairn")
    #expect(configuration.url.path().hasSuffix("/group.cairn/trips.store"))
    #expect(!configuration.allowsSave)
    #expect(configuration.isAutosaveEnabled)
    #expect(configuration.debugDescription.contains("trips"))
    let manual = ModelConfiguration(
      schema: schema, isAutosaveEnabled: false, isStoredInMemoryOnly: true)
    #expect(!manual.isAutosaveEnabled && manual.isStoredInMemoryOnly)
    #expect(ModelConfiguration(for: Trip.self).schema == schema)
    #expect(ModelConfiguration(cloudKitDatabase: .automatic).cloudKitContainerIdentifier == nil)
    let url = URL(filePath: "/tmp/some.store")
    #expect(ModelConfiguration("a", schema: schema, url: url).url == url)
  }

  @Test(arguments: ["../../etc/passwd", "a/b", ".."])
  func `a name is a single component of the store's path`(_ name: String) {
    let configuration = ModelConfiguration(name, groupContainer: .identifier(name))
    let folder = ModelConfiguration("x", groupContainer: .identifier("g")).url
      .deletingLastPathComponent().deletingLastPathComponent()
    #expect(
      configuration.url.deletingLastPathComponent().deletingLastPathComponent().path()
        == folder.path())
    #expect(configuration.url.lastPathComponent.hasSuffix(".store"))
  }

  @Test func `a remote URL and the URL of a folder are rejected`() throws {
    let store = try TestStore()
    for (configuration, words) in [
      (ModelConfiguration(url: URL(string: "https://example.com/a.store") ?? store.url), "no file"),
      (ModelConfiguration(url: store.directory), "names the folder"),
    ] {
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer(for: Trip.self, configurations: configuration)
      }
      #expect(error == .loadIssueModelContainer)
      #expect(error?.errorDescription?.contains(words) == true)
    }
  }

  @Test(arguments: ["a/b", "a\0b"])
  func `a name with an invalid character is rejected for a store on disk`(_ name: String) throws {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: Trip.self, configurations: ModelConfiguration(name))
    }
    #expect(error == .configurationFileNameContainsInvalidCharacters)
    #expect(error?.localizedDescription.contains("no valid file name") == true)
    // A store in memory has no file name.
    try ModelConfiguration(name, isStoredInMemoryOnly: true).validate()
  }

  @Test func `a URL with a null character is rejected`() throws {
    let store = try TestStore()
    let url = store.directory.appending(path: "a\0b.store")
    let error = #expect(throws: SwiftDataError.self) { try ModelConfiguration(url: url).validate() }
    #expect(error == .configurationFileNameContainsInvalidCharacters)
    try ModelConfiguration("a/b", url: store.url).validate()
  }

  /// Tests both sides of the limit. The longest accepted name leaves space for the suffixes of the
  /// files beside the store.
  @Test func `a file name of more than 230 bytes is rejected`() throws {
    let store = try TestStore()
    let longest = store.directory.appending(path: String(repeating: "n", count: 230))
    let container = try ModelContainer(
      for: Picture.self, configurations: ModelConfiguration(url: longest))
    let context = ModelContext(container)
    context.insert(Picture("a", data: Data(repeating: 1, count: 200_000)))
    try context.save()
    let tooLong = store.directory.appending(path: String(repeating: "ü", count: 116))
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: tooLong))
    }
    #expect(error == .configurationFileNameTooLong)
    #expect(error?.localizedDescription.contains("232 bytes") == true)
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelConfiguration(String(repeating: "n", count: 300)).validate()
    }
  }

  @Test func `setting a container's configurations does not change its open stores`() throws {
    let memory = ModelConfiguration("one", isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Trip.self, configurations: memory)
    container.configurations = [ModelConfiguration("two", isStoredInMemoryOnly: true)]
    #expect(container.configurations == [memory])
    container.configurations.removeAll()
    #expect(container.configurations == [memory])
  }

  @Test func `a container accepts models as types, as an array and as a schema`() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let schema = Schema([Trip.self, Folder.self])
    _ = try ModelContainer(for: Trip.self, configurations: .init(isStoredInMemoryOnly: true))
    _ = try ModelContainer(for: Trip.self, Folder.self, configurations: memory)
    _ = try ModelContainer(for: schema, configurations: memory)
    _ = try ModelContainer(for: schema, configurations: [memory])
    _ = try ModelContainer(for: [Trip.self, Folder.self], configurations: memory)
    let types: [any PersistentModel.Type] = [Trip.self]
    _ = try ModelContainer(for: types, configurations: memory)
    _ = try ModelContainer(for: Schema(types), configurations: [memory])
    let container = try ModelContainer(for: Schema(Trip.self), configurations: memory)
    #expect(container.configurations == [memory])
    #expect(container.schema.entitiesByName["Trip"] != nil)
    #expect(container.debugDescription.contains("in memory"))
  }
}
