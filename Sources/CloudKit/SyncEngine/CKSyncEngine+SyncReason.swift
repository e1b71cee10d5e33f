// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine {
  /// Why the engine syncs.
  public enum SyncReason: Sendable, Hashable {
    /// The engine saw that there is something to do.
    case scheduled
    /// The app called ``CKSyncEngine/fetchChanges(_:)`` or ``CKSyncEngine/sendChanges(_:)``.
    case manual
  }
}
