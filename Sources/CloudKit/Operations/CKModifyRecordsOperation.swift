// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Saves and deletes records.
public final class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// What is to happen if the server's record is not the one that was fetched.
  public enum RecordSavePolicy: Int, Sendable {
    /// Nothing is saved: the record fails with ``CKError/serverRecordChanged``.
    case ifServerRecordUnchanged = 0
    /// The fields that were changed here are saved, whatever the server has.
    case changedKeys = 1
    /// All fields that have a value here are saved, whatever the server has.
    case allKeys = 2
  }

  /// What is to be saved.
  public var recordsToSave: [CKRecord]?
  /// What is to be deleted.
  public var recordIDsToDelete: [CKRecord.ID]?
  /// What is to happen if the server's record is another one.
  public var savePolicy: RecordSavePolicy = .ifServerRecordUnchanged
  /// Whether in each zone all is done or nothing; not in the default zone.
  public var isAtomic = true
  /// Not sent: servers have no use for it.
  public var clientChangeTokenData: Data?
  /// Called while the files of a record are sent, with a number from 0 to 1.
  public var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  /// Called for each record to be saved.
  public var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called for each record to be deleted.
  public var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
  /// Called at the end; ``CKError/partialFailure`` says that some records failed.
  public var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  var former = Former()

  /// An operation that saves and deletes records.
  public init(recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil) {
    self.recordsToSave = recordsToSave
    self.recordIDsToDelete = recordIDsToDelete
    super.init()
  }

  override func run() async {
    do {
      var changes = RecordChanges(database: try target(), policy: savePolicy, isAtomic: isAtomic)
      if let given = perRecordProgressBlock {
        // As with all blocks it is not called from two threads at a time.
        nonisolated(unsafe) let block = given
        changes.onProgress = { block($0, $1) }
      }
      let (records, deletions) = (recordsToSave ?? [], recordIDsToDelete ?? [])
      let results = try await changes.run(saving: records, deleting: deletions)
      for record in records {
        if let result = results.saved[record.recordID] {
          perRecordSaveBlock?(record.recordID, result)
          former.tell(record, result)
        }
      }
      for id in deletions {
        guard let result = results.deleted[id] else { continue }
        perRecordDeleteBlock?(id, result)
        former.tell(id, result)
      }
      if let error = Self.partialFailure(results.errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    former.atEnd?(former.saved, former.deleted, error)
    modifyRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
