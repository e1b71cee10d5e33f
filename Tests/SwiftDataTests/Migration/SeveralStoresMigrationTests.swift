// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

enum SplitV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Coin.self, Stamp.self] }

  @Model final class Coin {
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  @Model final class Stamp {
    var value: Int
    init(_ value: Int) { self.value = value }
  }
}

enum SplitV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Coin.self, Stamp.self] }

  @Model final class Coin {
    var value: Int
    var doubled = 0
    init(_ value: Int) { self.value = value }
  }

  @Model final class Stamp {
    var value: Int
    var doubled = 0
    init(_ value: Int) { self.value = value }
  }
}

enum SplitPlan: SchemaMigrationPlan {
  /// The numbers of coins and stamps that each run of the stage has found.
  static let seen = Mutex<[[Int]]>([])

  static var schemas: [any VersionedSchema.Type] { [SplitV1.self, SplitV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: SplitV1.self, toVersion: SplitV2.self, willMigrate: nil,
        didMigrate: { context in
          let coins = try context.fetch(FetchDescriptor<SplitV2.Coin>())
          let stamps = try context.fetch(FetchDescriptor<SplitV2.Stamp>())
          for coin in coins { coin.doubled = coin.value * 2 }
          for stamp in stamps { stamp.doubled = stamp.value * 2 }
          seen.withLock { $0.append([coins.count, stamps.count]) }
        })
    ]
  }
}

/// Migrations of containers with several stores.
@Suite struct SeveralStoresMigrationTests {
  @Test func `each store of a container is migrated with its own models`() throws {
    let store = try TestStore()
    let other = store.directory.appending(path: "other.store")
    func configurations(_ coins: Schema, _ stamps: Schema) -> [ModelConfiguration] {
      [
        ModelConfiguration("coins", schema: coins, url: store.url),
        ModelConfiguration("stamps", schema: stamps, url: other),
      ]
    }
    do {
      let container = try ModelContainer(
        for: Schema(versionedSchema: SplitV1.self),
        configurations: configurations(Schema([SplitV1.Coin.self]), Schema([SplitV1.Stamp.self])))
      let context = ModelContext(container)
      context.insert(SplitV1.Coin(1))
      context.insert(SplitV1.Coin(2))
      context.insert(SplitV1.Stamp(3))
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: SplitV2.self), migrationPlan: SplitPlan.self,
      configurations: configurations(Schema([SplitV2.Coin.self]), Schema([SplitV2.Stamp.self])))
    let context = ModelContext(container)
    let coins = try context.fetch(FetchDescriptor<SplitV2.Coin>(sortBy: [SortDescriptor(\.value)]))
    #expect(coins.map(\.doubled) == [2, 4])
    #expect(try context.fetch(FetchDescriptor<SplitV2.Stamp>()).map(\.doubled) == [6])
    #expect(SplitPlan.seen.withLock { $0 } == [[2, 0], [0, 1]])
    #expect(try store.leftOvers() == [])
  }

  @Test func `a migration does not change internal tables`() throws {
    let store = try TestStore()
    _ = try store.context(Plain.Hike.self)
    try store.sqlite(
      "CREATE TABLE _cairn_other (a INTEGER); INSERT INTO _cairn_other VALUES (7);"
        + "CREATE INDEX _cairn_other_a ON _cairn_other(a)")
    _ = try store.context(Coded.Hike.self)
    #expect(try store.count("SELECT a FROM _cairn_other") == 7)
    #expect(
      try store.count("SELECT count(*) FROM sqlite_schema WHERE name LIKE '_cairn_other%'") == 2)
  }
}
