// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchRecordsOperation {
  /// The blocks from before there were results.
  struct Former {
    var onRecord: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)?
    var atEnd: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?
    private(set) var fetched: [CKRecord.ID: CKRecord] = [:]

    mutating func tell(_ id: CKRecord.ID, _ result: Result<CKRecord, any Error>) {
      switch result {
      case .success(let record):
        fetched[id] = record
        onRecord?(record, id, nil)
      case .failure(let error): onRecord?(nil, id, error)
      }
    }
  }

  /// Called for each record.
  @available(*, deprecated, renamed: "perRecordResultBlock")
  public var perRecordCompletionBlock: ((CKRecord?, CKRecord.ID?, (any Error)?) -> Void)? {
    get { former.onRecord }
    set { former.onRecord = newValue }
  }

  /// Called at the end with the records, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchRecordsResultBlock")
  public var fetchRecordsCompletionBlock: (([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)? {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
