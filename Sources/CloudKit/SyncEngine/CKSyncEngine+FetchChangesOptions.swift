// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// The options of a fetch.
  ///
  /// ```swift
  /// var options = CKSyncEngine.FetchChangesOptions(scope: .zoneIDs([zoneID]))
  /// options.prioritizedZoneIDs = [zoneID]
  /// try await engine.fetchChanges(options)
  /// ```
  public struct FetchChangesOptions: Sendable {
    /// The zones whose changes are fetched.
    public enum Scope: Sendable, Hashable {
      /// All zones.
      case all
      /// All zones but these.
      case allExcluding([CKRecordZone.ID])
      /// These zones only.
      case zoneIDs([CKRecordZone.ID])

      /// Whether the changes of a zone are fetched.
      public func contains(_ zoneID: CKRecordZone.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zones): !zones.contains(zoneID)
        case .zoneIDs(let zones): zones.contains(zoneID)
        }
      }
    }

    /// The zones whose changes are fetched; all by default.
    public var scope: Scope
    /// The operations that the requests belong to.
    public var operationGroup: CKOperationGroup
    /// The zones to fetch first, in this order; empty by default.
    public var prioritizedZoneIDs: [CKRecordZone.ID] = []

    /// Options with a scope, and a group of their own if none is given.
    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }
  }
}

extension CKSyncEngine.FetchChangesOptions: CustomStringConvertible {
  /// The scope and the prioritized zones.
  public var description: String {
    "<FetchChangesOptions scope: \(scope), first: \(prioritizedZoneIDs)>"
  }
}

extension CKSyncEngine {
  /// One attempt to fetch changes.
  public struct FetchChangesContext: Sendable {
    /// The reason of the fetch.
    public let reason: SyncReason
    /// The options of the fetch.
    public let options: FetchChangesOptions

    package init(reason: SyncReason, options: FetchChangesOptions) {
      self.reason = reason
      self.options = options
    }
  }
}

extension CKSyncEngine.FetchChangesContext: CustomStringConvertible {
  /// The reason and the options.
  public var description: String { "<FetchChangesContext \(reason), \(options)>" }
}

extension CKSyncEngine {
  /// The reason of a fetch or send.
  public enum SyncReason: Sendable, Hashable {
    /// The engine scheduled it.
    case scheduled
    /// The app called ``CKSyncEngine/fetchChanges(_:)`` or ``CKSyncEngine/sendChanges(_:)``.
    case manual
  }
}
