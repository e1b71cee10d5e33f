// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKModifyRecordsOperation {
  /// The blocks from before there were results.
  struct Former {
    var onRecord: ((CKRecord, (any Error)?) -> Void)?
    var atEnd: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?
    private(set) var saved: [CKRecord] = []
    private(set) var deleted: [CKRecord.ID] = []

    mutating func tell(_ record: CKRecord, _ result: Result<CKRecord, any Error>) {
      switch result {
      case .success(let record):
        saved.append(record)
        onRecord?(record, nil)
      case .failure(let error): onRecord?(record, error)
      }
    }

    mutating func tell(_ id: CKRecord.ID, _ result: Result<Void, any Error>) {
      if case .success = result { deleted.append(id) }
    }
  }

  /// Called for each record to be saved.
  @available(*, deprecated, renamed: "perRecordSaveBlock")
  public var perRecordCompletionBlock: ((CKRecord, (any Error)?) -> Void)? {
    get { former.onRecord }
    set { former.onRecord = newValue }
  }

  /// Called at the end with what was done, and with ``CKError/partialFailure`` if some of it wasn't.
  @available(*, deprecated, renamed: "modifyRecordsResultBlock")
  public var modifyRecordsCompletionBlock: (([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
