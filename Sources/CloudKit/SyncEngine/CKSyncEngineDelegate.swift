// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Handles the events of a sync engine and provides the records to send.
///
/// ```swift
/// final class HikeSync: CKSyncEngineDelegate {
///   func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
///     if case .stateUpdate(let update) = event { save(update.stateSerialization) }
///   }
///
///   func nextRecordZoneChangeBatch(
///     _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
///   ) async -> CKSyncEngine.RecordZoneChangeBatch? {
///     let changes = syncEngine.state.pendingRecordZoneChanges
///     return await .init(pendingChanges: changes) { record(for: $0) }
///   }
/// }
/// ```
///
/// Calls are serial: the engine makes the next one after the last one has returned. Do not await
/// ``CKSyncEngine/fetchChanges(_:)`` or ``CKSyncEngine/sendChanges(_:)`` of the same engine in a
/// delegate method: these calls throw.
public protocol CKSyncEngineDelegate: AnyObject, Sendable {
  /// Handles an event.
  ///
  /// Store fetched changes before returning: the state update that follows includes their token.
  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async

  /// Returns the next changes to send, or nil if there are no more.
  ///
  /// Changes outside of the scope of `context` end the attempt with ``CKError/invalidArguments``.
  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch?

  /// Returns the options of the next fetch; by default those of `context`.
  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions
}

extension CKSyncEngineDelegate {
  /// Returns the options of the context.
  public func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions { context.options }
}
