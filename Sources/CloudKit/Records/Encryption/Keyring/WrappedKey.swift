// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

/// A data key, encrypted with a key that is derived from a passphrase or a recovery code.
///
/// The wrapping key encrypts with AES-256-GCM. The method, its parameters and the fingerprint of the
/// data key are authenticated data.
struct WrappedKey: Codable, Sendable, Hashable {
  /// The derivation of the wrapping key.
  enum Method: String, Codable, Sendable {
    /// scrypt of a passphrase.
    case scrypt
    /// HKDF of the 160 random bits of a recovery code, which need no slow derivation.
    case hkdf = "hkdf-sha256"
  }

  private static let saltLength = 16
  private static let wrappingKeyLength = 32

  let method: Method
  /// The parameters of scrypt; nil for HKDF.
  let parameters: ScryptParameters?
  let salt: Data
  /// The nonce, the ciphertext and the authentication tag.
  let sealed: Data

  /// Wraps a key with a passphrase.
  init(
    _ key: CloudKitEncryptionKey, passphrase: String, _ parameters: ScryptParameters
  ) throws {
    let salt = Self.newSalt()
    try self.init(
      key, .scrypt, parameters, salt, with: Self.wrappingKey(passphrase, salt, parameters))
  }

  /// Wraps a key with a recovery code.
  init(_ key: CloudKitEncryptionKey, code: RecoveryCode) throws {
    let salt = Self.newSalt()
    try self.init(key, .hkdf, nil, salt, with: Self.wrappingKey(code, salt))
  }

  private init(
    _ key: CloudKitEncryptionKey, _ method: Method, _ parameters: ScryptParameters?, _ salt: Data,
    with wrappingKey: SymmetricKey
  ) throws {
    self.method = method
    self.parameters = parameters
    self.salt = salt
    let box = try AES.GCM.seal(
      Data(key.bytes), using: wrappingKey,
      authenticating: Self.authenticated(method, parameters, key.name))
    guard let combined = box.combined else { throw CryptoKitError.incorrectParameterSize }
    sealed = combined
  }

  /// Unwraps the key with a passphrase; nil if the passphrase is wrong.
  ///
  /// Throws ``KeyringError/unsupported`` for another method, or for parameters that need too much
  /// memory.
  func key(passphrase: String, name: String) throws(KeyringError) -> CloudKitEncryptionKey? {
    guard method == .scrypt, let parameters, parameters.isSupported,
      let wrappingKey = try? Self.wrappingKey(passphrase, salt, parameters)
    else { throw KeyringError.unsupported }
    return unwrapped(with: wrappingKey, name)
  }

  /// Unwraps the key with a recovery code; nil if the code is wrong.
  func key(code: RecoveryCode, name: String) throws(KeyringError) -> CloudKitEncryptionKey? {
    guard method == .hkdf else { throw KeyringError.unsupported }
    return unwrapped(with: Self.wrappingKey(code, salt), name)
  }

  private func unwrapped(
    with wrappingKey: SymmetricKey, _ name: String
  ) -> CloudKitEncryptionKey? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed),
      let bytes = try? AES.GCM.open(
        box, using: wrappingKey, authenticating: Self.authenticated(method, parameters, name)),
      let key = CloudKitEncryptionKey(bytes: bytes), key.name == name
    else { return nil }
    return key
  }

  // MARK: Derivation

  private static func newSalt() -> Data {
    SymmetricKey(size: .init(bitCount: saltLength * 8)).withUnsafeBytes { Data($0) }
  }

  private static func wrappingKey(
    _ passphrase: String, _ salt: Data, _ parameters: ScryptParameters
  ) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: CloudKitEncryptionKey.words(of: passphrase), salt: salt,
      outputByteCount: wrappingKeyLength, rounds: parameters.rounds,
      blockSize: parameters.blockSize, parallelism: parameters.parallelism)
  }

  private static func wrappingKey(_ code: RecoveryCode, _ salt: Data) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: code.bytes), salt: salt,
      info: FieldCipher.framed("Cairn recovery key 1"), outputByteCount: wrappingKeyLength)
  }

  private static func authenticated(
    _ method: Method, _ parameters: ScryptParameters?, _ name: String
  ) -> Data {
    let costs = parameters.map { "\($0.rounds) \($0.blockSize) \($0.parallelism)" } ?? ""
    return ["Cairn wrapped key 1", method.rawValue, costs, name].reduce(into: Data()) {
      $0 += FieldCipher.framed($1)
    }
  }
}

/// The costs of one attempt to guess a passphrase.
package struct ScryptParameters: Codable, Sendable, Hashable {
  /// The costs of new keyrings: 128 MiB of memory.
  package static let standard = ScryptParameters(rounds: 131_072, blockSize: 8, parallelism: 1)
  /// The largest amount of memory, which a server could demand by a forged keyring.
  private static let memoryLimit = 1 << 30

  package let rounds: Int
  package let blockSize: Int
  package let parallelism: Int

  package init(rounds: Int, blockSize: Int, parallelism: Int) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// Whether the parameters are valid, and need an acceptable amount of memory and time.
  var isSupported: Bool {
    guard (2...1 << 22).contains(rounds), rounds & (rounds - 1) == 0,
      (1...32).contains(blockSize), (1...4).contains(parallelism)
    else { return false }
    return 128 * rounds * blockSize <= Self.memoryLimit
  }
}
