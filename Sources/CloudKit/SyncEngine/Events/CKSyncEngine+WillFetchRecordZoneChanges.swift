// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes of a zone are about to be fetched.
  public struct WillFetchRecordZoneChanges: Sendable {
    /// The zone.
    public let zoneID: CKRecordZone.ID
    /// The number of the full fetch that begins or goes on; nil if only changes are fetched.
    package let fullFetch: Int?
    /// Whether the server may lack what it had, since a backup was restored.
    package var isServerRestored = false
  }
}

extension CKSyncEngine.Event.WillFetchRecordZoneChanges: CustomStringConvertible {
  /// The zone.
  public var description: String { "willFetchRecordZoneChanges(\(zoneID))" }
}
