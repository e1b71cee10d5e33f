// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An input of the sync machine.
package enum SyncInput: Sendable {
  /// The engine starts.
  case start
  /// The timer that the machine set has fired.
  case timerFired
  /// The server may have new changes.
  case serverChanged
  /// The connection to the server's change events opened or closed.
  case isListening(Bool)
  /// A user may have signed in or out.
  case accountMayHaveChanged

  /// A caller waits for all changes to be fetched.
  case fetch(SyncCaller, CKSyncEngine.FetchChangesOptions)
  /// A caller waits for all changes to be sent.
  case send(SyncCaller, CKSyncEngine.SendChangesOptions)
  /// A caller's task was cancelled.
  case abandon(SyncCaller)
  /// Cancel all operations.
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
  /// The response to a request.
  case response(Int, SyncResponse)
}

/// The number of a caller that waits for a fetch or a send.
package typealias SyncCaller = Int

/// An effect that the machine's owner carries out.
package enum SyncEffect: Sendable {
  /// Send a request; its response is an input with the same number.
  case send(Int, SyncRequest, CKOperationGroup?)
  /// Cancel a request; its response, or an error, must still be delivered.
  case cancel(Int)
  /// Call the delegate with an event; answer with ``SyncInput/handled``.
  case deliver(CKSyncEngine.Event)
  /// Request the options of a fetch from the delegate.
  case requestOptions(CKSyncEngine.FetchChangesContext)
  /// Request the next batch from the delegate.
  case requestBatch(CKSyncEngine.SendChangesContext)
  /// Resume a waiting caller.
  case finish(SyncCaller, CKError?)
  /// Set the timer to a time, replacing the previous one; nil clears it.
  case wake(at: Double?)
  /// Connect to the server's change events again, or disconnect.
  case listen(Bool)
}
