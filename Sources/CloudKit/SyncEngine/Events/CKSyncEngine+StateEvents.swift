// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// The engine's state has changed.
  ///
  /// Store the state in the same transaction as the changes that were fetched before it, or after
  /// them: then a crash loses nothing, and at most one page or batch is repeated.
  public struct StateUpdate: Sendable {
    /// The state for the configuration of the next engine.
    public let stateSerialization: CKSyncEngine.State.Serialization
  }
}

extension CKSyncEngine.Event.StateUpdate: CustomStringConvertible {
  /// The description of the state.
  public var description: String { "stateUpdate(\(stateSerialization))" }
}

extension CKSyncEngine.Event {
  /// A user signed in or out.
  ///
  /// On ``ChangeType/signOut(previousUser:)`` and
  /// ``ChangeType/switchAccounts(previousUser:currentUser:)`` the engine has cleared all pending
  /// changes and tokens, since they belong to the previous user. An expired session is not a
  /// sign-out: only the removal of its token from the configuration is.
  public struct AccountChange: Sendable {
    /// The kind of account change and its users.
    public enum ChangeType: Sendable, Hashable {
      /// A user signed in; also delivered at an engine's first start.
      case signIn(currentUser: CKRecord.ID)
      /// The user signed out.
      case signOut(previousUser: CKRecord.ID)
      /// Another user signed in.
      case switchAccounts(previousUser: CKRecord.ID, currentUser: CKRecord.ID)
    }

    /// The kind of account change and its users.
    public let changeType: ChangeType
  }
}

extension CKSyncEngine.Event.AccountChange: CustomStringConvertible {
  /// The kind of account change and its users.
  public var description: String {
    switch changeType {
    case .signIn(let user): "accountChange(signIn: \(user.recordName))"
    case .signOut(let user): "accountChange(signOut: \(user.recordName))"
    case .switchAccounts(let previous, let current):
      "accountChange(switch: \(previous.recordName) to \(current.recordName))"
    }
  }
}
