// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Logging
import ServiceLifecycle
import Testing

/// The server's periodic maintenance, with a clock that the tests set.
@Suite(.serialized) struct MaintenanceTests {
  private static let hour = 3_600.0
  private static let day = 24 * hour

  private func maintenance(_ cloud: Cloud, _ clock: TestClock) throws -> Maintenance {
    Maintenance(
      cloud.data, assets: try cloud.assets(), accounts: SQLiteAccountStorage(cloud.storage),
      now: { clock.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func `each maintenance task runs at its own interval`() async throws {
    let cloud = try await Cloud()
    let clock = TestClock(CallContext.alice.date)
    let maintenance = try maintenance(cloud, clock)
    #expect(await Set(maintenance.round().keys) == Set(Maintenance.MaintenanceTask.allCases))
    #expect(await maintenance.round().isEmpty)
    clock.advance(599)
    #expect(await maintenance.round().isEmpty)
    clock.advance(1)
    #expect(await Set(maintenance.round().keys) == [.assets, .log])
    clock.advance(Self.day)
    #expect(await Set(maintenance.round().keys) == Set(Maintenance.MaintenanceTask.allCases))
    // The clock was a day ahead and is corrected.
    clock.advance(-Self.day)
    #expect(await Set(maintenance.round().keys).isSuperset(of: [.assets, .log, .accounts]))
  }

  @Test func `a maintenance task runs in one of several processes`() async throws {
    let cloud = try await Cloud()
    let file = cloud.directory.appending(path: "cloud.sqlite")
    let clock = TestClock(CallContext.alice.date)
    var all = [try maintenance(cloud, clock)]
    for _ in 0..<3 {
      let data = try await ServiceContext(storage: SQLiteServerStore(file))
      all.append(
        Maintenance(
          data, assets: AssetService(data, files: try AssetFiles(cloud.assetFolder)),
          accounts: SQLiteAccountStorage(try SQLiteServerStore(file)), now: { clock.now },
          logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }
    let counts = await withTaskGroup(of: Int.self) { group in
      for maintenance in all { group.addTask { await maintenance.round().count } }
      return await group.reduce(0, +)
    }
    #expect(counts == Maintenance.MaintenanceTask.allCases.count)
  }

  @Test func `unreferenced assets are removed, and referenced ones are retained`() async throws {
    let cloud = try await Cloud()
    let clock = TestClock(CallContext.alice.date)
    let maintenance = try maintenance(cloud, clock)
    try await cloud.makeZone()
    let (kept, dropped) = (try await cloud.upload("kept"), try await cloud.upload("dropped"))
    _ = try await cloud.upload("never taken")
    try await cloud.modify([
      .note(.create, "a", [("file", .asset(kept))]),
      .note(.create, "b", [("file", .asset(dropped))]),
    ])
    #expect(await maintenance.round()[.assets] == 0)
    clock.advance(3 * Self.hour)
    #expect(await maintenance.round()[.assets] == 1)
    let late = CallContext.alice.later(3 * Self.hour)
    try await cloud.modify([.note(.forceDelete, "b")], late)
    clock.advance(3 * Self.hour)
    // While a backup copies files, none is removed.
    let now = clock.now
    try await cloud.storage.write {
      try $0.retainAssets(until: Int64(now.timeIntervalSince1970 * 1_000) + 60_000)
    }
    #expect(await maintenance.round()[.assets] == 0)
    #expect(try cloud.assetFiles().count == 2)
    clock.advance(3 * Self.hour)
    #expect(await maintenance.round()[.assets] == 1)
    #expect(try cloud.assetFiles().count == 1)
    #expect(try await cloud.download("a", late) == "kept")
    #expect(try await cloud.problems().isEmpty)
  }

  @Test func `a client from before compacted deletions starts again and converges`() async throws {
    let cloud = try await Cloud()
    let clock = TestClock(CallContext.alice.date)
    let maintenance = try maintenance(cloud, clock)
    try await cloud.makeZone()
    try await cloud.modify((0..<50).map { try .note(.create, "r\($0)") })
    let early = try #require(try await cloud.pull().changes?.syncToken)
    try await cloud.modify((0..<40).map { try .note(.forceDelete, "r\($0)") })
    let late = try #require(try await cloud.pull(since: early).changes?.syncToken)
    #expect(await maintenance.round()[.deletions] == 0)
    clock.advance(Double(Maintenance.deletionDays) * Self.day - 1)
    #expect(await maintenance.round()[.deletions] == 0)
    let call = CallContext.alice.later(Double(Maintenance.deletionDays) * Self.day)
    try await cloud.modify([.note(.create, "new"), .note(.forceDelete, "r40")], call)
    // Nothing is compacted yet: the old token is still valid.
    #expect(try await cloud.pull(since: early).changes?.records.count == 42)
    clock.advance(Self.day + 2)
    #expect(await maintenance.round()[.deletions] == 40)
    let refused = try await cloud.pull(since: early).failure
    #expect(refused?.code == .badRequest)
    #expect(refused?.reason.hasPrefix("sync token expired") == true)
    // A client that saw the deletions continues; one that starts again fetches all records.
    #expect(try await cloud.pull(since: late).changes?.records.map(\.name) == ["new", "r40"])
    let all = try #require(try await cloud.pull().changes)
    #expect(
      Set(all.records.filter { !$0.isDeleted }.compactMap(\.name))
        == Set((41..<50).map { "r\($0)" } + ["new"]))
    #expect(try await cloud.pull(since: all.syncToken).changes?.records.isEmpty == true)
    #expect(try await cloud.problems().isEmpty)
  }

  @Test func `expired sessions are removed`() async throws {
    let cloud = try await Cloud()
    let clock = TestClock()
    let storage = SQLiteAccountStorage(cloud.storage)
    let accounts = Accounts(
      storage: storage, data: cloud.storage, hasher: PasswordHasher(cost: .quick),
      now: { clock.now })
    try await accounts.createContainer("iCloud.com.example")
    _ = try await accounts.createUser("ann", password: "correct horse")
    for staying in [false, false, true] {
      _ = try await accounts.webToken(
        forUser: "ann", container: "iCloud.com.example", environment: .development,
        persistent: staying)
    }
    let maintenance = try maintenance(cloud, clock)
    #expect(await maintenance.round()[.accounts] == 0)
    clock.advance(Self.hour)
    #expect(await maintenance.round()[.accounts] == 2)
    clock.advance(15 * Self.day)
    #expect(await maintenance.round()[.accounts] == 1)
  }

  @Test func `a large write-ahead log is truncated`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    #expect(try await cloud.storage.releaseLog() == false)
    // A long-running reader prevents the log from restarting.
    let reader = Task {
      try await cloud.storage.read { reader in
        _ = try reader.database(.alice)
        while !Task.isCancelled { usleep(1_000) }
      }
    }
    let text = String(repeating: "x", count: 900_000)
    for batch in 0..<10 {
      try await cloud.modify(
        try (0..<8).map { try .note(.create, "\(batch)-\($0)", [("s", .string(text))]) })
    }
    reader.cancel()
    _ = try? await reader.value
    #expect(try await cloud.storage.releaseLog())
    let log = cloud.directory.appending(path: "cloud.sqlite-wal")
    #expect(try Data(contentsOf: log).isEmpty)
    #expect(try await cloud.lookup(["9-7"])[0].record != nil)
  }
}
