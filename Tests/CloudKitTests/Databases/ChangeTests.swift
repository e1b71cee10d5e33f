// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Zones and their changes.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ChangeTests {
  private let zone = CKRecordZone.ID(zoneName: "Hikes")

  @Test func `zones are created, listed and deleted`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let made = try await database.save(CKRecordZone(zoneName: "Hikes"))
      #expect(made.zoneID == zone && made.capabilities.contains([.fetchChanges, .atomic]))
      try await database.save(CKRecordZone(zoneName: "Hikes"))
      #expect(try await database.recordZone(for: zone).zoneID == zone)
      let all = try await database.allRecordZones()
      #expect(Set(all.map(\.zoneID)) == [.default, zone])
      try await database.deleteRecordZone(withID: zone)
      await #expect { try await database.recordZone(for: zone) } throws: {
        ($0 as? CKError)?.code == .zoneNotFound
      }
      await #expect { try await database.save(CKRecordZone(zoneName: "_bad")) } throws: {
        ($0 as? CKError)?.code == .invalidArguments
      }
    }
  }

  @Test func `every change is fetched once over several pages`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let none = try await database.databaseChanges(since: nil)
      try await database.save(CKRecordZone(zoneID: zone))
      let records = (0..<25).map { index in
        let id = CKRecord.ID(recordName: "r\(index)", zoneID: zone)
        let record = CKRecord(recordType: "Hike", recordID: id)
        record["n"] = index
        return record
      }
      _ = try await database.modifyRecords(saving: records, deleting: [])
      let changed = try await database.databaseChanges(since: none.changeToken)
      #expect(changed.modifications.map(\.zoneID) == [zone] && changed.deletions.isEmpty)

      var seen: [CKRecord.ID: Int] = [:]
      var token: CKServerChangeToken?
      var rounds = 0
      while true {
        let part = try await database.recordZoneChanges(
          inZoneWith: zone, since: token, resultsLimit: 10)
        for (id, result) in part.modificationResultsByID {
          #expect(seen.updateValue(try result.get().record["n"] ?? -1, forKey: id) == nil)
        }
        token = part.changeToken
        rounds += 1
        if !part.moreComing { break }
      }
      #expect(seen.count == 25 && rounds >= 3)

      try await database.deleteRecord(withID: records[3].recordID)
      records[4]["n"] = 400
      try await database.save(records[4])
      let last = try await database.recordZoneChanges(inZoneWith: zone, since: token)
      #expect(last.deletions.map(\.recordID) == [records[3].recordID])
      #expect(last.deletions.map(\.recordType) == ["Hike"])
      #expect(last.modificationResultsByID.keys.map(\.recordName) == ["r4"])

      try await database.deleteRecordZone(withID: zone)
      let gone = try await database.databaseChanges(since: changed.changeToken)
      #expect(gone.deletions.map(\.zoneID) == [zone])
    }
  }

  @Test func `another user's token is reported as expired`() async throws {
    try await RunningCloud.run { cloud in
      let ann = try await cloud.container(of: "ann").privateCloudDatabase
      let ben = try await cloud.container(of: "ben").privateCloudDatabase
      let token = try await ann.databaseChanges(since: nil).changeToken
      await #expect { try await ben.databaseChanges(since: token) } throws: {
        ($0 as? CKError)?.code == .changeTokenExpired
      }
    }
  }

  @Test func `the token of a deleted and recreated zone has expired`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await database.save(CKRecordZone(zoneID: zone))
      let token = try await database.recordZoneChanges(inZoneWith: zone, since: nil).changeToken
      try await database.deleteRecordZone(withID: zone)
      try await database.save(CKRecordZone(zoneID: zone))
      await #expect {
        try await database.recordZoneChanges(inZoneWith: zone, since: token)
      } throws: { ($0 as? CKError)?.code == .changeTokenExpired }
      let anew = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
      #expect(anew.modificationResultsByID.isEmpty && !anew.moreComing)
    }
  }

  @Test func `an archived token can be used again`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let token = try await database.databaseChanges(since: nil).changeToken
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: token, requiringSecureCoding: true)
      let read = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data))
      #expect(read == token)
      _ = try await database.databaseChanges(since: read)
    }
  }
}
