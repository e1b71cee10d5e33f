// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKModifyRecordZonesOperation {
  /// The block from before there were results.
  struct Former {
    var atEnd: (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?
    private(set) var saved: [CKRecordZone] = []
    private(set) var deleted: [CKRecordZone.ID] = []

    mutating func tell(_ id: CKRecordZone.ID, _ result: Result<CKRecordZone, any Error>) {
      if case .success(let item) = result { saved.append(item) }
    }

    mutating func tell(_ id: CKRecordZone.ID, _ result: Result<Void, any Error>) {
      if case .success = result { deleted.append(id) }
    }
  }

  /// Called at the end with what was done, and with ``CKError/partialFailure`` if some of it wasn't.
  @available(*, deprecated, renamed: "modifyRecordZonesResultBlock")
  public var modifyRecordZonesCompletionBlock:
    (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
