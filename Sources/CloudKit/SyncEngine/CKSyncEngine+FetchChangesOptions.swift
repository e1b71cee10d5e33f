// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// What is to be fetched, and how.
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
    /// The zones that come first, in this order; empty by default.
    public var prioritizedZoneIDs: [CKRecordZone.ID] = []

    /// Options with a scope, and a group of their own if none is given.
    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }
  }
}

extension CKSyncEngine.FetchChangesOptions: CustomStringConvertible {
  /// The scope and the zones that come first.
  public var description: String {
    "<FetchChangesOptions scope: \(scope), first: \(prioritizedZoneIDs)>"
  }
}
