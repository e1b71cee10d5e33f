// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// One attempt to fetch changes.
  public struct FetchChangesContext: Sendable {
    /// Why changes are fetched.
    public let reason: SyncReason
    /// What is fetched, and how.
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
