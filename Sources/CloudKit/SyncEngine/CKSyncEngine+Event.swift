// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// Something that an engine did or saw.
  ///
  /// Fetching tells, in this order: ``willFetchChanges(_:)``, any number of
  /// ``fetchedDatabaseChanges(_:)``, and for each zone that has changes
  /// ``willFetchRecordZoneChanges(_:)``, any number of ``fetchedRecordZoneChanges(_:)`` and
  /// ``didFetchRecordZoneChanges(_:)``; then ``didFetchChanges(_:)``. Sending tells
  /// ``willSendChanges(_:)``, ``sentDatabaseChanges(_:)`` and ``sentRecordZoneChanges(_:)`` for each
  /// request, and ``didSendChanges(_:)``. Behind each of them that changed the state comes a
  /// ``stateUpdate(_:)``.
  public enum Event: Sendable {
    /// The state is another one: store it.
    case stateUpdate(StateUpdate)
    /// Somebody signed in or out.
    case accountChange(AccountChange)
    /// Zones were made, changed or deleted on the server.
    case fetchedDatabaseChanges(FetchedDatabaseChanges)
    /// Records of a zone were saved or deleted on the server.
    case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
    /// Zones were saved or deleted, or could not be.
    case sentDatabaseChanges(SentDatabaseChanges)
    /// Records were saved or deleted, or could not be.
    case sentRecordZoneChanges(SentRecordZoneChanges)
    /// Changes are about to be fetched.
    case willFetchChanges(WillFetchChanges)
    /// Changes of a zone are about to be fetched.
    case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
    /// Changes of a zone were fetched, or could not be.
    case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
    /// Changes were fetched, or could not be.
    case didFetchChanges(DidFetchChanges)
    /// Changes are about to be sent.
    case willSendChanges(WillSendChanges)
    /// Changes were sent, or could not be.
    case didSendChanges(DidSendChanges)
  }
}

extension CKSyncEngine.Event: CustomStringConvertible {
  /// The event in words.
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
