// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import SystemSupport

/// The key for a container's encrypted fields: 256 bits that the server never receives.
///
/// ```swift
/// let key = CloudKitEncryptionKey.random()
/// try CloudKitConfigurationFile.standard.update { configuration in
///   configuration.containers["iCloud.org.example.hikes"]?.encryptionKey = key.base64
/// }
/// ```
///
/// The key is stored in the configuration of each device of a user, as `encryption_key`. With the
/// key and the server's data, the fields can be decrypted; without the key they are lost.
public struct CloudKitEncryptionKey: Sendable, Hashable, CustomStringConvertible {
  private static let length = 32
  /// The scrypt parameters: each guess costs 32 MiB of memory and a tenth of a second.
  private static let (rounds, blockSize, parallelism) = (32_768, 8, 1)

  let bytes: [UInt8]

  /// Returns a random key.
  public static func random() -> CloudKitEncryptionKey {
    CloudKitEncryptionKey(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a key from its bytes; nil for another number of bytes.
  init?(bytes: Data) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Array(bytes)
  }

  /// Derives a key from a passphrase; it is equal on all devices of a user and container.
  ///
  /// Derivation takes about a tenth of a second. A passphrase is easier to guess than a random key:
  /// choose a long one that differs from the password. The passphrase of such a key can't be changed;
  /// `cairn passphrase` manages a random key instead, which is wrapped by a passphrase.
  ///
  /// - Throws: A ``CKError`` if the passphrase is empty.
  public init(passphrase: String, user: String, container: String) throws {
    let words = Self.words(of: passphrase)
    guard !words.isEmpty else {
      throw CKError(.invalidArguments, "The passphrase is empty: choose several words.")
    }
    var salt = SHA256()
    for part in ["Cairn encrypted fields 1", container, user] {
      salt.update(data: FieldCipher.framed(part))
    }
    do {
      bytes = try KDF.Scrypt.deriveKey(
        from: words, salt: Array(salt.finalize()), outputByteCount: Self.length,
        rounds: Self.rounds, blockSize: Self.blockSize, parallelism: Self.parallelism
      ).withUnsafeBytes { Array($0) }
    } catch {
      throw CKError(.internalError, "The key can't be derived from the passphrase: \(error).")
    }
  }

  /// The bytes of a passphrase.
  static func words(of passphrase: String) -> [UInt8] {
    // Normalize, because other systems may encode the same words differently.
    Array(passphrase.precomposedStringWithCanonicalMapping.utf8)
  }

  /// Decodes a key from a configuration: 32 bytes in Base64.
  ///
  /// - Throws: A ``CKError`` if the string is not a key.
  public init(base64: String) throws {
    guard let data = Data(base64Encoded: base64), data.count == Self.length else {
      throw CKError(
        .badContainer,
        "\"encryption_key\" is not a key: expected \(Self.length) bytes in Base64."
      )
    }
    bytes = Array(data)
  }

  /// The Base64 encoding for a configuration.
  public var base64: String { Data(bytes).base64EncodedString() }

  /// A fingerprint of the key that does not reveal it.
  package var name: String {
    let hash = SHA256.hash(data: FieldCipher.framed("Cairn key name 1") + Data(bytes))
    return Hexadecimal.text(hash.prefix(8))
  }

  var symmetric: SymmetricKey { SymmetricKey(data: bytes) }

  /// A description without the key.
  public var description: String { "an encryption key" }
}
