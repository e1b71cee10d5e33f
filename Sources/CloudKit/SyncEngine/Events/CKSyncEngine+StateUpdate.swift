// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// The state is another one.
  ///
  /// Store it in the transaction of what was fetched before, or after it: then nothing is lost in a
  /// crash, and at most one page or batch comes again.
  public struct StateUpdate: Sendable {
    /// What the next engine's configuration is to have.
    public let stateSerialization: CKSyncEngine.State.Serialization
  }
}

extension CKSyncEngine.Event.StateUpdate: CustomStringConvertible {
  /// That the state is another one.
  public var description: String { "stateUpdate(\(stateSerialization))" }
}
