// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct ZoneServiceTests {
  private func list(_ cloud: Cloud, _ call: CallContext = .alice) async throws -> [Zone] {
    try await ZonesResponse(body: cloud.zones.list(EmptyRequest(), call)).zones.compactMap(\.zone)
  }

  @Test func `a database accepts at most 1,000 zones`() async throws {
    let cloud = try await Cloud()
    // The default zone counts.
    for batch in 0..<5 {
      let results = try await cloud.modifyZones(
        (0..<200).map { .init(.create, ZoneID(zoneName: "z\(batch)-\($0)")) })
      let refused = results.filter { $0.code != nil }
      #expect(refused.map(\.code) == (batch == 4 ? [.quotaExceeded] : []))
    }
    #expect(try await cloud.makeZone("z0-0").zone != nil)
    #expect(try await cloud.makeZone("more").code == .quotaExceeded)
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "z0-0"))])
    #expect(try await cloud.makeZone("more").zone != nil)
  }

  @Test func `zones are created, listed and deleted, except the default zone`() async throws {
    let cloud = try await Cloud()
    #expect(try await list(cloud).map(\.zoneID.zoneName) == ["_defaultZone"])
    #expect(try await list(cloud)[0].atomic == false)
    let made = try await cloud.makeZone("B").zone
    #expect(made?.atomic == true && made?.syncToken != nil)
    // Creating it again is not an error.
    #expect(try await cloud.makeZone("B").zone == made)
    #expect(try await list(cloud).map(\.zoneID.zoneName) == ["B", "_defaultZone"])
    let results = try await cloud.modifyZones([
      .init(.delete, ZoneID(zoneName: "B")), .init(.delete, ZoneID(zoneName: "C")),
      .init(.delete, .default),
    ])
    #expect(results[0].zone?.deleted == true)
    #expect(results.map(\.code) == [nil, .zoneNotFound, .badRequest])
    #expect(try await list(cloud).map(\.zoneID.zoneName) == ["_defaultZone"])
  }

  @Test func `a zone lookup finds the caller's own zones only`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone("A")
    let zones = [
      ZoneID(zoneName: "A"), ZoneID(zoneName: "B"),
      ZoneID(zoneName: "A", ownerRecordName: "_bob"),
      ZoneID(zoneName: "A", ownerRecordName: "_alice"),
    ]
    let answer = try await cloud.zones.lookup(LookupZonesRequest(zones: zones), .alice)
    let found = try ZonesResponse(body: answer).zones
    #expect(found.map(\.code) == [nil, .zoneNotFound, .zoneNotFound, nil])
  }

  @Test func `only private databases accept custom zones`() async throws {
    let cloud = try await Cloud()
    let call = CallContext.user("_alice", .public)
    #expect(await refusal { try await cloud.makeZone("A", call) } == .badRequest)
    #expect(try await list(cloud, call).map(\.zoneID.zoneName) == ["_defaultZone"])
    #expect(try await list(cloud, .user("_alice", .shared)).isEmpty)
  }

  @Test func `a deleted zone's records are removed from the file`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    for batch in 0..<13 {
      try await cloud.modify(
        (0..<200).map { try .note(.create, "r\(batch)-\($0)", [("n", .int64(1))]) })
    }
    _ = try await cloud.modifyZones([.init(.delete, ZoneID(zoneName: "Zone"))])
    try await cloud.makeZone()
    #expect(try await cloud.lookup(["r0-0"])[0].code == .notFound)
    #expect(try await cloud.pull().changes?.records.isEmpty == true)
    // The next process removes the remaining rows.
    try await cloud.storage.close()
    let reopened = try SQLiteServerStore(cloud.directory.appending(path: "cloud.sqlite"))
    let type = try await reopened.read { reader -> Int64? in
      let key = DatabaseKey(
        container: "iCloud.com.example", environment: .development, scope: .private, owner: "_alice"
      )
      let database = try #require(try reader.database(key))
      return try reader.schema(database.schema).types["Note"]?.id
    }
    var rest = 2_600
    for _ in 0..<100 where rest > 0 {
      // The rows are removed in small steps between other work.
      rest = try await reopened.write {
        try $0.records(ofType: #require(type), after: 0, limit: 10).count
      }
    }
    #expect(rest == 0)
  }
}
