// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKModifyRecordZonesOperation {
  typealias Former = FormerModification<CKRecordZone.ID, CKRecordZone>

  /// Called at the end with what was done, and with ``CKError/partialFailure`` if some of it wasn't.
  @available(*, deprecated, renamed: "modifyRecordZonesResultBlock")
  public var modifyRecordZonesCompletionBlock:
    (([CKRecordZone]?, [CKRecordZone.ID]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
