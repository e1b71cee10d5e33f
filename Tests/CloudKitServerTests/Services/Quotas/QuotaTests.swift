// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Quotas, and the counters of stored bytes.
@Suite(.serialized) struct QuotaTests {
  private static let container = "iCloud.com.example"

  /// A container with members of the given names.
  private func accounts(_ cloud: Cloud, _ users: [String]) async throws -> Accounts {
    let storage = SQLiteAccountStorage(cloud.storage)
    let accounts = Accounts(
      storage: storage, data: cloud.storage, hasher: PasswordHasher(cost: .quick))
    try await accounts.createContainer(Self.container)
    for name in users {
      let user = try await accounts.createUser(name, password: "correct horse")
      _ = try await storage.recordName(
        ofUser: user.id, inContainer: Self.container, offering: "_\(name)")
    }
    return accounts
  }

  private func usage(_ accounts: Accounts) async throws -> ContainerUsage {
    try #require(try await accounts.usage(ofContainer: Self.container).first)
  }

  private func note(_ kind: RecordOperation.Kind, _ name: String, _ size: Int) throws
    -> RecordOperation
  {
    try .note(kind, name, [("s", .string(String(repeating: "x", count: size)))])
  }

  @Test func `operations above the quota are rejected, and the others are applied`() async throws {
    let cloud = try await Cloud()
    let accounts = try await accounts(cloud, ["alice", "bob"])
    try await accounts.setQuota(ofEachUserIn: Self.container, 2_000)
    let results = try await cloud.modify(
      [note(.create, "a", 1_500), note(.create, "b", 1_500), note(.create, "c", 10)], zone: nil)
    #expect(results.map(\.code) == [nil, .quotaExceeded, nil])
    let reason = try #require(results[1].failure?.failure.reason)
    #expect(reason.contains("bytes left, and this needs"))
    // Stored records can be read, reduced and deleted, also in one batch with new records.
    #expect(try await cloud.lookup(["a"], zone: nil)[0].record != nil)
    #expect(
      try await cloud.modify([note(.forceReplace, "a", 1_900)], zone: nil)[0].code == .quotaExceeded
    )
    #expect(try await cloud.modify([note(.forceReplace, "a", 1_400)], zone: nil)[0].code == nil)
    let swap = try await cloud.modify(
      [note(.create, "b", 1_500), .note(.forceDelete, "a"), note(.create, "d", 1_500)], zone: nil)
    #expect(swap.map(\.code) == [.quotaExceeded, nil, nil])
    // Another user has a quota of their own.
    #expect(try await cloud.modify([note(.create, "a", 1_500)], zone: nil, .bob)[0].code == nil)
    #expect(try await cloud.problems().isEmpty)
  }

  @Test func `an atomic batch above the quota is rejected as a whole`() async throws {
    let cloud = try await Cloud()
    let accounts = try await accounts(cloud, ["alice"])
    try await accounts.setQuota(ofUser: "alice", in: Self.container, 2_000)
    try await cloud.makeZone()
    do {
      try await cloud.modify([note(.create, "a", 1_000), note(.create, "b", 1_000)])
      Issue.record("not refused")
    } catch let failure as AtomicFailure {
      #expect(failure.records.map(\.code) == [.atomicError, .quotaExceeded])
    }
    #expect(try await usage(accounts).stored.total == 0)
  }

  @Test
  func `a user's own quota overrides the common one, and the container's quota limits both`()
    async throws
  {
    let cloud = try await Cloud()
    let accounts = try await accounts(cloud, ["alice", "bob"])
    try await accounts.setQuota(ofEachUserIn: Self.container, 1_000)
    try await accounts.setQuota(ofUser: "alice", in: Self.container, 5_000)
    func code(_ name: String, _ size: Int, _ call: CallContext) async throws -> ServerErrorCode? {
      try await cloud.modify([note(.create, name, size)], zone: nil, call)[0].code
    }
    #expect(try await code("a", 3_000, .alice) == nil)
    #expect(try await code("a", 3_000, .bob) == .quotaExceeded)
    try await accounts.setQuota(ofContainer: Self.container, 3_500)
    #expect(try await code("b", 1_000, .alice) == .quotaExceeded)
    #expect(try await code("b", 500, .bob) == .quotaExceeded)
    // The container's quota includes both environments and the public database.
    #expect(try await code("p", 500, .user("_bob", .public)) == .quotaExceeded)
    #expect(try await code("p", 50, .user("_bob", .public)) == nil)
    #expect(try await usage(accounts).members.map(\.quota) == [5_000, nil])
    try await accounts.setQuota(ofUser: "alice", in: Self.container, nil)
    try await accounts.setQuota(ofContainer: Self.container, nil)
    // Data above a lowered quota is retained.
    #expect(try await code("c", 1, .alice) == .quotaExceeded)
    #expect(try await cloud.lookup(["a"], zone: nil)[0].record != nil)
    #expect(try await cloud.modify([.note(.forceDelete, "a")], zone: nil)[0].code == nil)
    #expect(try await code("c", 1, .alice) == nil)
    await #expect(throws: AccountError.noSuchContainer("iCloud.other")) {
      try await accounts.setQuota(ofContainer: "iCloud.other", 1)
    }
    await #expect(throws: AccountError.noSuchUser("eve")) {
      try await accounts.setQuota(ofUser: "eve", in: Self.container, 1)
    }
  }

  @Test func `assets count towards the quota, and a rejected asset leaves no file`() async throws {
    let cloud = try await Cloud()
    let accounts = try await accounts(cloud, ["alice"])
    try await accounts.setQuota(ofEachUserIn: Self.container, 1_000)
    let asset = try await cloud.upload(String(repeating: "x", count: 600))
    #expect(
      await refusal { try await cloud.upload(String(repeating: "y", count: 600)) } == .quotaExceeded
    )
    #expect(try cloud.assetFiles().count == 1)
    try await cloud.modify([.note(.create, "a", [("file", .asset(asset))])], zone: nil)
    let stored = try await usage(accounts).stored
    #expect(stored.assets == 600 && stored.records > 100)
    try await accounts.setQuota(ofEachUserIn: Self.container, 100)
    // The upload URL is rejected as well.
    #expect(await refusal { try await cloud.upload("z") } == .quotaExceeded)
    try await cloud.modify([.note(.forceDelete, "a")], zone: nil)
    #expect(try await usage(accounts).stored == StoredBytes(records: 0, assets: 600))
    #expect(try await cloud.assets().collect(at: CallContext.alice.later(10_000).date) == 1)
    #expect(try await usage(accounts).stored.total == 0)
    #expect(try await cloud.problems().isEmpty)
  }

  @Test func `deleting a zone or container releases its quota at once`() async throws {
    let cloud = try await Cloud()
    let accounts = try await accounts(cloud, ["alice"])
    try await cloud.makeZone()
    try await cloud.modify((0..<20).map { try note(.create, "r\($0)", 100) })
    #expect(try await usage(accounts).members[0].stored.records > 4_000)
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "Zone"))])
    #expect(try await usage(accounts).stored.total == 0)
    try await cloud.modify([note(.create, "p", 100)], zone: nil, .user("_alice", .public))
    for call in [CallContext.alice, .user("_alice", .public)] {
      let asset = try await cloud.upload("bytes of \(call.database)", call)
      try await cloud.modify([.note(.create, "a", [("file", .asset(asset))])], zone: nil, call)
    }
    _ = try await cloud.upload("never taken")
    #expect(try await usage(accounts).stored.total > 0)
    #expect(try await usage(accounts).members[0].stored.assets > 0)
    try await accounts.setQuota(ofContainer: Self.container, 1)
    try await accounts.deleteContainer(Self.container)
    try await accounts.createContainer(Self.container)
    let after = try await usage(accounts)
    #expect(after.stored.total == 0 && after.quota == nil)
    #expect(try await cloud.problems().isEmpty)
    // The next collection removes the files, which count towards no quota until then.
    #expect(try cloud.assetFiles().count == 3)
    #expect(try await cloud.assets().collect(at: CallContext.alice.date) == 3)
    #expect(try cloud.assetFiles().isEmpty)
    #expect(try await usage(accounts).stored.total == 0)
    #expect(try await cloud.problems().isEmpty)
  }

  /// After any sequence of operations the counters equal the sums, and no quota is exceeded.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `byte counters equal the stored bytes after random operations`(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let cloud = try await Cloud()
    let accounts = try await accounts(cloud, ["alice", "bob"])
    let quota: Int64 = 6_000
    try await accounts.setQuota(ofEachUserIn: Self.container, quota)
    try await accounts.setQuota(ofContainer: Self.container, 10_000)
    var (assets, refused) = ([String: Asset](), 0)
    for step in 0..<150 {
      let user = ["_alice", "_bob"].randomElement(using: &random) ?? "_alice"
      let scope: DatabaseScope = Int.random(in: 0..<6, using: &random) == 0 ? .public : .private
      let call = CallContext.user(
        user, scope, Bool.random(using: &random) ? .development : .production
      ).later(Double(step) * 600)
      let zone = scope == .public ? nil : [nil, "A", "B"].randomElement(using: &random) ?? nil
      do {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<2:
          if scope == .private {
            _ = try await cloud.modifyZones(
              [
                .init(
                  Int.random(in: 0..<4, using: &random) == 0 ? .delete : .create,
                  ZoneID(zoneName: "A"))
              ], call)
          }
        case 2..<5:
          let text = String(repeating: "a", count: Int.random(in: 1...800, using: &random))
          assets["\(user) \(scope) \(call.environment)"] = try await cloud.upload(text, call)
        case 5: _ = try await cloud.assets().collect(at: call.date)
        default:
          let asset = assets["\(user) \(scope) \(call.environment)"]
          let names = (0..<6).shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
          let operations = try names.map { name in
            let kind: RecordOperation.Kind =
              [.forceReplace, .forceUpdate, .create, .forceDelete, .forceDelete]
              .randomElement(using: &random) ?? .create
            var fields: [(String, FieldValue?)] = []
            if !kind.isDeletion, call.environment == .development {
              let size = Int.random(in: 0...900, using: &random)
              fields.append(("s", .string(String(repeating: "é", count: size))))
              if let asset, Bool.random(using: &random) {
                fields.append(("file", .asset(asset)))
              }
            }
            return try RecordOperation.note(
              kind, "n\(name)", fields)
          }
          let results = try await cloud.modify(
            operations, zone: zone, atomic: Bool.random(using: &random), call)
          refused += results.count { $0.code == .quotaExceeded }
        }
      } catch let failure as AtomicFailure {
        refused += failure.records.count { $0.code == .quotaExceeded }
      } catch let failure as ServerFailure {
        refused += failure.code == .quotaExceeded ? 1 : 0
      }
      let usage = try await usage(accounts)
      #expect(usage.stored.total <= 10_000, "seed \(seed), step \(step)")
      #expect(
        usage.members.allSatisfy { $0.stored.total <= quota }, "seed \(seed), step \(step)")
      if step % 10 == 0 {
        #expect(try await cloud.problems() == [], "seed \(seed), step \(step)")
      }
    }
    #expect(try await cloud.problems() == [], "seed \(seed)")
    #expect(refused > 0, "seed \(seed): the quotas were never reached")
  }
}
