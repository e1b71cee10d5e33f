// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Saves and deletes records.
///
/// ```swift
/// let operation = CKModifyRecordsOperation(
///   recordsToSave: [record], recordIDsToDelete: [recordID])
/// operation.savePolicy = .changedKeys
/// operation.modifyRecordsResultBlock = { result in
///   if case .failure(let error) = result { show(error) }
/// }
/// database.add(operation)
/// ```
public final class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
  /// The policy for records that were changed on the server since they were fetched.
  public enum RecordSavePolicy: Int, Sendable {
    /// The save fails with ``CKError/serverRecordChanged``.
    case ifServerRecordUnchanged = 0
    /// The locally changed fields overwrite the server's values.
    case changedKeys = 1
    /// All local fields with a value overwrite the server's values.
    case allKeys = 2
  }

  /// The records to save.
  public var recordsToSave: [CKRecord]?
  /// The records to delete.
  public var recordIDsToDelete: [CKRecord.ID]?
  /// The policy for records that were changed on the server.
  public var savePolicy: RecordSavePolicy = .ifServerRecordUnchanged
  /// Whether the changes of each zone, except the default zone, succeed or fail together.
  public var isAtomic = true
  /// Ignored: servers do not store it.
  public var clientChangeTokenData: Data?
  /// Called with the upload progress of a record's files, from 0 to 1.
  public var perRecordProgressBlock: ((CKRecord, Double) -> Void)?
  /// Called for each record to save.
  public var perRecordSaveBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// Called for each record to delete.
  public var perRecordDeleteBlock: ((CKRecord.ID, Result<Void, any Error>) -> Void)?
  /// Called at the end; with ``CKError/partialFailure`` if some records failed.
  public var modifyRecordsResultBlock: ((Result<Void, any Error>) -> Void)?
  var deprecatedBlocks = DeprecatedBlocks()

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
        // Blocks are never called concurrently.
        nonisolated(unsafe) let block = given
        changes.onProgress = { block($0, $1) }
      }
      let (records, deletions) = (recordsToSave ?? [], recordIDsToDelete ?? [])
      let results = try await changes.run(saving: records, deleting: deletions)
      for record in records {
        if let result = results.saved[record.recordID] {
          perRecordSaveBlock?(record.recordID, result)
          deprecatedBlocks.report(record, result)
        }
      }
      for id in deletions {
        guard let result = results.deleted[id] else { continue }
        perRecordDeleteBlock?(id, result)
        deprecatedBlocks.report(id, result)
      }
      if let error = Self.partialFailure(results.errors) { throw error }
      end(nil)
    } catch {
      end(Self.asError(error))
    }
  }

  private func end(_ error: (any Error)?) {
    deprecatedBlocks.completion?(deprecatedBlocks.saved, deprecatedBlocks.deleted, error)
    modifyRecordsResultBlock?(error.map { .failure($0) } ?? .success(()))
  }
}
