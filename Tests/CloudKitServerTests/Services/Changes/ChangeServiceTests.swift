// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct ChangeServiceTests {
  /// All pages of a zone's changes.
  private func pages(
    _ cloud: Cloud, since token: String? = nil, _ options: ZoneChangesOptions
  ) async throws -> (names: [[String]], token: String) {
    var (names, token) = ([[String]](), token)
    while true {
      let page = try #require(try await cloud.pull(options, since: token).changes)
      names.append(page.records.compactMap(\.name))
      token = page.syncToken
      if !page.moreComing { return (names, page.syncToken) }
    }
  }

  @Test func `changes contain each record once, in the order of its latest change`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify(["a", "b", "c", "d"].map { try .note(.create, $0) })
    let (first, token) = try await pages(cloud, ZoneChangesOptions(resultsLimit: 3))
    #expect(first == [["a", "b", "c"], ["d"]])
    try await cloud.modify([
      .note(.forceUpdate, "b", [("n", .int64(1))]), .note(.delete, "a"),
    ])
    try await cloud.modify([.note(.forceUpdate, "b", [("n", .int64(2))])])
    let page = try #require(try await cloud.pull(since: token).changes)
    #expect(page.records.map(\.name) == ["a", "b"])
    guard case .deleted(let deleted) = page.records[0] else {
      Issue.record("no deletion")
      return
    }
    #expect(deleted.recordType == "Note" && deleted.zoneID?.zoneName == "Zone")
    #expect(try page.records[1].value("n") == .int64(2))
    #expect(try await cloud.pull(since: page.syncToken).changes?.records.isEmpty == true)
  }

  @Test func `a reverse fetch misses no changes`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify(["a", "b", "c", "d", "e"].map { try .note(.create, $0) })
    let options = ZoneChangesOptions(resultsLimit: 2, reverse: true)
    let first = try #require(try await cloud.pull(options).changes)
    #expect(first.records.map(\.name) == ["e", "d"] && first.moreComing)
    // Changes made during the fetch are returned after it.
    try await cloud.modify([.note(.forceUpdate, "a"), .note(.create, "f")])
    let (rest, token) = try await pages(cloud, since: first.syncToken, options)
    #expect(rest == [["c", "b"]])
    let (later, _) = try await pages(cloud, since: token, .init())
    #expect(later == [["a", "f"]])
    let (backwards, _) = try await pages(cloud, since: token, options)
    #expect(backwards == [["f", "a"]])
  }

  @Test func `changes are limited to the desired record types and keys`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify(
      ["a", "b"].map { try .note(.create, $0, [("x", .int64(1)), ("y", .int64(2))]) })
    let other =
      #"{"operations":[{"operationType":"create","record":{"recordType":"Other","recordName":"o"}}],"zoneID":{"zoneName":"Zone"}}"#
    try await cloud.modify(other)
    let options = ZoneChangesOptions(
      resultsLimit: 1, desiredKeys: ["y"], desiredRecordTypes: ["Note"])
    let page = try #require(try await cloud.pull(options).changes)
    #expect(try page.records[0].record?.fields?.names() == ["y"])
    let (names, _) = try await pages(cloud, options)
    #expect(names.flatMap { $0 } == ["a", "b"])
    #expect(
      try await cloud.pull(.init(desiredRecordTypes: ["None"])).changes?.records.isEmpty == true)
  }

  @Test func `options of a zone override the options of the request`() async throws {
    let cloud = try await Cloud()
    for zone in ["A", "B"] {
      try await cloud.makeZone(zone)
      try await cloud.modify([.note(.create, "1"), .note(.create, "2")], zone: zone)
    }
    let request = ZoneChangesRequest(
      zones: [
        .init(zoneID: ZoneID(zoneName: "A")),
        .init(zoneID: ZoneID(zoneName: "B"), options: .init(resultsLimit: 2, reverse: true)),
        .init(zoneID: ZoneID(zoneName: "C")), .init(zoneID: .default),
      ], options: .init(resultsLimit: 1))
    let zones = try await ZoneChangesResponse(body: cloud.changes.zoneChanges(request, .alice))
      .zones
    #expect(zones[0].changes?.records.map(\.name) == ["1"] && zones[0].changes?.moreComing == true)
    #expect(zones[1].changes?.records.map(\.name) == ["2", "1"])
    #expect(zones[2].failure?.code == .zoneNotFound)
    #expect(zones[3].failure?.reason == "cannot get changes in default zone")
  }

  @Test func `foreign, malformed and expired sync tokens are rejected`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.makeZone("Zone", .bob)
    try await cloud.modify([.note(.create, "a")])
    let token = try #require(try await cloud.pull().changes?.syncToken)
    #expect(try await cloud.pull(since: token, by: .bob).failure?.code == .badRequest)
    #expect(try await cloud.pull(since: String(token.dropLast(4))).failure?.code == .badRequest)
    #expect(try await cloud.pull(since: "x").failure?.code == .badRequest)
    let database = try await databaseChanges(cloud).syncToken
    #expect(try await cloud.pull(since: database).failure?.code == .badRequest)
    #expect(await refusal { try await databaseChanges(cloud, since: token) } == .badRequest)
    // A new zone of the same name is another zone.
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "Zone"))])
    #expect(try await cloud.pull(since: token).failure?.code == .zoneNotFound)
    try await cloud.makeZone()
    #expect(
      try await cloud.pull(since: token).failure?.reason
        == "sync token expired: start again without one")
  }

  @Test func `a token from before compacted deletions expires`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify(["a", "b", "c"].map { try .note(.create, $0) })
    let early = try #require(try await cloud.pull(.init(resultsLimit: 1)).changes?.syncToken)
    try await cloud.modify([.note(.delete, "a")])
    let late = try #require(try await cloud.pull().changes?.syncToken)
    try await cloud.storage.write { writer in
      let key = DatabaseKey(
        container: "iCloud.com.example", environment: .development, scope: .private, owner: "_alice"
      )
      let database = try #require(try writer.database(key))
      let zone = try #require(try writer.zone(named: "Zone", in: database.id))
      _ = try writer.compactZone(zone, deletedBefore: .max, limit: 10)
    }
    #expect(try await cloud.pull(since: early).failure?.code == .badRequest)
    #expect(try await cloud.pull(since: late).changes?.records.isEmpty == true)
    let (names, _) = try await pages(cloud, .init(resultsLimit: 1))
    #expect(names.flatMap { $0 } == ["b", "c"])
  }

  @Test func `the deprecated record changes endpoint returns the same changes`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify([.note(.create, "a"), .note(.create, "b")])
    let zone = ZoneID(zoneName: "Zone")
    let request = RecordChangesRequest(zoneID: zone, resultsLimit: 1)
    let page = try await RecordChangesResponse(body: cloud.changes.recordChanges(request, .alice))
    #expect(page.records.map(\.name) == ["a"] && page.moreComing)
    let next = RecordChangesRequest(zoneID: zone, syncToken: page.syncToken)
    let last = try await RecordChangesResponse(body: cloud.changes.recordChanges(next, .alice))
    #expect(last.records.map(\.name) == ["b"] && !last.moreComing)
    let inDefault = RecordChangesRequest(zoneID: .default)
    #expect(
      await refusal { try await cloud.changes.recordChanges(inDefault, .alice) } == .badRequest)
  }

  // MARK: Databases

  private func databaseChanges(
    _ cloud: Cloud, since token: String? = nil, limit: Int? = nil, isMeta: Bool = false
  ) async throws -> DatabaseChangesResponse {
    let request = DatabaseChangesRequest(syncToken: token, resultsLimit: limit, isMeta: isMeta)
    return try await DatabaseChangesResponse(body: cloud.changes.databaseChanges(request, .alice))
  }

  @Test func `a zone created again does not reuse change tags`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let first = try await cloud.modify([.note(.create, "x")])
    let tag = try #require(first[0].record?.recordChangeTag)
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "Zone"))])
    try await cloud.makeZone()
    #expect(try await cloud.pull().changes?.records.isEmpty == true)
    try await cloud.modify([.note(.create, "x")])
    let late = try await cloud.modify([.note(.update, "x", tag: tag)], atomic: false)
    #expect(late[0].code == .conflict)
    #expect(try await cloud.pull().changes?.records.count == 1)
  }

  @Test func `database changes list changed and deleted zones`() async throws {
    let cloud = try await Cloud()
    #expect(try await databaseChanges(cloud).zones.isEmpty)
    for zone in ["A", "B", "C"] { try await cloud.makeZone(zone) }
    let first = try await databaseChanges(cloud, limit: 2, isMeta: true)
    #expect(first.zones.map { $0.zone?.zoneID.zoneName } == ["A", "B"] && first.moreComing)
    #expect(first.isMeta)
    let all = try await databaseChanges(cloud)
    #expect(all.zones.count == 3 && !all.moreComing)
    try await cloud.modify([.note(.create, "x")], zone: "B")
    try await cloud.modify([.note(.create, "x")], zone: nil)
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "A"))])
    let next = try await databaseChanges(cloud, since: all.syncToken)
    #expect(next.zones.map { $0.zone?.zoneID.zoneName } == ["B", "A"])
    #expect(next.zones.map { $0.zone?.deleted } == [nil, true])
    try await cloud.makeZone("A")
    let last = try await databaseChanges(cloud, since: all.syncToken)
    // The former zone is deleted, and a new one exists.
    #expect(last.zones.map { $0.zone?.zoneID.zoneName } == ["B", "A", "A"])
    #expect(last.zones.map { $0.zone?.deleted } == [nil, true, nil])
    #expect(try await databaseChanges(cloud).zones.map { $0.zone?.deleted } == [nil, nil, nil])
    #expect(try await databaseChanges(cloud, since: last.syncToken).zones.isEmpty)
    let call = CallContext.user("_alice", .public)
    let request = DatabaseChangesRequest()
    #expect(await refusal { try await cloud.changes.databaseChanges(request, call) } == .badRequest)
  }
}

/// Limits on the size of responses.
@Suite(.serialized) struct ResponseSizeTests {
  @Test func `pages of large records have fewer records`() async throws {
    let cloud = try await Cloud()
    let large = FieldValue.string(String(repeating: "x", count: 1_000_000))
    for zone in ["A", "B"] {
      try await cloud.makeZone(zone)
      try await cloud.modify(
        (0..<12).map { try .note(.create, "r\($0)", [("s", large)]) }, zone: zone)
    }
    var request = ZoneChangesRequest(zones: ["A", "B"].map { .init(zoneID: ZoneID(zoneName: $0)) })
    var counts = [0, 0]
    var pages = 0
    while !request.zones.isEmpty {
      let answer = try await cloud.changes.zoneChanges(request, .alice)
      #expect(answer.count < 10 << 20)
      pages += 1
      let changes = try ZoneChangesResponse(body: answer).zones.compactMap(\.changes)
      request.zones = []
      for change in changes {
        counts[change.zoneID.zoneName == "A" ? 0 : 1] += change.records.count
        guard change.moreComing else { continue }
        request.zones.append(
          .init(zoneID: ZoneID(zoneName: change.zoneID.zoneName), syncToken: change.syncToken))
      }
    }
    #expect(counts == [12, 12] && pages == 3)
    var (names, marker): ([String], String?) = ([], nil)
    repeat {
      let page = try await cloud.query(Query(recordType: "Note"), zone: "A", marker: marker)
      #expect(page.records.count < 10)
      names += page.names
      marker = page.continuationMarker
    } while marker != nil
    #expect(Set(names).count == 12 && names.count == 12)
  }
}
