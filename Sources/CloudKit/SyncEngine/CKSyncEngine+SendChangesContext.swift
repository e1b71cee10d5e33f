// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// One attempt to send changes.
  public struct SendChangesContext: Sendable {
    /// Why changes are sent.
    public let reason: SyncReason
    /// What is sent, and how.
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
