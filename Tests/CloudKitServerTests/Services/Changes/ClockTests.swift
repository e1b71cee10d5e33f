// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Clocks that are set back or jump.
@Suite(.serialized) struct ClockTests {
  private static let day = 24.0 * 3_600

  /// Changes are ordered by sequence, not by time.
  @Test func `changes retain their order when the clock is set back`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    var token = try #require(try await cloud.pull().changes?.syncToken)
    var database = try await cloud.databaseToken()
    var tag: String?
    for (step, offset) in [0, -Self.day, 400 * Self.day, -Self.day - 1, 0].enumerated() {
      let call = CallContext.alice.later(offset)
      let kind: RecordOperation.Kind = tag == nil ? .create : .update
      let results = try await cloud.modify(
        [
          .note(kind, "same", [("n", .int64(Int64(step)))], tag: tag), .note(.create, "s\(step)"),
        ], call)
      #expect(results.map(\.code) == [nil, nil])
      // Each save has a new change tag.
      #expect(results[0].record?.recordChangeTag != tag)
      tag = results[0].record?.recordChangeTag
      let news = try #require(try await cloud.pull(since: token, by: call).changes)
      #expect(news.records.map(\.name) == ["same", "s\(step)"], "step \(step)")
      token = news.syncToken
      let zones = try await cloud.databaseChanges(since: database, by: call)
      #expect(zones.zones.compactMap(\.zone?.zoneID.zoneName) == ["Zone"])
      database = zones.syncToken
    }
    let all = try #require(try await cloud.pull().changes)
    #expect(all.records.map(\.name) == ["s0", "s1", "s2", "s3", "same", "s4"])
  }

  /// A tombstone with a past date may be compacted early; tokens from before then expire.
  @Test
  func `early compaction of a deletion with a wrong date expires earlier tokens`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a"), .note(.create, "b")])
    let token = try #require(try await cloud.pull().changes?.syncToken)
    try await cloud.modify([.note(.forceDelete, "a")], .alice.later(-1_000 * Self.day))
    let maintenance = Maintenance(
      cloud.data, assets: try cloud.assets(), accounts: SQLiteAccountStorage(cloud.storage),
      now: { CallContext.alice.date }, logger: LogLines().logger)
    #expect(await maintenance.round()[.deletions] == 1)
    #expect(try await cloud.pull(since: token).failure?.code == .badRequest)
    #expect(try await cloud.pull().changes?.records.map(\.name) == ["b"])
  }
}
