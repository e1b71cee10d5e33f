// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A failure of a keyring operation; nothing was changed.
package enum KeyringError: Error, Sendable, Hashable {
  /// The account has no keyring: no device has set a passphrase.
  case missing
  /// The account has a keyring already.
  case exists
  /// Another device has replaced the keyring since it was fetched.
  case changedMeanwhile
  /// The passphrase does not unwrap the key.
  case wrongPassphrase
  /// A new passphrase has fewer characters than the minimum.
  case shortPassphrase(minimum: Int)
  /// The recovery code is valid, but does not unwrap the key.
  case wrongRecoveryCode
  /// The text has another number of characters than a recovery code.
  case codeLength(count: Int, expected: Int)
  /// The text has a character that no recovery code contains.
  case codeCharacter(Character)
  /// The checksum of a recovery code does not match.
  case codeChecksum
  /// The keyring has a version or parameters that this program does not support.
  case unsupported
  /// The stored bytes are not a keyring.
  case damaged
}

extension KeyringError: LocalizedError {
  package var errorDescription: String? {
    switch self {
    case .missing: "The account has no passphrase."
    case .exists: "The account has a passphrase already."
    case .changedMeanwhile: "Another device has changed the passphrase at the same time."
    case .wrongPassphrase: "The passphrase is wrong."
    case .shortPassphrase(let minimum):
      "The passphrase is too short: it needs \(minimum) characters or more."
    case .wrongRecoveryCode: "The recovery code belongs to another account, or was replaced."
    case .codeLength(let count, let expected):
      "The recovery code has \(count) characters instead of \(expected)."
    case .codeCharacter(let character):
      "The recovery code contains \(character), which no recovery code has."
    case .codeChecksum: "The recovery code has a typing error."
    case .unsupported: "The keyring was written by a newer version: update this program."
    case .damaged: "The account's keyring is damaged."
    }
  }
}
