// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches records by their IDs.
///
/// ```swift
/// let operation = CKFetchRecordsOperation(recordIDs: [recordID])
/// operation.desiredKeys = ["name", "distance"]
/// operation.perRecordResultBlock = { recordID, result in
///   if case .success(let record) = result { apply(record) }
/// }
/// database.add(operation)
/// ```
public final class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The records to fetch.
  public var recordIDs: [CKRecord.ID]?
  /// The fields to fetch; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?
  /// Called with the download progress of a record's files, from 0 to 1.
  public var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
  /// Called for each record.
  public var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called at the end; with ``CKError/partialFailure`` if some records failed.
  public var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

  private let isForUser: Bool

  /// An operation that fetches records by their IDs.
  public init(recordIDs: [CKRecord.ID] = []) {
    self.recordIDs = recordIDs
    isForUser = false
    super.init()
  }

  private init(forUser: Bool) {
    isForUser = forUser
    super.init()
  }

  /// An operation that fetches the signed-in user's record.
  public class func fetchCurrentUserRecordOperation() -> Self {
    unsafeDowncast(CKFetchRecordsOperation(forUser: true), to: Self.self)
  }

  override func run() async {
    do {
      let database = try target()
      var ids = recordIDs ?? []
      if isForUser { ids = [CKRecord.ID(recordName: try await database.callerName())] }
      var lookup = RecordLookup(database: database, desiredKeys: desiredKeys)
      if let given = perRecordProgressBlock {
        // Blocks are never called concurrently.
        nonisolated(unsafe) let block = given
        lookup.onProgress = { block($0, $1) }
      }
      let results = try await lookup.run(ids)
      var errors: [AnyHashable: any Error] = [:]
      for id in ids {
        guard let result = results[id] else { continue }
        perRecordResultBlock?(id, result)
        deprecatedBlocks.report(id, result)
        if case .failure(let error) = result { errors[id] = error }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(deprecatedBlocks.fetched, error)
    fetchRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
