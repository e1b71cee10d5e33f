// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension CKFetchRecordZoneChangesOperation {
  /// The blocks from before there were results.
  struct Former {
    var onRecord: ((CKRecord) -> Void)?
    var atZoneEnd: ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
    var atEnd: (((any Error)?) -> Void)?
  }

  /// Called for each record that was made or changed.
  @available(*, deprecated, renamed: "recordWasChangedBlock")
  public var recordChangedBlock: ((CKRecord) -> Void)? {
    get { former.onRecord }
    set { former.onRecord = newValue }
  }

  /// Called for each zone at its end: with the next token, and whether there is more.
  @available(*, deprecated, renamed: "recordZoneFetchResultBlock")
  public var recordZoneFetchCompletionBlock:
    ((CKRecordZone.ID, CKServerChangeToken?, Data?, Bool, (any Error)?) -> Void)?
  {
    get { former.atZoneEnd }
    set { former.atZoneEnd = newValue }
  }

  /// Called at the end; ``CKError/partialFailure`` says that some zones failed.
  @available(*, deprecated, renamed: "fetchRecordZoneChangesResultBlock")
  public var fetchRecordZoneChangesCompletionBlock: (((any Error)?) -> Void)? {
    get { former.atEnd }
    set { former.atEnd = newValue }
  }
}
