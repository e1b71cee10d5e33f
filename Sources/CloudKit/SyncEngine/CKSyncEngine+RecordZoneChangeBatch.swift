// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension CKSyncEngine {
  /// Record changes to send together, in one request for each zone.
  ///
  /// ```swift
  /// let batch = await CKSyncEngine.RecordZoneChangeBatch(
  ///   pendingChanges: engine.state.pendingRecordZoneChanges
  /// ) { recordID in
  ///   record(for: recordID)
  /// }
  /// ```
  public struct RecordZoneChangeBatch: Sendable {
    /// The maximum number of changes that ``init(pendingChanges:recordProvider:)`` includes.
    static let longest = Limits.operations
    /// The approximate maximum size of the records in bytes.
    static let largest = 2 << 20

    /// The records to save.
    public var recordsToSave: [CKRecord]
    /// The records to delete.
    public var recordIDsToDelete: [CKRecord.ID]
    /// Whether the changes of each zone succeed or fail together.
    ///
    /// If one fails, the others fail with ``CKError/batchRequestFailed``. An atomic batch is not
    /// split: more than 200 changes of a zone fail with ``CKError/limitExceeded``.
    public var atomicByZone: Bool
    /// The change tags that records must have to be deleted; if the server's record has another
    /// tag, the deletion fails with ``CKError/serverRecordChanged``, which contains that record.
    package var deletionTags: [CKRecord.ID: String] = [:]

    /// A batch of the first pending changes that fit: 200, or records of about 2 MB; nil if there
    /// are none.
    ///
    /// - Parameters:
    ///   - pendingChanges: The changes, in their order.
    ///   - recordProvider: Returns the record to save for an ID; nil skips the change.
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

    /// A batch of the given changes.
    ///
    /// A batch that is too large is split, unless it is atomic.
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
  /// The number of changes.
  public var description: String {
    "<RecordZoneChangeBatch save: \(recordsToSave.count), delete: \(recordIDsToDelete.count)"
      + "\(atomicByZone ? ", atomic" : "")>"
  }
}

extension CKRecord {
  /// The approximate size of the record in a request, in bytes without files.
  var approximateByteCount: Int {
    let state = state
    return state.changedKeys.reduce(200) { count, key in
      count + key.utf8.count + 32 + (state.values[key]?.approximateByteCount ?? 0)
    }
  }
}

extension StoredValue {
  /// The approximate size of the value in a request, in bytes without files.
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
