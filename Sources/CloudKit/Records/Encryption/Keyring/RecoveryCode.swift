// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// A random code that unwraps a user's key if the passphrase is lost.
///
/// It contains 160 random bits and a checksum of 20 bits, as 36 symbols in groups of four. The
/// symbols are the digits and the letters without I, L, O and U. Decoding ignores case, spaces and
/// hyphens, and accepts I and L as 1, and O as 0.
package struct RecoveryCode: Sendable, Hashable, CustomStringConvertible {
  private static let byteCount = 20
  private static let symbolCount = 36
  private static let groupLength = 4
  private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let values = Dictionary(
    uniqueKeysWithValues: symbols.enumerated().map { ($1, UInt8($0)) })

  let bytes: [UInt8]

  /// Returns a random code.
  package static func random() -> RecoveryCode {
    RecoveryCode(SymmetricKey(size: .init(bitCount: byteCount * 8)).withUnsafeBytes { Array($0) })
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Decodes a code that a user has typed.
  ///
  /// - Throws: ``KeyringError/codeCharacter(_:)``, ``KeyringError/codeLength(count:expected:)`` or
  ///   ``KeyringError/codeChecksum``.
  package init(_ text: String) throws(KeyringError) {
    var digits: [UInt8] = []
    for character in text where !character.isWhitespace && character != "-" {
      guard let value = Self.value(of: character) else {
        throw KeyringError.codeCharacter(character)
      }
      digits.append(value)
    }
    guard digits.count == Self.symbolCount else {
      throw KeyringError.codeLength(count: digits.count, expected: Self.symbolCount)
    }
    var bytes: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for digit in digits {
      buffer = buffer << 5 | UInt32(digit)
      bits += 5
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
    }
    self.bytes = Array(bytes.prefix(Self.byteCount))
    guard self.digits == digits else { throw KeyringError.codeChecksum }
  }

  private static func value(of character: Character) -> UInt8? {
    switch character.uppercased() {
    case "O": 0
    case "I", "L": 1
    case let symbol where symbol.count == 1: symbol.first.flatMap { values[$0] }
    default: nil
    }
  }

  /// The values of the symbols, from 0 to 31: the code, then its checksum.
  private var digits: [UInt8] {
    let checksum = SHA256.hash(data: FieldCipher.framed("Cairn recovery code 1") + Data(bytes))
    var digits: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for byte in bytes + checksum.prefix(3) {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        digits.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)) & 31)
      }
    }
    return Array(digits.prefix(Self.symbolCount))
  }

  /// The code for the user, in groups that are separated by hyphens.
  package var text: String {
    let symbols = digits.map { Self.symbols[Int($0)] }
    return stride(from: 0, to: symbols.count, by: Self.groupLength)
      .map { String(symbols[$0..<Swift.min($0 + Self.groupLength, symbols.count)]) }
      .joined(separator: "-")
  }

  /// A description without the code.
  package var description: String { "a recovery code" }
}
