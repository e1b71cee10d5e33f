// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// What an engine needs to begin.
  public struct Configuration: Sendable {
    /// The private or the shared database.
    public var database: CKDatabase
    /// What the last ``CKSyncEngine/Event/StateUpdate`` had; nil at the first start.
    public var stateSerialization: State.Serialization?
    /// Who is told of events and gives records; the engine does not keep it alive.
    public var delegate: any CKSyncEngineDelegate
    /// Whether the engine syncs when there is something to do; true by default.
    ///
    /// If it is false nothing is asked of the server but by ``CKSyncEngine/fetchChanges(_:)`` and
    /// ``CKSyncEngine/sendChanges(_:)``.
    public var automaticallySync = true
    /// The name of the subscription that tells of changes; nil for the engine's own.
    public var subscriptionID: CKSubscription.ID?

    /// A configuration of an engine that syncs by itself.
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
  /// The database, and whether the engine syncs by itself.
  public var description: String {
    "<CKSyncEngine.Configuration \(database), automaticallySync: \(automaticallySync)>"
  }
}
