// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

/// What the encrypted fields of a container are encrypted with: 256 bits that the server never has.
///
/// It stands in the configuration of each of a user's devices, as `encryption_key`. Whoever has it and the server's
/// data can read the fields; whoever loses it can't any more.
public struct CloudKitEncryptionKey: Sendable, Hashable, CustomStringConvertible {
  private static let length = 32
  /// 32 MiB of memory and a tenth of a second for each guess.
  private static let (rounds, blockSize, parallelism) = (32_768, 8, 1)

  private let bytes: [UInt8]

  /// A key that nobody else has.
  public static func random() -> CloudKitEncryptionKey {
    CloudKitEncryptionKey(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The key that a passphrase stands for: the same on every device of a user of a container.
  ///
  /// It takes about a tenth of a second. A passphrase is guessed sooner than a key: take a long one, and another one
  /// than the password that the server is told.
  ///
  /// - Throws: A ``CKError`` if the passphrase is empty.
  public init(passphrase: String, user: String, container: String) throws {
    // The same words typed on another system may have other bytes.
    let words = Array(passphrase.precomposedStringWithCanonicalMapping.utf8)
    guard !words.isEmpty else {
      throw CKError(.invalidArguments, "The passphrase is empty: choose one of several words.")
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
      throw CKError(.internalError, "No key can be made of the passphrase: \(error).")
    }
  }

  /// A key as it stands in a configuration: 32 bytes in Base64.
  ///
  /// - Throws: A ``CKError`` for anything else.
  public init(base64: String) throws {
    guard let data = Data(base64Encoded: base64), data.count == Self.length else {
      throw CKError(
        .badContainer,
        "\"encryption_key\" is not a key: expected \(Self.length) bytes in Base64."
      )
    }
    bytes = Array(data)
  }

  /// As it stands in a configuration.
  public var base64: String { Data(bytes).base64EncodedString() }

  /// A name for the key, which says nothing of it.
  var name: String {
    SHA256.hash(data: FieldCipher.framed("Cairn key name 1") + Data(bytes)).prefix(8)
      .map { String(format: "%02x", $0) }.joined()
  }

  var symmetric: SymmetricKey { SymmetricKey(data: bytes) }

  /// Nothing of the key.
  public var description: String { "an encryption key" }
}
