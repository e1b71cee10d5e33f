// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes were fetched, or could not be.
  public struct DidFetchChanges: Sendable {
    /// Why, and what.
    public let context: CKSyncEngine.FetchChangesContext
    /// Why not all was fetched that should have been.
    package let error: CKError?
  }
}

extension CKSyncEngine.Event.DidFetchChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "didFetchChanges(\(context.reason))" }
}
