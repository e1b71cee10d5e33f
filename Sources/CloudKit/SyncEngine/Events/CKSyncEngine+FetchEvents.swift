// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes are about to be fetched.
  public struct WillFetchChanges: Sendable {
    /// The reason and options of the fetch.
    public let context: CKSyncEngine.FetchChangesContext
  }
}

extension CKSyncEngine.Event.WillFetchChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "willFetchChanges(\(context.reason))" }
}

extension CKSyncEngine.Event {
  /// Zones were created, changed or deleted on the server.
  ///
  /// If the engine's token had expired, the deletions include all known zones that no longer exist.
  public struct FetchedDatabaseChanges: Sendable {
    /// The zones that were created or have changes.
    public let modifications: [CKDatabase.DatabaseChange.Modification]
    /// The zones that were deleted.
    public let deletions: [CKDatabase.DatabaseChange.Deletion]
  }
}

extension CKSyncEngine.Event.FetchedDatabaseChanges: CustomStringConvertible {
  /// The zones.
  public var description: String {
    "fetchedDatabaseChanges(modified: \(modifications.map(\.zoneID)), "
      + "deleted: \(deletions.map(\.zoneID)))"
  }
}

extension CKSyncEngine.Event {
  /// Changes of a zone are about to be fetched.
  public struct WillFetchRecordZoneChanges: Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// The number of the full fetch that starts or continues; nil if only changes are fetched.
    package let fullFetch: Int?
    /// Whether the server may lack earlier changes because a backup was restored.
    package var isServerRestored = false
  }
}

extension CKSyncEngine.Event.WillFetchRecordZoneChanges: CustomStringConvertible {
  /// The zone.
  public var description: String { "willFetchRecordZoneChanges(\(zoneID))" }
}

extension CKSyncEngine.Event {
  /// A page of records that were saved or deleted on the server.
  ///
  /// Pages are ordered from the oldest to the newest change.
  public struct FetchedRecordZoneChanges: Sendable {
    /// The saved records.
    public let modifications: [CKDatabase.RecordZoneChange.Modification]
    /// The deleted records.
    public let deletions: [CKDatabase.RecordZoneChange.Deletion]
    /// The zone.
    package let zoneID: CKRecordZone.ID
    /// The number of the full fetch that contains the page; nil if the page contains only changes.
    ///
    /// A full fetch contains all existing records and no earlier deletions. It may continue in
    /// another process under the same number. If ``DidFetchRecordZoneChanges`` ends it without an
    /// error, each record that its pages lack was deleted.
    package let fullFetch: Int?
    /// The errors of records that could not be decoded.
    package let unread: [CKRecord.ID: CKError]
    /// Whether the zone has another page.
    package let moreComing: Bool
  }
}

extension CKSyncEngine.Event.FetchedRecordZoneChanges: CustomStringConvertible {
  /// The numbers of changed records.
  public var description: String {
    "fetchedRecordZoneChanges(\(zoneID), modified: \(modifications.count), "
      + "deleted: \(deletions.count))"
  }
}

extension CKSyncEngine.Event {
  /// The fetch of a zone's changes has ended.
  public struct DidFetchRecordZoneChanges: Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// The error of the fetch; nil if all changes were fetched.
    ///
    /// ``CKError/partialFailure`` names records that could not be decoded; the others were
    /// delivered.
    public let error: CKError?
    /// The number of the full fetch, which is complete if there is no error; nil if only changes
    /// were fetched.
    package let fullFetch: Int?
  }
}

extension CKSyncEngine.Event.DidFetchRecordZoneChanges: CustomStringConvertible {
  /// The zone and the error.
  public var description: String {
    "didFetchRecordZoneChanges(\(zoneID)\(error.map { ", \($0.code)" } ?? ""))"
  }
}

extension CKSyncEngine.Event {
  /// A fetch has ended.
  public struct DidFetchChanges: Sendable {
    /// The reason and options of the fetch.
    public let context: CKSyncEngine.FetchChangesContext
    /// The error that ended the fetch early, or the first error of a zone.
    package let error: CKError?
  }
}

extension CKSyncEngine.Event.DidFetchChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "didFetchChanges(\(context.reason))" }
}
