// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Changes are about to be sent.
  public struct WillSendChanges: Sendable {
    /// Why, and what.
    public let context: CKSyncEngine.SendChangesContext
  }
}

extension CKSyncEngine.Event.WillSendChanges: CustomStringConvertible {
  /// The reason.
  public var description: String { "willSendChanges(\(context.reason))" }
}
