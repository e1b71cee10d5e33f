// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Records on a real server.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RecordTests {
  private let zone = CKRecordZone.ID(zoneName: "Hikes")

  private func newRecord(_ name: String, _ distance: Double = 1) -> CKRecord {
    let record = CKRecord(
      recordType: "Hike", recordID: CKRecord.ID(recordName: name, zoneID: zone))
    record["distance"] = distance
    return record
  }

  @Test func `a record is saved, fetched by another device, changed and deleted`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await cloud.container(of: "ann").privateCloudDatabase
      let second = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      try await first.save(CKRecordZone(zoneID: zone))
      let record = newRecord("one", 12.5)
      let date = Date(timeIntervalSince1970: 1_700_000_000.25)
      record["date"] = date
      record["tags"] = ["a", "b"]
      record["data"] = Data([1, 2])
      record["place"] = CLLocation(latitude: 47, longitude: 8)
      record["self"] = CKRecord.Reference(record: record, action: .none)
      #expect(record.recordChangeTag == nil && record.creationDate == nil)
      let saved = try await first.save(record)
      #expect(saved === record && record.changedKeys() == [])
      #expect(record.recordChangeTag != nil && record.modificationDate != nil)

      let fetched = try await second.record(for: record.recordID)
      #expect(fetched["distance"] as Double? == 12.5 && fetched["date"] as Date? == date)
      #expect(fetched["tags"] as [String]? == ["a", "b"])
      #expect(fetched["data"] as Data? == Data([1, 2]))
      #expect((fetched["place"] as CLLocation?)?.coordinate.latitude == 47)
      #expect((fetched["self"] as CKRecord.Reference?)?.recordID == record.recordID)
      #expect(fetched.recordChangeTag == record.recordChangeTag)
      #expect(fetched.recordID == record.recordID && fetched.changedKeys() == [])
      #expect(fetched.creatorUserRecordID == fetched.lastModifiedUserRecordID)

      fetched["distance"] = 13.0
      fetched["tags"] = nil
      try await second.save(fetched)
      let again = try await first.record(for: record.recordID)
      #expect(again["distance"] as Int? == 13 && again["tags"] == nil)
      #expect(again["data"] as Data? == Data([1, 2]))

      try await first.deleteRecord(withID: record.recordID)
      try await first.deleteRecord(withID: record.recordID)
      await #expect {
        try await second.record(for: record.recordID)
      } throws: { error in
        if case CKError.unknownItem = error { true } else { false }
      }
    }
  }

  @Test func `a conflict error has the server's and the client's record`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await cloud.container(of: "ann").privateCloudDatabase
      let second = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      try await first.save(CKRecordZone(zoneID: zone))
      let record = try await first.save(newRecord("one"))
      let other = try await second.record(for: record.recordID)
      other["distance"] = 2.0
      try await second.save(other)
      record["distance"] = 3.0
      do {
        try await first.save(record)
        Issue.record("a conflict was not noticed")
      } catch let error as CKError {
        #expect(error.code == .serverRecordChanged)
        #expect(error.serverRecord?["distance"] as Double? == 2)
        #expect(error.clientRecord === record)
        // The local change is still unsaved.
        #expect(record.changedKeys() == ["distance"])
        let merged = try #require(error.serverRecord)
        merged["distance"] = 3.0
        try await first.save(merged)
      }
      #expect(try await second.record(for: record.recordID)["distance"] as Double? == 3)
      // A new record with an existing name is a conflict, too.
      await #expect {
        try await first.save(newRecord("one", 4))
      } throws: { ($0 as? CKError)?.code == .serverRecordChanged }
      // A save of changed keys ignores the server's change tag.
      let blind = newRecord("one", 5)
      let results = try await first.modifyRecords(
        saving: [blind], deleting: [], savePolicy: .changedKeys)
      #expect(try results.saveResults[blind.recordID]?.get() === blind)
    }
  }

  @Test func `a batch in a zone is atomic unless the caller opts out`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await database.save(CKRecordZone(zoneID: zone))
      try await database.save(newRecord("taken"))
      let (good, bad) = (newRecord("good"), newRecord("taken"))
      let results = try await database.modifyRecords(saving: [good, bad], deleting: [])
      #expect(code(results.saveResults[good.recordID]) == .batchRequestFailed)
      #expect(code(results.saveResults[bad.recordID]) == .serverRecordChanged)
      #expect(code(try await database.records(for: [good.recordID])[good.recordID]) == .unknownItem)
      let parts = try await database.modifyRecords(
        saving: [good, bad], deleting: [], atomically: false)
      #expect(code(parts.saveResults[good.recordID]) == nil)
      #expect(code(parts.saveResults[bad.recordID]) == .serverRecordChanged)
    }
  }

  private func code<Value>(_ result: Result<Value, any Error>?) -> CKError.Code? {
    if case .failure(let error) = result { (error as? CKError)?.code } else { nil }
  }

  @Test func `one call saves and fetches records of several zones`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await database.save(CKRecordZone(zoneID: zone))
      let here = newRecord("here")
      let there = CKRecord(recordType: "Hike", recordID: CKRecord.ID(recordName: "there"))
      let nowhere = CKRecord(
        recordType: "Hike",
        recordID: CKRecord.ID(recordName: "x", zoneID: CKRecordZone.ID(zoneName: "None")))
      let results = try await database.modifyRecords(
        saving: [here, there, nowhere], deleting: [])
      #expect(code(results.saveResults[here.recordID]) == nil)
      #expect(code(results.saveResults[there.recordID]) == nil)
      #expect(code(results.saveResults[nowhere.recordID]) == .zoneNotFound)
      let found = try await database.records(
        for: [here.recordID, there.recordID, nowhere.recordID], desiredKeys: [])
      #expect(try found[here.recordID]?.get().allKeys() == [])
      #expect(code(found[nowhere.recordID]) == .zoneNotFound)
    }
  }

  @Test func `an invalid value is rejected with the name of its field`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      for (value, word) in [
        (Double.nan as any CKRecordValueProtocol, "finite"), (UInt64.max, "Int64"),
        (["a", "b"] as NSArray, ""), (NSArray(array: ["a", 1]), "several types"),
        ([[1]], "list of lists"),
        (CKAsset(fileURL: URL(filePath: "/nowhere/x")), "/nowhere/x"),
      ] {
        let record = CKRecord(recordType: "T")
        record["field"] = value
        do {
          try await database.save(record)
          #expect(word.isEmpty)
        } catch {
          #expect(!word.isEmpty && error.localizedDescription.contains(word), "\(error)")
          #expect(error.localizedDescription.contains("field"), "\(error)")
        }
      }
      await #expect { try await database.save(CKRecord(recordType: "1 T")) } throws: {
        ($0 as? CKError)?.code == .invalidArguments
      }
      let record = CKRecord(recordType: "T")
      await #expect {
        try await database.modifyRecords(saving: [record, record], deleting: [])
      } throws: { ($0 as? CKError)?.code == .invalidArguments }
      await #expect {
        try await database.modifyRecords(
          saving: (0..<201).map { _ in CKRecord(recordType: "T") }, deleting: [])
      } throws: { ($0 as? CKError)?.code == .limitExceeded }
    }
  }

  @Test func `an asset is uploaded and downloaded with its record`() async throws {
    try await RunningCloud.run { cloud in
      let first = try await cloud.container(of: "ann").privateCloudDatabase
      let second = try await cloud.container(of: "ann", device: "other").privateCloudDatabase
      let file = cloud.folder.appending(path: "track.gpx")
      let bytes = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try bytes.write(to: file)
      let record = CKRecord(recordType: "Track")
      record["file"] = CKAsset(fileURL: file)
      record["files"] = [CKAsset(fileURL: file), CKAsset(fileURL: file)]
      try await first.save(record)
      let fetched = try await second.record(for: record.recordID)
      let asset: CKAsset = try #require(fetched["file"])
      let copy = try #require(asset.fileURL)
      #expect(copy != file)
      #expect(try Data(contentsOf: copy) == bytes)
      #expect((fetched["files"] as [CKAsset]?)?.count == 2)
      // A change of another field does not upload the file again.
      fetched["name"] = "x"
      try await second.save(fetched)
      let without = try await first.records(for: [record.recordID], desiredKeys: ["name"])
      #expect(try without[record.recordID]?.get().allKeys() == ["name"])
      #expect(try await first.record(for: record.recordID)["file"] as CKAsset? != nil)
    }
  }

  @Test func `a fetched asset is sent again when all keys are saved`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let file = cloud.folder.appending(path: "track.bin")
      try Data("a track".utf8).write(to: file)
      let record = CKRecord(recordType: "Hike", recordID: CKRecord.ID(recordName: "one"))
      record["file"] = CKAsset(fileURL: file)
      record["name"] = "first"
      try await database.save(record)
      let fetched = try await database.record(for: record.recordID)
      fetched["name"] = "second"
      let result = try await database.modifyRecords(
        saving: [fetched], deleting: [], savePolicy: .allKeys)
      _ = try result.saveResults[record.recordID]?.get()
      let again = try await database.record(for: record.recordID)
      let asset: CKAsset = try #require(again["file"])
      #expect(try Data(contentsOf: #require(asset.fileURL)) == Data("a track".utf8))
      #expect(again["name"] == "second")
    }
  }

  @Test func `the parent of a record can be set and removed`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let zone = try await database.save(CKRecordZone(zoneName: "Hikes")).zoneID
      let top = CKRecord(recordType: "Hike", zoneID: zone)
      let part = CKRecord(recordType: "Part", zoneID: zone)
      part.setParent(top)
      _ = try await database.modifyRecords(saving: [top, part], deleting: [])
      let below = try await database.record(for: part.recordID)
      #expect(below.parent?.recordID == top.recordID)
      below["n"] = 1
      try await database.save(below)
      #expect(try await database.record(for: part.recordID).parent?.recordID == top.recordID)
      below.parent = nil
      try await database.save(below)
      #expect(try await database.record(for: part.recordID).parent == nil)
    }
  }

  @Test func `private records are visible to their user only, public ones to all users`()
    async throws
  {
    try await RunningCloud.run { cloud in
      let ann = try await cloud.container(of: "ann")
      let ben = try await cloud.container(of: "ben")
      let record = CKRecord(recordType: "T", recordID: CKRecord.ID(recordName: "one"))
      record["a"] = 1
      try await ann.privateCloudDatabase.save(record)
      await #expect { try await ben.privateCloudDatabase.record(for: record.recordID) } throws: {
        ($0 as? CKError)?.code == .unknownItem
      }
      let shown = CKRecord(recordType: "T", recordID: CKRecord.ID(recordName: "shown"))
      try await ann.publicCloudDatabase.save(shown)
      let seen = try await ben.publicCloudDatabase.record(for: shown.recordID)
      let annsID = try await ann.userRecordID()
      #expect(seen.creatorUserRecordID == annsID)
      #expect(try await ben.userRecordID() != annsID)
      let nobody = try await cloud.container(of: nil)
      #expect(try await nobody.accountStatus() == .noAccount)
      #expect(try await ann.accountStatus() == .available)
      await #expect { try await nobody.privateCloudDatabase.save(record) } throws: {
        ($0 as? CKError)?.code == .notAuthenticated
      }
    }
  }
}
