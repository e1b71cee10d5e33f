// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import CloudKit

/// Messages for errors of passphrases and keys, with remedies.
enum EncryptionFailure {
  static func message(
    _ error: any Error, _ server: String, in place: RemedyPlace
  ) -> any Error {
    switch error {
    case let error as KeyringError: CommandError(message(error, in: place))
    case let error as CKError where error.code == .notAuthenticated:
      CommandError(
        "the session of this device on \(server) has ended: "
          + (place == .command ? "run cairn login again" : "sign in again"))
    case let error as CKError where error.isAboutConnection:
      CommandError(
        "\(server) can't be reached, and nothing was changed: try again later "
          + "(\(error.localizedDescription.printable))")
    case let error as CKError: CommandError(error.localizedDescription.printable)
    default: error
    }
  }

  private static func message(_ error: KeyringError, in place: RemedyPlace) -> String {
    let reason = error.localizedDescription.trimmingSuffix(".")
    let text = reason.prefix(1).lowercased() + reason.dropFirst()
    return switch error {
    case .missing: text + (place == .command ? ": set one with cairn passphrase set" : ": set one")
    case .exists:
      text + ", and nothing was changed: enter it"
        + (place == .command ? " with cairn passphrase unlock" : "")
    case .changedMeanwhile: text + "; nothing was changed here: check which one is valid"
    case .wrongPassphrase:
      text + ", and nothing was changed: try again, or use "
        + (place == .command ? "cairn passphrase recover" : "the recovery code")
    case .shortPassphrase: text + ", such as several words"
    case .wrongRecoveryCode: text + ": check that it is the newest code of this account"
    case .codeLength, .codeCharacter, .codeChecksum: text + ": compare it with your copy"
    case .unsupported: text
    case .damaged: text + ": restore the server from a backup"
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}

extension CKError {
  /// Whether the server could not be reached, or could not answer now.
  var isAboutConnection: Bool {
    switch code {
    case .networkUnavailable, .networkFailure, .serverResponseLost, .serviceUnavailable,
      .requestRateLimited, .zoneBusy:
      true
    default: false
    }
  }
}
