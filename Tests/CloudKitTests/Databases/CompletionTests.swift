// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Synchronization
import Testing

/// Methods with completion handlers, and progress blocks.
@Suite(.serialized, .timeLimit(.minutes(15))) struct CompletionTests {
  private let zone = CKRecordZone.ID(zoneName: "Hikes")

  /// The argument of a completion handler with a result.
  private func result<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) async throws -> sending Value {
    try await withCheckedThrowingContinuation { done in start { done.resume(with: $0) } }
  }

  /// The value of a completion handler with a value or an error.
  private func value<Value: Sendable>(
    _ start: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value? {
    try await withCheckedThrowingContinuation { done in
      start { value, error in
        if let error { done.resume(throwing: error) } else { done.resume(returning: value) }
      }
    }
  }

  @Test func `completion handlers receive the results of zone calls`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let (zone, none) = (zone, CKRecordZone.ID(zoneName: "none"))
      let made = try await result { done in
        database.modifyRecordZones(
          saving: [CKRecordZone(zoneID: zone)], deleting: [], completionHandler: done)
      }
      #expect(try made.saveResults[zone]?.get().zoneID == zone && made.deleteResults.isEmpty)
      let fetched = try await result { done in
        database.fetch(withRecordZoneIDs: [zone, none], completionHandler: done)
      }
      #expect(try fetched[zone]?.get().zoneID == zone)
      #expect(throws: CKError.self) { try fetched[none]?.get() }
      let changes = try await result { done in
        database.fetchDatabaseChanges(since: nil, completionHandler: done)
      }
      #expect(changes.modifications.map(\.zoneID) == [zone] && !changes.moreComing)
      let one: CKRecordZone? = try await value { done in
        database.fetch(withRecordZoneID: zone, completionHandler: done)
      }
      #expect(one?.zoneID == zone)
      let all: [CKRecordZone]? = try await value { done in
        database.fetchAllRecordZones(completionHandler: done)
      }
      #expect(Set(all?.map(\.zoneID) ?? []) == [zone, .default])
      let gone: CKRecordZone.ID? = try await value { done in
        database.delete(withRecordZoneID: zone, completionHandler: done)
      }
      #expect(gone == zone)
      let later = try await result { done in
        database.fetchDatabaseChanges(
          since: changes.changeToken, resultsLimit: 10, completionHandler: done)
      }
      #expect(later.deletions.map(\.zoneID) == [zone] && later.modifications.isEmpty)
      let other: CKRecordZone? = try await value { done in
        database.save(CKRecordZone(zoneID: none), completionHandler: done)
      }
      #expect(other?.zoneID == none)
    }
  }

  @Test func `completion handlers receive the results of record calls`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await database.save(CKRecordZone(zoneID: zone))
      let zone = zone
      let records = (0..<5).map { index in
        let id = CKRecord.ID(recordName: "r\(index)", zoneID: zone)
        let record = CKRecord(recordType: "Hike", recordID: id)
        record["count"] = index
        return record
      }
      let saved = try await result { done in
        database.modifyRecords(
          saving: Array(records.dropFirst()), deleting: [], completionHandler: done)
      }
      #expect(saved.saveResults.count == 4)
      let first: CKRecord? = try await value { done in
        database.save(records[0], completionHandler: done)
      }
      #expect(first?.recordID == records[0].recordID)
      let query = CKQuery(recordType: "Hike", predicate: NSPredicate(value: true))
      query.sortDescriptors = [NSSortDescriptor(key: "count", ascending: true)]
      let start = try await result { done in
        database.fetch(
          withQuery: query, inZoneWith: zone, resultsLimit: 3, completionHandler: done)
      }
      #expect(start.matchResults.map(\.0.recordName) == ["r0", "r1", "r2"])
      let cursor = try #require(start.queryCursor)
      let rest = try await result { done in
        database.fetch(withCursor: cursor, desiredKeys: [], completionHandler: done)
      }
      #expect(rest.matchResults.map(\.0.recordName) == ["r3", "r4"] && rest.queryCursor == nil)
      #expect(try rest.matchResults[0].1.get().allKeys().isEmpty)
      let changes = try await result { done in
        database.fetchRecordZoneChanges(
          inZoneWith: zone, since: nil, desiredKeys: ["count"], resultsLimit: 4,
          completionHandler: done)
      }
      #expect(changes.modificationResultsByID.count == 4 && changes.moreComing)
      let gone: CKRecord.ID? = try await value { done in
        database.delete(withRecordID: records[0].recordID, completionHandler: done)
      }
      #expect(gone == records[0].recordID)
      let later = try await result { done in
        database.fetchRecordZoneChanges(
          inZoneWith: zone, since: changes.changeToken, completionHandler: done)
      }
      #expect(later.deletions.map(\.recordID) == [records[0].recordID] && !later.moreComing)
      let fetched = try await result { done in
        database.fetch(
          withRecordIDs: records.map(\.recordID), desiredKeys: nil, completionHandler: done)
      }
      #expect(throws: CKError.self) { try fetched[records[0].recordID]?.get() }
      #expect(try fetched[records[1].recordID]?.get()["count"] as Int? == 1)
      await #expect(throws: CKError.self) {
        let _: CKRecord? = try await value { done in
          database.fetch(withRecordID: records[0].recordID, completionHandler: done)
        }
      }
      let program: any FormerQuery = Former()
      #expect(try await program.names(query, zone, database) == ["r1", "r2", "r3", "r4"])
    }
  }

  @Test func `progress blocks report how much of an asset is transferred`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let file = cloud.folder.appending(path: "large")
      try Data(repeating: 7, count: 3 << 20).write(to: file)
      let record = CKRecord(recordType: "Hike", recordID: CKRecord.ID(recordName: "r"))
      record["file"] = CKAsset(fileURL: file)
      let sent = Mutex<[Double]>([])
      let _: Void = try await result { done in
        let operation = CKModifyRecordsOperation(recordsToSave: [record])
        operation.perRecordProgressBlock = { record, part in
          #expect(record.recordID.recordName == "r")
          sent.withLock { $0.append(part) }
        }
        operation.modifyRecordsResultBlock = done
        database.add(operation)
      }
      let came = Mutex<[Double]>([])
      let _: Void = try await result { done in
        let operation = CKFetchRecordsOperation(recordIDs: [record.recordID])
        operation.perRecordProgressBlock = { id, part in
          #expect(id.recordName == "r")
          came.withLock { $0.append(part) }
        }
        operation.fetchRecordsResultBlock = done
        database.add(operation)
      }
      for parts in [sent.withLock { $0 }, came.withLock { $0 }] {
        #expect(parts.count > 2 && parts == parts.sorted() && parts.last == 1)
        #expect(parts.contains { $0 > 0 && $0 < 1 })
      }
    }
  }
}

/// Allows calls of deprecated methods without a deprecated caller.
private protocol FormerQuery: Sendable {
  func names(
    _ query: CKQuery, _ zone: CKRecordZone.ID, _ database: CKDatabase
  ) async throws -> [String]
}

private struct Former: FormerQuery {
  @available(*, deprecated, message: "As programs of long ago are.")
  func names(
    _ query: CKQuery, _ zone: CKRecordZone.ID, _ database: CKDatabase
  ) async throws -> [String] {
    try await database.perform(query, inZoneWith: zone).map(\.recordID.recordName)
  }
}
