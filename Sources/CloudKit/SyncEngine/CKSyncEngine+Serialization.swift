// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.State {
  /// What an engine has to know at its next start: tokens and pending changes.
  ///
  /// To take and to keep one costs next to nothing; the work is done when it is encoded. Of many pending
  /// changes only those are encoded anew that are near to changed ones.
  public struct Serialization: Codable, Sendable {
    let snapshot: SyncSnapshot

    init(_ snapshot: SyncSnapshot) { self.snapshot = snapshot }

    /// Reads a state.
    ///
    /// - Throws: A `DecodingError` if it is none, or of a newer version: start without one then.
    public init(from decoder: any Decoder) throws { snapshot = try SyncSnapshot(from: decoder) }

    /// The state with which an engine fetches all of a zone again, as it does without a token for it.
    package func fetchingAll(of zone: CKRecordZone.ID) -> Serialization {
      var state = SyncState(snapshot)
      state.beginFullFetch(zone)
      return Serialization(state.snapshot)
    }

    /// Writes the state.
    public func encode(to encoder: any Encoder) throws { try snapshot.encode(to: encoder) }
  }
}

extension CKSyncEngine.State.Serialization: CustomStringConvertible {
  /// How much is in it.
  public var description: String {
    "<Serialization zones: \(snapshot.zones.count), pending: \(snapshot.recordChanges.count)>"
  }
}
