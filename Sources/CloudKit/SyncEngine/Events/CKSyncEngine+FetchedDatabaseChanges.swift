// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Zones were made, changed or deleted on the server.
  ///
  /// If the server no longer knew what the engine had seen, the zones that are gone since then are among
  /// the deletions.
  public struct FetchedDatabaseChanges: Sendable {
    /// The zones that were made or have changes.
    public let modifications: [CKDatabase.DatabaseChange.Modification]
    /// The zones that are gone.
    public let deletions: [CKDatabase.DatabaseChange.Deletion]
  }
}

extension CKSyncEngine.Event.FetchedDatabaseChanges: CustomStringConvertible {
  /// The zones.
  public var description: String {
    "fetchedDatabaseChanges(modified: \(modifications.map(\.zoneID)), "
      + "deleted: \(deletions.map(\.zoneID)))"
  }
}
