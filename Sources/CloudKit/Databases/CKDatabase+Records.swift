// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  // MARK: One record

  /// Fetches a record.
  ///
  /// - Throws: ``CKError/unknownItem`` if it does not exist.
  public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
    guard let result = try await records(for: [recordID])[recordID] else {
      throw CKError(.internalError, "The server's response lacks this record.")
    }
    return try result.get()
  }

  /// Saves a record unless it was changed on the server since it was fetched.
  ///
  /// - Returns: The same record, with its new change tag and dates.
  /// - Throws: ``CKError/serverRecordChanged`` with the server's record if that was changed.
  @discardableResult
  public func save(_ record: CKRecord) async throws -> CKRecord {
    let results = try await modifyRecords(saving: [record], deleting: []).saveResults
    guard let result = results[record.recordID] else {
      throw CKError(.internalError, "The server's response lacks this record.")
    }
    return try result.get()
  }

  /// Deletes a record; succeeds if it does not exist.
  @discardableResult
  public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
    let results = try await modifyRecords(saving: [], deleting: [recordID]).deleteResults
    try results[recordID]?.get()
    return recordID
  }

  // MARK: Many records

  /// Fetches records, each with its own result.
  ///
  /// - Parameters:
  ///   - ids: The record IDs.
  ///   - desiredKeys: The fields to fetch; nil for all.
  /// - Returns: A record or an error for each ID.
  /// - Throws: A ``CKError`` if no request could be sent.
  public func records(
    for ids: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil
  ) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    try await RecordLookup(database: self, desiredKeys: desiredKeys).run(ids)
  }

  /// Saves and deletes records, each with its own result.
  ///
  /// - Parameters:
  ///   - recordsToSave: The records to save.
  ///   - recordIDsToDelete: The records to delete.
  ///   - savePolicy: The policy for records that were changed on the server.
  ///   - atomically: Whether the changes of each zone, except the default zone, succeed or fail
  ///     together; if one fails, the others fail with ``CKError/batchRequestFailed``.
  /// - Returns: The result for each ID; saved records are the same objects.
  /// - Throws: A ``CKError`` if no request could be sent.
  public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true
  ) async throws -> (
    saveResults: [CKRecord.ID: Result<CKRecord, any Error>],
    deleteResults: [CKRecord.ID: Result<Void, any Error>]
  ) {
    let changes = RecordChanges(database: self, policy: savePolicy, isAtomic: atomically)
    let results = try await changes.run(saving: recordsToSave, deleting: recordIDsToDelete)
    return (results.saved, results.deleted)
  }
}

/// Fetches records by their IDs.
struct RecordLookup: Sendable {
  let database: CKDatabase
  let desiredKeys: [CKRecord.FieldKey]?
  var onProgress: @Sendable (CKRecord.ID, Double) -> Void = { _, _ in }

  func run(_ ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    guard ids.count <= Limits.operations else {
      throw CKError(
        .limitExceeded,
        "\(ids.count) records in one request exceed the limit of \(Limits.operations): fetch fewer."
      )
    }
    var results: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
    let byZone = Dictionary(grouping: Set(ids), by: \.zoneID)
    for (zone, ids) in byZone {
      do {
        try await run(ids, in: zone, &results)
      } catch let error as CKError where byZone.count > 1 || error.code == .zoneNotFound {
        for id in ids { results[id] = .failure(error) }
      }
    }
    return results
  }

  private func run(
    _ ids: [CKRecord.ID], in zone: CKRecordZone.ID,
    _ results: inout [CKRecord.ID: Result<CKRecord, any Error>]
  ) async throws {
    let connection = try database.connection()
    let request = LookupRecordsRequest(
      records: ids.map { .init(recordName: $0.recordName) }, zoneID: zone.wire,
      desiredKeys: desiredKeys)
    let response = try await connection.send(
      .lookupRecords, database.databaseScope, request, as: RecordsResponse.self)
    let byName = Dictionary(ids.map { ($0.recordName, $0) }) { first, _ in first }
    let reader = RecordReader(
      database: database, connection: connection, onProgress: onProgress)
    for result in response.records {
      guard let name = result.recordName, let id = byName[name] else { continue }
      switch result {
      case .record(let record):
        do {
          results[id] = .success(try await reader.record(record, zone: zone))
        } catch {
          results[id] = .failure(error)
        }
      case .deleted:
        results[id] = .failure(CKError(.unknownItem, "The record \(name) was deleted."))
      case .failure(let failure):
        results[id] = .failure(
          CKError(failure, client: nil, in: database.databaseScope, connection.cipher))
      }
    }
    for id in ids where results[id] == nil {
      results[id] = .failure(
        CKError(.internalError, "The server's response lacks the record \(id.recordName)."))
    }
  }
}
