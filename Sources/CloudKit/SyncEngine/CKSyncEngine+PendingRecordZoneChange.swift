// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// A change of a record that is to be sent.
  public enum PendingRecordZoneChange: Sendable, Hashable {
    /// The record is to be saved.
    case saveRecord(CKRecord.ID)
    /// The record is to be deleted.
    case deleteRecord(CKRecord.ID)

    /// The record's name.
    var recordID: CKRecord.ID {
      switch self {
      case .saveRecord(let id), .deleteRecord(let id): id
      }
    }
  }
}

extension CKSyncEngine.PendingRecordZoneChange: CustomStringConvertible {
  /// The change in words, as `saveRecord(name in zone:owner)`.
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
