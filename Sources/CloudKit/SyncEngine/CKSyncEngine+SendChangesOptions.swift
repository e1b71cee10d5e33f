// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// The options of a send.
  ///
  /// ```swift
  /// let options = CKSyncEngine.SendChangesOptions(scope: .recordIDs([recordID]))
  /// try await engine.sendChanges(options)
  /// ```
  public struct SendChangesOptions: Sendable {
    /// The records that are sent.
    ///
    /// Zones are saved and deleted if they, or the zones of the records, are in the scope.
    public enum Scope: Sendable, Hashable {
      /// The records of all zones.
      case all
      /// The records of all zones but these.
      case allExcluding([CKRecordZone.ID])
      /// The records of these zones only.
      case zoneIDs([CKRecordZone.ID])
      /// These records only.
      case recordIDs([CKRecord.ID])

      /// Whether changes of a record are sent.
      public func contains(_ recordID: CKRecord.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zones): !zones.contains(recordID.zoneID)
        case .zoneIDs(let zones): zones.contains(recordID.zoneID)
        case .recordIDs(let records): records.contains(recordID)
        }
      }

      /// Whether a change is sent.
      public func contains(_ pendingChange: PendingRecordZoneChange) -> Bool {
        contains(pendingChange.recordID)
      }

      /// Whether changes of a zone itself are sent.
      func contains(zone: CKRecordZone.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zones): !zones.contains(zone)
        case .zoneIDs(let zones): zones.contains(zone)
        case .recordIDs(let records): records.contains { $0.zoneID == zone }
        }
      }
    }

    /// The records that are sent; all by default.
    public var scope: Scope
    /// The operations that the requests belong to.
    public var operationGroup: CKOperationGroup

    /// Options with a scope, and a group of their own if none is given.
    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }
  }
}

extension CKSyncEngine.SendChangesOptions: CustomStringConvertible {
  /// The scope.
  public var description: String { "<SendChangesOptions scope: \(scope)>" }
}

extension CKSyncEngine {
  /// One attempt to send changes.
  public struct SendChangesContext: Sendable {
    /// The reason of the send.
    public let reason: SyncReason
    /// The options of the send.
    public let options: SendChangesOptions

    package init(reason: SyncReason, options: SendChangesOptions) {
      self.reason = reason
      self.options = options
    }
  }
}

extension CKSyncEngine.SendChangesContext: CustomStringConvertible {
  /// The reason and the options.
  public var description: String { "<SendChangesContext \(reason), \(options)>" }
}
