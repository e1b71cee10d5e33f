// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Saves and deletes records, with one request for each zone.
struct RecordChanges: Sendable {
  /// The result for each record.
  struct Results: Sendable {
    var saved: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
    var deleted: [CKRecord.ID: Result<Void, any Error>] = [:]

    /// The errors of the items that failed.
    var errors: [AnyHashable: any Error] {
      var errors: [AnyHashable: any Error] = [:]
      for case (let id, .failure(let error)) in saved { errors[id] = error }
      for case (let id, .failure(let error)) in deleted { errors[id] = error }
      return errors
    }

    fileprivate mutating func fail(_ batch: Batch, _ error: any Error) {
      for record in batch.records { saved[record.recordID] = .failure(error) }
      for id in batch.deletions { deleted[id] = .failure(error) }
    }
  }

  /// The changes of one zone.
  fileprivate struct Batch: Sendable {
    let zone: CKRecordZone.ID
    var records: [CKRecord] = []
    var deletions: [CKRecord.ID] = []
  }

  let database: CKDatabase
  let policy: CKModifyRecordsOperation.RecordSavePolicy
  let isAtomic: Bool
  /// The change tags that records must have to be deleted; records without an entry are deleted
  /// with any tag.
  var deletionTags: [CKRecord.ID: String] = [:]
  var onProgress: @Sendable (CKRecord, Double) -> Void = { _, _ in }

  /// - Throws: A ``CKError`` if no request could be sent for any zone.
  func run(saving records: [CKRecord], deleting deletions: [CKRecord.ID]) async throws -> Results {
    let batches = try batches(records, deletions)
    var results = Results()
    for batch in batches {
      do {
        try await run(batch, &results)
      } catch let error as CKError where batches.count > 1 {
        results.fail(batch, error)
      }
    }
    return results
  }

  private func batches(_ records: [CKRecord], _ deletions: [CKRecord.ID]) throws -> [Batch] {
    var seen: Set<CKRecord.ID> = []
    var batches: [Batch] = []
    var indexes: [CKRecordZone.ID: Int] = [:]
    func batchIndex(for id: CKRecord.ID) throws -> Int {
      guard seen.insert(id).inserted else {
        throw CKError(
          .invalidArguments, "The record \(id.recordName) occurs twice: save or delete it once.")
      }
      if let index = indexes[id.zoneID] { return index }
      indexes[id.zoneID] = batches.count
      batches.append(Batch(zone: id.zoneID))
      return batches.count - 1
    }
    for record in records { batches[try batchIndex(for: record.recordID)].records.append(record) }
    for id in deletions { batches[try batchIndex(for: id)].deletions.append(id) }
    for batch in batches {
      let count = batch.records.count + batch.deletions.count
      guard count <= Limits.operations else {
        throw CKError(
          .limitExceeded,
          "\(count) records in one request exceed the limit of \(Limits.operations): send fewer.")
      }
    }
    return batches
  }

  // MARK: One zone

  private func run(_ batch: Batch, _ results: inout Results) async throws {
    let connection = try database.connection()
    let sent = batch.records.map { ($0, $0.state) }
    let uploads = AssetUploads(
      database: database, connection: connection, policy: policy, onProgress: onProgress)
    let assets = try await uploads.run(sent, in: batch.zone)
    var operations: [RecordOperation] = []
    for (record, state) in sent {
      operations.append(try operation(state, assets[record.recordID] ?? [:], connection))
    }
    operations += batch.deletions.map { id in
      let tag = deletionTags[id]
      return RecordOperation(
        tag == nil ? .forceDelete : .delete,
        Record(recordName: id.recordName, recordChangeTag: tag))
    }
    let request = ModifyRecordsRequest(
      operations: operations, zoneID: batch.zone.wire,
      atomic: isAtomic && batch.zone.zoneName != CKRecordZone.ID.defaultZoneName,
      desiredKeys: [])
    let responses: [RecordResult]
    do {
      responses = try await connection.send(
        .modifyRecords, database.databaseScope, request, as: RecordsResponse.self
      ).records
    } catch let failure as AtomicFailure {
      responses = failure.records
    }
    apply(responses, batch, sent, connection, &results)
  }

  private func operation(
    _ state: RecordState, _ assets: [CKRecord.FieldKey: [Asset]], _ connection: CloudConnection
  ) throws -> RecordOperation {
    let keys = policy.keys(of: state)
    let secretKeys =
      policy == .allKeys ? state.changedSecrets.union(state.secrets.keys) : state.changedSecrets
    let secrets = try state.sealed(secretKeys, connection.cipher)
    // A field that was cleared as plain and set as encrypted (or the reverse) is only set.
    let plain = keys.subtracting(secretKeys)
    var record = try state.wire(plain, assets: assets, secrets: secrets)
    guard policy == .ifServerRecordUnchanged else { return RecordOperation(.forceUpdate, record) }
    record.recordChangeTag = state.changeTag
    return RecordOperation(state.changeTag == nil ? .create : .update, record)
  }

  private func apply(
    _ responses: [RecordResult], _ batch: Batch, _ sent: [(CKRecord, RecordState)],
    _ connection: CloudConnection, _ results: inout Results
  ) {
    var byName: [String: RecordResult] = [:]
    for response in responses {
      if let name = response.recordName { byName[name] = response }
    }
    for (record, state) in sent {
      results.saved[record.recordID] = saved(
        record, state, byName[record.recordID.recordName], connection)
    }
    for id in batch.deletions {
      switch byName[id.recordName] {
      case .failure(let failure) where failure.failure.code == .notFound && deletionTags[id] != nil:
        results.deleted[id] = .success(())
      case .failure(let failure):
        results.deleted[id] = .failure(
          CKError(failure, client: nil, in: database.databaseScope, connection.cipher))
      case .deleted, .record: results.deleted[id] = .success(())
      case nil: results.deleted[id] = .failure(Self.missing)
      }
    }
  }

  private static let missing = CKError(
    .internalError, "The server's response lacks this record.")

  private func saved(
    _ record: CKRecord, _ sent: RecordState, _ response: RecordResult?,
    _ connection: CloudConnection
  ) -> Result<CKRecord, any Error> {
    switch response {
    case .record(let response):
      do {
        let saved = try RecordState(
          response, in: database.databaseScope, zone: record.recordID.zoneID,
          cipher: connection.cipher)
        record.change { $0.didSave(sent, saved) }
        return .success(record)
      } catch {
        return .failure(error)
      }
    case .failure(let failure):
      return .failure(
        CKError(failure, client: record, in: database.databaseScope, connection.cipher))
    case .deleted, nil: return .failure(Self.missing)
    }
  }
}

extension CKModifyRecordsOperation.RecordSavePolicy {
  /// Returns the fields to send for a record.
  func keys(of state: RecordState) -> Set<CKRecord.FieldKey> {
    self == .allKeys ? state.changedKeys.union(state.values.keys) : state.changedKeys
  }
}

extension RecordResult {
  var recordName: String? {
    switch self {
    case .record(let record): record.recordName
    case .deleted(let record): record.recordName
    case .failure(let failure): failure.recordName
    }
  }
}

extension RecordState {
  /// Applies the server's response to a save; fields that were changed meanwhile stay changed.
  mutating func didSave(_ sent: RecordState, _ saved: RecordState) {
    changeTag = saved.changeTag
    created = saved.created
    modified = saved.modified
    changedKeys = changedKeys.filter { values[$0] != sent.values[$0] }
    changedSecrets = changedSecrets.filter { secrets[$0] != sent.secrets[$0] }
    if parent == sent.parent { isParentChanged = false }
  }
}
