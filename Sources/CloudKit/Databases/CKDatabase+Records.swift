// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKDatabase {
  // MARK: One record

  /// A record by its name.
  ///
  /// - Throws: ``CKError/unknownItem`` if there is none.
  public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
    guard let result = try await records(for: [recordID])[recordID] else {
      throw CKError(.internalError, "The server's answer says nothing about this record.")
    }
    return try result.get()
  }

  /// Saves a record if the server has it as this one was fetched, or not at all.
  ///
  /// - Returns: The same record, with what the server says of it now.
  /// - Throws: ``CKError/serverRecordChanged`` with the server's record if it was changed there.
  @discardableResult
  public func save(_ record: CKRecord) async throws -> CKRecord {
    let results = try await modifyRecords(saving: [record], deleting: []).saveResults
    guard let result = results[record.recordID] else {
      throw CKError(.internalError, "The server's answer says nothing about this record.")
    }
    return try result.get()
  }

  /// Deletes a record; one that isn't there is deleted already.
  @discardableResult
  public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
    let results = try await modifyRecords(saving: [], deleting: [recordID]).deleteResults
    try results[recordID]?.get()
    return recordID
  }

  // MARK: Many records

  /// Records by their names, each with an error of its own if it can't be fetched.
  ///
  /// - Parameters:
  ///   - ids: The names.
  ///   - desiredKeys: The fields that are wanted; nil for all.
  /// - Returns: A record or an error for each name.
  /// - Throws: A ``CKError`` if nothing could be asked of the server.
  public func records(
    for ids: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil
  ) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    try await RecordLookup(database: self, desiredKeys: desiredKeys).run(ids)
  }

  /// Saves and deletes records, each with an error of its own if that fails.
  ///
  /// - Parameters:
  ///   - recordsToSave: What is to be saved.
  ///   - recordIDsToDelete: What is to be deleted.
  ///   - savePolicy: What is to happen if the server's record is another one.
  ///   - atomically: Whether in each zone but the default one all is done or nothing; then the items
  ///     that were good have ``CKError/batchRequestFailed``.
  /// - Returns: What became of each; the records are those that were given.
  /// - Throws: A ``CKError`` if nothing could be asked of the server.
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

/// Fetches records by their names.
struct RecordLookup: Sendable {
  let database: CKDatabase
  let desiredKeys: [CKRecord.FieldKey]?
  var onProgress: @Sendable (CKRecord.ID, Double) -> Void = { _, _ in }

  func run(_ ids: [CKRecord.ID]) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
    guard ids.count <= Limits.operations else {
      throw CKError(
        .limitExceeded,
        "\(ids.count) records in one request: at most \(Limits.operations) are taken, ask for fewer."
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
    let answer = try await connection.ask(
      .lookupRecords, database.databaseScope, request, as: RecordsResponse.self)
    let byName = Dictionary(ids.map { ($0.recordName, $0) }) { first, _ in first }
    let reader = RecordReader(
      database: database, connection: connection, onProgress: onProgress)
    for result in answer.records {
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
        CKError(.internalError, "The server's answer says nothing about \(id.recordName)."))
    }
  }
}
