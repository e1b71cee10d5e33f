// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKSyncEngine.Event {
  /// Somebody signed in or out.
  ///
  /// With ``ChangeType/signOut(previousUser:)`` and ``ChangeType/switchAccounts(previousUser:currentUser:)``
  /// the engine has forgotten all pending changes and tokens, since they were another user's. A session
  /// that ends is no sign-out: only one that is no longer configured is.
  public struct AccountChange: Sendable {
    /// Who signed in or out.
    public enum ChangeType: Sendable, Hashable {
      /// Somebody signed in; told at an engine's first start, too.
      case signIn(currentUser: CKRecord.ID)
      /// Who was signed in no longer is.
      case signOut(previousUser: CKRecord.ID)
      /// Somebody else is signed in now.
      case switchAccounts(previousUser: CKRecord.ID, currentUser: CKRecord.ID)
    }

    /// Who signed in or out.
    public let changeType: ChangeType
  }
}

extension CKSyncEngine.Event.AccountChange: CustomStringConvertible {
  /// Who signed in or out.
  public var description: String {
    switch changeType {
    case .signIn(let user): "accountChange(signIn: \(user.recordName))"
    case .signOut(let user): "accountChange(signOut: \(user.recordName))"
    case .switchAccounts(let previous, let current):
      "accountChange(switch: \(previous.recordName) to \(current.recordName))"
    }
  }
}
