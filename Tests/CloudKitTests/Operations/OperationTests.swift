// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Synchronization
import Testing

/// Operations and their blocks.
@Suite(.serialized, .timeLimit(.minutes(15))) struct OperationTests {
  private let zone = CKRecordZone.ID(zoneName: "Hikes")

  @Test func `operations save, fetch and query records and their changes`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      try await finish { done in
        let operation = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneID: zone)]
        )
        operation.modifyRecordZonesResultBlock = done
        database.add(operation)
      }
      let records = (0..<3).map { index in
        let id = CKRecord.ID(recordName: "r\(index)", zoneID: zone)
        return CKRecord(recordType: "Hike", recordID: id)
      }
      let saved = Mutex<[CKRecord.ID]>([])
      try await finish { done in
        let operation = CKModifyRecordsOperation(recordsToSave: records)
        operation.savePolicy = .changedKeys
        operation.qualityOfService = .userInitiated
        operation.perRecordSaveBlock = { id, _ in saved.withLock { $0.append(id) } }
        operation.modifyRecordsResultBlock = done
        database.add(operation)
      }
      #expect(saved.withLock { $0 } == records.map(\.recordID))

      let fetched = Mutex(0)
      let error = try await failure { done in
        let operation = CKFetchRecordsOperation(
          recordIDs: records.map(\.recordID) + [CKRecord.ID(recordName: "none", zoneID: zone)])
        operation.perRecordResultBlock = { _, _ in fetched.withLock { $0 += 1 } }
        operation.fetchRecordsResultBlock = done
        database.add(operation)
      }
      #expect(fetched.withLock { $0 } == 4 && error.code == .partialFailure)
      let partial = error.partialErrorsByItemID?[CKRecord.ID(recordName: "none", zoneID: zone)]
      #expect((partial as? CKError)?.code == .unknownItem)

      let found = Mutex<Set<String>>([])
      try await finish { done in
        let operation = CKQueryOperation(
          query: CKQuery(recordType: "Hike", predicate: NSPredicate(value: true)))
        operation.recordMatchedBlock = { id, _ in
          _ = found.withLock { $0.insert(id.recordName) }
        }
        operation.queryResultBlock = { done($0.map { _ in () }) }
        database.add(operation)
      }
      #expect(found.withLock { $0 } == ["r0", "r1", "r2"])

      let changed = Mutex<Set<String>>([])
      try await finish { done in
        let operation = CKFetchRecordZoneChangesOperation(
          recordZoneIDs: [zone], configurationsByRecordZoneID: [zone: .init(resultsLimit: 1)])
        operation.recordWasChangedBlock = { id, _ in
          _ = changed.withLock { $0.insert(id.recordName) }
        }
        operation.fetchRecordZoneChangesResultBlock = done
        database.add(operation)
      }
      #expect(changed.withLock { $0 } == ["r0", "r1", "r2"])

      let zones = Mutex<[CKRecordZone.ID]>([])
      try await finish { done in
        let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
        operation.recordZoneWithIDChangedBlock = { id in zones.withLock { $0.append(id) } }
        operation.fetchDatabaseChangesResultBlock = { done($0.map { _ in () }) }
        database.add(operation)
      }
      #expect(zones.withLock { $0 }.contains(zone))

      try await finish { done in
        let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
        operation.fetchRecordZonesResultBlock = done
        database.add(operation)
      }
    }
  }

  @Test func `a cancelled operation reports its cancellation`() async throws {
    try await RunningCloud.run { cloud in
      let database = try await cloud.container(of: "ann").privateCloudDatabase
      let error = try await failure { done in
        let operation = CKFetchRecordsOperation(recordIDs: [CKRecord.ID(recordName: "x")])
        operation.fetchRecordsResultBlock = done
        operation.database = database
        operation.cancel()
        // Like a cancellation after the queue has started the operation.
        Thread.detachNewThread { operation.main() }
      }
      #expect(error.code == .operationCancelled)
    }
  }

  @Test func `an operation without a database or a query is an error`() async throws {
    let first = try await failure { done in
      let operation = CKModifyRecordsOperation(recordsToSave: [])
      operation.modifyRecordsResultBlock = done
      OperationQueue().addOperation(operation)
    }
    #expect(first.code == .badDatabase)
    let second = try await failure { done in
      let operation = CKQueryOperation()
      operation.queryResultBlock = { done($0.map { _ in () }) }
      CKContainer(identifier: "iCloud.x").publicCloudDatabase.add(operation)
    }
    #expect(second.code == .invalidArguments)
  }

  private func finish(
    _ start: (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      start { continuation.resume(with: $0) }
    }
  }

  private func failure(
    _ start: (@escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
  ) async throws -> CKError {
    do {
      try await finish(start)
    } catch let error as CKError {
      return error
    }
    throw CocoaError(.featureUnsupported)
  }
}
