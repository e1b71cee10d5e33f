// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// Every initialiser of a configuration, and what it stands for.
@Suite struct ModelConfigurationTests {
  @Test func theDefaultStoreLiesInTheProgramsFolder() {
    let configuration = ModelConfiguration()
    #expect(configuration.name == "default")
    #expect(configuration.url.lastPathComponent == "default.store")
    #expect(
      configuration.url.deletingLastPathComponent().lastPathComponent
        == ProcessInfo.processInfo.processName)
    #expect(configuration.allowsSave && !configuration.isStoredInMemoryOnly)
    #expect(configuration.id == configuration.url)
    #expect(configuration.groupContainer == .automatic)
    #expect(configuration.cloudKitDatabase == .none)
    #expect(configuration == ModelConfiguration(isStoredInMemoryOnly: false))
  }

  @Test func parametersAreKept() {
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
  func aNameStaysOnePartOfThePath(_ name: String) {
    let configuration = ModelConfiguration(name, groupContainer: .identifier(name))
    let folder = ModelConfiguration("x", groupContainer: .identifier("g")).url
      .deletingLastPathComponent().deletingLastPathComponent()
    #expect(
      configuration.url.deletingLastPathComponent().deletingLastPathComponent().path()
        == folder.path())
    #expect(configuration.url.lastPathComponent.hasSuffix(".store"))
  }

  @Test func whatCannotBeOpenedIsRefusedBeforeItIsTouched() throws {
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
  func aNameThatNoFileCanHaveIsRefused(_ name: String) throws {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: Trip.self, configurations: ModelConfiguration(name))
    }
    #expect(error == .configurationFileNameContainsInvalidCharacters)
    #expect(error?.localizedDescription.contains("leave out") == true)
    // In memory a name is only a name.
    try ModelConfiguration(name, isStoredInMemoryOnly: true).validate()
  }

  @Test func aUrlMayNotHaveTheCharacter0() throws {
    let store = try TestStore()
    let url = store.directory.appending(path: "a\0b.store")
    let error = #expect(throws: SwiftDataError.self) { try ModelConfiguration(url: url).validate() }
    #expect(error == .configurationFileNameContainsInvalidCharacters)
    try ModelConfiguration("a/b", url: store.url).validate()
  }

  /// Each side of the limit; the longest name that is taken has room for what lies beside it.
  @Test func aNameThatIsTooLongIsRefused() throws {
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

  @Test func aContainersConfigurationsStayAsTheyWereOpened() throws {
    let memory = ModelConfiguration("one", isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Trip.self, configurations: memory)
    container.configurations = [ModelConfiguration("two", isStoredInMemoryOnly: true)]
    #expect(container.configurations == [memory])
    container.configurations.removeAll()
    #expect(container.configurations == [memory])
  }

  @Test func everyWayToNameTheModelsCompiles() throws {
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
