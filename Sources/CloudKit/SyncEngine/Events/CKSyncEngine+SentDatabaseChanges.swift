// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Zones were saved or deleted, or could not be.
  ///
  /// What failed with an error that passes stays pending, and is sent again; what failed with another one
  /// does not.
  public struct SentDatabaseChanges: Sendable {
    /// A zone that could not be saved.
    public struct FailedZoneSave: Sendable {
      /// The zone.
      public let zone: CKRecordZone
      /// Why it could not be saved.
      public let error: CKError
    }

    /// The zones that were saved.
    public let savedZones: [CKRecordZone]
    /// The zones that could not be saved.
    public let failedZoneSaves: [FailedZoneSave]
    /// The zones that were deleted, or were gone already.
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
