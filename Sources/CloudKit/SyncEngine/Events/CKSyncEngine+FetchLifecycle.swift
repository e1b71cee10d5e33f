// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes are about to be fetched.
  public struct WillFetchChanges: Sendable {
    /// Why, and what.
    public let context: CKSyncEngine.FetchChangesContext
  }

  /// Changes of a zone are about to be fetched.
  public struct WillFetchRecordZoneChanges: Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// The number of the full fetch that begins or goes on; nil if only changes are fetched.
    package let fullFetch: Int?
  }

  /// Changes of a zone were fetched, or could not be.
  public struct DidFetchRecordZoneChanges: Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// Why not all could be fetched; nil if all were.
    ///
    /// ``CKError/partialFailure`` names records that can't be read; the others were told.
    public let error: CKError?
    /// The number of the full fetch that has ended, if there is no error; nil if it was none.
    package let fullFetch: Int?
  }

  /// Changes were fetched, or could not be.
  public struct DidFetchChanges: Sendable {
    /// Why, and what.
    public let context: CKSyncEngine.FetchChangesContext
  }
}

extension CKSyncEngine.Event.WillFetchChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "willFetchChanges(\(context.reason))" }
}

extension CKSyncEngine.Event.WillFetchRecordZoneChanges: CustomStringConvertible {
  /// The zone.
  public var description: String { "willFetchRecordZoneChanges(\(zoneID))" }
}

extension CKSyncEngine.Event.DidFetchRecordZoneChanges: CustomStringConvertible {
  /// The zone and the error.
  public var description: String {
    "didFetchRecordZoneChanges(\(zoneID)\(error.map { ", \($0.code)" } ?? ""))"
  }
}

extension CKSyncEngine.Event.DidFetchChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "didFetchChanges(\(context.reason))" }
}
