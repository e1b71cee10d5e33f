// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// What is pending, and what has been seen.
  ///
  /// It may be used from any thread. Each change of it is told in a ``CKSyncEngine/Event/StateUpdate``.
  public final class State: Sendable {
    private let core: SyncEngineCore

    init(_ core: SyncEngineCore) { self.core = core }

    /// The record changes to be sent, in the order in which they were added.
    ///
    /// There is one for each record: a later one that differs takes the place of the former. The engine
    /// takes off those that were sent, or that failed with an error that stays; but not one that was added
    /// again since the delegate was asked for the batch.
    public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
      Array(core.read(\.state.recordChanges.sequence))
    }

    /// The zone changes to be sent, in the order in which they were added.
    public var pendingDatabaseChanges: [PendingDatabaseChange] {
      Array(core.read(\.state.databaseChanges.sequence))
    }

    /// Whether there are changes that the engine has no list of.
    ///
    /// Setting it has the delegate asked for batches. The engine clears it when the delegate has no more.
    public var hasPendingUntrackedChanges: Bool {
      get { core.read(\.state.hasUntrackedChanges) }
      set { core.handle(.setHasUntrackedChanges(newValue)) }
    }

    /// The zones that have changes on the server which are not fetched yet.
    public var zoneIDsWithUnfetchedServerChanges: [CKRecordZone.ID] {
      core.read(\.state.zones.zones).filter { $0.isUnfetched }.map(\.id)
    }

    /// Adds record changes; with automatic sync they are sent soon.
    public func add(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      core.handle(.addRecordChanges(changes))
    }

    /// Takes record changes off the list.
    public func remove(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      core.handle(.removeRecordChanges(changes))
    }

    /// Adds zone changes; with automatic sync they are sent soon, before any records.
    public func add(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      core.handle(.addDatabaseChanges(changes))
    }

    /// Takes zone changes off the list.
    public func remove(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      core.handle(.removeDatabaseChanges(changes))
    }

    /// The first record changes of a scope, without a look at all of them.
    package func pendingRecordZoneChanges(
      in scope: SendChangesOptions.Scope, limit: Int
    ) -> [PendingRecordZoneChange] {
      var changes: [PendingRecordZoneChange] = []
      for change in core.read(\.state.recordChanges.sequence) where scope.contains(change) {
        if changes.count == limit { break }
        changes.append(change)
      }
      return changes
    }
  }
}
