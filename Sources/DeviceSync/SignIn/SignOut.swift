// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit
import Foundation

/// The sign-out of a device, as `cairn logout` and the page of sync do it.
enum SignOut {
  /// The result of a sign-out.
  enum Outcome {
    /// No user was signed in.
    case none
    /// The credentials could not be read, and were moved to a file.
    case movedDamaged(URL)
    /// The tokens were deleted; `problem` is the reason that the server has not ended the session.
    case signedOut(LoginRecord, problem: (any Error)?)
  }

  /// Deletes the tokens, and ends the session on the server if it can be reached.
  ///
  /// The data, the key of encrypted fields and unsent changes remain.
  ///
  /// - Parameter account: The account of the data folder.
  /// - Returns: The outcome.
  /// - Throws: `CKError` or ``CommandError`` if the file of credentials can't be written.
  static func run(_ account: DeviceAccount) async throws -> Outcome {
    if try account.isDamaged() {
      return .movedDamaged(try account.file.setAsideIfDamaged() ?? account.file.url)
    }
    guard let login = try account.login(), login.isLoggedIn else { return .none }
    let connections = try account.connections()
    try account.file.update { configuration in
      for name in connections.keys { configuration.containers[name]?.webAuthToken = nil }
    }
    var problem: (any Error)?
    for (name, connection) in connections {
      do { try await CloudKitSignIn.signOut(of: name, connection) } catch { problem = error }
    }
    return .signedOut(login, problem: problem)
  }

  /// The warning for a session that the server has not ended.
  static func warning(_ problem: any Error) -> String {
    "can't end the session on the server, where it expires after two weeks: "
      + CommandError.describe(problem).printable
  }
}
