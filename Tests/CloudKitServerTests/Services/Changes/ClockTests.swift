// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// A clock that is set back, or runs wild.
@Suite(.serialized) struct ClockTests {
  private static let day = 24.0 * 3_600

  /// The order of changes is that in which they were made, whatever the clock said.
  @Test func `a clock that is set back a day changes no order`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    var token = try #require(try await cloud.pull().changes?.syncToken)
    var database = try await cloud.databaseToken()
    var tag: String?
    for (step, offset) in [0, -Self.day, 400 * Self.day, -Self.day - 1, 0].enumerated() {
      let call = Call.alice.later(offset)
      let kind: RecordOperation.Kind = tag == nil ? .create : .update
      let results = try await cloud.modify(
        [
          .note(kind, "same", [("n", .int64(Int64(step)))], tag: tag), .note(.create, "s\(step)"),
        ], call)
      #expect(results.map(\.code) == [nil, nil])
      // A tag is never one that was there before.
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

  /// A deletion that bears a date of long ago may be forgotten early: who has not seen it is told.
  @Test func `a deletion with a wrong date is not lost on anybody`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a"), .note(.create, "b")])
    let token = try #require(try await cloud.pull().changes?.syncToken)
    try await cloud.modify([.note(.forceDelete, "a")], .alice.later(-1_000 * Self.day))
    let upkeep = Upkeep(
      cloud.data, assets: try cloud.assets(), accounts: SQLiteAccountStorage(cloud.storage),
      now: { Call.alice.date }, logger: LogLines().logger)
    #expect(await upkeep.round()[.deletions] == 1)
    #expect(try await cloud.pull(since: token).failure?.code == .badRequest)
    #expect(try await cloud.pull().changes?.records.map(\.name) == ["b"])
  }
}
