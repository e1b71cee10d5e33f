// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
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
}

extension CKSyncEngine.Event.DidFetchRecordZoneChanges: CustomStringConvertible {
  /// The zone and the error.
  public var description: String {
    "didFetchRecordZoneChanges(\(zoneID)\(error.map { ", \($0.code)" } ?? ""))"
  }
}
