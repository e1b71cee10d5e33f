// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The data key of an account, wrapped by a passphrase and by a recovery code.
///
/// The server stores it and can't read the key. A change of the passphrase wraps the same key again,
/// so that encrypted values stay as they are.
package struct EncryptionKeyring: Sendable, Hashable {
  /// The minimum length of a new passphrase, in characters.
  package static let minimumLength = 10
  private static let version = 1

  /// The fingerprint of the data key: ``CloudKitEncryptionKey/name``.
  package let keyName: String
  private var passphrase: WrappedKey
  private var recovery: WrappedKey

  /// Creates the keyring of a key, with a new recovery code.
  ///
  /// - Parameters:
  ///   - key: The data key.
  ///   - passphrase: The passphrase, of ``minimumLength`` characters or more.
  ///   - parameters: The costs of the derivation.
  /// - Returns: The keyring, and the recovery code, which is not stored.
  /// - Throws: ``KeyringError/shortPassphrase(minimum:)``, or an error of the derivation.
  package static func make(
    of key: CloudKitEncryptionKey, passphrase: String, _ parameters: ScryptParameters = .standard
  ) throws -> (keyring: EncryptionKeyring, code: RecoveryCode) {
    try check(passphrase)
    let code = RecoveryCode.random()
    let keyring = EncryptionKeyring(
      keyName: key.name, passphrase: try WrappedKey(key, passphrase: passphrase, parameters),
      recovery: try WrappedKey(key, code: code))
    return (keyring, code)
  }

  private init(keyName: String, passphrase: WrappedKey, recovery: WrappedKey) {
    self.keyName = keyName
    self.passphrase = passphrase
    self.recovery = recovery
  }

  /// Rejects a new passphrase that is too short.
  ///
  /// - Throws: ``KeyringError/shortPassphrase(minimum:)``.
  package static func check(_ passphrase: String) throws(KeyringError) {
    guard passphrase.count >= minimumLength else {
      throw KeyringError.shortPassphrase(minimum: minimumLength)
    }
  }

  // MARK: Unwrapping

  /// Unwraps the key with the passphrase.
  ///
  /// - Throws: ``KeyringError/wrongPassphrase``, or ``KeyringError/unsupported``.
  package func key(passphrase: String) throws(KeyringError) -> CloudKitEncryptionKey {
    guard let key = try self.passphrase.key(passphrase: passphrase, name: keyName) else {
      throw KeyringError.wrongPassphrase
    }
    return key
  }

  /// Unwraps the key with the recovery code.
  ///
  /// - Throws: ``KeyringError/wrongRecoveryCode``, or ``KeyringError/unsupported``.
  package func key(code: RecoveryCode) throws(KeyringError) -> CloudKitEncryptionKey {
    guard let key = try recovery.key(code: code, name: keyName) else {
      throw KeyringError.wrongRecoveryCode
    }
    return key
  }

  // MARK: Rewrapping

  /// Wraps the key by a new passphrase; the former one no longer unwraps this keyring.
  ///
  /// - Parameters:
  ///   - passphrase: The new passphrase.
  ///   - key: The keyring's key.
  ///   - parameters: The costs of the derivation.
  /// - Throws: ``KeyringError/shortPassphrase(minimum:)``, ``KeyringError/wrongPassphrase`` for the
  ///   key of another keyring, or an error of the derivation.
  package mutating func setPassphrase(
    _ passphrase: String, of key: CloudKitEncryptionKey, _ parameters: ScryptParameters = .standard
  ) throws {
    try Self.check(passphrase)
    guard key.name == keyName else { throw KeyringError.wrongPassphrase }
    self.passphrase = try WrappedKey(key, passphrase: passphrase, parameters)
  }

  /// Wraps the key by a new recovery code; the former one no longer unwraps this keyring.
  ///
  /// - Parameter key: The keyring's key.
  /// - Returns: The new code, which is not stored.
  /// - Throws: ``KeyringError/wrongPassphrase`` for the key of another keyring.
  package mutating func renewRecoveryCode(
    of key: CloudKitEncryptionKey
  ) throws -> RecoveryCode {
    guard key.name == keyName else { throw KeyringError.wrongPassphrase }
    let code = RecoveryCode.random()
    recovery = try WrappedKey(key, code: code)
    return code
  }
}

// MARK: The stored form

extension EncryptionKeyring: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, passphrase, recovery
    case keyName = "key"
  }

  /// Decodes a keyring of a supported version.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard try values.decode(Int.self, forKey: .version) == Self.version else {
      throw KeyringError.unsupported
    }
    keyName = try values.decode(String.self, forKey: .keyName)
    passphrase = try values.decode(WrappedKey.self, forKey: .passphrase)
    recovery = try values.decode(WrappedKey.self, forKey: .recovery)
  }

  /// Encodes the keyring with its version.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(keyName, forKey: .keyName)
    try values.encode(passphrase, forKey: .passphrase)
    try values.encode(recovery, forKey: .recovery)
  }

  /// Decodes the JSON of ``encoded()``.
  ///
  /// - Throws: ``KeyringError/unsupported`` for another version, else ``KeyringError/damaged``.
  package init(decoding data: Data) throws(KeyringError) {
    do {
      self = try JSONDecoder().decode(EncryptionKeyring.self, from: data)
    } catch let error as KeyringError {
      throw error
    } catch {
      throw KeyringError.damaged
    }
  }

  /// The keyring as JSON with sorted keys.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }
}
