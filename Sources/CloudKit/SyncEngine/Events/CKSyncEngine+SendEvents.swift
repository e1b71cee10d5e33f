// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes are about to be sent.
  public struct WillSendChanges: Sendable {
    /// The reason and options of the send.
    public let context: CKSyncEngine.SendChangesContext
  }
}

extension CKSyncEngine.Event.WillSendChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "willSendChanges(\(context.reason))" }
}

extension CKSyncEngine.Event {
  /// A request to save or delete zones has ended.
  ///
  /// Changes that failed with a transient error stay pending and are sent again; other failed
  /// changes do not.
  public struct SentDatabaseChanges: Sendable {
    /// A zone that could not be saved.
    public struct FailedZoneSave: Sendable {
      /// The zone.
      public let zone: CKRecordZone
      /// The error.
      public let error: CKError
    }

    /// The zones that were saved.
    public let savedZones: [CKRecordZone]
    /// The zones that could not be saved.
    public let failedZoneSaves: [FailedZoneSave]
    /// The zones that were deleted or did not exist.
    public let deletedZoneIDs: [CKRecordZone.ID]
    /// The zones that could not be deleted.
    public let failedZoneDeletes: [CKRecordZone.ID: CKError]
  }
}

extension CKSyncEngine.Event.SentDatabaseChanges: CustomStringConvertible {
  /// The zones.
  public var description: String {
    "sentDatabaseChanges(saved: \(savedZones.map(\.zoneID)), deleted: \(deletedZoneIDs), "
      + "failed: \(failedZoneSaves.count + failedZoneDeletes.count))"
  }
}

extension CKSyncEngine.Event {
  /// A request to save or delete records of a zone has ended.
  ///
  /// Changes that failed with a transient error stay pending and are sent again:
  /// ``CKError/accountTemporarilyUnavailable``, ``CKError/networkFailure``,
  /// ``CKError/networkUnavailable``, ``CKError/notAuthenticated``, ``CKError/operationCancelled``,
  /// ``CKError/requestRateLimited``, ``CKError/serverResponseLost``, ``CKError/serviceUnavailable``
  /// and ``CKError/zoneBusy``. Changes that failed with another error are no longer pending: add
  /// them again once the cause is resolved.
  public struct SentRecordZoneChanges: Sendable {
    /// A record that could not be saved.
    public struct FailedRecordSave: Sendable {
      /// The record.
      public let record: CKRecord
      /// The error.
      public let error: CKError
    }

    /// The records that were saved, with their new change tags and dates.
    public let savedRecords: [CKRecord]
    /// The records that could not be saved.
    public let failedRecordSaves: [FailedRecordSave]
    /// The records that were deleted or did not exist.
    public let deletedRecordIDs: [CKRecord.ID]
    /// The records that could not be deleted.
    public let failedRecordDeletes: [CKRecord.ID: CKError]
  }
}

extension CKSyncEngine.Event.SentRecordZoneChanges: CustomStringConvertible {
  /// The numbers of sent records.
  public var description: String {
    "sentRecordZoneChanges(saved: \(savedRecords.count), deleted: \(deletedRecordIDs.count), "
      + "failed: \(failedRecordSaves.count + failedRecordDeletes.count))"
  }
}

extension CKSyncEngine.Event {
  /// A send has ended.
  public struct DidSendChanges: Sendable {
    /// The reason and options of the send.
    public let context: CKSyncEngine.SendChangesContext
    /// The transient error because of which changes remain pending.
    package let error: CKError?
  }
}

extension CKSyncEngine.Event.DidSendChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "didSendChanges(\(context.reason))" }
}
