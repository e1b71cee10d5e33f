// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// The effects of a restored backup on clients.
@Suite(.serialized) struct RestoredClientTests {
  /// Without a restore, a tag that the server never issued is an ordinary conflict.
  @Test func `an unknown change tag is an ordinary conflict`() async throws {
    let cloud = try await Cloud.filled()
    for tag in ["zzzzzz", "0", "no tag"] {
      let update = RecordOperation(
        .update,
        Record(
          recordName: "a", recordType: "Note", recordChangeTag: tag,
          fields: try RecordFields([(name: "n", field: Field(.int64(11)))])))
      let answer = try #require(try await cloud.modify([update], atomic: false)[0].failure)
      #expect(answer.failure.code == .conflict && !answer.failure.isTagOfOtherHistory)
    }
  }

  /// After a restore every device fetches from the start and saves the records that the server
  /// lacks.
  @Test
  func `after a restore, earlier tokens and change tags are rejected and no data is lost`()
    async throws
  {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    let old = try #require(try await cloud.pull().changes?.syncToken)
    let oldDatabase = try await cloud.databaseToken()
    _ = try await cloud.backUp(to: target)
    // Changes that the restore loses: a new record, a changed one, a deletion, a zone.
    let saved = try await cloud.modify([
      .note(.create, "c", [("n", .int64(3))]), .note(.forceReplace, "a", [("n", .int64(10))]),
      .note(.forceDelete, "b"),
    ])
    let lostTag = try #require(saved[1].record?.recordChangeTag)
    try await cloud.makeZone("Later")
    let inLater = try await cloud.modify([.note(.create, "z")], zone: "Later")
    let new = try #require(try await cloud.pull().changes?.syncToken)
    let newDatabase = try await cloud.databaseToken()
    let later = try #require(try await cloud.pull(zone: "Later").changes?.syncToken)
    try await cloud.storage.close()
    _ = try await cloud.restore(target)

    var server = try await Cloud(in: cloud.directory)
    // A client that fetched only up to the backup may have saved later changes.
    #expect(try await server.pull(since: old).failure?.isServerRestored == true)
    #expect(await refusal { try await server.databaseChanges(since: oldDatabase) } == .badRequest)
    for round in 0..<2 {
      let refused = try await server.pull(since: new).failure
      #expect(refused?.code == .badRequest)
      #expect(refused?.reason.hasPrefix("sync token expired: a backup was restored") == true)
      #expect(await refusal { try await server.databaseChanges(since: newDatabase) } == .badRequest)
      // Further changes do not make the token valid again, nor does a zone of the same name.
      try await server.modify((0..<20).map { try .note(.create, "m\(round)-\($0)") })
      try await server.makeZone("Later")
      #expect(try await server.pull(since: later, zone: "Later").failure?.code == .badRequest)
    }
    // A tag of the lost history matches no record on the server.
    let update = RecordOperation(
      .update,
      Record(
        recordName: "a", recordType: "Note", recordChangeTag: lostTag,
        fields: try RecordFields([(name: "n", field: Field(.int64(11)))])))
    #expect(
      await refusal { try await server.modify([update]) } == .atomicError)
    let single = try #require(try await server.modify([update], atomic: false)[0].failure)
    #expect(single.failure.code == .conflict && single.failure.isTagOfOtherHistory)
    // Nor does a tag of a former zone of the same name.
    try await server.modify([.note(.create, "z")], zone: "Later")
    let deletion = RecordOperation(
      .delete, Record(recordName: "z", recordChangeTag: inLater[0].record?.recordChangeTag))
    let kept = try await server.modify([deletion], zone: "Later", atomic: false)
    #expect(kept[0].failure?.failure.isTagOfOtherHistory == true)
    // The device fetches from the start and saves its records that are missing there.
    let all = try #require(try await server.pull().changes)
    let names = Set(all.records.compactMap(\.name))
    #expect(names.isSuperset(of: ["a", "b"]) && !names.contains("c"))
    #expect(try await server.modify([.note(.create, "c", [("n", .int64(3))])])[0].code == nil)
    #expect(try await server.pull(since: all.syncToken).changes?.records.map(\.name) == ["c"])
    #expect(try await server.problems().isEmpty)

    // After the same backup is restored again, over a deleted database, no earlier token is valid.
    let second = try #require(try await server.pull().changes?.syncToken)
    try await server.storage.close()
    try FileManager.default.removeItem(at: cloud.directory.appending(path: "cloud.sqlite"))
    _ = try await server.restore(target, after: 1)
    server = try await Cloud(in: cloud.directory)
    #expect(try await server.pull(since: second).failure?.code == .badRequest)
    #expect(try await server.pull(since: new).failure?.code == .badRequest)
    #expect(try await server.pull(since: old).failure?.code == .badRequest)
    try await server.modify((0..<50).map { try .note(.create, "m\($0)") })
    #expect(try await server.pull(since: second).failure?.code == .badRequest)
  }

  @Test func `a restore also expires tokens of users without data in the backup`() async throws {
    let cloud = try await Cloud.filled()
    let target = cloud.directory.appending(path: "cloud.backup")
    let empty = try await cloud.databaseChanges(by: .bob).syncToken
    _ = try await cloud.backUp(to: target)
    try await cloud.makeZone("Zone", .bob)
    let known = try await cloud.databaseChanges(by: .bob).syncToken
    try await cloud.storage.close()
    _ = try await cloud.restore(target)

    let server = try await Cloud(in: cloud.directory)
    let new = try await server.databaseChanges(by: .bob).syncToken
    for hasZone in [false, true] {
      if hasZone { try await server.makeZone("Zone", .bob) }
      for token in [empty, known] {
        #expect(
          await refusal { try await server.databaseChanges(since: token, by: .bob) }
            == .badRequest)
      }
      // A token issued after the restore is valid.
      let changes = try await server.databaseChanges(since: new, by: .bob)
      #expect(changes.zones.count == (hasZone ? 1 : 0))
    }
  }

  /// The records of a backup have sequence numbers from before the restore.
  @Test(arguments: [false, true])
  func `restored records and zones are fetched page by page`(_ isReverse: Bool) async throws {
    let cloud = try await Cloud.filled()
    for number in 0..<8 {
      try await cloud.modify((0..<10).map { try .note(.create, "n\(number)-\($0)") })
      try await cloud.makeZone("Zone \(number)")
    }
    let target = cloud.directory.appending(path: "cloud.backup")
    _ = try await cloud.backUp(to: target)
    let token = try #require(try await cloud.pull(.init(resultsLimit: 7)).changes?.syncToken)
    try await cloud.storage.close()
    _ = try await cloud.restore(target)
    let server = try await Cloud(in: cloud.directory)
    // An earlier token is invalid, also in the middle of a fetch.
    #expect(try await server.pull(since: token).failure?.isServerRestored == true)

    var names: Set<String> = []
    var page = try #require(
      try await server.pull(.init(resultsLimit: 7, reverse: isReverse)).changes)
    var pages = 1
    while page.moreComing, pages < 20 {
      names.formUnion(page.records.compactMap(\.name))
      page = try #require(
        try await server.pull(
          .init(resultsLimit: 7, reverse: isReverse), since: page.syncToken
        ).changes)
      pages += 1
    }
    names.formUnion(page.records.compactMap(\.name))
    #expect(names.count == 82 && pages == 12)

    var zones: [ZoneResult] = []
    var list = try await server.databaseChanges(limit: 3)
    while list.moreComing, zones.count < 20 {
      zones += list.zones
      list = try await server.databaseChanges(since: list.syncToken, limit: 3)
    }
    zones += list.zones
    #expect(zones.count == 9)
  }
}
