// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// The configuration of a new engine.
  ///
  /// ```swift
  /// var configuration = CKSyncEngine.Configuration(
  ///   database: database, stateSerialization: store.syncState, delegate: store)
  /// configuration.automaticallySync = false
  /// let engine = CKSyncEngine(configuration)
  /// try await engine.fetchChanges()
  /// ```
  public struct Configuration: Sendable {
    /// The private or the shared database.
    public var database: CKDatabase
    /// The state from the last ``CKSyncEngine/Event/StateUpdate``; nil at the first start.
    public var stateSerialization: State.Serialization?
    /// The delegate, which handles events and provides records; the engine references it weakly.
    public var delegate: any CKSyncEngineDelegate
    /// Whether the engine syncs automatically when there are changes; true by default.
    ///
    /// If it is false, only ``CKSyncEngine/fetchChanges(_:)`` and ``CKSyncEngine/sendChanges(_:)``
    /// send requests.
    public var automaticallySync = true
    /// The ID of the subscription that reports changes; nil for the engine's own.
    public var subscriptionID: CKSubscription.ID?

    /// A configuration of an engine that syncs automatically.
    public init(
      database: CKDatabase, stateSerialization: State.Serialization?,
      delegate: any CKSyncEngineDelegate
    ) {
      self.database = database
      self.stateSerialization = stateSerialization
      self.delegate = delegate
    }
  }
}

extension CKSyncEngine.Configuration: CustomStringConvertible {
  /// The database, and whether the engine syncs automatically.
  public var description: String {
    "<CKSyncEngine.Configuration \(database), automaticallySync: \(automaticallySync)>"
  }
}
