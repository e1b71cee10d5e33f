// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct NotificationTests {
  /// Returns the user infos of the notifications that `body` causes.
  private func userInfos(
    _ name: Notification.Name, of context: ModelContext, _ body: () throws -> Void
  ) rethrows -> [[AnyHashable: Any]] {
    nonisolated(unsafe) var infos: [[AnyHashable: Any]] = []
    let observer = NotificationCenter.default.addObserver(
      forName: name, object: context, queue: nil
    ) { infos.append($0.userInfo ?? [:]) }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
    return infos
  }

  private func identifiers(
    _ info: [AnyHashable: Any], _ key: ModelContext.NotificationKey
  ) -> Set<PersistentIdentifier>? {
    (info[key.rawValue] as? [PersistentIdentifier]).map { Set($0) }
  }

  @Test func `didSave lists the inserted, updated and deleted identifiers`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let (alps, jura) = (Trip("Alps"), Trip("Jura"))
    let stop = Stop("Bern")
    jura.stops = [stop]
    let inserted = try userInfos(ModelContext.didSave, of: context) {
      context.insert(alps)
      context.insert(jura)
      try context.save()
    }
    let all = Set([alps.persistentModelID, jura.persistentModelID, stop.persistentModelID])
    #expect(inserted.count == 1)
    #expect(identifiers(inserted[0], .insertedIdentifiers) == all)
    #expect(identifiers(inserted[0], .updatedIdentifiers) == [])
    let changed = try userInfos(ModelContext.didSave, of: context) {
      alps.name = "changed"
      context.insert(Trip("new"))
      context.delete(jura)
      try context.save()
    }
    #expect(identifiers(changed[0], .insertedIdentifiers)?.count == 1)
    #expect(identifiers(changed[0], .updatedIdentifiers) == [alps.persistentModelID])
    // Including the models that the cascade deleted.
    #expect(identifiers(changed[0], .deletedIdentifiers)?.count == 2)
    #expect(identifiers(changed[0], .deletedIdentifiers)?.isSubset(of: all) == true)
  }

  @Test func `didSave has each key as an enumeration case and as a string`() throws {
    let container = try TestStore.inMemory()
    let context = ModelContext(container)
    let infos = try userInfos(ModelContext.didSave, of: context) {
      for name in ["a", "b"] {
        context.insert(Folder(name))
        try context.save()
      }
    }
    try #require(infos.count == 2)
    typealias Key = ModelContext.NotificationKey
    for (key, name) in [
      (Key.insertedIdentifiers, "inserted"), (.updatedIdentifiers, "updated"),
      (.deletedIdentifiers, "deleted"),
    ] {
      let value = infos[1][key] as? [PersistentIdentifier]
      #expect(value?.count == (name == "inserted" ? 1 : 0))
      #expect(infos[1][key.rawValue] as? [PersistentIdentifier] == value)
      #expect(infos[1][name] as? [PersistentIdentifier] == value)
    }
    let generations = infos.compactMap { $0[Key.queryGeneration] as? Int64 }
    try #require(generations.count == 2)
    #expect(generations[1] == generations[0] + 1)
    #expect(infos[1][Key.queryGeneration.rawValue] as? Int64 == generations[1])
    let tokens = infos.compactMap { $0[Key.historyTokens] as? [String: DefaultHistoryToken] }
    try #require(tokens.count == 2)
    #expect(infos[1][Key.historyTokens.rawValue] as? [String: DefaultHistoryToken] == tokens[1])
    let identifier = try #require(container.storeIdentifier(forConfigurationNamed: "default"))
    let first = try #require(tokens[0][identifier])
    // The history after the first token contains the second save.
    let later = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > first }))
    #expect(later.map(\.token) == [tokens[1][identifier]].compactMap(\.self))
    #expect(infos.allSatisfy { $0[Key.invalidatedAllIdentifiers] == nil })
  }

  @Test func `a save above the identifier limit lists no identifiers`() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    #expect(configuration.identifierLimit == 1_000_000)
    configuration.identifierLimit = 5
    let context = ModelContext(try ModelContainer(for: Folder.self, configurations: configuration))
    let infos = try userInfos(ModelContext.didSave, of: context) {
      for count in [5, 6] {
        for index in 0..<count { context.insert(Folder("\(index)")) }
        try context.save()
      }
    }
    try #require(infos.count == 2)
    typealias Key = ModelContext.NotificationKey
    #expect(identifiers(infos[0], .insertedIdentifiers)?.count == 5)
    #expect(infos[0][Key.invalidatedAllIdentifiers] == nil)
    #expect(infos[1][Key.insertedIdentifiers] == nil)
    #expect(infos[1][Key.invalidatedAllIdentifiers] as? Bool == true)
    #expect(infos[1][Key.invalidatedAllIdentifiers.rawValue] as? Bool == true)
    #expect(infos[1][Key.queryGeneration] is Int64)
  }

  @Test func `willSave is posted only for a save with changes, without user info`() throws {
    let context = ModelContext(try TestStore.inMemory())
    let infos = try userInfos(ModelContext.willSave, of: context) {
      try context.save()
      context.insert(Trip("Alps"))
      try context.save()
    }
    #expect(infos.count == 1)
    #expect(infos[0].isEmpty)
  }

  @Test func `a transaction posts one didSave, and a failed one posts none`() throws {
    struct Cancelled: Error {}
    let context = ModelContext(try TestStore.inMemory())
    let infos = try userInfos(ModelContext.didSave, of: context) {
      try context.transaction {
        for index in 0..<10 {
          context.insert(Trip("\(index)"))
          try context.save()
        }
      }
      try? context.transaction {
        context.insert(Trip("not saved"))
        try context.save()
        throw Cancelled()
      }
    }
    #expect(infos.count == 1)
    #expect(identifiers(infos[0], .insertedIdentifiers)?.count == 10)
  }
}
