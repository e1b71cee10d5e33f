// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// An event of a sync engine.
  ///
  /// ```swift
  /// func handle(_ event: CKSyncEngine.Event) {
  ///   switch event {
  ///   case .stateUpdate(let update): save(update.stateSerialization)
  ///   case .fetchedRecordZoneChanges(let changes):
  ///     for modification in changes.modifications { apply(modification.record) }
  ///     for deletion in changes.deletions { remove(deletion.recordID) }
  ///   default: break
  ///   }
  /// }
  /// ```
  ///
  /// A fetch delivers, in this order: ``willFetchChanges(_:)``, any number of
  /// ``fetchedDatabaseChanges(_:)``, and for each zone that has changes
  /// ``willFetchRecordZoneChanges(_:)``, any number of ``fetchedRecordZoneChanges(_:)`` and
  /// ``didFetchRecordZoneChanges(_:)``; then ``didFetchChanges(_:)``. A send delivers
  /// ``willSendChanges(_:)``, ``sentDatabaseChanges(_:)`` and ``sentRecordZoneChanges(_:)`` for
  /// each request, and ``didSendChanges(_:)``. Each event that changed the state is followed by a
  /// ``stateUpdate(_:)``.
  public enum Event: Sendable {
    /// The state has changed: store it.
    case stateUpdate(StateUpdate)
    /// A user signed in or out.
    case accountChange(AccountChange)
    /// Zones were created, changed or deleted on the server.
    case fetchedDatabaseChanges(FetchedDatabaseChanges)
    /// Records of a zone were saved or deleted on the server.
    case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
    /// A request to save or delete zones has ended.
    case sentDatabaseChanges(SentDatabaseChanges)
    /// A request to save or delete records has ended.
    case sentRecordZoneChanges(SentRecordZoneChanges)
    /// Changes are about to be fetched.
    case willFetchChanges(WillFetchChanges)
    /// Changes of a zone are about to be fetched.
    case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
    /// The fetch of a zone's changes has ended.
    case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
    /// A fetch has ended.
    case didFetchChanges(DidFetchChanges)
    /// Changes are about to be sent.
    case willSendChanges(WillSendChanges)
    /// A send has ended.
    case didSendChanges(DidSendChanges)
  }
}

extension CKSyncEngine.Event: CustomStringConvertible {
  /// The description of the event.
  public var description: String {
    switch self {
    case .stateUpdate(let event): "\(event)"
    case .accountChange(let event): "\(event)"
    case .fetchedDatabaseChanges(let event): "\(event)"
    case .fetchedRecordZoneChanges(let event): "\(event)"
    case .sentDatabaseChanges(let event): "\(event)"
    case .sentRecordZoneChanges(let event): "\(event)"
    case .willFetchChanges(let event): "\(event)"
    case .willFetchRecordZoneChanges(let event): "\(event)"
    case .didFetchRecordZoneChanges(let event): "\(event)"
    case .didFetchChanges(let event): "\(event)"
    case .willSendChanges(let event): "\(event)"
    case .didSendChanges(let event): "\(event)"
    }
  }
}
