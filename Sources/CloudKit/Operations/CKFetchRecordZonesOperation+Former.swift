// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKFetchRecordZonesOperation {
  typealias Former = FormerFetch<CKRecordZone.ID, CKRecordZone>

  /// Called at the end with the zones, and with ``CKError/partialFailure`` if some are missing.
  @available(*, deprecated, renamed: "fetchRecordZonesResultBlock")
  public var fetchRecordZonesCompletionBlock:
    (([CKRecordZone.ID: CKRecordZone]?, (any Error)?) -> Void)?
  {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
