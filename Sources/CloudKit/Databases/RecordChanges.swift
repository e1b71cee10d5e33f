// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Saves and deletes records, a request for each zone.
struct RecordChanges: Sendable {
  /// What became of each record.
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

  /// What is to be done in one zone.
  fileprivate struct Batch: Sendable {
    let zone: CKRecordZone.ID
    var records: [CKRecord] = []
    var deletions: [CKRecord.ID] = []
  }

  let database: CKDatabase
  let policy: CKModifyRecordsOperation.RecordSavePolicy
  let isAtomic: Bool
  /// The tags that records must have to be deleted; any will do for one that is not among them.
  var deletionTags: [CKRecord.ID: String] = [:]
  var onProgress: @Sendable (CKRecord, Double) -> Void = { _, _ in }

  /// - Throws: A ``CKError`` if nothing could be asked of the server for any zone.
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
    var places: [CKRecordZone.ID: Int] = [:]
    func place(_ id: CKRecord.ID) throws -> Int {
      guard seen.insert(id).inserted else {
        throw CKError(
          .invalidArguments, "The record \(id.recordName) is there twice: save or delete it once.")
      }
      if let place = places[id.zoneID] { return place }
      places[id.zoneID] = batches.count
      batches.append(Batch(zone: id.zoneID))
      return batches.count - 1
    }
    for record in records { batches[try place(record.recordID)].records.append(record) }
    for id in deletions { batches[try place(id)].deletions.append(id) }
    for batch in batches {
      let count = batch.records.count + batch.deletions.count
      guard count <= Limits.operations else {
        throw CKError(
          .limitExceeded,
          "\(count) records in one request: at most \(Limits.operations) are taken, send fewer.")
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
    let answers: [RecordResult]
    do {
      answers = try await connection.ask(
        .modifyRecords, database.databaseScope, request, as: RecordsResponse.self
      ).records
    } catch let failure as AtomicFailure {
      answers = failure.records
    }
    take(answers, batch, sent, connection, &results)
  }

  private func operation(
    _ state: RecordState, _ assets: [CKRecord.FieldKey: [Asset]], _ connection: CloudConnection
  ) throws -> RecordOperation {
    let keys = policy.keys(of: state)
    let secretKeys =
      policy == .allKeys ? state.changedSecrets.union(state.secrets.keys) : state.changedSecrets
    let secrets = try state.sealed(secretKeys, connection.cipher)
    // What was cleared as the one and is set as the other is set.
    let plain = keys.subtracting(secretKeys)
    var record = try state.wire(plain, assets: assets, secrets: secrets)
    guard policy == .ifServerRecordUnchanged else { return RecordOperation(.forceUpdate, record) }
    record.recordChangeTag = state.changeTag
    return RecordOperation(state.changeTag == nil ? .create : .update, record)
  }

  private func take(
    _ answers: [RecordResult], _ batch: Batch, _ sent: [(CKRecord, RecordState)],
    _ connection: CloudConnection, _ results: inout Results
  ) {
    var byName: [String: RecordResult] = [:]
    for answer in answers {
      if let name = answer.recordName { byName[name] = answer }
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
    .internalError, "The server's answer says nothing about this record.")

  private func saved(
    _ record: CKRecord, _ sent: RecordState, _ answer: RecordResult?,
    _ connection: CloudConnection
  ) -> Result<CKRecord, any Error> {
    switch answer {
    case .record(let answer):
      do {
        let answered = try RecordState(
          answer, in: database.databaseScope, zone: record.recordID.zoneID,
          cipher: connection.cipher)
        record.change { $0.didSave(sent, answered) }
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
  /// The fields of a record that are sent.
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
  /// Takes over what the server says after a save; what was changed in the meantime stays changed.
  mutating func didSave(_ sent: RecordState, _ answered: RecordState) {
    changeTag = answered.changeTag
    created = answered.created
    modified = answered.modified
    changedKeys = changedKeys.filter { values[$0] != sent.values[$0] }
    changedSecrets = changedSecrets.filter { secrets[$0] != sent.secrets[$0] }
    if parent == sent.parent { isParentChanged = false }
  }
}
