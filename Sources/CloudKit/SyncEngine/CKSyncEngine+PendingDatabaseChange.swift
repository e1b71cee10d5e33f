// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// A change of a zone that is to be sent.
  public enum PendingDatabaseChange: Sendable, Hashable {
    /// The zone is to be saved.
    case saveZone(CKRecordZone)
    /// The zone is to be deleted, with all its records.
    case deleteZone(CKRecordZone.ID)

    /// The zone's name.
    var zoneID: CKRecordZone.ID {
      switch self {
      case .saveZone(let zone): zone.zoneID
      case .deleteZone(let id): id
      }
    }
  }
}

extension CKSyncEngine.PendingDatabaseChange: CustomStringConvertible {
  /// The change in words, as `saveZone(zone:owner)`.
  public var description: String {
    switch self {
    case .saveZone(let zone): "saveZone(\(zone.zoneID))"
    case .deleteZone(let id): "deleteZone(\(id))"
    }
  }
}

extension CKSyncEngine.PendingDatabaseChange: PendingChange {
  var subject: CKRecordZone.ID { zoneID }
}
