// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Who is told what an engine does, and gives it the records to be sent.
///
/// Calls come one after the other: the next one when the last one has returned. So don't wait in one for
/// ``CKSyncEngine/fetchChanges(_:)`` or ``CKSyncEngine/sendChanges(_:)`` of the same engine; that is an
/// error that is thrown.
public protocol CKSyncEngineDelegate: AnyObject, Sendable {
  /// Handles an event.
  ///
  /// What was fetched is to be stored before this returns: the state that follows says that it was.
  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async

  /// Gives the next records to be sent, or nil when there are no more.
  ///
  /// Changes outside of the scope of `context` end the attempt with ``CKError/invalidArguments``.
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch?

  /// Gives the options for what is about to be fetched; by default those of `context`.
  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions
}

extension CKSyncEngineDelegate {
  /// Gives the options of the context.
  public func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions { context.options }
}
