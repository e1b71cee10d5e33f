// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchRecordZonesOperation {
  /// The block from before there were results.
  struct Former {
    var atEnd: (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?
    private(set) var fetched: [CKRecordZone.ID: CKRecordZone] = [:]

    mutating func tell(_ id: CKRecordZone.ID, _ result: Result<CKRecordZone, any Error>) {
      if case .success(let item) = result { fetched[id] = item }
    }
  }

  /// Called at the end with the zones, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchRecordZonesResultBlock")
  public var fetchRecordZonesCompletionBlock:
    (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
