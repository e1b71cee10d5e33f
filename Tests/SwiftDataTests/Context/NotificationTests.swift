// Cairn
// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

@Suite struct NotificationTests {
  /// The user infos of the notifications that `body` causes.
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

  @Test func aSaveSaysWhatItInsertedUpdatedAndDeleted() throws {
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
    // With what the cascade reached.
    #expect(identifiers(changed[0], .deletedIdentifiers)?.count == 2)
    #expect(identifiers(changed[0], .deletedIdentifiers)?.isSubset(of: all) == true)
  }

  @Test func willSaveComesBeforeAndHasNoUserInfo() throws {
    let context = ModelContext(try TestStore.inMemory())
    let infos = try userInfos(ModelContext.willSave, of: context) {
      try context.save()
      context.insert(Trip("Alps"))
      try context.save()
    }
    #expect(infos.count == 1)
    #expect(infos[0].isEmpty)
  }

  @Test func aTransactionSaysItOnceAndAFailedOneNothing() throws {
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
