// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// The pending changes and the change tokens of an engine.
  ///
  /// ```swift
  /// engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
  /// engine.state.add(pendingRecordZoneChanges: [.saveRecord(recordID)])
  /// ```
  ///
  /// The state is safe to use from any thread. Each change is followed by a
  /// ``CKSyncEngine/Event/StateUpdate``.
  public final class State: Sendable {
    private let core: SyncEngineCore

    init(_ core: SyncEngineCore) { self.core = core }

    /// The record changes to send, in the order in which they were added.
    ///
    /// There is one for each record: a later change that differs replaces the earlier one. The
    /// engine removes a change that was sent or failed permanently, unless it was added again after
    /// the batch was requested.
    public var pendingRecordZoneChanges: [PendingRecordZoneChange] {
      Array(core.read(\.state.recordChanges.sequence))
    }

    /// The zone changes to send, in the order in which they were added.
    public var pendingDatabaseChanges: [PendingDatabaseChange] {
      Array(core.read(\.state.databaseChanges.sequence))
    }

    /// Whether the app has changes that are not in ``pendingRecordZoneChanges``.
    ///
    /// If set, the engine requests batches from the delegate, and clears the flag when the delegate
    /// returns none.
    public var hasPendingUntrackedChanges: Bool {
      get { core.read(\.state.hasUntrackedChanges) }
      set { core.handle(.setHasUntrackedChanges(newValue)) }
    }

    /// The zones with unfetched changes on the server.
    public var zoneIDsWithUnfetchedServerChanges: [CKRecordZone.ID] {
      core.read(\.state.zones.zones).filter { $0.isUnfetched }.map(\.id)
    }

    /// Adds record changes; with automatic sync they are sent soon.
    public func add(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      core.handle(.addRecordChanges(changes))
    }

    /// Removes pending record changes.
    public func remove(pendingRecordZoneChanges changes: [PendingRecordZoneChange]) {
      core.handle(.removeRecordChanges(changes))
    }

    /// Adds zone changes; with automatic sync they are sent soon, before any records.
    public func add(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      core.handle(.addDatabaseChanges(changes))
    }

    /// Removes pending zone changes.
    public func remove(pendingDatabaseChanges changes: [PendingDatabaseChange]) {
      core.handle(.removeDatabaseChanges(changes))
    }

    /// Returns the first pending record changes in a scope, without copying the whole list.
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

extension CKSyncEngine.State {
  /// The encodable state of an engine: tokens and pending changes.
  ///
  /// Creating and retaining a serialization is cheap; encoding does the work. Pending changes are
  /// encoded in chunks, and unchanged chunks are encoded only once.
  public struct Serialization: Codable, Sendable {
    let snapshot: SyncSnapshot

    init(_ snapshot: SyncSnapshot) { self.snapshot = snapshot }

    /// Decodes a state.
    ///
    /// - Throws: A `DecodingError` if the data is invalid or of a newer version: start without a
    ///   state then.
    public init(from decoder: any Decoder) throws { snapshot = try SyncSnapshot(from: decoder) }

    /// Returns a state with which an engine fetches all records of a zone again, as without a
    /// token.
    package func fetchingAll(of zone: CKRecordZone.ID) -> Serialization {
      var state = SyncState(snapshot)
      state.beginFullFetch(zone)
      return Serialization(state.snapshot)
    }

    /// Encodes the state.
    public func encode(to encoder: any Encoder) throws { try snapshot.encode(to: encoder) }
  }
}

extension CKSyncEngine.State.Serialization: CustomStringConvertible {
  /// The numbers of zones and pending changes.
  public var description: String {
    "<Serialization zones: \(snapshot.zones.count), pending: \(snapshot.recordChanges.count)>"
  }
}
