// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKSyncEngine {
  /// Changes of records that are sent together: a request for each zone.
  public struct RecordZoneChangeBatch: Sendable {
    /// The most changes that ``init(pendingChanges:recordProvider:)`` takes.
    static let longest = Limits.operations
    /// About how many bytes of records it takes.
    static let largest = 2 << 20

    /// The records to be saved.
    public var recordsToSave: [CKRecord]
    /// The records to be deleted.
    public var recordIDsToDelete: [CKRecord.ID]
    /// Whether in each zone all is done or nothing.
    ///
    /// Records that were good then fail with ``CKError/batchRequestFailed``. Such a batch is not split:
    /// more than 200 changes of a zone fail with ``CKError/limitExceeded``.
    public var atomicByZone: Bool
    /// The change tags of records that are deleted only if the server's copy still has them; another copy
    /// is in the ``CKError/serverRecordChanged`` that the deletion fails with.
    package var deletionTags: [CKRecord.ID: String] = [:]

    /// A batch of the first pending changes that fit: 200, or records of about 2 MB; nil if there are
    /// none.
    ///
    /// - Parameters:
    ///   - pendingChanges: The changes, in their order.
    ///   - recordProvider: Gives the record of a change that saves; nil leaves it out.
    public init?(
      pendingChanges: [PendingRecordZoneChange],
      recordProvider: @Sendable (CKRecord.ID) async -> CKRecord?
    ) async {
      self.init()
      var bytes = 0
      for change in pendingChanges {
        guard recordsToSave.count + recordIDsToDelete.count < Self.longest else { break }
        switch change {
        case .deleteRecord(let id): recordIDsToDelete.append(id)
        case .saveRecord(let id):
          guard let record = await recordProvider(id) else { continue }
          bytes += record.approximateByteCount
          if bytes > Self.largest, !recordsToSave.isEmpty { return }
          recordsToSave.append(record)
        }
      }
      if isEmpty { return nil }
    }

    /// A batch of changes that the app has chosen.
    ///
    /// One that is too large is split, unless it is atomic.
    public init(
      recordsToSave: [CKRecord] = [], recordIDsToDelete: [CKRecord.ID] = [],
      atomicByZone: Bool = false
    ) {
      self.recordsToSave = recordsToSave
      self.recordIDsToDelete = recordIDsToDelete
      self.atomicByZone = atomicByZone
    }

    var isEmpty: Bool { recordsToSave.isEmpty && recordIDsToDelete.isEmpty }
  }
}

extension CKSyncEngine.RecordZoneChangeBatch: CustomStringConvertible {
  /// How much is in it.
  public var description: String {
    "<RecordZoneChangeBatch save: \(recordsToSave.count), delete: \(recordIDsToDelete.count)"
      + "\(atomicByZone ? ", atomic" : "")>"
  }
}

extension CKRecord {
  /// About how long the record is in a request; files are not counted.
  var approximateByteCount: Int {
    let state = state
    return state.changedKeys.reduce(200) { count, key in
      count + key.utf8.count + 32 + (state.values[key]?.approximateByteCount ?? 0)
    }
  }
}

extension StoredValue {
  /// About how long the value is in a request; files are not counted.
  fileprivate var approximateByteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let data): data.count / 3 * 4
    case .list(let values): values.reduce(0) { $0 + $1.approximateByteCount + 8 }
    case .reference(let reference): reference.recordID.recordName.utf8.count + 80
    case .location: 160
    case .asset: 400
    default: 16
    }
  }
}
