// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitServer
import CloudKitWire
import Foundation
import Testing

/// Reads on a full disk, including first reads that would create an index or a database.
@Suite(.serialized) struct FullDiskTests {
  private func query(
    _ cloud: Cloud, _ filters: [Filter], _ sorts: [Sort] = [], limit: Int = 200
  ) async throws -> [[String]] {
    var request = QueryRecordsRequest(
      query: Query(recordType: "Note", filters: filters, sorts: sorts),
      zoneID: ZoneID(zoneName: "Zone"))
    request.resultsLimit = limit
    var pages: [[String]] = []
    repeat {
      let answer = try await RecordsResponse(body: cloud.records.query(request, .alice))
      pages.append(answer.records.compactMap(\.name))
      request.continuationMarker = answer.continuationMarker
    } while request.continuationMarker != nil
    return pages
  }

  @Test(arguments: [FAULTY_DISK_FULL, FAULTY_WRITE_ERROR])
  func `a first query by a field is answered without an index on a full disk`(_ fault: faulty_kind)
    async throws
  {
    try #require(faulty_vfs_install() == 0)
    let cloud = try await Cloud()
    try await cloud.makeZone()
    try await cloud.modify(
      (0..<9).map { try .note(.create, "n\($0)", [("n", .int64(8 - Int64($0)))]) })
    let prefix = cloud.directory.path(percentEncoded: false)
    try #require(faulty_vfs_arm(prefix, fault, 1) != 0)
    let above = Filter(.greaterThan, .field("n"), .int64(3))
    let found = try await query(cloud, [above], limit: 2)
    let sorted = try await query(cloud, [above], [Sort(.field("n"), ascending: true)], limit: 3)
    #expect(faulty_vfs_disarm(prefix) > 0)
    #expect(found.flatMap { $0 } == ["n0", "n1", "n2", "n3", "n4"] && found.count == 3)
    #expect(sorted == [["n4", "n3", "n2"], ["n1", "n0"]])
    // The index yields the same results.
    #expect(Set(try await query(cloud, [above]).flatMap { $0 }) == Set(found.flatMap { $0 }))
    #expect(
      try await query(cloud, [above], [Sort(.field("n"), ascending: true)], limit: 3) == sorted)
  }

  @Test func `a new user's reads succeed without writes`() async throws {
    try #require(faulty_vfs_install() == 0)
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let prefix = cloud.directory.path(percentEncoded: false)
    try #require(faulty_vfs_arm(prefix, FAULTY_DISK_FULL, 1) != 0)
    let zones = try await ZonesResponse(body: cloud.zones.list(EmptyRequest(), .bob)).zones
    let looked = try await cloud.lookup(["a"], zone: nil, .bob)
    let changes = try await cloud.databaseChanges(by: .bob)
    let subscriptions = try await cloud.subscriptions.list(EmptyRequest(), .bob)
    #expect(faulty_vfs_disarm(prefix) == 0)
    #expect(zones.map { $0.zone?.zoneID.zoneName } == [ZoneID.defaultName])
    #expect(looked[0].code == .notFound)
    #expect(changes.zones.isEmpty)
    #expect(!subscriptions.isEmpty)
    // The token is valid once the database exists.
    try await cloud.makeZone("Zone", .bob)
    let next = try await cloud.databaseChanges(since: changes.syncToken, by: .bob)
    #expect(next.zones.count == 1)
    // A first upload succeeds as well.
    _ = try await cloud.upload("text", .user("_carol"))
  }
}
