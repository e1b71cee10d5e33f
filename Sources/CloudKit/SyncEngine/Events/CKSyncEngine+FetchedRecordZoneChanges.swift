// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Records of a zone were saved or deleted on the server: one page of them.
  ///
  /// Pages come from the oldest to the newest change.
  public struct FetchedRecordZoneChanges: Sendable {
    /// The records as they are now.
    public let modifications: [CKDatabase.RecordZoneChange.Modification]
    /// The records that are gone.
    public let deletions: [CKDatabase.RecordZoneChange.Deletion]
    /// The zone.
    package let zoneID: CKRecordZone.ID
    /// The number of the full fetch that the page is a part of; nil if it has only what changed.
    ///
    /// A full fetch has all records that there are, and not what was deleted before it began. It may go
    /// on in another process, under the same number. What was not in its pages when
    /// ``DidFetchRecordZoneChanges`` ends it without an error is gone.
    package let fullFetch: Int?
    /// The records of the page that can't be read, and why.
    package let unread: [CKRecord.ID: CKError]
  }
}

extension CKSyncEngine.Event.FetchedRecordZoneChanges: CustomStringConvertible {
  /// How many records changed.
  public var description: String {
    "fetchedRecordZoneChanges(\(zoneID), modified: \(modifications.count), "
      + "deleted: \(deletions.count))"
  }
}
