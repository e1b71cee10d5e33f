// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Fetches records by their names.
public final class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// What is wanted.
  public var recordIDs: [CKRecord.ID]?
  /// The fields that are wanted; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?
  /// Called while the files of a record come, with a number from 0 to 1.
  public var perRecordProgressBlock: ((CKRecord.ID, Double) -> Void)?
  /// Called for each record.
  public var perRecordResultBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called at the end; ``CKError/partialFailure`` says that some records failed.
  public var fetchRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  var former = Former()

  private let isForUser: Bool

  /// An operation that fetches records by their names.
  public init(recordIDs: [CKRecord.ID] = []) {
    self.recordIDs = recordIDs
    isForUser = false
    super.init()
  }

  private init(forUser: Bool) {
    isForUser = forUser
    super.init()
  }

  /// An operation that fetches the record of the user who is signed in.
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
        // As with all blocks it is not called from two threads at a time.
        nonisolated(unsafe) let block = given
        lookup.onProgress = { block($0, $1) }
      }
      let results = try await lookup.run(ids)
      var errors: [AnyHashable: any Error] = [:]
      for id in ids {
        guard let result = results[id] else { continue }
        perRecordResultBlock?(id, result)
        former.tell(id, result)
        if case .failure(let error) = result { errors[id] = error }
      }
      if let error = Self.partialFailure(errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    former.atEnd?(former.fetched, error)
    fetchRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
