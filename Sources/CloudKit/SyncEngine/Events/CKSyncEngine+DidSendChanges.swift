// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes were sent, or could not be.
  public struct DidSendChanges: Sendable {
    /// Why, and what.
    public let context: CKSyncEngine.SendChangesContext
    /// Why not all was sent that should have been.
    package let error: CKError?
  }
}

extension CKSyncEngine.Event.DidSendChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "didSendChanges(\(context.reason))" }
}
