// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Records of a zone were saved or deleted, or could not be: one request.
  ///
  /// What failed with an error that passes stays pending, and is sent again:
  /// ``CKError/accountTemporarilyUnavailable``, ``CKError/networkFailure``,
  /// ``CKError/networkUnavailable``, ``CKError/notAuthenticated``, ``CKError/operationCancelled``,
  /// ``CKError/requestRateLimited``, ``CKError/serverResponseLost``, ``CKError/serviceUnavailable`` and
  /// ``CKError/zoneBusy``. What failed with another one is no longer pending: add it again when the cause
  /// is gone.
  public struct SentRecordZoneChanges: Sendable {
    /// A record that could not be saved.
    public struct FailedRecordSave: Sendable {
      /// The record.
      public let record: CKRecord
      /// Why it could not be saved.
      public let error: CKError
    }

    /// The records that were saved, with what the server says of them now.
    public let savedRecords: [CKRecord]
    /// The records that could not be saved.
    public let failedRecordSaves: [FailedRecordSave]
    /// The records that were deleted, or were gone already.
    public let deletedRecordIDs: [CKRecord.ID]
    /// The records that could not be deleted.
    public let failedRecordDeletes: [CKRecord.ID: CKError]
  }
}

extension CKSyncEngine.Event.SentRecordZoneChanges: CustomStringConvertible {
  /// How many records were sent.
  public var description: String {
    "sentRecordZoneChanges(saved: \(savedRecords.count), deleted: \(deletedRecordIDs.count), "
      + "failed: \(failedRecordSaves.count + failedRecordDeletes.count))"
  }
}
