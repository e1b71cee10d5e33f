// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Something that a sync machine wants to be done.
package enum SyncEffect: Sendable {
  /// Ask the server; to be answered under the same number.
  case ask(Int, SyncRequest, CKOperationGroup?)
  /// The answer is no longer wanted; it is to come nevertheless, as an error if need be.
  case stopAsking(Int)
  /// Let the delegate handle an event; to be answered when it has.
  case deliver(CKSyncEngine.Event)
  /// Ask the delegate for the options of a fetch.
  case askForOptions(CKSyncEngine.FetchChangesContext)
  /// Ask the delegate for the next batch.
  case askForBatch(CKSyncEngine.SendChangesContext)
  /// Let somebody go on who waits.
  case finish(SyncCaller, CKError?)
  /// Tell the machine when a time has come, instead of any that was named before; nil for never.
  case wake(at: Double?)
  /// Listen, from anew, for news of the server, or no longer.
  case listen(Bool)
}
