// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes are about to be fetched.
  public struct WillFetchChanges: Sendable {
    /// Why, and what.
    public let context: CKSyncEngine.FetchChangesContext
  }
}

extension CKSyncEngine.Event.WillFetchChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "willFetchChanges(\(context.reason))" }
}
