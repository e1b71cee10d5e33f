// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// A zone change to send.
  public enum PendingDatabaseChange: Sendable, Hashable {
    /// Save the zone.
    case saveZone(CKRecordZone)
    /// Delete the zone and all its records.
    case deleteZone(CKRecordZone.ID)

    /// The zone's ID.
    var zoneID: CKRecordZone.ID {
      switch self {
      case .saveZone(let zone): zone.zoneID
      case .deleteZone(let id): id
      }
    }
  }
}

extension CKSyncEngine.PendingDatabaseChange: CustomStringConvertible {
  /// The description of the change, such as `saveZone(zone:owner)`.
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

extension CKSyncEngine {
  /// A record change to send.
  public enum PendingRecordZoneChange: Sendable, Hashable {
    /// Save the record.
    case saveRecord(CKRecord.ID)
    /// Delete the record.
    case deleteRecord(CKRecord.ID)

    /// The record's ID.
    var recordID: CKRecord.ID {
      switch self {
      case .saveRecord(let id), .deleteRecord(let id): id
      }
    }
  }
}

extension CKSyncEngine.PendingRecordZoneChange: CustomStringConvertible {
  /// The description of the change, such as `saveRecord(name in zone:owner)`.
  public var description: String {
    switch self {
    case .saveRecord(let id): "saveRecord(\(id.recordName) in \(id.zoneID))"
    case .deleteRecord(let id): "deleteRecord(\(id.recordName) in \(id.zoneID))"
    }
  }
}

extension CKSyncEngine.PendingRecordZoneChange: PendingChange {
  var subject: CKRecord.ID { recordID }
}
