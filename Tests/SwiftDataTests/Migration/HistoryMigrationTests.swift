// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The history of a store after a migration.
@Suite struct HistoryMigrationTests {
  /// A store of the first version with a history of each kind of change, and its tokens and
  /// identifiers.
  private struct Past {
    let store: TestStore
    let token: DefaultHistoryToken
    let last: DefaultHistoryToken
    let walk: PersistentIdentifier
    let guide: PersistentIdentifier

    init() throws {
      store = try TestStore()
      let context = try store.context(version: ChronicleV1.self)
      let (walk, gone) = (ChronicleV1.Walk("a", length: 3), ChronicleV1.Walk("b", length: 7))
      let (walker, guide) = (ChronicleV1.Walker("w"), ChronicleV1.Guide("g", license: 1))
      for model in [walk, gone] { context.insert(model) }
      for model in [walker, guide] { context.insert(model) }
      context.insert(ChronicleV1.Paper("p"))
      try context.save()
      walk.note = "n"
      walk.mood = "bad"
      walk.code = "c"
      guide.license = 2
      guide.name = "h"
      try context.save()
      walk.walkers = [walker, guide]
      try context.save()
      context.delete(gone)
      try context.save()
      let history = try context.history()
      token = history[0].token
      last = history[3].token
      self.walk = walk.persistentModelID
      self.guide = guide.persistentModelID
    }
  }

  @Test func `the history has the current names after a migration`() throws {
    let past = try Past()
    let context = try past.store.context(version: ChronicleV2.self)
    let history = try context.history()
    #expect(
      history.map(\.summary) == [
        ["+Hike", "+Hike", "+Walker", "+Leader"], ["Hike key", "Leader name,badge"],
        ["Hike people", "Walker walk", "Leader walk"], ["-Hike"],
      ])
    #expect(try context.history(after: past.token).count == 3)
    #expect(try context.history(after: past.last).isEmpty)
    guard case .delete(let deletion) = history[3].changes[0],
      let deletion = deletion as? DefaultHistoryDelete<ChronicleV2.Hike>
    else { throw Unexpected() }
    #expect(deletion.tombstone[\.key] as? String == "b")
    #expect(deletion.tombstone[\.length] as? Double == 7)
    #expect(Array(deletion.tombstone).count == 2)
  }

  private struct Unexpected: Error {}

  @Test func `a reused name has no history of its former model or property`() throws {
    let past = try Past()
    _ = try past.store.context(version: ChronicleV2.self)
    let context = try past.store.context(ChroniclePlan.self)
    let history = try context.history()
    // The guides are dropped, and the new paper and mood have no earlier history.
    #expect(
      history.map(\.summary) == [
        ["+Hike", "+Hike", "+Walker"], ["Hike key"], ["Hike walkers", "Walker walk"], ["-Hike"],
      ])
    guard case .delete(let deletion) = history[3].changes[0],
      let deletion = deletion as? DefaultHistoryDelete<ChronicleV3.Hike>
    else { throw Unexpected() }
    #expect(deletion.tombstone[\.mood] == nil)
    #expect(deletion.tombstone[\.key] as? String == "b")
    #expect(try context.fetch(FetchDescriptor<ChronicleV3.Paper>()).isEmpty)
    let hike = try #require(try context.fetch(FetchDescriptor<ChronicleV3.Hike>()).first)
    hike.mood = "fine"
    try context.save()
    #expect(try context.history(after: past.last).map(\.summary) == [["Hike mood"]])
  }

  @Test func `two stages at once produce the same history as one by one`() throws {
    let (one, two) = (try Past(), try Past())
    _ = try one.store.context(version: ChronicleV2.self)
    let inSteps = try one.store.context(ChroniclePlan.self).history()
    let atOnce = try two.store.context(ChroniclePlan.self).history()
    #expect(inSteps.map(\.summary) == atOnce.map(\.summary))
  }

  @Test func `identifiers from before a migration resolve to their models`() throws {
    let past = try Past()
    let context = try past.store.context(version: ChronicleV2.self)
    let hike = try #require(context.model(for: past.walk) as? ChronicleV2.Hike)
    #expect(hike.key == "c")
    #expect(context.registeredModel(for: past.walk) == hike)
    #expect((context.model(for: past.guide) as? ChronicleV2.Leader)?.badge == 2)
    let inHistory = try context.history()[1].changes.map(\.changedPersistentIdentifier)
    #expect(inHistory.contains(hike.persistentModelID))
    let third = try past.store.context(ChroniclePlan.self)
    #expect((third.model(for: past.walk) as? ChronicleV3.Hike)?.key == "c")
    #expect(third.model(for: past.guide).modelContext == nil)
  }

  @Test func `a lightweight stage records no transaction`() throws {
    let past = try Past()
    let context = try past.store.context(ChroniclePlan.self)
    #expect(try context.history().count == 4)
    #expect(try context.history(after: past.last).isEmpty)
  }

  @Test func `saves of a custom stage are recorded in the history`() throws {
    let past = try Past()
    do {
      let context = try past.store.context(version: ChronicleV1.self)
      context.insert(ChronicleV1.Walk("z", length: 9))
      try context.save()
    }
    let context = try past.store.context(ChronicleStages.self)
    let history = try context.history(after: past.last)
    #expect(
      history.map(\.summary) == [["+Hike"], ["Hike key", "-Hike"], ["+Hike", "Hike remark"]])
    #expect(history.map(\.author) == [nil, nil, "stage"])
    guard case .delete(let deletion) = history[1].changes[1],
      let deletion = deletion as? DefaultHistoryDelete<ChronicleV2.Hike>
    else { throw Unexpected() }
    #expect(deletion.tombstone[\.key] as? String == "z")
    #expect(deletion.tombstone[\.length] as? Double == 9)
    #expect(try context.fetchCount(FetchDescriptor<ChronicleV2.Hike>()) == 2)
  }

  @Test func `a custom stage without history expires tokens`() throws {
    let past = try Past()
    var configuration = ModelConfiguration(url: past.store.url)
    configuration.history = .off
    do {
      let context = try past.store.context(version: ChronicleV1.self)
      context.insert(ChronicleV1.Walk("z", length: 9))
      try context.save()
    }
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: ChronicleV2.self), migrationPlan: ChronicleStages.self,
        configurations: configuration))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.history(after: past.last)
    }
  }

  @Test func `a preserved value that does not convert to the new type is dropped`() throws {
    let store = try TestStore()
    do {
      let context = try store.context(Texts.Item.self)
      for text in ["12", "many"] {
        let item = Texts.Item(text)
        context.insert(item)
        try context.save()
        context.delete(item)
        try context.save()
      }
    }
    let history = try store.context(Numbers.Item.self).history()
    let kept = history.flatMap(\.changes).compactMap { change -> Int?? in
      guard case .delete(let deletion) = change,
        let deletion = deletion as? DefaultHistoryDelete<Numbers.Item>
      else { return nil }
      return .some(deletion.tombstone[\.value] as? Int)
    }
    #expect(kept == [12, nil])
  }

  enum Texts {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var value: String
      init(_ value: String) { self.value = value }
    }
  }

  enum Numbers {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var value: Int
      init(_ value: Int) { self.value = value }
    }
  }
}
