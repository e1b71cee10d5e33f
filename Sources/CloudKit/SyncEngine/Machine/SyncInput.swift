// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Something that happened, as a sync machine is told.
package enum SyncInput: Sendable {
  /// The process has begun.
  case start
  /// The time for which the machine asked to be woken has come.
  case time
  /// There may be changes on the server.
  case news
  /// Whether the server would tell of changes by itself from now on.
  case isListening(Bool)
  /// Somebody may have signed in or out.
  case accountMayHaveChanged

  /// Somebody waits for all changes to be fetched.
  case fetch(SyncCaller, CKSyncEngine.FetchChangesOptions)
  /// Somebody waits for all changes to be sent.
  case send(SyncCaller, CKSyncEngine.SendChangesOptions)
  /// Somebody no longer waits.
  case abandon(SyncCaller)
  /// All that is under way is to end.
  case cancel

  case addRecordChanges([CKSyncEngine.PendingRecordZoneChange])
  case removeRecordChanges([CKSyncEngine.PendingRecordZoneChange])
  case addDatabaseChanges([CKSyncEngine.PendingDatabaseChange])
  case removeDatabaseChanges([CKSyncEngine.PendingDatabaseChange])
  case setHasUntrackedChanges(Bool)

  /// The delegate has handled the event.
  case handled
  /// The delegate's options for the fetch.
  case options(CKSyncEngine.FetchChangesOptions)
  /// The delegate's next batch.
  case batch(CKSyncEngine.RecordZoneChangeBatch?)
  /// What became of a request.
  case answer(Int, SyncAnswer)
}

/// Who waits for a fetch or a send.
package typealias SyncCaller = Int
