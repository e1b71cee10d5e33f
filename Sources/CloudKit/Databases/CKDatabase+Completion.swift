// Cairn
// SPDX-License-Identifier: Apache-2.0

// Variants of the asynchronous record methods with completion handlers, which are called on an
// unspecified thread.

extension CKDatabase {
  func run<Value: Sendable>(
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ body: @escaping @Sendable () async throws -> Value?
  ) {
    Task {
      do {
        handler(try await body(), nil)
      } catch {
        handler(nil, error)
      }
    }
  }

  func result<Value: Sendable>(
    _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ body: @escaping @Sendable () async throws -> sending Value
  ) {
    Task {
      do {
        handler(.success(try await body()))
      } catch {
        handler(.failure(error))
      }
    }
  }

  /// Fetches a record by its ID.
  @preconcurrency public func fetch(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.record(for: recordID) } }

  /// Saves a record unless it was changed on the server since it was fetched.
  @preconcurrency public func save(
    _ record: CKRecord, completionHandler: @escaping @Sendable (CKRecord?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.save(record) } }

  /// Deletes a record.
  @preconcurrency public func delete(
    withRecordID recordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void
  ) { run(completionHandler) { try await self.deleteRecord(withID: recordID) } }

  /// Fetches records by their IDs.
  @preconcurrency public func fetch(
    withRecordIDs recordIDs: [CKRecord.ID], desiredKeys: [CKRecord.FieldKey]? = nil,
    completionHandler:
      @escaping @Sendable (Result<[CKRecord.ID: Result<CKRecord, any Error>], any Error>) -> Void
  ) {
    result(completionHandler) { try await self.records(for: recordIDs, desiredKeys: desiredKeys) }
  }

  /// Saves and deletes records.
  @preconcurrency public func modifyRecords(
    saving recordsToSave: [CKRecord], deleting recordIDsToDelete: [CKRecord.ID],
    savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
    atomically: Bool = true,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            saveResults: [CKRecord.ID: Result<CKRecord, any Error>],
            deleteResults: [CKRecord.ID: Result<Void, any Error>]
          ), any Error
        >
      ) -> Void
  ) {
    result(completionHandler) {
      try await self.modifyRecords(
        saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy,
        atomically: atomically)
    }
  }

  /// Fetches one page of the records that match a query.
  @preconcurrency public func fetch(
    withQuery query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
            queryCursor: CKQueryOperation.Cursor?
          ), any Error
        >
      ) -> Void
  ) {
    result(completionHandler) {
      try await self.records(
        matching: query, inZoneWith: zoneID, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
    }
  }

  /// Fetches the next page of the records that match a query.
  @preconcurrency public func fetch(
    withCursor queryCursor: CKQueryOperation.Cursor, desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler:
      @escaping @Sendable (
        Result<
          (
            matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
            queryCursor: CKQueryOperation.Cursor?
          ), any Error
        >
      ) -> Void
  ) {
    result(completionHandler) {
      try await self.records(
        continuingMatchFrom: queryCursor, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
    }
  }

  /// Fetches one page of the records that match a query.
  @available(
    *, deprecated,
    renamed: "fetch(withQuery:inZoneWith:desiredKeys:resultsLimit:completionHandler:)"
  )
  @preconcurrency public func perform(
    _ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?,
    completionHandler: @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void
  ) {
    run(completionHandler) { try await self.found(query, zoneID) }
  }

  /// Returns one page of the records that match a query.
  ///
  /// - Throws: A ``CKError`` if the request failed or a record can't be decoded.
  @available(
    *, deprecated, renamed: "records(matching:inZoneWith:desiredKeys:resultsLimit:)"
  )
  public func perform(
    _ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?
  ) async throws -> [CKRecord] {
    try await found(query, zoneID)
  }

  private func found(_ query: CKQuery, _ zoneID: CKRecordZone.ID?) async throws -> [CKRecord] {
    try await records(matching: query, inZoneWith: zoneID).matchResults.map { try $0.1.get() }
  }
}
